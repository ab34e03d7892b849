package request

import (
	"strings"
	"testing"
)

func TestCredentials(t *testing.T) {
	t.Parallel()
	w := newTap(t)
	const (
		query  = `{"scheme":"q","type":"apiKey","in":"query","name":"api key"}`
		header = `{"scheme":"h","type":"apiKey","in":"header","name":"X-Key"}`
		cookie = `{"scheme":"c","type":"apiKey","in":"cookie","name":"sid"}`
		basic  = `{"scheme":"b","type":"http","http":"Basic"}`
		bearer = `{"scheme":"t","type":"http","http":"bearer"}`
		own    = `{"scheme":"o","type":"http","http":"DPoP"}`
		oauth  = `{"scheme":"a","type":"oauth2"}`
		openid = `{"scheme":"i","type":"openIdConnect"}`
		mutual = `{"scheme":"m","type":"mutualTLS"}`
	)
	all := map[string]string{"q": "k&1", "h": "k 2", "c": "k3=%20", "b": "me:pass:word", "t": "tok", "o": "tok2", "a": "tok3", "i": "tok4"}
	only := func(names ...string) map[string]string {
		some := map[string]string{}
		for _, name := range names {
			some[name] = all[name]
		}
		return some
	}
	for _, row := range []struct {
		name, security string
		have           map[string]string
		want           string
	}{
		{"a key in the query", `[[` + query + `]]`, all, "GET /?x=1&api%20key=k%261 HTTP/1.1\nCookie: a=b\n\n"},
		{"a key in a header", `[[` + header + `]]`, all, "GET /?x=1 HTTP/1.1\nCookie: a=b\nX-Key: k 2\n\n"},
		{"a key in a cookie", `[[` + cookie + `]]`, all, "GET /?x=1 HTTP/1.1\nCookie: a=b; sid=k3=%20\n\n"},
		{"basic", `[[` + basic + `]]`, all, "GET /?x=1 HTTP/1.1\nAuthorization: Basic bWU6cGFzczp3b3Jk\nCookie: a=b\n\n"},
		{"bearer", `[[` + bearer + `]]`, all, "GET /?x=1 HTTP/1.1\nAuthorization: Bearer tok\nCookie: a=b\n\n"},
		{"another scheme of http", `[[` + own + `]]`, all, "GET /?x=1 HTTP/1.1\nAuthorization: DPoP tok2\nCookie: a=b\n\n"},
		{"OAuth", `[[` + oauth + `]]`, all, "GET /?x=1 HTTP/1.1\nAuthorization: Bearer tok3\nCookie: a=b\n\n"},
		{"OpenID", `[[` + openid + `]]`, all, "GET /?x=1 HTTP/1.1\nAuthorization: Bearer tok4\nCookie: a=b\n\n"},
		{"all of an alternative", `[[` + header + `,` + bearer + `,` + mutual + `]]`, all, "GET /?x=1 HTTP/1.1\nAuthorization: Bearer tok\nCookie: a=b\nX-Key: k 2\n\n"},
		{"the first that is there", `[[` + header + `,` + oauth + `],[` + bearer + `],[` + oauth + `]]`, only("h", "t", "a"), "GET /?x=1 HTTP/1.1\nAuthorization: Bearer tok3\nCookie: a=b\nX-Key: k 2\n\n"},
		{"the second", `[[` + header + `,` + oauth + `],[` + bearer + `]]`, only("h", "t"), "GET /?x=1 HTTP/1.1\nAuthorization: Bearer tok\nCookie: a=b\n\n"},
		{"rather than nothing", `[[],[` + mutual + `],[` + bearer + `]]`, all, "GET /?x=1 HTTP/1.1\nAuthorization: Bearer tok\nCookie: a=b\n\n"},
		{"none is there", `[[` + header + `],[` + bearer + `,` + header + `]]`, only("t"), "GET /?x=1 HTTP/1.1\nCookie: a=b\n\n"},
		{"none is needed", `[]`, all, "GET /?x=1 HTTP/1.1\nCookie: a=b\n\n"},
	} {
		c := call(t, `{"method":"GET","path":"/","security":`+row.security+`,"bindings":[{"argument":"x","in":"query","name":"x"},{"argument":"a","in":"cookie","name":"a"}]}`)
		r, err := c.Build(parse(t, `{"x":1,"a":"b"}`), &Options{Server: w.URL, Credentials: row.have})
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if got := w.send(t, r); got != row.want {
			t.Errorf("%s: arrived as\n%s\nwant\n%s", row.name, got, row.want)
		}
	}
}

// No error tells a credential, whatever is wrong with it, with the scheme or with the rest of the request.
func TestCredentialsStaySecret(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{
		`{"scheme":"s","type":"apiKey","in":"header","name":"X"}`,
		`{"scheme":"s","type":"apiKey","in":"header","name":"X Y"}`,
		`{"scheme":"s","type":"apiKey","in":"header","name":"Host"}`,
		`{"scheme":"s","type":"apiKey","in":"cookie","name":"X"}`,
		`{"scheme":"s","type":"apiKey","in":"query","name":"X"}`,
		`{"scheme":"s","type":"apiKey","in":"body","name":"X"}`,
		`{"scheme":"s","type":"http","http":"bearer"}`,
		`{"scheme":"s","type":"http","http":"basic"}`,
		`{"scheme":"s","type":"http","http":"a b"}`,
		`{"scheme":"s","type":"oauth2"}`,
		`{"scheme":"s","type":"other"}`,
	} {
		for _, secret := range []string{"s3cret", "s3cret\r\nX: y", " s3cret", `s3cret;"`} {
			c := call(t, `{"method":"A B","path":"/{id}","security":[[`+scheme+`]]}`)
			for _, path := range []string{"/{id}", "/"} {
				c.Path = path
				_, err := c.Build(nil, &Options{Server: "http://example.org", Credentials: map[string]string{"s": secret}})
				if err == nil || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "czNjcmV0") {
					t.Errorf("%s: error is %v", scheme, err)
				}
			}
		}
	}
}
