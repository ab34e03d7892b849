package login

import (
	"net/http"
	"strings"
	"testing"
)

func TestReadChallenge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		headers []string
		want    Challenge
	}{
		{nil, Challenge{}},
		{[]string{`Bearer`}, Challenge{}},
		{[]string{`Bearer resource_metadata="https://h/x", scope="a b", error="insufficient_scope"`}, Challenge{"https://h/x", "a b", "insufficient_scope"}},
		{[]string{`bearer realm="a, \"b\"", Resource_Metadata=https://h/x,error=e`}, Challenge{Metadata: "https://h/x", Error: "e"}},
		{[]string{`Basic realm="x", scope="no"`, `Bearer scope = "yes"`}, Challenge{Scope: "yes"}},
		{[]string{`Basic realm="x", Bearer scope="yes", Digest scope="no", error="no"`}, Challenge{Scope: "yes"}},
		{[]string{`Negotiate YWJj==, Bearer error="e"`}, Challenge{Error: "e"}},
		{[]string{`Bearer scope="first"`, `Bearer scope="second", error="e"`}, Challenge{Scope: "first", Error: "e"}},
		{[]string{`Bearer scope="open`}, Challenge{Scope: "open"}},
		{[]string{`, ;= Bearer = scope=x`}, Challenge{}},
		{[]string{`Bearer scope="a\`}, Challenge{Scope: `a\`}},
	} {
		if got := ReadChallenge(http.Header{"Www-Authenticate": c.headers}); got != c.want {
			t.Errorf("%q: %+v, want %+v", c.headers, got, c.want)
		}
	}
}

func FuzzReadChallenge(f *testing.F) {
	f.Add(`Bearer a="b\"c", scope=x`, "y")
	f.Add(`=,"\`, `"`)
	f.Fuzz(func(t *testing.T, text, scope string) {
		ReadChallenge(http.Header{"Www-Authenticate": {text}}) // ends, whatever it is
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(scope)
		if got := ReadChallenge(http.Header{"Www-Authenticate": {`Bearer realm="x", scope="` + quoted + `"`}}); got.Scope != scope {
			t.Errorf("%q: %q", scope, got.Scope)
		}
	})
}
