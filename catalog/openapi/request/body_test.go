package request

import (
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"strings"
	"testing"
)

// Bodies, byte for byte. The boundary is fixed.
func TestBodies(t *testing.T) {
	t.Parallel()
	w := newTap(t)
	whole := func(contentType, rest string) string {
		return `{"method":"POST","path":"/","bindings":[{"argument":"body","in":"body","name":""` + rest + `}],"body":{"content_type":"` + contentType + `"}}`
	}
	parted := func(contentType, parts string) string {
		return `{"method":"POST","path":"/","bindings":[{"argument":"body","in":"body","name":""}],"body":{"content_type":"` + contentType + `","parts":[` + parts + `]}}`
	}
	open := func(body string) string { return `{"method":"POST","path":"/","body":{` + body + `}}` }
	const (
		urlencodedType = "application/x-www-form-urlencoded"
		none           = "-" // no body and no content type
	)
	for _, row := range []struct{ name, call, args, contentType, want string }{
		// JSON is what was given.
		{"a string", whole("application/json", ""), `{"body":"hello"}`, "application/json", `"hello"`},
		{"a string like a boolean", whole("application/json", ""), `{"body":"true"}`, "application/json", `"true"`},
		{"a number", whole("application/json", ""), `{"body":1}`, "application/json", `1`},
		{"null", whole("application/json", ""), `{"body":null}`, "application/json", `null`},
		{"an array", whole("application/json", ""), `{"body":[1.0, 9007199254740993, 1e400, "\u00e9"]}`, "application/json", `[1.0,9007199254740993,1e400,"\u00e9"]`},
		{"a type with a suffix", whole("application/merge-patch+json", ""), `{"body":{"b":null,"a":1}}`, "application/merge-patch+json", `{"b":null,"a":1}`},
		{"a type with a parameter", whole("Application/JSON; charset=utf-8", ""), `{"body":{}}`, "Application/JSON; charset=utf-8", `{}`},
		{"any type", whole("*/*", ""), `{"body":"x"}`, "application/json", `"x"`},
		{"an optional body", whole("application/json", ""), `{}`, none, ""},
		{"properties", `{"method":"POST","path":"/","bindings":[{"argument":"b_","in":"property","name":"b$"},{"argument":"a","in":"property","name":"a"}],
			"body":{"content_type":"application/json"}}`, `{"a":null,"b_":{"z":1,"y":[2]}}`, "application/json", `{"a":null,"b$":{"z":1,"y":[2]}}`},
		{"properties that are absent", `{"method":"POST","path":"/","bindings":[{"argument":"a","in":"property","name":"a"}],"body":{"content_type":"application/json"}}`,
			`{}`, none, ""},
		{"a required body", `{"method":"POST","path":"/","bindings":[{"argument":"a","in":"property","name":"a"}],"body":{"content_type":"application/json","required":true}}`,
			`{}`, "application/json", `{}`},
		{"an open body", open(`"content_type":"application/json","open":true`), `{"z":1,"\u0061":null}`, "application/json", `{"z":1,"a":null}`},
		{"an open body without arguments", open(`"content_type":"application/json","open":true`), `{}`, none, ""},

		// Forms.
		{"a form", open(`"content_type":"` + urlencodedType + `","open":true`), `{"username":"admin","q":"a b&c=é+~","n":1.50,"t":true}`, urlencodedType,
			"username=admin&q=a+b%26c%3D%C3%A9%2B~&n=1.50&t=true"},
		{"lists, objects and nothing", open(`"content_type":"` + urlencodedType + `","open":true`), `{"l":[1,"x y"],"o":{"b":1,"a":[null]},"lo":[{"a":1}],"e":[],"n":null,"s":"","eo":{}}`, urlencodedType,
			"l=1&l=x+y&o=%7B%22b%22%3A1%2C%22a%22%3A%5Bnull%5D%7D&lo=%7B%22a%22%3A1%7D&s=&eo=%7B%7D"},
		{"parts of a form", parted(urlencodedType, `{"argument":"","in":"property","name":"l","style":"form"},{"argument":"","in":"property","name":"d","style":"deepObject","explode":true},
			{"argument":"","in":"property","name":"s","style":"spaceDelimited"},{"argument":"","in":"property","name":"j","content_type":"application/json"},
			{"argument":"","in":"property","name":"r","allow_reserved":true},{"argument":"","in":"property","name":"e","allow_empty":true},{"argument":"","in":"property","name":"f","style":"form","explode":true}`),
			`{"body":{"l":["a","b"],"d":{"x":[{"y":1}]},"s":["a","b"],"j":["a",null],"r":"/?&","e":null,"f":{"k":"v"}}}`, urlencodedType,
			"l=a,b&d%5Bx%5D%5B0%5D%5By%5D=1&s=a+b&j=%5B%22a%22%2Cnull%5D&r=/?%26&e=&k=v"},
		{"a form that is text", whole(urlencodedType, ""), `{"body":"a=1&b=2"}`, urlencodedType, "a=1&b=2"},
		{"a required form without arguments", open(`"content_type":"` + urlencodedType + `","required":true`), `{}`, urlencodedType, ""},
		{"null in a form as JSON", parted(urlencodedType, `{"argument":"","in":"property","name":"j","content_type":"application/json"}`), `{"body":{"j":null}}`, urlencodedType, "j=null"},

		// Text and bytes.
		{"text", whole("text/plain", ""), `{"body":"a\r\n\u00e9"}`, "text/plain", "a\r\né"},
		{"a number as text", whole("text/plain; charset=utf-8", ""), `{"body":1e3}`, "text/plain; charset=utf-8", "1e3"},
		{"a boolean as text", whole("text/*", ""), `{"body":false}`, "text/plain", "false"},
		{"bytes", whole("application/octet-stream", ""), `{"body":"\u00e9\u0000"}`, "application/octet-stream", "é\x00"},
		{"bytes in base64", whole("image/*", `,"encoding":"base64"`), `{"body":"_-8B\nAA=="}`, "application/octet-stream", "\xff\xef\x01\x00"},
		{"an image", whole("image/png", `,"encoding":"base64"`), `{"body":"iVBORw"}`, "image/png", "\x89PNG"},
		{"XML", whole("application/xml", ""), `{"body":"<a>\u00e9</a>"}`, "application/xml", "<a>é</a>"},
		{"YAML", whole("application/yaml", ""), `{"body":"a: 1"}`, "application/yaml", "a: 1"},
		{"JSON as YAML", whole("application/yaml", ""), `{"body":{"a":1}}`, "application/yaml", `{"a":1}`},
		{"lines", whole("application/x-ndjson", ""), `{"body":[{"a": 1},"x",null]}`, "application/x-ndjson", "{\"a\":1}\n\"x\"\nnull\n"},
		{"lines that are text", whole("application/jsonl", ""), `{"body":"{}\n{}\n"}`, "application/jsonl", "{}\n{}\n"},
		{"a sequence", whole("application/json-seq", ""), `{"body":[1,2]}`, "application/json-seq", "\x1e1\n\x1e2\n"},
		{"a required body of bytes without a schema", open(`"content_type":"application/octet-stream","required":true`), `{}`, "application/octet-stream", ""},

		// Parts.
		{"a multipart body", open(`"content_type":"multipart/form-data","open":true`), `{"s":"x\r\n","n":1.0,"o":{"a":null},"l":["p",{"q":1},[2]],"e":[],"z":null,"q\"\\":true}`,
			"multipart/form-data; boundary=XXX",
			"--XXX\r\nContent-Disposition: form-data; name=\"s\"\r\nContent-Type: text/plain\r\n\r\nx\r\n\r\n" +
				"--XXX\r\nContent-Disposition: form-data; name=\"n\"\r\nContent-Type: text/plain\r\n\r\n1.0\r\n" +
				"--XXX\r\nContent-Disposition: form-data; name=\"o\"\r\nContent-Type: application/json\r\n\r\n{\"a\":null}\r\n" +
				"--XXX\r\nContent-Disposition: form-data; name=\"l\"\r\nContent-Type: text/plain\r\n\r\np\r\n" +
				"--XXX\r\nContent-Disposition: form-data; name=\"l\"\r\nContent-Type: application/json\r\n\r\n{\"q\":1}\r\n" +
				"--XXX\r\nContent-Disposition: form-data; name=\"l\"\r\nContent-Type: application/json\r\n\r\n[2]\r\n" +
				"--XXX\r\nContent-Disposition: form-data; name=\"q\\\"\\\\\"\r\nContent-Type: text/plain\r\n\r\ntrue\r\n" +
				"--XXX--\r\n"},
		{"files", parted("multipart/form-data", `{"argument":"","in":"property","name":"f","encoding":"base64"},{"argument":"","in":"property","name":"p","content_type":"image/*, image/png","encoding":"base64"},
			{"argument":"","in":"property","name":"c","content_type":"text/csv"},{"argument":"","in":"property","name":"d","style":"deepObject"}`),
			`{"body":{"f":["/w==","AA"],"p":"iVBORw==","c":"a,b","d":{"x":1}}}`, "multipart/form-data; boundary=XXX",
			"--XXX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\nContent-Type: application/octet-stream\r\n\r\n\xff\r\n" +
				"--XXX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\nContent-Type: application/octet-stream\r\n\r\n\x00\r\n" +
				"--XXX\r\nContent-Disposition: form-data; name=\"p\"; filename=\"p\"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n" +
				"--XXX\r\nContent-Disposition: form-data; name=\"c\"; filename=\"c\"\r\nContent-Type: text/csv\r\n\r\na,b\r\n" +
				"--XXX\r\nContent-Disposition: form-data; name=\"d[x]\"\r\nContent-Type: text/plain\r\n\r\n1\r\n" +
				"--XXX--\r\n"},
		{"a multipart body of nothing", open(`"content_type":"multipart/mixed","required":true`), `{}`, "multipart/mixed; boundary=XXX", "\r\n--XXX--\r\n"},
	} {
		r, err := call(t, row.call).Build(parse(t, row.args), &Options{Server: w.URL, Boundary: "XXX"})
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if row.contentType == none {
			if r.Body != nil || r.Header.Get("Content-Type") != "" {
				t.Errorf("%s: there is a body, of %q", row.name, r.Header.Get("Content-Type"))
			}
			continue
		}
		again, err := r.GetBody()
		if err != nil {
			t.Fatal(err)
		}
		second, err := io.ReadAll(again)
		if err != nil || string(second) != row.want || r.ContentLength != int64(len(row.want)) {
			t.Errorf("%s: the body is %q again, %v, and %d bytes long", row.name, second, err, r.ContentLength)
		}
		head, got, _ := strings.Cut(w.send(t, r), "\n\n")
		if got != row.want {
			t.Errorf("%s: arrived as\n%q\nwant\n%q", row.name, got, row.want)
		}
		if !strings.Contains(head, "\nContent-Type: "+row.contentType) {
			t.Errorf("%s: content type %q in\n%s", row.name, row.contentType, head)
		}
	}
}

func TestRefusedBodies(t *testing.T) {
	t.Parallel()
	whole := func(contentType, rest string) string {
		return `{"method":"POST","path":"/","bindings":[{"argument":"body","in":"body","name":""` + rest + `}],"body":{"content_type":"` + contentType + `"}}`
	}
	open := func(contentType string) string {
		return `{"method":"POST","path":"/","body":{"open":true,"content_type":"` + contentType + `"}}`
	}
	for _, row := range []struct{ name, call, args, want string }{
		{"an object as XML", whole("application/xml", ""), `{"body":{"a":1}}`, `argument "body": a body of "application/xml" is sent as the text that is given, and an object is none; give it as a string`},
		{"an array as text", whole("text/plain", ""), `{"body":[1]}`, `an array is none; give it as a string`},
		{"null as text", whole("text/plain", ""), `{"body":null}`, `null has no form in "text/plain"`},
		{"an object as bytes", whole("application/octet-stream", ""), `{"body":{}}`, `an object is none`},
		{"an object as lines", whole("application/jsonl", ""), `{"body":{}}`, `is made of an array or of text, and not of an object`},
		{"a number as a form", whole("application/x-www-form-urlencoded", ""), `{"body":1}`, `argument "body": a body of "application/x-www-form-urlencoded" is sent as the text`},
		{"an array as parts", whole("multipart/form-data", ""), `{"body":[1]}`, `argument "body": a body of "multipart/form-data" is made of an object, and not of an array`},
		{"a string as parts", whole("multipart/form-data", ""), `{"body":"x"}`, `is made of an object, and not of a string`},
		{"what is no base64", whole("image/png", `,"encoding":"base64"`), `{"body":"!"}`, `argument "body": the text is not base64`},
		{"another encoding", whole("image/png", `,"encoding":"hex"`), `{"body":"00"}`, `encoding "hex" is not known`},
		{"null in a list of a form", open("application/x-www-form-urlencoded"), `{"a":[null]}`, `argument "a": null has no form in "text/plain"`},
		{"null in a list of parts", open("multipart/form-data"), `{"a":[null]}`, `argument "a": null has no form in "text/plain"`},
		{"a property of a form", whole("application/x-www-form-urlencoded", ""), `{"body":{"p":[null]}}`, `argument "body": property "p": null has no form in "text/plain"`},
		{"a property of parts", whole("multipart/form-data", ""), `{"body":{"p":[null]}}`, `argument "body": property "p": null has no form in "text/plain"`},
		{"properties of bytes", open("image/png"), `{"a":1}`, `a body of "image/png" is not made of properties`},
		{"the boundary in a part", open("multipart/form-data"), `{"a":"--XXX"}`, `Options.Boundary stands in the body`},
		{"a line break in the name of a part", open("multipart/form-data"), `{"a\r\nb":1}`, `control character`},
		{"a missing body", `{"method":"POST","path":"/","bindings":[{"argument":"b","in":"body","name":""}],"body":{"content_type":"application/json","required":true}}`, `{}`, `argument "b" is missing`},
		{"a missing property", `{"method":"POST","path":"/","bindings":[{"argument":"b","in":"property","name":"b","required":true}],"body":{"content_type":"application/json","required":true}}`, `{}`, `argument "b" is missing`},
		{"no body", `{"method":"POST","path":"/","bindings":[{"argument":"b","in":"property","name":"b"}]}`, `{"b":1}`, `argument "b": the call has no body`},
		{"all and a part of it", `{"method":"POST","path":"/","bindings":[{"argument":"a","in":"body","name":""},{"argument":"b","in":"property","name":"b"}],"body":{"content_type":"application/json"}}`,
			`{"b":1}`, `argument "a": it is all of the body`},
		{"an argument beside all of an open body", `{"method":"POST","path":"/","bindings":[{"argument":"a","in":"body","name":""}],"body":{"content_type":"application/json","open":true}}`,
			`{"b":1}`, `argument "b" is unknown`},
		{"one property twice", `{"method":"POST","path":"/","bindings":[{"argument":"b_","in":"property","name":"b$"}],"body":{"content_type":"application/json","open":true}}`,
			`{"b$":1,"b_":2}`, `argument "b_": argument "b$" is the property "b$" already`},
		{"a content type with a line break", open(`a\nb`), `{"a":1}`, `not made of properties`},
		{"a content type of JSON with a line break", open(`a\nb/json`), `{"a":1}`, `header "Content-Type": the value has a line break`},
	} {
		_, err := call(t, row.call).Build(parse(t, row.args), &Options{Server: "http://example.org", Boundary: "XXX"})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: error is %v, want one with %s", row.name, err, row.want)
		}
	}
	_, err := call(t, open("multipart/form-data")).Build(parse(t, `{"a":1}`), &Options{Server: "http://example.org", Boundary: "a\r\nb"})
	if err == nil || !strings.Contains(err.Error(), "Options.Boundary is no boundary") {
		t.Errorf("error is %v", err)
	}
}

// A boundary that is no token is quoted.
func TestQuotedBoundary(t *testing.T) {
	t.Parallel()
	c := call(t, `{"method":"POST","path":"/","body":{"content_type":"multipart/form-data","required":true}}`)
	r, err := c.Build(nil, &Options{Server: "http://example.org", Boundary: "a=b c:d"})
	if err != nil {
		t.Fatal(err)
	}
	if _, p, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || p["boundary"] != "a=b c:d" {
		t.Errorf("%v: content type is %s", err, r.Header.Get("Content-Type"))
	}
}

// Without a boundary in the options each body has its own, and net/http reads the parts again.
func TestRandomBoundary(t *testing.T) {
	t.Parallel()
	w := newTap(t)
	c := call(t, `{"method":"POST","path":"/","bindings":[{"argument":"file","in":"property","name":"a file","encoding":"base64"}],"body":{"content_type":"multipart/form-data","open":true}}`)
	args := parse(t, `{"file":"`+base64.StdEncoding.EncodeToString([]byte("\x00--\r\n"))+`","é":"ü"}`)
	seen := map[string]bool{}
	for range 3 {
		r, err := c.Build(args, &Options{Server: w.URL})
		if err != nil {
			t.Fatal(err)
		}
		w.send(t, r)
		_, parameters, err := mime.ParseMediaType(w.request.Header.Get("Content-Type"))
		if err != nil || seen[parameters["boundary"]] {
			t.Fatalf("%v: boundary %q", err, parameters["boundary"])
		}
		seen[parameters["boundary"]] = true
		f, err := multipart.NewReader(strings.NewReader(string(w.body)), parameters["boundary"]).ReadForm(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		if f.Value["é"][0] != "ü" || f.File["a file"][0].Size != 5 || f.File["a file"][0].Filename != "a file" {
			t.Errorf("read as %v and %v", f.Value, f.File)
		}
	}
}
