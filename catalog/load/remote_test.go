package load

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/catalog/mcpsource"
)

func mustURL(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// listen starts a server with some pages. Each request has to come without anything that says who asks.
func listen(t *testing.T, secure bool, pages map[string]http.HandlerFunc) *httptest.Server {
	t.Helper()
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Authorization", "Cookie", "Referer", "Proxy-Authorization"} {
			if v := r.Header.Get(name); v != "" {
				t.Errorf("%s: sent %s: %s", r.URL, name, v)
			}
		}
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
		if page := pages[r.URL.Path]; page != nil {
			page(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	if secure {
		srv.StartTLS()
	} else {
		srv.Start()
	}
	t.Cleanup(srv.Close)
	return srv
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }
}

func sends(to *string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, *to, http.StatusFound) }
}

func TestRemote(t *testing.T) {
	t.Parallel()
	var away, named, up, down, loop string
	pages := map[string]http.HandlerFunc{
		"/a.yaml": says("a"), "/large": says(strings.Repeat("x", 2000)), "/away": sends(&away), "/named": sends(&named), "/up": sends(&up),
		"/loop": sends(&loop),
	}
	origin := listen(t, false, pages)
	other := listen(t, false, map[string]http.HandlerFunc{"/b.yaml": says("b")})
	listed := listen(t, true, map[string]http.HandlerFunc{"/c.yaml": says("c"), "/down": sends(&down)})
	away, named, up, down, loop = other.URL+"/b.yaml", strings.Replace(origin.URL, "127.0.0.1", "localhost", 1)+"/a.yaml", listed.URL+"/c.yaml", other.URL+"/b.yaml", origin.URL+"/loop"

	// By name, a host of the list can lead anywhere, and here it leads to this machine.
	byName := strings.Replace(mustURL(t, listed.URL).Host, "127.0.0.1", "localhost", 1)
	r, err := newRemote([]string{mustURL(t, listed.URL).Host, byName}, mustURL(t, origin.URL+"/dir/openapi.yaml"), "127.0.0.1", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	r.limit = 1000
	roots := x509.NewCertPool()
	roots.AddCert(listed.Certificate())
	trust := listed.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	trust.RootCAs = roots
	r.client.Transport.(*http.Transport).TLSClientConfig = trust

	for _, tt := range []struct{ url, want, fails string }{
		{origin.URL + "/a.yaml", "a", ""},
		{origin.URL + "/a.yaml#/x", "a", ""},
		{strings.Replace(origin.URL, "http://", "http://user:pw@", 1) + "/a.yaml", "a", ""},
		{listed.URL + "/c.yaml", "c", ""},
		{origin.URL + "/up", "c", ""},
		{origin.URL + "/none", "", "status 404 (not found)"},
		{origin.URL + "/large", "", "larger than 1000 bytes"},
		{origin.URL + "/loop", "", "does not stop redirecting"},
		{other.URL + "/b.yaml", "", "only with --allow-remote=127.0.0.1:"},
		{origin.URL + "/away", "", "redirected: the host is followed only with"},
		{origin.URL + "/named", "", "--allow-remote=localhost:"},
		{listed.URL + "/down", "", "redirected: the host is"},
		{"https://" + byName + "/c.yaml", "", "127.0.0.1, which is no public one"},
		{strings.Replace(listed.URL, "https", "http", 1) + "/c.yaml", "", "is allowed by https alone"},
		{"https://schemas.example.com/x.json", "", "--allow-remote=schemas.example.com"},
		{"ftp://127.0.0.1/x", "", `the scheme "ftp" is not followed`},
		{"file:///etc/passwd", "", `the scheme "file" is not followed`},
	} {
		b, err := r.get(t.Context(), mustURL(t, tt.url))
		switch {
		case tt.fails == "" && (err != nil || string(b) != tt.want):
			t.Errorf("%s: got %q and %v, want %q", tt.url, b, err, tt.want)
		case tt.fails != "" && (err == nil || !strings.Contains(err.Error(), tt.fails)):
			t.Errorf("%s: got %q and %v, want the error %q", tt.url, b, err, tt.fails)
		}
	}
}

func TestRemoteWaits(t *testing.T) {
	t.Parallel()
	srv := listen(t, false, map[string]http.HandlerFunc{"/slow": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }})
	r, err := newRemote(nil, mustURL(t, srv.URL), "127.0.0.1", 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.get(t.Context(), mustURL(t, srv.URL+"/slow")); !errors.Is(err, mcpsource.ErrTimeout) {
		t.Errorf("got %v", err)
	}
}

// TestRemoteWithoutItsOwnAddress holds that a document whose host is not known to be near cannot reach what is.
func TestRemoteWithoutItsOwnAddress(t *testing.T) {
	t.Parallel()
	srv := listen(t, false, map[string]http.HandlerFunc{"/a.yaml": says("a")})
	r, err := newRemote(nil, mustURL(t, srv.URL), "93.184.216.34", time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := r.get(t.Context(), mustURL(t, srv.URL+"/a.yaml")); !errors.As(err, new(*privateError)) {
		t.Errorf("got %q and %v", b, err)
	}
}

func TestCheckHost(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"example.com", "example.com:8443", "10.0.0.7", "[::1]", "[::1]:80", "localhost", "xn--bcher-kva.example"} {
		if err := CheckHost(word); err != nil {
			t.Errorf("%q: %v", word, err)
		}
	}
	for _, word := range []string{"", "*", "*.example.com", "https://example.com", "example.com/", "user@example.com", "a b", "::1", "example.com?x", "example.com#x", "example.com:port", ":443", "http:"} {
		if err := CheckHost(word); err == nil {
			t.Errorf("%q is taken for a host", word)
		}
	}
}

func TestPublic(t *testing.T) {
	t.Parallel()
	for _, ip := range []string{"93.184.216.34", "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.0.1.1", "2606:4700::1111", "2001:4860:4860::8888", "64:ff9b::808:808"} {
		if !public(netip.MustParseAddr(ip)) {
			t.Errorf("%s is refused", ip)
		}
	}
	for _, ip := range []string{
		"127.0.0.1", "127.255.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "198.18.0.1",
		"192.0.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1",
		"::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::1", "2001:0:1::1", "2001:db8::1",
	} {
		if public(netip.MustParseAddr(ip)) {
			t.Errorf("%s is taken for a public address", ip)
		}
	}
	for address, near := range map[string]string{"[::ffff:127.0.0.1]:80": "", "[fe80::1%eth0]:80": "", "127.0.0.1:80": "127.0.0.2", "nonsense": ""} {
		if err := mayDial(address, near); err == nil {
			t.Errorf("%s may be dialled", address)
		}
	}
	if err := mayDial("[::ffff:127.0.0.1]:80", "127.0.0.1"); err != nil {
		t.Error(err)
	}
}
