package openapi

import (
	"strings"
	"testing"
)

func TestSniff(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"openapi":"3.0.0"}`:                              true,
		"\xef\xbb\xbf {\n \"swagger\" : \"2.0\", \"info\"": true,
		`{"swagger": 2.0}`:                                 true,
		`{"info":{"title":"a, \"openapi\": {}"},"tags":[[1],["]"]],"x":-1.5,"y":null,"openapi":"4.0.0"}`: true,
		`{"paths":{"openapi":"3.0.0"}}`:                                        false,
		`{"tools":[{"name":"openapi","description":"\"openapi\":\"3.0.0\""}]}`: false,
		`{"openapi":{"type":"string"}}`:                                        false,
		`{"openapi":"yes"}`:                                                    false,
		`{"swagger":"https://api.example.test/swagger-2.0/definition.json"}`:   false,
		`[{"openapi":"3.0.0"}]`:                                                false,
		`"openapi"`:                                                            false,
		`{"a`:                                                                  false,
		`{"a":`:                                                                false,
		`{"a":"\`:                                                              false,
		`{"a":{`:                                                               false,
		`{"a":}}}`:                                                             false,
		`{openapi: 3.0.0}`:                                                     false,
		``:                                                                     false,
		"openapi: 3.1.0\n":                                                     true,
		"\xef\xbb\xbf# a comment\n%YAML 1.2\n---\n\nopenapi: \"3.0.3\" # the version\r\ninfo: {}\n": true,
		"info:\n  openapi: 3.0.0\nswagger: '2.0'\n":                                                 true,
		"'openapi': 3.2.0":                      true,
		"  openapi: 3.0.0\n  info: {}":          true,
		"tools:\n- name: a\n  openapi: 3.0.0\n": false,
		"description: |\n  openapi: 3.0.0\n":    false,
		"a: 1\n---\nopenapi: 3.0.0\n":           false,
		"openapi:\n  type: string\n":            false,
		"# openapi: 3.0.0\n":                    false,
		"The openapi: 3.0.0 of it":              false,
	} {
		if got := Sniff([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzSniff(f *testing.F) {
	for _, seed := range []string{`{"openapi":"3.0.0"}`, `{"a":[{"b":"}"}],"swagger":"2.0"}`, "info: {}\nopenapi: 3.1.0\n", `{"a":"\`, "---\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if Sniff(text) && !strings.Contains(string(text), "openapi") && !strings.Contains(string(text), "swagger") {
			t.Errorf("%q", text)
		}
	})
}
