package mcpsource

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

const (
	maxRedirects = 5
	peekSize     = 8 << 10
)

var (
	errTooLarge  = errors.New("the answer is larger than allowed")
	errNotStream = errors.New("the answer is no event stream")
)

// A guard stands between a transport and the network. It sends the user's headers to the server's own origin and to
// no other, bounds what is read, and remembers the last answers: the transports tell a status apart only roughly.
type guard struct {
	base    *http.Transport
	origin  *url.URL
	headers map[string]string
	limit   int64

	mu       sync.Mutex
	last     answer
	tooLarge bool
}

// An answer is what can be said of an HTTP response. The zero answer means that none came.
type answer struct {
	method, contentType string
	status              int
	challenge           string // the scheme that WWW-Authenticate asks for
	body                string // its beginning, for errors and pages
}

// A redirectError names where the server wanted to send us.
type redirectError struct{ to, why string }

func (e *redirectError) Error() string {
	return fmt.Sprintf("the server redirects to %s, %s", DisplayURL(e.to), e.why)
}

func newGuard(s Server, o Options) (*guard, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil, errors.New("the URL is malformed")
	}
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxResponseHeaderBytes = 1 << 20
	return &guard{base: base, origin: u, headers: s.Headers, limit: int64(o.MaxBytes)}, nil
}

func (g *guard) client() *http.Client {
	return &http.Client{Transport: g, CheckRedirect: g.checkRedirect}
}

// checkRedirect follows redirects within the origin only. Elsewhere the headers would not be sent, and what answers
// there is not the server that the user named.
func (g *guard) checkRedirect(req *http.Request, via []*http.Request) error {
	switch {
	case !g.same(req.URL):
		return &redirectError{req.URL.String(), "another host"}
	case req.Method != via[0].Method:
		return &redirectError{req.URL.String(), "which would turn the request into a GET"}
	case len(via) >= maxRedirects:
		return &redirectError{req.URL.String(), "and does not stop redirecting"}
	}
	return nil
}

// same reports whether u belongs to the origin, or to the same host over TLS.
func (g *guard) same(u *url.URL) bool {
	if u.Scheme == g.origin.Scheme && strings.EqualFold(u.Host, g.origin.Host) {
		return true
	}
	return g.origin.Scheme == "http" && u.Scheme == "https" && strings.EqualFold(u.Hostname(), g.origin.Hostname()) &&
		(u.Port() == "" || u.Port() == "443")
}

// RoundTrip implements http.RoundTripper.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	if g.same(req.URL) {
		for k, v := range g.headers {
			if strings.EqualFold(k, "Host") {
				req.Host = v
				continue
			}
			req.Header.Set(k, v)
		}
	} else {
		for _, h := range []string{"Authorization", "Cookie", "Mcp-Session-Id"} {
			req.Header.Del(h)
		}
	}
	resp, err := g.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	a := answer{method: req.Method, status: resp.StatusCode}
	a.contentType, _, _ = mime.ParseMediaType(resp.Header.Get("Content-Type"))
	a.challenge, _, _ = strings.Cut(resp.Header.Get("WWW-Authenticate"), " ")
	limit := g.limit
	if a.contentType == "text/event-stream" {
		limit *= maxTotalSize // a stream carries many messages
	}
	resp.Body = &boundedBody{body: resp.Body, left: limit, g: g}
	if a.status >= 400 || a.contentType == "text/html" {
		a.body = peek(resp)
	}
	g.mu.Lock()
	g.last = a
	g.mu.Unlock()
	if a.method == http.MethodGet && a.status == http.StatusOK && a.contentType != "text/event-stream" {
		// The transport would wait for events in it until the clock runs out.
		resp.Body.Close()
		return nil, errNotStream
	}
	return resp, nil
}

func (g *guard) seen() (answer, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.last, g.tooLarge
}

func (g *guard) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last = answer{}
}

func (g *guard) close() { g.base.CloseIdleConnections() }

// peek reads the beginning of a body and leaves the body as it was.
func peek(resp *http.Response) string {
	var b bytes.Buffer
	// An error in the middle shows up again for whoever reads the body.
	_, _ = io.CopyN(&b, resp.Body, peekSize)
	head := b.String()
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(&b, resp.Body), resp.Body}
	return head
}

type boundedBody struct {
	body io.ReadCloser
	left int64
	g    *guard
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		b.g.mu.Lock()
		b.g.tooLarge = true
		b.g.mu.Unlock()
		return 0, errTooLarge
	}
	n, err := b.body.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

func (b *boundedBody) Close() error { return b.body.Close() }

// innermost returns the last error of a chain: the transports wrap in words that say little.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}

func interrupted(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
