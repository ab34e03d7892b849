package mcpwrap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// logins hands out values one after the other, as a login does that is renewed.
type logins struct {
	mu      sync.Mutex
	values  []string // the first is in use
	err     error    // of the next renewal
	refused []string
}

func (l *logins) Header(context.Context) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.values[0], nil
}

func (l *logins) Renew(_ context.Context, refused string) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refused = append(l.refused, refused)
	if l.err != nil {
		return "", l.err
	}
	if len(l.values) > 1 {
		l.values = l.values[1:]
		return l.values[0], nil
	}
	return "", nil
}

// doorkeeper is a server that lets in who brings one of the values.
type doorkeeper struct {
	mu   sync.Mutex
	good []string
	seen []string // method and Authorization of each request
}

func (d *doorkeeper) let(values ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.good = values
}

func (d *doorkeeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	messages, err := frame.Read(body)
	method := r.Method
	if err == nil {
		method = messages[0].Method
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	got := r.Header.Get("Authorization")
	d.seen = append(d.seen, method+" "+got)
	w.Header().Set("Content-Type", "application/json")
	if !slices.Contains(d.good, got) {
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"who are you? not %s"}}`, got)
		return
	}
	switch method {
	case "admin":
		w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="admin write"`)
		w.WriteHeader(http.StatusForbidden)
	case "notifications/initialized":
		w.WriteHeader(http.StatusAccepted)
	case http.MethodGet:
		w.WriteHeader(http.StatusMethodNotAllowed)
	default:
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{}}`, messages[0].ID.Of(body))
	}
}

func (d *dialogue) ask(id int, method string) string {
	d.t.Helper()
	d.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, id, method))
	return d.next()
}

func (d *dialogue) want(got, want string) {
	d.t.Helper()
	if !strings.Contains(got, want) {
		d.t.Errorf("%q is not in %s", want, got)
	}
}

func TestRemoteWithALogin(t *testing.T) {
	t.Parallel()
	door := &doorkeeper{good: []string{"Bearer aaaaaa"}}
	l := &logins{values: []string{"Bearer aaaaaa", "Bearer bbbbbb", "Bearer cccccc"}}
	d := reachOut(t, door, "/mcp", func(r *Remote) { r.Auth = l })
	d.want(d.ask(0, "initialize"), `"id":0,"result":{}`)
	d.want(d.ask(1, "ping"), `"id":1,"result":{}`)
	door.let("Bearer bbbbbb") // the token is renewed by another process
	d.want(d.ask(2, "ping"), `"id":2,"result":{}`)
	d.want(d.ask(3, "admin"), "the login lacks the scope admin write: run schema-bench wrap login --scope 'admin write' http://127.0.0.1:")
	door.let() // it is revoked, and so is the next one
	if got := d.ask(4, "ping"); !strings.Contains(got, `"id":4,"error":{"code":-32000,"message":"the server answers status 401 and does not take the login: run schema-bench wrap login http://127.0.0.1:`) || strings.Contains(got, "Bearer cccccc") {
		t.Error(got)
	}
	l.mu.Lock()
	l.err = errors.New("renewing the login: it is over")
	l.mu.Unlock()
	d.want(d.ask(5, "ping"), "wants a login, and there is none that can be used (renewing the login: it is over): run schema-bench wrap login ")
	door.let("Bearer cccccc") // the user has logged in again
	d.want(d.ask(6, "ping"), `"id":6,"result":{}`)
	want := []string{"initialize Bearer aaaaaa", "ping Bearer aaaaaa", "ping Bearer aaaaaa", "ping Bearer bbbbbb", "admin Bearer bbbbbb", "ping Bearer bbbbbb", "ping Bearer cccccc", "ping Bearer cccccc", "ping Bearer cccccc"}
	door.mu.Lock()
	defer door.mu.Unlock()
	if !slices.Equal(door.seen, want) {
		t.Errorf("%q, want %q", door.seen, want)
	}
}

func TestRemoteWithoutALogin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*Remote)
		want   string
		seen   string
	}{
		{"none", func(r *Remote) { r.Auth = &logins{values: []string{""}} }, "wants authorisation: run schema-bench wrap login http://127.0.0.1:", "initialize "},
		{"none and no place for it", nil, "wants authorisation: send a token with --header", "initialize "},
		{"a header", func(r *Remote) {
			r.Auth, r.Header = &logins{values: []string{"Bearer aaaaaa"}}, http.Header{"Authorization": {"Bearer xxxxxx"}}
		}, "does not take what --header or the address gives it", "initialize Bearer xxxxxx"},
		{"a name in the address", func(r *Remote) {
			r.Auth, r.URL.User = &logins{values: []string{"Bearer aaaaaa"}}, url.UserPassword("u", "hidden")
		}, "does not take what --header or the address gives it", "initialize Basic dTpoaWRkZW4="},
		{"a key in the address", func(r *Remote) {
			r.Auth, r.URL.RawQuery = &logins{values: []string{"Bearer aaaaaa"}}, "key=hidden"
		}, "does not take the login: run schema-bench wrap login http://127.0.0.1:", "initialize Bearer aaaaaa"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			door := &doorkeeper{}
			d := reachOut(t, door, "/mcp", c.change)
			got := d.ask(1, "initialize")
			d.want(got, c.want)
			d.want(got, `who are you?`)
			if strings.Contains(got, "hidden") || strings.Contains(got, "Bearer aaaaaa") || strings.Contains(got, "Bearer xxxxxx") || strings.Contains(got, "dTpo") || !slices.Equal(door.seen, []string{c.seen}) {
				t.Errorf("%s, %q", got, door.seen)
			}
		})
	}
}

// A login is for the server alone, and not for where that redirects to: not on another port, nor on another name.
func TestLoginAndRedirects(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var stolen []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		stolen = append(stolen, r.Header.Get("Authorization"), r.Header.Get("X-Own"))
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer other.Close()
	l := &logins{values: []string{"Bearer aaaaaa", "Bearer bbbbbb"}}
	named := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	for _, to := range []string{other.URL, named} {
		d := reachOut(t, http.RedirectHandler(to+"/mcp", http.StatusTemporaryRedirect), "/mcp", func(r *Remote) {
			r.Auth, r.Header = l, http.Header{"X-Own": {"mine"}}
		})
		d.want(d.ask(1, "initialize"), "the server redirects to "+strings.TrimPrefix(to, "http://")+", which answers status 401")
	}
	mu.Lock()
	defer mu.Unlock()
	// A header of the user's own goes to another port of the same machine, as ever.
	if want := []string{"", "mine", "", ""}; !slices.Equal(stolen, want) || len(l.refused) > 0 {
		t.Errorf("%q, renewed %q", stolen, l.refused)
	}
	within := http.NewServeMux()
	within.Handle("/mcp", http.RedirectHandler("/mcp/", http.StatusTemporaryRedirect))
	within.Handle("/mcp/", &doorkeeper{good: []string{"Bearer aaaaaa"}})
	d := reachOut(t, within, "/mcp", func(r *Remote) { r.Auth = l })
	d.want(d.ask(1, "initialize"), `"result":{}`)
}
