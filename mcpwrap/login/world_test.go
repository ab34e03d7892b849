package login

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A world is an MCP server that demands tokens, the authorization server that issues them, and a user with a browser.
type world struct {
	t      *testing.T
	mcp    *httptest.Server
	issuer *httptest.Server
	store  Store

	// What is out of the ordinary. The zero value is a server as the protocol wants it.
	document  func(doc map[string]any) map[string]any // changes the protected resource metadata; nil from it is no document
	at        string                                  // where the document is; the usual place for /mcp if empty
	challenge string                                  // replaces the challenge; "none" sends no header
	metadata  func(doc map[string]any) map[string]any // the same for the authorization server
	back      func(q url.Values)                      // changes what the browser brings back
	token     func(answer map[string]any)             // changes answers with tokens
	fault     func(w http.ResponseWriter, form url.Values) bool
	polls     []string // errors that devices are answered with, in their order
	open      bool     // the MCP server lets anybody in

	mu      sync.Mutex
	count   int
	grants  map[string]url.Values // by code: what was asked for
	good    map[string]bool       // access tokens and refresh tokens that are taken
	secrets []string              // all that must not be shown
	forms   []url.Values          // that came to the token endpoint
	clients []string              // registrations, as they came
	revoked []string
	sent    []string // Authorization headers at the MCP server
	said    []string
}

func newWorld(t *testing.T, change func(*world)) *world {
	t.Helper()
	w := &world{t: t, store: Store{filepath.Join(t.TempDir(), "schema-bench", "tokens")}, grants: map[string]url.Values{}, good: map[string]bool{}}
	w.mcp = httptest.NewServer(http.HandlerFunc(w.serveMCP))
	w.issuer = httptest.NewServer(http.HandlerFunc(w.serveIssuer))
	t.Cleanup(func() { w.mcp.Close(); w.issuer.Close() })
	if change != nil {
		change(w)
	}
	return w
}

func (w *world) url() *url.URL {
	u, err := url.Parse(w.mcp.URL + "/mcp")
	if err != nil {
		w.t.Fatal(err)
	}
	return u
}

const usualPlace = "/.well-known/oauth-protected-resource/mcp"

func (w *world) serveMCP(rw http.ResponseWriter, r *http.Request) {
	place := w.at
	if place == "" {
		place = usualPlace
	}
	switch r.URL.Path {
	case place:
		doc := map[string]any{"resource": w.mcp.URL + "/mcp", "authorization_servers": []string{w.issuer.URL}, "scopes_supported": []string{"tools"}}
		if w.document != nil {
			doc = w.document(doc)
		}
		reply(rw, http.StatusOK, doc)
	case "/mcp":
		w.mu.Lock()
		got := r.Header.Get("Authorization")
		w.sent = append(w.sent, got)
		ok := w.open || w.good[strings.TrimPrefix(got, "Bearer ")]
		w.mu.Unlock()
		if ok {
			reply(rw, http.StatusOK, map[string]any{"jsonrpc": "2.0", "id": 0, "result": map[string]any{}})
			return
		}
		switch w.challenge {
		case "none":
		case "":
			rw.Header().Set("WWW-Authenticate", `Bearer resource_metadata="`+w.mcp.URL+place+`"`)
		default:
			rw.Header().Set("WWW-Authenticate", w.challenge)
		}
		rw.WriteHeader(http.StatusUnauthorized)
	default:
		http.NotFound(rw, r)
	}
}

func reply(w http.ResponseWriter, status int, v map[string]any) {
	if v == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// secret makes a text that must never be shown.
func (w *world) secret(kind string) string {
	w.count++
	s := fmt.Sprintf("%s-%d-do-not-show", kind, w.count)
	w.secrets = append(w.secrets, s)
	return s
}

func (w *world) serveIssuer(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	form, _ := url.ParseQuery(string(body))
	at := w.issuer.URL
	switch r.URL.Path {
	case "/.well-known/oauth-authorization-server":
		doc := map[string]any{
			"issuer": at, "authorization_endpoint": at + "/authorize", "token_endpoint": at + "/token", "registration_endpoint": at + "/register",
			"revocation_endpoint": at + "/revoke", "device_authorization_endpoint": at + "/device", "code_challenge_methods_supported": []string{"S256"},
			"response_types_supported": []string{"code"}, "scopes_supported": []string{"tools", "offline_access"},
		}
		if w.metadata != nil {
			doc = w.metadata(doc)
		}
		reply(rw, http.StatusOK, doc)
	case "/register":
		w.clients = append(w.clients, string(body))
		reply(rw, http.StatusCreated, map[string]any{"client_id": "client-1"})
	case "/authorize":
		q := r.URL.Query()
		back := url.Values{"state": {q.Get("state")}, "iss": {at}}
		code := w.secret("code")
		w.grants[code] = q
		back.Set("code", code)
		if w.back != nil {
			w.back(back)
		}
		http.Redirect(rw, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
	case "/device":
		w.grants["device"] = form
		reply(rw, http.StatusOK, map[string]any{"device_code": w.secret("device"), "user_code": "ABCD-1234", "verification_uri": at + "/type", "verification_uri_complete": at + "/type?code=ABCD-1234", "expires_in": 600, "interval": 2})
	case "/token":
		w.forms = append(w.forms, form)
		w.issue(rw, form)
	case "/revoke":
		w.revoked = append(w.revoked, form.Get("token_type_hint"))
		delete(w.good, form.Get("token"))
	default:
		http.NotFound(rw, r)
	}
}

// issue answers the token endpoint.
func (w *world) issue(rw http.ResponseWriter, form url.Values) {
	if w.fault != nil && w.fault(rw, form) {
		return
	}
	refuse := func(code string) {
		reply(rw, http.StatusBadRequest, map[string]any{"error": code, "error_description": "not with " + form.Get("refresh_token") + form.Get("code") + form.Get("device_code")})
	}
	switch form.Get("grant_type") {
	case "authorization_code":
		asked := w.grants[form.Get("code")]
		sum := sha256.Sum256([]byte(form.Get("code_verifier")))
		if asked == nil || asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) || asked.Get("redirect_uri") != form.Get("redirect_uri") {
			refuse("invalid_grant")
			return
		}
		delete(w.grants, form.Get("code"))
	case "refresh_token":
		if !w.good[form.Get("refresh_token")] {
			refuse("invalid_grant")
			return
		}
		delete(w.good, form.Get("refresh_token")) // good for one use
	case deviceGrant:
		if len(w.polls) > 0 {
			next := w.polls[0]
			w.polls = w.polls[1:]
			refuse(next)
			return
		}
	default:
		refuse("unsupported_grant_type")
		return
	}
	answer := map[string]any{"access_token": w.secret("access"), "token_type": "bearer", "refresh_token": w.secret("refresh"), "expires_in": 3600}
	if w.token != nil {
		w.token(answer)
	}
	for _, name := range []string{"access_token", "refresh_token"} {
		if s, ok := answer[name].(string); ok {
			w.good[s] = true
		}
	}
	reply(rw, http.StatusOK, answer)
}

// browse is the user, who opens what is shown.
func (w *world) browse(address string) {
	resp, err := (&http.Client{Timeout: 10 * time.Second}).Get(address)
	if err != nil {
		w.t.Error(err)
		return
	}
	resp.Body.Close()
}

// login logs in with a user who says yes.
func (w *world) login(change func(*Options)) (*Done, error) {
	w.t.Helper()
	var browsers sync.WaitGroup
	defer browsers.Wait()
	o := Options{URL: w.url(), Store: w.store, Timeout: 10 * time.Second, Say: func(text string) {
		w.mu.Lock()
		w.said = append(w.said, text)
		w.mu.Unlock()
		if _, address, ok := strings.Cut(text, "log in: "); ok {
			browsers.Go(func() { w.browse(address) })
		}
	}, pause: func(ctx context.Context, d time.Duration) error {
		w.mu.Lock()
		w.said = append(w.said, "waits "+d.String())
		w.mu.Unlock()
		return ctx.Err()
	}}
	if change != nil {
		change(&o)
	}
	done, err := Login(w.t.Context(), o)
	if err != nil {
		w.keeps(err.Error())
	}
	w.keeps(strings.Join(w.said, "\n"))
	return done, err
}

// loggedIn is a world in which the user has logged in.
func loggedIn(t *testing.T, change func(*world)) *world {
	t.Helper()
	w := newWorld(t, change)
	if _, err := w.login(nil); err != nil {
		t.Fatal(err)
	}
	return w
}

// keeps checks that a text holds nothing secret.
func (w *world) keeps(text string) {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.secrets {
		if strings.Contains(text, s) {
			w.t.Errorf("%q shows %s", text, s)
		}
	}
}

// stored returns the login in the store.
func (w *world) stored() *entry {
	w.t.Helper()
	e, err := w.store.load(Address(w.url()))
	if err != nil || e == nil {
		w.t.Fatalf("no login is stored: %v", err)
	}
	return e
}

// expire lets the stored token have expired.
func (w *world) expire() {
	w.t.Helper()
	e := w.stored()
	e.Expires = time.Now().Add(-time.Hour)
	if err := w.store.save(e); err != nil {
		w.t.Fatal(err)
	}
	w.mu.Lock()
	delete(w.good, e.Access)
	w.mu.Unlock()
}

// grantTypes are the kinds of tokens that were asked for.
func (w *world) grantTypes() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []string
	for _, f := range w.forms {
		out = append(out, f.Get("grant_type"))
	}
	return slices.Clip(out)
}

func without(names ...string) func(map[string]any) map[string]any {
	return func(doc map[string]any) map[string]any {
		for _, n := range names {
			delete(doc, n)
		}
		return doc
	}
}

func with(name string, value any) func(map[string]any) map[string]any {
	return func(doc map[string]any) map[string]any {
		doc[name] = value
		return doc
	}
}

func none(map[string]any) map[string]any { return nil }
