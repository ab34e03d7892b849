package mcpwrap

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// A guard says which requests come in.
type guard struct{ token string }

// admits answers requests that are not to come in, and reports whether one is. Without a token, pages of foreign origins
// in a browser are refused, and so is a name that leads to this machine and is none of its own, by which such a page
// could get around that.
func (g guard) admits(w http.ResponseWriter, r *http.Request) bool {
	if g.token == "" {
		why := foreign(r)
		if why != "" {
			http.Error(w, why, http.StatusForbidden)
		}
		return why == ""
	}
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(g.token))
	if !ok || subtle.ConstantTimeCompare(a[:], b[:]) != 1 {
		w.Header().Set("WWW-Authenticate", "Bearer")
		http.Error(w, "this proxy asks for its token", http.StatusUnauthorized)
		return false
	}
	return true
}

// foreign says why a request does not come from where requests may come from.
func foreign(r *http.Request) string {
	if !loopback(r.Context().Value(http.LocalAddrContextKey)) {
		return ""
	}
	if !local(hostname(r.Host)) {
		return "the host of the request is not this machine"
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || !local(u.Hostname()) {
			return "the origin of the request is not this machine"
		}
	}
	return ""
}

func loopback(addr any) bool {
	a, ok := addr.(*net.TCPAddr)
	return ok && a.IP.IsLoopback()
}

func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}
