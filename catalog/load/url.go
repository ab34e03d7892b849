package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/mcpsource"
	"github.com/schema-bench/schema-bench/catalog/openapi"
)

// maxGreeting bounds what is taken for the greeting of an endpoint: documents that hold tools and are broken are larger.
const maxGreeting = 16 << 10

// readURL finds out what a URL is by what it answers: a document gives its bytes, an MCP endpoint its catalog.
//
// A GET comes first. Endpoints of MCP answer it with an event stream, an error, a page, or a few words in whatever
// format: a small document that holds no tools is tried as an endpoint as well.
func (l *loader) readURL(ctx context.Context, r Loaded, src Source) ([]byte, reply, *catalog.Catalog, error) {
	address := src.place
	doc, a, err := l.get(ctx, address)
	switch {
	case err != nil && (ctx.Err() != nil || errors.As(err, new(*hinted))):
		return nil, a, nil, err
	case err != nil:
		return nil, a, nil, networkError(err)
	}
	var readErr error
	if a.document() {
		if readErr = l.greeting(doc, r); readErr == nil {
			return doc, a, nil, nil
		}
	}
	c, mcpErr := l.fetch(ctx, r.Label, mcpsource.Server{Name: src.Label, URL: address, Headers: l.Headers})
	var own *mcpsource.Error
	switch {
	case mcpErr == nil:
		return nil, a, c, nil
	case readErr != nil && ctx.Err() == nil && errors.As(mcpErr, &own):
		return nil, a, nil, fmt.Errorf("%w; asked as an MCP server: %v", readErr, own.Err)
	case a.status == http.StatusNotFound || a.status == http.StatusGone:
		return nil, a, nil, &hinted{err: fmt.Errorf("the server answers status %d (%s), and no MCP server answers there", a.status, strings.ToLower(http.StatusText(a.status))), hint: "check the address; the endpoint of an MCP server often ends in /mcp or /sse"}
	case a.page():
		return nil, a, nil, &hinted{err: errors.New("the address holds an HTML page, and no MCP server answers there"), hint: pageHint(address)}
	}
	return nil, a, nil, mcpErr
}

// greeting returns why a document may be no more than the greeting of an endpoint, and nil for any other document.
func (l *loader) greeting(doc []byte, r Loaded) error {
	if len(doc) > maxGreeting || openapi.Sniff(doc) {
		return nil
	}
	if cfg, err := parseConfig(doc); cfg != nil || err != nil {
		return nil
	}
	_, err := l.document(doc, r.Source, r.Label)
	return err
}

// reply is what a GET was answered with.
type reply struct {
	status int
	media  string
	head   []byte

	from    *url.URL // where the answer is from, behind all redirects; nil if nobody answered
	address string   // of the machine that answered; empty if it is not known
}

func (a reply) page() bool {
	head := strings.ToLower(strings.TrimSpace(string(a.head)))
	return a.media == "text/html" || strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html")
}

// document reports whether the answer may hold tools: anything with status 200 that is neither a page nor a stream.
func (a reply) document() bool {
	return a.status == http.StatusOK && a.media != "text/event-stream" && !a.page()
}

func (l *loader) get(ctx context.Context, address string) ([]byte, reply, error) {
	var a reply
	ctx, cancel := context.WithTimeout(ctx, l.Timeout)
	defer cancel()
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
		if to, err := netip.ParseAddrPort(c.Conn.RemoteAddr().String()); err == nil {
			a.address = to.Addr().String()
		}
	}})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil || req.URL.Host == "" {
		return nil, a, &hinted{err: errors.New("the URL is malformed"), hint: "it should look like https://host/path"}
	}
	req.Header.Set("Accept", "application/json, application/yaml, text/yaml, text/plain;q=0.9, text/event-stream;q=0.5, */*;q=0.1")
	req.Header.Set("User-Agent", "schema-bench")
	base := http.DefaultTransport.(*http.Transport).Clone()
	defer base.CloseIdleConnections()
	client := &http.Client{
		Transport: &originHeaders{base: base, origin: *req.URL, headers: l.Headers},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if len(via) >= 10 {
				return errors.New("the server does not stop redirecting")
			}
			return nil
		},
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, a, err
	}
	defer resp.Body.Close()
	a.status, a.from = resp.StatusCode, resp.Request.URL
	if proxy, err := http.ProxyFromEnvironment(resp.Request); proxy != nil || err != nil {
		a.address = "" // that of the proxy says nothing of the host
	}
	a.media, _, _ = mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case a.media == "text/event-stream":
		return nil, a, nil // never ends
	case a.status != http.StatusOK:
		return nil, a, nil
	case resp.ContentLength > l.MaxBytes:
		return nil, a, l.tooLarge()
	}
	b, err := l.readAll(resp.Body)
	if err != nil {
		return nil, a, err
	}
	a.head = b[:min(len(b), 1024)]
	return b, a, nil
}

// originHeaders sends the user's headers to the host that the user named, and to none that it redirects to.
type originHeaders struct {
	base    *http.Transport
	origin  url.URL
	headers map[string]string
}

// RoundTrip implements http.RoundTripper.
func (t *originHeaders) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme == t.origin.Scheme && strings.EqualFold(req.URL.Host, t.origin.Host) && len(t.headers) > 0 {
		req = req.Clone(req.Context())
		for k, v := range t.headers {
			req.Header.Set(k, v)
		}
	}
	return t.base.RoundTrip(req)
}

// networkError leaves out the URL, which the caller names without its secrets.
func networkError(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the server ended the connection early: %w", err)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("the server gave %w", mcpsource.ErrTimeout)
	}
	return err
}

// pageHint knows where the raw file is that belongs to a page.
func pageHint(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	parts := strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	if u.Host == "github.com" && len(parts) > 4 && slices.Contains([]string{"blob", "tree"}, parts[2]) {
		return fmt.Sprintf("the raw file is https://raw.githubusercontent.com/%s/%s/%s", parts[0], parts[1], strings.Join(parts[3:], "/"))
	}
	return "name the address of the file itself, or of the MCP endpoint; it often ends in /mcp or /sse"
}
