package mcpsource

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/schema-bench/schema-bench/catalog"
)

// fetchHTTP speaks streamable HTTP, and the older transport where the server answers as one of that time.
func fetchHTTP(ctx context.Context, s Server, o Options) (*catalog.Catalog, error) {
	g, err := newGuard(s, o)
	if err != nil {
		return nil, err
	}
	defer g.close()
	if s.Transport == "sse" {
		c, err := fetchSSE(ctx, s, o, g)
		return c, g.explain(err)
	}
	c, err := fetchStreamable(ctx, s, o, g)
	if err == nil {
		return c, nil
	}
	first, tooLarge := g.seen()
	err = g.explain(err)
	if s.Transport == "http" || tooLarge || !older(first, err) {
		return nil, err
	}
	o.Progress("trying the older HTTP transport")
	g.forget()
	c, sseErr := fetchSSE(ctx, s, o, g)
	if sseErr == nil {
		return c, nil
	}
	if second, _ := g.seen(); second.status == http.StatusOK && second.contentType == "text/event-stream" {
		return nil, g.explain(sseErr) // it is such a server, and something else went wrong
	}
	return nil, err
}

// older reports whether an answer to initialize is one that servers of the older transport give, which know no POST
// at that address.
func older(a answer, err error) bool {
	var rpc *rpcError
	if a.method != http.MethodPost || errors.As(err, &rpc) {
		return false
	}
	switch a.status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired, http.StatusTooManyRequests:
		return false
	}
	return a.status >= 400 && a.status < 500
}

func fetchStreamable(ctx context.Context, s Server, o Options, g *guard) (*catalog.Catalog, error) {
	t, err := transport.NewStreamableHTTP(s.URL,
		transport.WithHTTPBasicClient(g.client()), transport.WithHTTPLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, errors.New("the URL is malformed")
	}
	defer t.Close()
	ses := newSession(&answered{t, g}, s, o)
	ses.setHandlers(t)
	if err := t.Start(ctx); err != nil {
		return nil, err
	}
	return ses.fetch(ctx)
}

// answered gives back the error answers that the transport takes for those of an older server: it does not look into
// the body of a refused initialize.
type answered struct {
	*transport.StreamableHTTP
	g *guard
}

func (t *answered) SendRequest(ctx context.Context, r transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	resp, err := t.StreamableHTTP.SendRequest(ctx, r)
	if err == nil {
		return resp, nil
	}
	a, _ := t.g.seen()
	var m transport.JSONRPCResponse
	if a.status >= 400 && json.Unmarshal([]byte(a.body), &m) == nil && m.JSONRPC != "" && m.Error != nil &&
		a.status != http.StatusUnauthorized && a.status != http.StatusForbidden {
		return &m, nil
	}
	return nil, err
}

func fetchSSE(ctx context.Context, s Server, o Options, g *guard) (*catalog.Catalog, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t, err := transport.NewSSE(s.URL,
		transport.WithHTTPClient(g.client()), transport.WithSSELogger(slog.New(slog.DiscardHandler)),
		transport.WithEndpointTimeout(min(o.Timeout, 15*time.Second)), transport.WithResponseTimeout(o.Timeout))
	if err != nil {
		return nil, errors.New("the URL is malformed")
	}
	defer t.Close()
	lost := errors.New("the server ended the event stream before it answered")
	t.SetConnectionLostHandler(func(error) { cancel(lost) })
	ses := newSession(t, s, o)
	ses.push = true
	ses.setHandlers(t)
	if err = t.Start(ctx); err == nil {
		var c *catalog.Catalog
		if c, err = ses.fetch(ctx); err == nil {
			return c, nil
		}
	} else {
		err = doing("connect", err)
	}
	if errors.Is(context.Cause(ctx), lost) {
		return nil, retell(err, lost)
	}
	return nil, err
}

// explain turns what a transport says into what a user can act on.
func (g *guard) explain(err error) error {
	if err == nil {
		return nil
	}
	var rpc *rpcError
	var own *Error
	if errors.As(err, &rpc) || errors.As(err, &own) && (own.Fix != "" || errors.Is(err, catalog.ErrNoTools)) {
		return err
	}
	a, tooLarge := g.seen()
	e := retell(err, err)
	if own != nil {
		e.Err = own.Err
	}
	var redirect *redirectError
	switch {
	case tooLarge:
		e.Err = fmt.Errorf("the server's answer is larger than %d bytes", g.limit)
	case errors.As(err, &redirect):
		e.Err, e.Fix = redirect, "name that address yourself if you trust it"
	case interrupted(err):
		// the caller knows who ended it
	case g.network(e, err):
	case a.status >= 400:
		g.status(e, a)
	case a.contentType == "text/html":
		e.Err, e.Fix = errors.New("the server answers with an HTML page"), "is this the address of the MCP endpoint? it often ends in /mcp or /sse"
	case errors.Is(err, errNotStream), strings.Contains(err.Error(), "unexpected content type"):
		e.Err = fmt.Errorf("the server answers with content type %q, which is no protocol message", cut(a.contentType, 80))
		e.Fix = "is this the address of the MCP endpoint? it often ends in /mcp or /sse"
	case strings.Contains(err.Error(), "unexpected nil response"):
		e.Err = errors.New("the server ended the stream before it answered")
	case strings.Contains(err.Error(), "timeout waiting for endpoint"):
		e.Err = errors.New("the server opened a stream and named no endpoint for requests")
	case strings.Contains(err.Error(), "failed to"):
		e.Err = fmt.Errorf("the answer cannot be read: %w", innermost(err))
	}
	return e
}

// network words a failure below HTTP, and reports whether it was one.
func (g *guard) network(e *Error, err error) bool {
	var u *url.Error
	if !errors.As(err, &u) || errors.Is(err, errNotStream) {
		return false
	}
	e.Err = u.Err // without the URL, which may hold secrets
	var dns *net.DNSError
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Fix = "is the server running, and is this its port?"
	case errors.As(err, &dns):
		e.Fix = "check the host name and the network"
	case strings.Contains(err.Error(), "first record does not look like a TLS handshake"), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		e.Fix = "the server does not speak TLS here: use http://"
	case strings.Contains(err.Error(), "x509:"):
		e.Fix = "the certificate is not trusted on this machine; SSL_CERT_FILE names another bundle of authorities"
	}
	return true
}

func (g *guard) status(e *Error, a answer) {
	text := fmt.Sprintf("the server answers status %d", a.status)
	if name := http.StatusText(a.status); name != "" {
		text += " (" + strings.ToLower(name) + ")"
	}
	if a.contentType != "text/html" {
		if body := quote(cut(a.body, 300)); body != "" {
			text += ": " + body
		}
	}
	e.Err = errors.New(text)
	switch {
	case a.status == http.StatusUnauthorized || a.status == http.StatusForbidden:
		e.Fix = "the server wants authorisation: send a token in a header, e.g. Authorization: Bearer …"
		if len(g.headers) > 0 {
			e.Fix = "the credentials in the headers were not accepted: check that the token is complete, valid and of the right kind"
		}
		if a.challenge != "" && !strings.EqualFold(a.challenge, "bearer") {
			e.Fix += fmt.Sprintf(" (it asks for %s)", quote(cut(a.challenge, 40)))
		}
	case a.status == http.StatusNotFound || a.status == http.StatusMethodNotAllowed:
		e.Fix = "is this the address of the MCP endpoint? it often ends in /mcp or /sse"
	case a.status == http.StatusTooManyRequests || a.status >= 500:
		e.Fix = "the server is busy or broken; try again later"
	}
}
