package login

import (
	"context"
	"errors"
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

func header(t *testing.T, s *Session) string {
	t.Helper()
	h, err := s.Header(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestRenewal(t *testing.T) {
	t.Parallel()
	w := loggedIn(t, nil)
	s := NewSession(w.store, w.url(), nil)
	first := header(t, s)
	if again := header(t, s); again != first || len(w.grantTypes()) != 1 {
		t.Errorf("%q after %q, %q", again, first, w.grantTypes())
	}
	w.expire()
	fresh := NewSession(w.store, w.url(), nil)
	second := header(t, fresh)
	if second == first || !slices.Equal(w.grantTypes(), []string{"authorization_code", "refresh_token"}) || w.forms[1].Get("resource") != w.mcp.URL+"/mcp" || w.forms[1].Get("client_id") != "client-1" {
		t.Errorf("%q, %v", second, w.forms)
	}
	if e := w.stored(); e.header() != second || !w.good[e.Refresh] {
		t.Error("what was renewed is not kept")
	}
	// A process that has the old one hears of the new one when the old one is refused.
	if third, err := s.Renew(t.Context(), first); err != nil || third != second {
		t.Errorf("%q, %v", third, err)
	}
	// One that is refused before its time is renewed as well.
	if fourth, err := s.Renew(t.Context(), second); err != nil || fourth == second || fourth == "" {
		t.Errorf("%q, %v", fourth, err)
	}
}

func TestRenewalKeepsWhatIsNotReplaced(t *testing.T) {
	t.Parallel()
	w := loggedIn(t, nil)
	w.token = func(a map[string]any) { delete(a, "refresh_token"); a["expires_in"] = 1 << 62 }
	before := w.stored()
	w.expire()
	header(t, NewSession(w.store, w.url(), nil))
	if e := w.stored(); e.Refresh != before.Refresh || e.Scope != before.Scope || e.ends(time.Hour) || e.Expires.Year() > time.Now().Year()+11 {
		t.Errorf("%+v", e)
	}
}

// Many processes that find the token expired use what renews it once: the second use would end the login.
func TestRenewalByMany(t *testing.T) {
	t.Parallel()
	w := loggedIn(t, nil)
	w.expire()
	got := make([]string, 12)
	var all sync.WaitGroup
	shared := NewSession(w.store, w.url(), nil)
	for i := range got {
		s := shared
		if i%3 > 0 { // another process, as far as files go
			s = NewSession(w.store, w.url(), nil)
		}
		all.Go(func() { got[i], _ = s.Header(t.Context()) })
	}
	all.Wait()
	if got = slices.Compact(got); len(got) != 1 || got[0] != w.stored().header() || len(w.grantTypes()) != 2 {
		t.Errorf("%q, %q", got, w.grantTypes())
	}
}

func TestRenewalRefused(t *testing.T) {
	t.Parallel()
	w := loggedIn(t, nil)
	w.expire()
	delete(w.good, w.stored().Refresh)
	s := NewSession(w.store, w.url(), nil)
	for range 3 {
		h, err := s.Header(t.Context())
		if h != "" || err == nil || !strings.Contains(err.Error(), "renewing the login: ") || !strings.Contains(err.Error(), "refuses: invalid_grant: not with …") {
			t.Fatalf("%q, %v", h, err)
		}
		w.keeps(err.Error())
	}
	if n := len(w.grantTypes()); n != 2 {
		t.Errorf("what was refused is tried again: %d requests", n)
	}
	// The user logs in again while this runs.
	if _, err := w.login(nil); err != nil {
		t.Fatal(err)
	}
	if h := header(t, s); h != w.stored().header() {
		t.Errorf("%q", h)
	}
}

// A server that fails for a while ends no login, and one that answers no more uses the token that there is.
func TestRenewalThatFails(t *testing.T) {
	t.Parallel()
	w := loggedIn(t, nil)
	w.fault = func(rw http.ResponseWriter, form url.Values) bool { rw.WriteHeader(http.StatusBadGateway); return true }
	e := w.stored()
	e.Expires = time.Now().Add(5 * time.Second) // soon, and not yet
	if err := w.store.save(e); err != nil {
		t.Fatal(err)
	}
	s := NewSession(w.store, w.url(), nil)
	if h := header(t, s); h != e.header() {
		t.Errorf("%q", h)
	}
	w.expire()
	s = NewSession(w.store, w.url(), nil)
	if h, err := s.Header(t.Context()); err == nil || !strings.Contains(err.Error(), "answers status 502") {
		t.Errorf("%q, %v", h, err)
	}
	w.fault = nil
	if h := header(t, s); h == "" || h == e.header() {
		t.Errorf("%q", h)
	}
}

// What renews a token goes to nobody but who issued it, whatever the server says since.
func TestRenewalElsewhere(t *testing.T) {
	t.Parallel()
	w := loggedIn(t, nil)
	thief := newWorld(t, nil)
	w.expire()
	w.document = with("authorization_servers", []string{thief.issuer.URL})
	_, err := NewSession(w.store, w.url(), nil).Header(t.Context())
	if err == nil || !strings.Contains(err.Error(), "now names the authorization server "+thief.issuer.URL) {
		t.Errorf("%v", err)
	}
	w.document = nil
	w.metadata = with("token_endpoint", thief.issuer.URL+"/token")
	if _, err = NewSession(w.store, w.url(), nil).Header(t.Context()); err == nil {
		t.Error("another token endpoint is taken")
	}
	w.metadata = nil
	w.fault = func(rw http.ResponseWriter, form url.Values) bool {
		rw.Header().Set("Location", thief.issuer.URL+"/token")
		rw.WriteHeader(http.StatusPermanentRedirect)
		return true
	}
	if _, err = NewSession(w.store, w.url(), nil).Header(t.Context()); err == nil || !strings.Contains(err.Error(), "answers status 308") {
		t.Errorf("%v", err)
	}
	if len(thief.forms) > 0 {
		t.Errorf("the thief has %v", thief.forms)
	}
}

// Metadata that is at another host is not looked at.
func TestMetadataRedirected(t *testing.T) {
	t.Parallel()
	evil := newWorld(t, nil)
	w := newWorld(t, nil)
	inner := w.mcp.Config.Handler
	w.mcp.Config.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == usualPlace {
			http.Redirect(rw, r, evil.mcp.URL+usualPlace, http.StatusFound)
			return
		}
		inner.ServeHTTP(rw, r)
	})
	if _, err := w.login(nil); err == nil || !strings.Contains(err.Error(), "is not followed") {
		t.Errorf("%v", err)
	}
}

func TestSessionWithoutLogin(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	s := NewSession(w.store, w.url(), nil)
	if h := header(t, s); h != "" {
		t.Errorf("%q", h)
	}
	if h, err := s.Renew(t.Context(), ""); h != "" || err != nil {
		t.Errorf("%q, %v", h, err)
	}
	if _, err := os.Stat(w.store.Dir); err == nil {
		t.Error("looking for a login makes the folder")
	}
	if _, err := w.login(nil); err != nil {
		t.Fatal(err)
	}
	if h, err := s.Renew(t.Context(), ""); h != w.stored().header() || err != nil {
		t.Errorf("a login that was made meanwhile: %q, %v", h, err)
	}
	other := w.url()
	other.Path = "/other"
	if h := header(t, NewSession(w.store, other, nil)); h != "" {
		t.Errorf("the login of another address: %q", h)
	}
	if err := os.WriteFile(w.store.path(s.address, ".json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	var hint interface{ Hint() string }
	if _, err := NewSession(w.store, w.url(), nil).Header(t.Context()); !errors.As(err, &hint) || !strings.Contains(hint.Hint(), "wrap login "+w.mcp.URL) {
		t.Errorf("%v", err)
	}
}

// Without what renews it, an expired token is still the server's to refuse: clocks differ.
func TestExpiredWithoutRenewal(t *testing.T) {
	t.Parallel()
	w := loggedIn(t, func(w *world) { w.token = func(a map[string]any) { delete(a, "refresh_token") } })
	w.expire()
	s := NewSession(w.store, w.url(), nil)
	h := header(t, s)
	if h != w.stored().header() {
		t.Errorf("%q", h)
	}
	if again, err := s.Renew(t.Context(), h); again != "" || err != nil {
		t.Errorf("%q, %v", again, err)
	}
}

// A renewed login that cannot be written lasts as long as the process.
func TestRenewalOnAFullDisk(t *testing.T) {
	t.Parallel()
	w := loggedIn(t, nil)
	w.expire()
	var said []string
	s := NewSession(w.store, w.url(), func(text string) { said = append(said, text) })
	name := w.store.path(s.address, ".json")
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	header := func() string {
		t.Helper()
		h, err := s.Header(t.Context())
		if err != nil || h == "" {
			t.Fatalf("%q, %v", h, err)
		}
		return h
	}
	unsave := func(change bool) { // a folder in the place of the new file lets the renaming fail
		if change {
			err = errors.Join(os.Remove(name), os.Mkdir(name, 0o700))
		} else {
			err = errors.Join(os.Remove(name), os.WriteFile(name, b, 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	inner := w.issuer.Config.Handler
	w.issuer.Config.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/token" {
			unsave(true)
		}
		inner.ServeHTTP(rw, r)
	})
	first := header()
	unsave(false)
	w.keeps(strings.Join(said, " "))
	if len(said) != 1 || !strings.Contains(said[0], "cannot be kept") {
		t.Errorf("%q", said)
	}
	if again := header(); again != first {
		t.Errorf("%q after %q", again, first)
	}
	s.have.Expires = time.Now() // it expires, too, and what is in the file renews nothing any more
	if again := header(); again == first {
		t.Errorf("%q is not renewed", again)
	}
	unsave(false)
	if len(said) != 2 {
		t.Errorf("%q", said)
	}
}

func TestLock(t *testing.T) {
	t.Parallel()
	s := Store{filepath.Join(t.TempDir(), "a", "b")}
	unlock, err := s.lock(t.Context(), "x")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.lock(ctx, "x"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second lock: %v", err)
	}
	other, err := s.lock(t.Context(), "y")
	if err != nil {
		t.Fatal(err)
	}
	other()
	unlock()
	again, err := s.lock(t.Context(), "x")
	if err != nil {
		t.Fatal(err)
	}
	again()
}

func TestAddress(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://Host.Example:443/mcp/": "https://host.example/mcp", "http://h:80/": "http://h", "http://h:443/a%2Fb": "http://h:443/a%2Fb",
		"https://u:secret@h/mcp?key=secret#x": "https://h/mcp", "https://[::1]:8443/MCP": "https://[::1]:8443/MCP", "https://[::1]:443": "https://[::1]",
	} {
		u, err := url.Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := Address(u); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestLogout(t *testing.T) {
	t.Parallel()
	w := loggedIn(t, nil)
	left, err := Logout(t.Context(), w.store, w.url())
	if err != nil || !left.Found || !left.Revoked || left.Warning != nil || !slices.Equal(w.revoked, []string{"refresh_token", "access_token"}) {
		t.Errorf("%+v, %v, %q", left, err, w.revoked)
	}
	if left, err = Logout(t.Context(), w.store, w.url()); err != nil || left.Found {
		t.Errorf("again: %+v, %v", left, err)
	}
}

// What cannot be revoked is removed all the same.
func TestLogoutWithoutRevocation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		world  func(*world)
		before func(*testing.T, *world)
		want   string
	}{
		{"none", func(w *world) { w.metadata = without("revocation_endpoint") }, nil, ""},
		{"unreachable", nil, func(t *testing.T, w *world) { w.issuer.Close() }, "cannot be reached"},
		{"missing", func(w *world) {
			w.metadata = func(doc map[string]any) map[string]any {
				doc["revocation_endpoint"] = doc["issuer"].(string) + "/gone"
				return doc
			}
		}, nil, "answers status 404"},
		{"broken", nil, func(t *testing.T, w *world) {
			if err := os.WriteFile(w.store.path(Address(w.url()), ".json"), []byte(`{"schema":"x"}`), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "does not hold a login"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := loggedIn(t, c.world)
			if c.before != nil {
				c.before(t, w)
			}
			left, err := Logout(t.Context(), w.store, w.url())
			if err != nil || !left.Found || left.Revoked || (left.Warning != nil) != (c.want != "") || c.want != "" && !strings.Contains(left.Warning.Error(), c.want) {
				t.Fatalf("%+v, %v", left, err)
			}
			if left.Warning != nil {
				w.keeps(left.Warning.Error())
			}
			if e, err := w.store.load(Address(w.url())); e != nil || err != nil {
				t.Errorf("%v, %v", e, err)
			}
		})
	}
}

// An endless or unreadable answer is an error.
func TestAnswersTooLarge(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	huge := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		_, _ = rw.Write([]byte(strings.Repeat(" ", maxAnswer+1)))
	}))
	defer huge.Close()
	u, err := url.Parse(huge.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		req, err := http.NewRequestWithContext(t.Context(), method, huge.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := newWire(u).client().Do(req); err == nil || !strings.Contains(err.Error(), "too large") {
			t.Errorf("%s: %v", method, err)
		}
	}
	w.fault = func(rw http.ResponseWriter, form url.Values) bool {
		_, _ = rw.Write([]byte(`{"access_token":7}`))
		return true
	}
	if _, err := w.login(nil); err == nil || !strings.HasPrefix(err.Error(), "fetching the token: ") {
		t.Errorf("%v", err)
	}
}

func TestFilesOfOthers(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("nothing is forbidden")
	}
	w := loggedIn(t, nil)
	if err := os.Chmod(w.store.path(Address(w.url()), ".json"), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := NewSession(w.store, w.url(), nil).Header(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "reading the login: ") {
		t.Errorf("%v", err)
	}
}
