package probe

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/schema-bench/schema-bench/mcpwrap"
)

// A remote is a peer of a server that is reached over HTTP, by a client that shares nothing with the proxy's.
type remote struct {
	ears     *ears
	protocol string
	headers  map[string]string
	url      string
	t        transport.Interface
	deaf     bool // it cannot hear what the server asks, and has said so
}

// openURL reaches the server. Streamable HTTP is tried first, and the older transport if the server does not know it.
func (r *runner) openURL(ctx context.Context, ears *ears, _ io.Writer) (peer, error) {
	p := &remote{ears: ears, protocol: r.Protocol, headers: map[string]string{}, url: r.URL.String()}
	for name := range r.Header {
		p.headers[name] = r.Header.Get(name)
	}
	//lint:ignore SA1019 a session with a handshake has a stream to listen to, and that is the kind that is compared
	t, err := transport.NewStreamableHTTP(p.url, transport.WithHTTPHeaders(p.headers), transport.WithContinuousListening(), transport.WithHTTPLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, err
	}
	return p, p.use(ctx, t)
}

// use talks over a transport from now on.
func (p *remote) use(ctx context.Context, t transport.BidirectionalInterface) error {
	p.t = t
	t.SetNotificationHandler(p.hear)
	t.SetRequestHandler(p.answer)
	return t.Start(ctx)
}

// hear takes a notification, whose parameters the transport has taken apart. It does not tell none from empty ones.
func (p *remote) hear(n mcp.JSONRPCNotification) {
	fields := maps.Clone(n.Params.AdditionalFields)
	if len(n.Params.Meta) > 0 {
		if fields == nil {
			fields = map[string]any{}
		}
		fields["_meta"] = n.Params.Meta
	}
	var params []byte
	if len(fields) > 0 {
		params, _ = json.Marshal(fields)
	}
	p.ears.hear(n.Method, params)
}

func (p *remote) answer(_ context.Context, m transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	params, err := json.Marshal(m.Params)
	if m.Params == nil || err != nil {
		params = nil
	}
	result, code := p.ears.ask(m.Method, params)
	if code != 0 {
		return transport.NewJSONRPCErrorResponse(m.ID, code, "not known to this client", nil), nil
	}
	return &transport.JSONRPCResponse{JSONRPC: "2.0", ID: m.ID, Result: result}, nil
}

func (p *remote) request(ctx context.Context, id int, method string, params []byte) (answer, error) {
	m := transport.JSONRPCRequest{JSONRPC: "2.0", ID: mcp.NewRequestId(int64(id)), Method: method}
	if params != nil {
		m.Params = json.RawMessage(params)
	}
	resp, err := p.t.SendRequest(ctx, m)
	if err != nil && method == "initialize" && ctx.Err() == nil {
		if resp, err = p.older(ctx, m, err); err != nil {
			return answer{}, err
		}
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return answer{}, ctx.Err()
	case err != nil:
		return answer{}, err
	case resp.Error != nil:
		text, err := json.Marshal(resp.Error)
		return answer{err: text}, err
	}
	if t, ok := p.t.(transport.HTTPConnection); ok && method == "initialize" {
		t.SetProtocolVersion(textOf(resp.Result, "protocolVersion"))
	}
	return answer{result: resp.Result}, nil
}

// older tries the transport of 2024-11-05, whose client here cannot be asked anything. The first error stands if that does not lead to a server either.
func (p *remote) older(ctx context.Context, m transport.JSONRPCRequest, first error) (*transport.JSONRPCResponse, error) {
	t, err := transport.NewSSE(p.url, transport.WithHeaders(p.headers), transport.WithResponseTimeout(time.Hour), transport.WithSSELogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, first
	}
	t.SetNotificationHandler(p.hear)
	// The stream lives as long as the session, and not as long as this request.
	if err := t.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, first
	}
	p.t.Close()
	p.t = t
	p.deaf = true
	m.Params = json.RawMessage(introduction(p.protocol, "{}"))
	return t.SendRequest(ctx, m)
}

func (p *remote) notify(ctx context.Context, method string, _ []byte) error {
	return p.t.SendNotification(ctx, mcp.JSONRPCNotification{JSONRPC: "2.0", Notification: mcp.Notification{Method: method}})
}

func (p *remote) close() string {
	p.t.Close()
	return ""
}

// openURLThrough reaches the server through the proxy, which talks to the client in lines.
func (r *runner) openURLThrough(ctx context.Context, ears *ears, log io.Writer) (peer, error) {
	rewriter, err := mcpwrap.NewRewriter(r.Wrap)
	if err != nil {
		return nil, err
	}
	fromClient, toProxy := io.Pipe()
	fromProxy, toClient := io.Pipe()
	header := r.Header
	if header == nil {
		header = http.Header{}
	}
	s := &mcpwrap.Remote{URL: r.URL, Header: header, In: fromClient, Out: toClient, Log: log, Rewriter: rewriter}
	var done sync.WaitGroup
	done.Go(func() {
		if err := s.Run(ctx); err != nil {
			fmt.Fprintln(log, err)
		}
		toClient.Close()
		fromClient.Close()
	})
	return newLines(toProxy, fromProxy, ears, func() string {
		done.Wait()
		return ""
	}), nil
}
