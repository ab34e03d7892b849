package request

import (
	"strings"
	"testing"
)

func TestServers(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, servers, path, base, server, want, fail string }{
		{"the first", `["https://a.example/v1","https://b.example"]`, "/users", "", "", "https://a.example/v1/users", ""},
		{"a slash at the end", `["https://a.example/v1//"]`, "/users", "", "", "https://a.example/v1/users", ""},
		{"no slash anywhere", `["https://a.example"]`, "users", "", "", "https://a.example/users", ""},
		{"the root", `["https://a.example/v1"]`, "/", "", "", "https://a.example/v1/", ""},
		{"a port and a query", `["http://a.example:8080/v1?tenant=x y#z"]`, "/users?op=1", "", "", "http://a.example:8080/v1/users?tenant=x%20y&op=1", ""},
		{"relative", `["/myapp"]`, "/api/v1/users", "https://a.example/docs/openapi.json", "", "https://a.example/myapp/api/v1/users", ""},
		{"relative to the folder", `["../v2"]`, "/users", "https://a.example/docs/v1/openapi.json", "", "https://a.example/docs/v2/users", ""},
		{"without a scheme", `["//b.example/v1"]`, "/users", "https://a.example/openapi.json", "", "https://b.example/v1/users", ""},
		{"none", `[]`, "/users", "https://a.example/docs/openapi.json", "", "https://a.example/users", ""},
		{"another one", `["https://a.example/v1"]`, "/users", "", "http://127.0.0.1:9/x/", "http://127.0.0.1:9/x/users", ""},
		{"another relative one", `["https://a.example/v1"]`, "/users", "https://a.example/", "/v2", "https://a.example/v2/users", ""},
		{"an encoded path", `["https://a.example/a%2fb/ü"]`, "/users", "", "", "https://a.example/a%2fb/%C3%BC/users", ""},
		{"relative to nothing", `["/v1"]`, "/users", "", "", "", `server "/v1" is relative; name what to in Options.Base`},
		{"none, relative to nothing", `[]`, "/users", "", "", "", `server "/" is relative`},
		{"a variable", `["https://{region}.a.example"]`, "/users", "", "", "", `server "https://{region}.a.example" has a variable without a value`},
		{"another scheme", `["ftp://a.example"]`, "/users", "", "", "", `server "ftp://a.example" does not lead to http or https`},
		{"relative to a file", `["/v1"]`, "/users", "file:///home/openapi.json", "", "", `does not lead to http or https`},
		{"no host", `["http:///v1"]`, "/users", "", "", "", `does not lead to http or https`},
		{"no URL", `["https://a b/"]`, "/users", "", "", "", `server "https://a b/" is no URL`},
		{"a secret in what is no URL", `[]`, "/users", "", "https://me:s3cret@a b/", "", `Options.Server is no URL`},
		{"a secret in a base that is no URL", `["/v1"]`, "/users", "https://me:s3cret@a b/", "", "", `Options.Base is no URL`},
		{"a secret beside another scheme", `[]`, "/users", "", "ftp://me:s3cret@a.example/", "", `Options.Server does not lead to http`},
	} {
		c := call(t, `{"method":"GET","path":"`+row.path+`","servers":`+row.servers+`}`)
		r, err := c.Build(nil, &Options{Base: row.base, Server: row.server})
		switch {
		case row.fail == "" && err != nil:
			t.Errorf("%s: %v", row.name, err)
		case row.fail == "":
			if got := r.URL.String(); got != row.want || r.Host != r.URL.Host {
				t.Errorf("%s: URL is %s of host %s, want %s", row.name, got, r.Host, row.want)
			}
		case err == nil || !strings.Contains(err.Error(), row.fail):
			t.Errorf("%s: error is %v, want one with %s", row.name, err, row.fail)
		case strings.Contains(err.Error(), "s3cret"):
			t.Errorf("%s: the error tells the secret: %v", row.name, err)
		}
	}
}
