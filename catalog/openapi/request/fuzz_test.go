package request

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// Whatever a document and a model come up with, it is one request to the server that was named, below its path.
func FuzzBuild(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"method":"GET","path":"/a/{b}/../{b}?x={b}#c","bindings":[{"argument":"b","in":"path","name":"b","style":"matrix","explode":true,"allow_reserved":true}]}`, `{"b":["../..",".","%2e",1e400]}`},
		{`{"method":"GET","path":"{b}","bindings":[{"argument":"b","in":"path","name":"b","style":"label"}]}`, `{"b":"//evil.example/../"}`},
		{`{"method":"GET","path":"/","bindings":[{"argument":"b","in":"query","name":"b&c","style":"deepObject"}]}`, `{"b":{"x":[{"y":"z#"}]}}`},
		{`{"method":"GET","path":"/","bindings":[{"argument":"b","in":"query","name":"b","style":"pipeDelimited","allow_reserved":true,"required":true}]}`, `{"b":["a","%zz"]}`},
		{`{"method":"GET","path":"/","bindings":[{"argument":"b","in":"querystring","name":""}]}`, `{"b":"a b\r\n#"}`},
		{`{"method":"GET","path":"/","bindings":[{"argument":"b","in":"header","name":"X-B","style":"simple","explode":true}]}`, `{"b":{"a":"\r\nHost: evil"}}`},
		{`{"method":"GET","path":"/","bindings":[{"argument":"b","in":"cookie","name":"b","style":"cookie"}],"security":[[{"scheme":"k","type":"apiKey","in":"cookie","name":"k"}]]}`, `{"b":[1,2]}`},
		{`{"method":"POST","path":"/","body":{"content_type":"multipart/form-data","open":true}}`, `{"b":"--","c\"":[{},[]],"d":null}`},
		{`{"method":"POST","path":"/","body":{"content_type":"application/x-www-form-urlencoded","open":true}}`, `{"b":["&",{}],"c":1.0}`},
		{`{"method":"POST","path":"/","bindings":[{"argument":"b","in":"body","encoding":"base64"}],"body":{"content_type":"image/*"}}`, `{"b":"AA=="}`},
		{`{"method":"POST","path":"/","bindings":[{"argument":"b","in":"body"}],"body":{"content_type":"application/jsonl","required":true}}`, `{"b":[1,"\n"]}`},
		{`{"method":"CONNECT","path":"*","accept":["a/b"]}`, `{}`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, callText, argsText string) {
		c := &Call{}
		if json.Unmarshal([]byte(callText), c) != nil {
			return
		}
		args, err := schema.ParseWith([]byte(argsText), &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
		if err != nil {
			return
		}
		r, err := c.Build(args, &Options{Server: "https://api.example:8443/base/v1/", Credentials: map[string]string{"k": "secret"}})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "request: ") {
				t.Errorf("error is %v", err)
			}
			return
		}
		if r.URL.Host != "api.example:8443" || r.Host != r.URL.Host || r.URL.Scheme != "https" {
			t.Errorf("leads to %s of %s", r.URL, r.Host)
		}
		path := r.URL.EscapedPath()
		if !strings.HasPrefix(path, "/base/v1/") {
			t.Errorf("path is %s", path)
		}
		for s := range strings.SplitSeq(path, "/") {
			if s == "." || s == ".." {
				t.Errorf("path %s has a dot segment", path)
			}
		}
		var wire bytes.Buffer
		if err := r.Write(&wire); err != nil {
			t.Fatalf("cannot be sent: %v", err)
		}
		in := bufio.NewReader(&wire)
		again, err := http.ReadRequest(in)
		if err != nil {
			t.Fatalf("cannot be read: %v", err)
		}
		body, err := io.ReadAll(again.Body)
		if err != nil || int64(len(body)) != r.ContentLength || again.RequestURI != r.URL.RequestURI() || again.Host != r.Host {
			t.Errorf("arrives as %s to %s with %d bytes, %v", again.RequestURI, again.Host, len(body), err)
		}
		if in.Buffered() > 0 {
			t.Error("there is more than one request")
		}
		for name := range r.Header {
			if again.Header.Get(name) != r.Header.Get(name) || ownHeader(name) {
				t.Errorf("header %s arrives as %q, want %q", name, again.Header.Get(name), r.Header.Get(name))
			}
		}
	})
}
