package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/schema-bench/schema-bench/catalog/mcpsource"
)

// A remote fetches what the references of a document lead to, from hosts that were allowed. Whoever wrote the document
// chose the addresses, so that it must not become a way to reach what only this machine can: the address that is dialled
// is looked at and not the name that led to it, redirects are held to the same rules, and nothing is sent that says who
// asks.
type remote struct {
	hosts  map[string]bool   // scheme://host:port in lower case
	near   map[string]string // by host:port, the one address that is allowed there and need be no public one
	limit  int64             // of bytes of one answer
	wait   time.Duration     // for one answer
	client *http.Client
}

// newRemote allows the hosts of a list and, if there is an origin, those that the document itself came from. The address
// is the one that answered there; empty if that is not known.
func newRemote(hosts []string, origin *url.URL, address string, wait time.Duration) (*remote, error) {
	r := &remote{hosts: map[string]bool{}, near: map[string]string{}, limit: maxReferencedSize, wait: wait}
	for _, h := range hosts {
		if err := CheckHost(h); err != nil {
			return nil, err
		}
		u := &url.URL{Scheme: "https", Host: h}
		r.hosts[originOf(u)] = true
		// Somebody who writes an address down means it. A name that leads to such an address is another matter: it can lead
		// elsewhere a moment later.
		if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
			r.near[hostPort(u)] = ip.Unmap().String()
		}
	}
	if origin != nil {
		r.hosts[originOf(origin)] = true
		https := *origin
		https.Scheme, https.Host = "https", origin.Hostname()
		r.hosts[originOf(&https)] = true
		if ip, err := netip.ParseAddr(address); err == nil {
			r.near[hostPort(origin)] = ip.Unmap().WithZone("").String()
			r.near[hostPort(&https)] = r.near[hostPort(origin)]
		}
	}
	dial := func(ctx context.Context, network, host string) (net.Conn, error) {
		// Control sees each address that the name has led to, right before it is dialled.
		d := &net.Dialer{Timeout: wait, Control: func(_, address string, _ syscall.RawConn) error {
			return mayDial(address, r.near[strings.ToLower(host)])
		}}
		return d.DialContext(ctx, network, host)
	}
	r.client = &http.Client{
		// No proxy: it would resolve the name, and nobody here would see where that leads.
		Transport: &http.Transport{DialContext: dial, TLSHandshakeTimeout: wait, ResponseHeaderTimeout: wait, ForceAttemptHTTP2: true, DisableKeepAlives: true},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if len(via) >= 5 {
				return errors.New("the server does not stop redirecting")
			}
			req.Header.Del("Referer")
			req.URL.User = nil
			if err := r.mayFetch(req.URL); err != nil {
				return fmt.Errorf("redirected: %w", err)
			}
			return nil
		},
	}
	return r, nil
}

// CheckHost returns an error unless a word is what [References] take for a host.
func CheckHost(word string) error {
	u, err := url.Parse("https://" + word)
	plain := !strings.ContainsAny(word, `*?/\@ `) && !strings.HasSuffix(word, ":")
	if err != nil || u.Host != word || u.Hostname() == "" || !plain {
		return &hinted{err: fmt.Errorf("%q is no host", word), hint: "write HOST or HOST:PORT, such as schemas.example.com"}
	}
	return nil
}

// originOf is the scheme, host and port of a URL.
func originOf(u *url.URL) string {
	return strings.ToLower(u.Scheme) + "://" + hostPort(u)
}

func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(net.JoinHostPort(strings.TrimSuffix(u.Hostname(), "."), port))
}

func (r *remote) mayFetch(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("the scheme %q is not followed", u.Scheme)
	}
	if r.hosts[originOf(u)] {
		return nil
	}
	https := *u
	https.Scheme = "https"
	if https.Port() == "80" {
		https.Host = u.Hostname()
	}
	if u.Scheme == "http" && r.hosts[originOf(&https)] {
		return fmt.Errorf("%s is allowed by https alone", u.Host)
	}
	return fmt.Errorf("the host is followed only with --allow-remote=%s", u.Host)
}

// mayDial refuses addresses that are no public ones, but for one.
func mayDial(address, near string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%s is no address", address)
	}
	if ip := to.Addr().Unmap().WithZone(""); !public(ip) && ip.String() != near {
		return &privateError{ip}
	}
	return nil
}

// A privateError is the address that a name leads to, where only this machine or its network can reach.
type privateError struct{ ip netip.Addr }

func (e *privateError) Error() string {
	return fmt.Sprintf("the host has the address %s, which is no public one, and which --allow-remote would have to name itself", e.ip)
}

// public reports whether an address is one of the internet at large. The networks are those of the special-purpose
// address registries of IANA (RFC 6890) that are not globally reachable, and those in which other addresses are embedded.
func public(ip netip.Addr) bool {
	if netip.MustParsePrefix("64:ff9b::/96").Contains(ip) { // NAT64: what counts is the address that it is translated to
		last := ip.As16()
		ip = netip.AddrFrom4([4]byte(last[12:]))
	}
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false
	}
	for _, network := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10",
	} {
		if netip.MustParsePrefix(network).Contains(ip) {
			return false
		}
	}
	return true
}

func (r *remote) get(ctx context.Context, u *url.URL) ([]byte, error) {
	if err := r.mayFetch(u); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, r.wait)
	defer cancel()
	to := *u
	to.User, to.Fragment = nil, ""
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, to.String(), nil)
	if err != nil {
		return nil, errors.New("the URL is malformed")
	}
	req.Header.Set("Accept", "application/json, application/yaml, text/yaml, */*;q=0.1")
	req.Header.Set("User-Agent", "schema-bench")
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, networkError(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers status %d (%s)", mcpsource.DisplayURL(to.String()), resp.StatusCode, strings.ToLower(http.StatusText(resp.StatusCode)))
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, r.limit+1))
	if err != nil {
		return nil, networkError(err)
	}
	if int64(len(b)) > r.limit {
		return nil, fmt.Errorf("the answer is larger than %s", size(r.limit))
	}
	return b, nil
}
