package login

import (
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestFirstLogin(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	done, err := w.login(nil)
	if err != nil {
		t.Fatal(err)
	}
	if done.Issuer != w.issuer.URL || done.Server != w.mcp.URL+"/mcp" || !done.Renews || time.Until(done.Expires) < 50*time.Minute || done.Scope != "tools offline_access" {
		t.Errorf("%+v", done)
	}
	header, err := NewSession(w.store, w.url(), nil).Header(t.Context())
	if err != nil || !strings.HasPrefix(header, "Bearer access-") {
		t.Errorf("%q, %v", header, err)
	}
	asked, err := url.Parse(strings.TrimPrefix(w.said[0], "open this address in a browser on this machine to log in: "))
	if err != nil {
		t.Fatal(err)
	}
	q := asked.Query()
	for name, want := range map[string]string{"resource": w.mcp.URL + "/mcp", "code_challenge_method": "S256", "scope": "tools offline_access", "client_id": "client-1", "response_type": "code"} {
		if q.Get(name) != want {
			t.Errorf("%s is %q, not %q", name, q.Get(name), want)
		}
	}
	if len(q.Get("state")) < 32 || !strings.HasPrefix(q.Get("redirect_uri"), "http://127.0.0.1:") {
		t.Errorf("%v", q)
	}
	if got := w.forms[0].Get("resource"); got != w.mcp.URL+"/mcp" {
		t.Errorf("the token is for %q", got)
	}
}

func TestModes(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files there have no such modes")
	}
	w := newWorld(t, nil)
	if err := os.MkdirAll(w.store.Dir, 0o755); err != nil { // somebody else has made it
		t.Fatal(err)
	}
	if _, err := w.login(nil); err != nil {
		t.Fatal(err)
	}
	seen := 0
	err := filepath.WalkDir(w.store.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		seen++
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o", path, info.Mode().Perm())
		}
		return nil
	})
	if err != nil || seen != 3 { // the folder, the login and its lock
		t.Errorf("%d files, %v", seen, err)
	}
}

// Each of these has to end without a login that is kept.
func TestNoLogin(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	defer elsewhere.Close()
	for _, c := range []struct {
		name       string
		world      func(*world)
		options    func(*Options)
		want, hint string
	}{
		{"denied", func(w *world) {
			w.back = func(q url.Values) {
				q.Del("code")
				q.Set("error", "access_denied")
				q.Set("error_description", "no\x1b[2J way")
			}
		}, nil, `the login was refused: access_denied: no\u001b[2J way`, ""},
		{"no code", func(w *world) { w.back = func(q url.Values) { q.Del("code") } }, nil, "the answer holds no code", ""},
		{"another state", func(w *world) { w.back = func(q url.Values) { q.Set("state", "guessed") } }, func(o *Options) { o.Timeout = 300 * time.Millisecond }, "nobody has logged in within 300ms", "--wait"},
		{"an answer of another issuer", func(w *world) { w.back = func(q url.Values) { q.Set("iss", "https://evil.example") } }, nil, "comes from the issuer https://evil.example", ""},
		{"an answer of no issuer", func(w *world) {
			w.metadata = with("authorization_response_iss_parameter_supported", true)
			w.back = func(q url.Values) { q.Del("iss") }
		}, nil, "does not say that it comes from", ""},
		{"metadata of another issuer", func(w *world) { w.metadata = with("issuer", "https://evil.example") }, nil, `declares issuer "https://evil.example"`, ""},
		{"no registration", func(w *world) { w.metadata = without("registration_endpoint") }, nil, "lets no program register itself", "--client-id"},
		{"a registration that is refused", func(w *world) {
			w.metadata = func(doc map[string]any) map[string]any {
				doc["registration_endpoint"] = doc["issuer"].(string) + "/nowhere"
				return doc
			}
		}, nil, "answers status 404", "--client-id"},
		{"no metadata of the authorization server", func(w *world) { w.metadata = none }, nil, "publishes no metadata", "--header"},
		{"no metadata at all", func(w *world) { w.document, w.challenge = none, "Bearer" }, nil, "publishes no metadata", "--header"},
		{"no login wanted", func(w *world) { w.open, w.document = true, none }, nil, "the server asks for no login", "--header"},
		{"metadata for another server", func(w *world) { w.document = with("resource", "https://victim.example/mcp") }, nil, "is that of https://victim.example/mcp", ""},
		{"metadata for a part of the server", func(w *world) {
			w.document = func(doc map[string]any) map[string]any { doc["resource"] = doc["resource"].(string) + "x"; return doc }
		}, nil, "and not of this server", ""},
		{"metadata for nobody", func(w *world) { w.document = without("resource") }, nil, "names no resource", ""},
		{"no authorization server", func(w *world) { w.document = without("authorization_servers") }, nil, "names no authorization server", "--header"},
		{"an authorization server in the clear", func(w *world) { w.metadata = with("token_endpoint", "http://as.example/token") }, nil, "as.example is not reached over https", ""},
		{"plain challenges", func(w *world) { w.metadata = with("code_challenge_methods_supported", []string{"plain"}) }, nil, "does not take S256", ""},
		{"a token of another kind", func(w *world) { w.token = func(a map[string]any) { a["token_type"] = "mac" } }, nil, "a token of the kind mac", ""},
		{"no token", func(w *world) { w.token = func(a map[string]any) { delete(a, "access_token") } }, nil, "answers without a token", ""},
		{"a token that is a header more", func(w *world) { w.token = func(a map[string]any) { a["access_token"] = "a\r\nX: y" } }, nil, "a token that cannot be sent", ""},
		{"a code that is refused", func(w *world) { w.back = func(q url.Values) { q.Set("code", "another") } }, nil, "refuses: invalid_grant: not with …", ""},
		{"a page in place of a token", func(w *world) {
			w.fault = func(rw http.ResponseWriter, form url.Values) bool {
				http.Error(rw, "<html>"+form.Get("code")+"</html>", http.StatusInternalServerError)
				return true
			}
		}, nil, "answers status 500", ""},
		{"an error of status 200", func(w *world) {
			w.fault = func(rw http.ResponseWriter, form url.Values) bool {
				reply(rw, 200, map[string]any{"error": "bad_verification_code"})
				return true
			}
		}, nil, "refuses: bad_verification_code", ""},
		{"a redirect with the code", func(w *world) {
			w.fault = func(rw http.ResponseWriter, form url.Values) bool {
				rw.Header().Set("Location", elsewhere.URL)
				rw.WriteHeader(http.StatusTemporaryRedirect)
				return true
			}
		}, nil, "answers status 307", ""},
		{"no device", func(w *world) { w.metadata = without("device_authorization_endpoint") }, func(o *Options) { o.Device = true }, "knows no login by another device", "leave --device out"},
		{"a server in the clear", nil, func(o *Options) { o.URL = &url.URL{Scheme: "http", Host: "mcp.example", Path: "/mcp"} }, "mcp.example is not reached over https", "over https alone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.world)
			done, err := w.login(c.options)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%+v, %v", done, err)
			}
			var h interface{ Hint() string }
			if errors.As(err, &h) != (c.hint != "") || c.hint != "" && !strings.Contains(h.Hint(), c.hint) {
				t.Errorf("the hint of %v is %v", err, h)
			}
			if e, err := w.store.load(Address(w.url())); e != nil || err != nil {
				t.Errorf("kept all the same: %v, %v", e, err)
			}
			if strings.Contains(err.Error(), "failed to") || strings.ContainsAny(err.Error(), "\x1b\n") {
				t.Errorf("%q", err)
			}
		})
	}
}

// These are servers that do not do all as it is written, and can be logged in to.
func TestLoginAtOddServers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		world    func(*world)
		resource string // below the server
	}{
		{"metadata for the whole host", func(w *world) { w.document = with("resource", w.mcp.URL) }, ""},
		{"metadata for the whole host, with a slash", func(w *world) { w.document = with("resource", w.mcp.URL+"/") }, "/"},
		{"metadata at the root", func(w *world) { w.at, w.challenge = "/.well-known/oauth-protected-resource", "none" }, "/mcp"},
		{"metadata at the root for the whole host", func(w *world) {
			w.at, w.challenge = "/.well-known/oauth-protected-resource", "Bearer"
			w.document = with("resource", w.mcp.URL)
		}, ""},
		{"a challenge that leads elsewhere", func(w *world) { w.challenge = `Bearer resource_metadata="https://evil.example/x"` }, "/mcp"},
		{"a challenge that leads nowhere", func(w *world) { w.challenge = `Bearer resource_metadata="` + w.mcp.URL + `/nothing"` }, "/mcp"},
		{"no login before tools are called", func(w *world) { w.open = true }, "/mcp"},
		{"no list of challenges", func(w *world) { w.metadata = without("code_challenge_methods_supported") }, "/mcp"},
		{"no issuer in the answer", func(w *world) { w.back = func(q url.Values) { q.Del("iss") } }, "/mcp"},
		{"an address with a query", func(w *world) {
			w.metadata = func(doc map[string]any) map[string]any {
				doc["authorization_endpoint"] = doc["authorization_endpoint"].(string) + "?tenant=7"
				return doc
			}
		}, "/mcp"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.world)
			if _, err := w.login(nil); err != nil {
				t.Fatal(err)
			}
			if got := w.forms[0].Get("resource"); got != w.mcp.URL+c.resource {
				t.Errorf("the token is for %q", got)
			}
			w.expire()
			if header, err := NewSession(w.store, w.url(), nil).Header(t.Context()); err != nil || header == "" {
				t.Errorf("renewing: %q, %v", header, err)
			}
			if got := w.forms[1].Get("resource"); got != w.mcp.URL+c.resource {
				t.Errorf("the renewed token is for %q", got)
			}
		})
	}
}

// Before there was metadata of resources, the server's host was its authorization server.
func TestLoginWithoutResourceMetadata(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(w *world) { w.document, w.challenge = none, "Bearer" })
	both := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/mcp" || strings.HasPrefix(r.URL.Path, "/.well-known/oauth-protected-resource") {
			w.serveMCP(rw, r)
			return
		}
		w.serveIssuer(rw, r)
	}))
	defer both.Close()
	w.mcp.Config.Handler, w.issuer.URL = both.Config.Handler, both.URL
	to, err := url.Parse(both.URL + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	at := func(o *Options) { o.URL = to }
	if _, err := w.login(at); err != nil {
		t.Fatal(err)
	}
	if asked, got := w.said[0], w.forms[0].Get("resource"); got != to.String() || !strings.Contains(asked, "resource="+url.QueryEscape(to.String())) {
		t.Errorf("the token is for %q: %s", got, asked)
	}
	w.metadata = with("issuer", "https://evil.example")
	if _, err := w.login(at); err == nil || !strings.Contains(err.Error(), "another issuer, https://evil.example") {
		t.Errorf("another issuer: %v", err)
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, challenge string
		given           []string
		want            string
	}{
		{"the user's", "Bearer scope=\"read\"", []string{"write"}, "write"},
		{"the challenge's", "Bearer scope=\"read more\"", nil, "read more offline_access"},
		{"the server's", "Bearer", nil, "tools offline_access"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, func(w *world) { w.challenge = c.challenge })
			done, err := w.login(func(o *Options) { o.Scopes = c.given })
			if err != nil || done.Scope != c.want || !strings.Contains(w.said[0], "scope="+url.QueryEscape(c.want)+"&") {
				t.Errorf("%+v, %v, %s", done, err, w.said)
			}
		})
	}
}

// A client that was registered by hand is named, with its secret, and no other one is made.
func TestGivenClient(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"client_secret_post", "client_secret_basic"} {
		w := newWorld(t, func(w *world) { w.metadata = with("token_endpoint_auth_methods_supported", []string{method}) })
		w.secrets = append(w.secrets, "hush hush")
		if _, err := w.login(func(o *Options) { o.ClientID, o.Secret = "by-hand", "hush hush" }); err != nil {
			t.Fatal(err)
		}
		w.expire()
		if _, err := NewSession(w.store, w.url(), nil).Header(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := []string{w.forms[0].Get("client_secret"), w.forms[1].Get("client_secret")}; len(w.clients) > 0 || method == "client_secret_post" && !slices.Equal(got, []string{"hush hush", "hush hush"}) || method != "client_secret_post" && got[0]+got[1] != "" {
			t.Errorf("%s: %q, %q", method, got, w.clients)
		}
	}
}

// A page of somebody else can open the address too; the login goes on.
func TestAnswersOfOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	var browsers sync.WaitGroup
	_, err := w.login(func(o *Options) {
		say := o.Say
		o.Say = func(text string) {
			_, address, ok := strings.Cut(text, "log in: ")
			if !ok {
				say(text)
				return
			}
			browsers.Go(func() {
				u, err := url.Parse(address)
				if err != nil {
					t.Error(err)
					return
				}
				for _, more := range []string{"", "?code=x&state=", "?code=x&state=guess", "?error=access_denied"} {
					w.browse(u.Query().Get("redirect_uri") + more)
				}
				w.browse(address)
			})
		}
	})
	browsers.Wait()
	if err != nil || !strings.Contains(strings.Join(w.said, "\n"), "an answer came that does not belong to this login") {
		t.Errorf("%v, %s", err, w.said)
	}
}

func TestLoginOnAPortThatIsTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	taken, err := url.Parse(w.mcp.URL)
	if err != nil {
		t.Fatal(err)
	}
	port := 0
	for _, d := range taken.Port() {
		port = 10*port + int(d-'0')
	}
	var h interface{ Hint() string }
	if _, err := w.login(func(o *Options) { o.Port = port }); !errors.As(err, &h) || !strings.Contains(h.Hint(), "--port") {
		t.Errorf("%v", err)
	}
}
