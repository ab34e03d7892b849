package request

import (
	"encoding/json"
	"strings"
	"testing"
)

func call(t testing.TB, text string) *Call {
	t.Helper()
	c := &Call{}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(c); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c
}

// What arrives at a server, byte for byte. Calls are written as JSON, which is also how they are kept.
func TestArrives(t *testing.T) {
	t.Parallel()
	w := newTap(t)
	id := func(rest string) string {
		return `{"method":"GET","path":"/files/{id}","bindings":[{"argument":"file","in":"path","name":"id","required":true` + rest + `}]}`
	}
	q := func(rest string) string {
		return `{"method":"GET","path":"/q","bindings":[{"argument":"q","in":"query","name":"q"` + rest + `}]}`
	}
	header := func(rest string) string {
		return `{"method":"GET","path":"/h","bindings":[{"argument":"h","in":"header","name":"X-Some"` + rest + `}]}`
	}
	cookie := func(rest string) string {
		return `{"method":"GET","path":"/c","bindings":[{"argument":"c","in":"cookie","name":"c"` + rest + `}]}`
	}
	for _, row := range []struct{ name, call, args, want string }{
		// Nothing in a path value leads elsewhere.
		{"slashes", id(""), `{"file":"../../admin"}`, "GET /files/..%2F..%2Fadmin HTTP/1.1\n\n"},
		{"a query", id(""), `{"file":"a?x=1"}`, "GET /files/a%3Fx%3D1 HTTP/1.1\n\n"},
		{"a fragment", id(""), `{"file":"a#f"}`, "GET /files/a%23f HTTP/1.1\n\n"},
		{"two dots", id(""), `{"file":".."}`, "GET /files/%2E%2E HTTP/1.1\n\n"},
		{"one dot", id(""), `{"file":"."}`, "GET /files/%2E HTTP/1.1\n\n"},
		{"three dots", id(""), `{"file":"..."}`, "GET /files/... HTTP/1.1\n\n"},
		{"encoded before", id(""), `{"file":"%2e%2e%2f"}`, "GET /files/%252e%252e%252f HTTP/1.1\n\n"},
		{"a backslash", id(""), `{"file":"..\\x"}`, "GET /files/..%5Cx HTTP/1.1\n\n"},
		{"dots before a parameter", `{"method":"GET","path":"/f/{a}{b}","bindings":[{"argument":"a","in":"path","name":"a"},
			{"argument":"b","in":"path","name":"b","style":"matrix"}]}`, `{"a":"..","b":1}`, "GET /f/%2E%2E;b=1 HTTP/1.1\n\n"},
		{"dots of two values", `{"method":"GET","path":"/f/{a}{b}","bindings":[{"argument":"a","in":"path","name":"a"},
			{"argument":"b","in":"path","name":"b"}]}`, `{"a":".","b":"."}`, "GET /f/%2E%2E HTTP/1.1\n\n"},
		{"dots of the document", `{"method":"GET","path":"/a/../b"}`, ``, "GET /a/%2E%2E/b HTTP/1.1\n\n"},
		{"control characters", id(""), `{"file":"a\r\nX: y\u0000"}`, "GET /files/a%0D%0AX%3A%20y%00 HTTP/1.1\n\n"},
		{"not ASCII", id(""), `{"file":"\u00fc \ud83d\ude00"}`, "GET /files/%C3%BC%20%F0%9F%98%80 HTTP/1.1\n\n"},
		{"reserved characters in a path", id(`,"allow_reserved":true`), `{"file":"a/b;c=d?e#%41"}`, "GET /files/a%2Fb;c=d%3Fe%23%41 HTTP/1.1\n\n"},
		{"content of a path", id(`,"content_type":"application/json"`), `{"file":{"a":[1]}}`, "GET /files/%7B%22a%22%3A%5B1%5D%7D HTTP/1.1\n\n"},
		{"one variable twice, inside a segment", `{"method":"GET","path":"x/v{n}.json/{n}","bindings":[{"argument":"n","in":"path","name":"n"}]}`,
			`{"n":2}`, "GET /x/v2.json/2 HTTP/1.1\n\n"},
		{"query and fragment of the template", `{"method":"GET","path":"/a?op={o}&x=y z#one","bindings":[{"argument":"o","in":"path","name":"o"},
			{"argument":"p","in":"query","name":"p"}]}`, `{"o":"1&2","p":3}`, "GET /a?op=1%262&x=y%20z&p=3 HTTP/1.1\n\n"},
		{"odd characters of the template", `{"method":"GET","path":"/a b/ü/%2f/%"}`, ``, "GET /a%20b/%C3%BC/%2f/%25 HTTP/1.1\n\n"},

		// Queries.
		{"reserved characters in a query", q(`,"allow_reserved":true`), `{"q":"a/b?c=d&e+f#g[h]%20%"}`, "GET /q?q=a/b?c=d%26e%2Bf%23g%5Bh%5D%20%25 HTTP/1.1\n\n"},
		{"empty allowed: null", q(`,"allow_empty":true`), `{"q":null}`, "GET /q?q= HTTP/1.1\n\n"},
		{"empty allowed: none", q(`,"allow_empty":true`), `{"q":[]}`, "GET /q?q= HTTP/1.1\n\n"},
		{"required: none", q(`,"required":true`), `{"q":[]}`, "GET /q?q= HTTP/1.1\n\n"},
		{"empty allowed: absent", q(`,"allow_empty":true`), `{}`, "GET /q HTTP/1.1\n\n"},
		{"JSON in a query", q(`,"content_type":"application/json"`), `{"q":{"b":1.0,"a":"\u00e9"}}`, "GET /q?q=%7B%22b%22%3A1.0%2C%22a%22%3A%22%5Cu00e9%22%7D HTTP/1.1\n\n"},
		{"a form in a query", q(`,"content_type":"application/x-www-form-urlencoded"`), `{"q":{"a":"x y","b":1}}`, "GET /q?q=a%3Dx%2By%26b%3D1 HTTP/1.1\n\n"},
		{"null as JSON", q(`,"content_type":"application/json"`), `{"q":null}`, "GET /q?q=null HTTP/1.1\n\n"},
		{"null as text", q(`,"content_type":"text/plain"`), `{"q":null}`, "GET /q HTTP/1.1\n\n"},
		{"a name with brackets", `{"method":"GET","path":"/q","bindings":[{"argument":"ids","in":"query","name":"ids[]","style":"form","explode":true}]}`,
			`{"ids":["a","b"]}`, "GET /q?ids%5B%5D=a&ids%5B%5D=b HTTP/1.1\n\n"},
		{"the order is that of the bindings", `{"method":"GET","path":"/q","bindings":[{"argument":"a","in":"query","name":"a"},{"argument":"b","in":"query","name":"b"}]}`,
			`{"b":1,"a":2}`, "GET /q?a=2&b=1 HTTP/1.1\n\n"},
		{"all of a query", `{"method":"GET","path":"/q","bindings":[{"argument":"q","in":"querystring","content_type":"application/x-www-form-urlencoded"}]}`,
			`{"q":{"foo":"a + b","bar":true,"list":[1,2]}}`, "GET /q?foo=a+%2B+b&bar=true&list=1&list=2 HTTP/1.1\n\n"},
		{"all of a query as JSON", `{"method":"GET","path":"/q","bindings":[{"argument":"q","in":"querystring","content_type":"application/json"}]}`,
			`{"q":{"flag":null}}`, "GET /q?%7B%22flag%22%3Anull%7D HTTP/1.1\n\n"},
		{"all of a query as a language", `{"method":"GET","path":"/q","bindings":[{"argument":"q","in":"querystring","content_type":"application/jsonpath"}]}`,
			`{"q":"$.a[1:1]"}`, "GET /q?%24.a%5B1%3A1%5D HTTP/1.1\n\n"},
		{"a form already", `{"method":"GET","path":"/q","bindings":[{"argument":"q","in":"querystring"}]}`,
			`{"q":"a=1&b=x y#\r\n"}`, "GET /q?a=1&b=x%20y%23%0D%0A HTTP/1.1\n\n"},

		// Headers, which are not percent-encoded.
		{"a header", header(""), `{"h":"a, b/\u00e9\t;"}`, "GET /h HTTP/1.1\nX-Some: a, b/é\t;\n\n"},
		{"a list in a header", header(`,"style":"simple"`), `{"h":["a",1,true]}`, "GET /h HTTP/1.1\nX-Some: a,1,true\n\n"},
		{"an object in a header", header(`,"style":"simple"`), `{"h":{"R":100,"G":"x=y"}}`, "GET /h HTTP/1.1\nX-Some: R,100,G,x=y\n\n"},
		{"an exploded object in a header", header(`,"style":"simple","explode":true`), `{"h":{"R":100,"G":"x=y"}}`, "GET /h HTTP/1.1\nX-Some: R=100,G=x=y\n\n"},
		{"pipes in a header", header(`,"style":"pipeDelimited"`), `{"h":["a","b"]}`, "GET /h HTTP/1.1\nX-Some: a|b\n\n"},
		{"no header", header(""), `{"h":null}`, "GET /h HTTP/1.1\n\n"},
		{"an empty header", header(`,"required":true`), `{"h":[]}`, "GET /h HTTP/1.1\nX-Some: \n\n"},
		{"JSON in a header", header(`,"content_type":"application/json"`), `{"h":{"a":"x\r\n"}}`, "GET /h HTTP/1.1\nX-Some: {\"a\":\"x\\r\\n\"}\n\n"},
		{"a header that is spelled otherwise", `{"method":"GET","path":"/","accept":["application/json","text/csv"],"bindings":[{"argument":"a","in":"header","name":"x-request-id"}]}`,
			`{"a":7}`, "GET / HTTP/1.1\nAccept: application/json, text/csv\nX-Request-Id: 7\n\n"},
		{"headers that the call sets too", `{"method":"POST","path":"/","accept":["application/json"],"body":{"content_type":"application/json","required":true},"bindings":[
			{"argument":"t","in":"header","name":"Content-Type"},{"argument":"a","in":"header","name":"Accept"}]}`, `{"t":"text/plain","a":"text/csv"}`,
			"POST / HTTP/1.1\nContent-Length: 2\nAccept: text/csv\nContent-Type: application/json\n\n{}"},
		{"a content type without a body", `{"method":"GET","path":"/","bindings":[{"argument":"t","in":"header","name":"Content-Type"}]}`, `{"t":"text/plain"}`,
			"GET / HTTP/1.1\nContent-Type: text/plain\n\n"},

		// Cookies.
		{"a cookie", cookie(""), `{"c":"a b;c=\"d\"\r\n"}`, "GET /c HTTP/1.1\nCookie: c=a%20b%3Bc%3D%22d%22%0D%0A\n\n"},
		{"a list in a cookie", cookie(`,"style":"form"`), `{"c":["a","b,c"]}`, "GET /c HTTP/1.1\nCookie: c=a,b%2Cc\n\n"},
		{"an exploded list", cookie(`,"style":"form","explode":true`), `{"c":["a","b"]}`, "GET /c HTTP/1.1\nCookie: c=a; c=b\n\n"},
		{"an object in a cookie", cookie(`,"style":"form"`), `{"c":{"R":1,"G":2}}`, "GET /c HTTP/1.1\nCookie: c=R,1,G,2\n\n"},
		{"style cookie", cookie(`,"style":"cookie"`), `{"c":"a%20b/=!"}`, "GET /c HTTP/1.1\nCookie: c=a%20b/=!\n\n"},
		{"style cookie, a list", cookie(`,"style":"cookie"`), `{"c":["blue","black"]}`, "GET /c HTTP/1.1\nCookie: c=blue,black\n\n"},
		{"style cookie, exploded", cookie(`,"style":"cookie","explode":true`), `{"c":["blue","black"]}`, "GET /c HTTP/1.1\nCookie: c=blue; c=black\n\n"},
		{"style cookie, an exploded object", cookie(`,"style":"cookie","explode":true`), `{"c":{"R":1,"G":2}}`, "GET /c HTTP/1.1\nCookie: R=1; G=2\n\n"},
		{"JSON in a cookie", cookie(`,"content_type":"application/json"`), `{"c":[1]}`, "GET /c HTTP/1.1\nCookie: c=%5B1%5D\n\n"},
		{"several cookies", `{"method":"GET","path":"/c","bindings":[{"argument":"a","in":"cookie","name":"a"},{"argument":"h","in":"header","name":"cookie"},{"argument":"b","in":"cookie","name":"b"}]}`,
			`{"b":2,"a":1,"h":"x=y"}`, "GET /c HTTP/1.1\nCookie: a=1; x=y; b=2\n\n"},

		{"a method of its own", `{"method":"QUERY","path":"/"}`, ``, "QUERY / HTTP/1.1\n\n"},
		{"no arguments", `{"method":"DELETE","path":"/","security":null}`, `{}`, "DELETE / HTTP/1.1\n\n"},
	} {
		r, err := call(t, row.call).Build(parse(t, row.args), &Options{Server: w.URL})
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if got := w.send(t, r); got != row.want {
			t.Errorf("%s: arrived as\n%s\nwant\n%s", row.name, got, row.want)
		}
	}
}

// What cannot be sent is refused, with the argument named.
func TestRefused(t *testing.T) {
	t.Parallel()
	one := func(binding string) string {
		return `{"method":"GET","path":"/","bindings":[{"argument":"arg",` + binding + `}]}`
	}
	for _, row := range []struct{ name, call, args, want string }{
		{"a line break in a header", one(`"in":"header","name":"X"`), `{"arg":"a\r\nY: z"}`, `request: argument "arg": header "X": the value has a line break or another control character`},
		{"a control character in a header", one(`"in":"header","name":"X"`), `{"arg":"a\u007f"}`, `control character`},
		{"blanks around a header", one(`"in":"header","name":"X"`), `{"arg":" a"}`, `begins or ends with a blank`},
		{"the separator in a header", one(`"in":"header","name":"X"`), `{"arg":["a,b"]}`, `argument "arg": item 0 holds the separator of the style`},
		{"the equals sign in a header", one(`"in":"header","name":"X","style":"simple","explode":true`), `{"arg":{"a=b":1}}`, `argument "arg": a member name holds the separator`},
		{"Host", one(`"in":"header","name":"hOST"`), `{"arg":"evil"}`, `header "hOST" is set by the connection`},
		{"Content-Length", one(`"in":"header","name":"Content-Length"`), `{"arg":0}`, `set by the connection`},
		{"Transfer-Encoding", one(`"in":"header","name":"transfer-encoding"`), `{"arg":"chunked"}`, `set by the connection`},
		{"TE", one(`"in":"header","name":"TE"`), `{"arg":"x"}`, `set by the connection`},
		{"a name of a header", one(`"in":"header","name":"X: y"`), `{"arg":"x"}`, `"X: y" is no name of a header`},
		{"a name of a cookie", one(`"in":"cookie","name":"a;b","style":"cookie"`), `{"arg":"x"}`, `"a;b" is no name of a cookie`},
		{"a semicolon in a cookie", one(`"in":"cookie","name":"a","style":"cookie"`), `{"arg":"x; admin=1"}`, `argument "arg": a cookie cannot hold`},
		{"a line break in a cookie header", one(`"in":"header","name":"Cookie"`), `{"arg":"x\r\ny"}`, `argument "arg": header "Cookie": the value has a line break`},
		{"content of a cookie", one(`"in":"cookie","name":"a","content_type":"application/xml"`), `{"arg":{}}`, `application/xml`},
		{"another place", one(`"in":"fragment","name":"a"`), `{"arg":1}`, `argument "arg": nothing can be sent in "fragment"`},
		{"an array as a query", one(`"in":"querystring"`), `{"arg":[1]}`, `argument "arg": the query is made of an object or a string, and not of an array`},
		{"a variable that is not in the path", one(`"in":"path","name":"id"`), `{"arg":1}`, `argument "arg": the path has no {id}`},
		{"a variable without a binding", `{"method":"GET","path":"/{id}/x"}`, ``, `path "/{id}/x": no argument is bound to {id}`},
		{"a variable without an end", `{"method":"GET","path":"/{id"}`, ``, `path "/{id": {id has no end`},
		{"a missing variable", `{"method":"GET","path":"/{id}","bindings":[{"argument":"pet","in":"path","name":"id"}]}`, ``, `argument "pet" is missing`},
		{"a missing parameter", one(`"in":"query","name":"q","required":true`), ``, `argument "arg" is missing`},
		{"an unknown argument", one(`"in":"query","name":"q"`), `{"args":1}`, `argument "args" is unknown; there are "arg"`},
		{"an unknown argument of none", `{"method":"GET","path":"/"}`, `{"\u202ex":1}`, `argument "\u202ex" is unknown; there are none`},
		{"several", `{"path":"/{id}","bindings":[{"argument":"a","in":"path","name":"id"},{"argument":"b","in":"query","name":"b","required":true}]}`, `{"c":1}`,
			"request: argument \"a\" is missing\nargument \"b\" is missing\nargument \"c\" is unknown; there are \"a\", \"b\"\nthe call has no method"},
		{"a method", `{"method":"GET /x","path":"/"}`, ``, `invalid method`},
		{"an array of arguments", `{"method":"GET","path":"/"}`, `[]`, `request: the arguments are an array and not an object`},
		{"an answer that cannot be asked for", `{"method":"GET","path":"/","accept":["a\nb"]}`, ``, `header "Accept": the value has a line break`},
	} {
		_, err := call(t, row.call).Build(parse(t, row.args), &Options{Server: "http://example.org"})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: error is %v, want one with %s", row.name, err, row.want)
		}
	}
}

// However many problems there are, the error stays readable.
func TestManyProblems(t *testing.T) {
	t.Parallel()
	args := `"x`
	for i := range 1000 {
		if i > 0 {
			args += `,"x`
		}
		args += strings.Repeat("y", i) + `":1`
	}
	_, err := (&Call{Method: "GET", Path: "/"}).Build(parse(t, "{"+args+"}"), &Options{Server: "http://example.org"})
	if err == nil || strings.Count(err.Error(), "\n") != most || !strings.HasSuffix(err.Error(), "and 980 more") {
		t.Errorf("error is %v", err)
	}
}

func TestCallIsData(t *testing.T) {
	t.Parallel()
	c := &Call{
		Method: "POST", Path: "/{id}", Servers: []string{"https://example.org"}, Accept: []string{"text/plain"}, Wrapped: true,
		Bindings: []Binding{{Argument: "id", In: "path", Name: "id", Style: "label", Explode: true, AllowReserved: true, AllowEmpty: true,
			ContentType: "text/plain", Encoding: "base64", Required: true}},
		Body:     &Body{ContentType: "multipart/form-data", Required: true, Open: true, Parts: []Binding{{In: "property", Name: "p"}}},
		Security: [][]Credential{{}, {{Scheme: "s", Type: "http", In: "header", Name: "n", HTTP: "bearer"}}},
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(call(t, string(text)))
	if err != nil || string(again) != string(text) {
		t.Errorf("%v: read again as\n%s\nwant\n%s", err, again, text)
	}
}
