package mcpsource

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// setHandlers answers what the server asks and notices what it announces.
func (c *session) setHandlers(t transport.Interface) {
	t.SetNotificationHandler(func(n mcp.JSONRPCNotification) {
		if n.Method != "notifications/tools/list_changed" {
			return
		}
		select {
		case c.changed <- struct{}{}:
		default: // one is pending already
		}
	})
	if b, ok := t.(transport.BidirectionalInterface); ok {
		b.SetRequestHandler(c.answer)
	}
}

// answer serves a request of the server. What a person would have to decide is declined: nobody is there to ask, and
// listing tools needs no consent.
func (c *session) answer(_ context.Context, r transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	result := func(v any) (*transport.JSONRPCResponse, error) {
		b, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		return transport.NewJSONRPCResultResponse(r.ID, b), nil
	}
	switch r.Method {
	case "ping":
		return result(struct{}{})
	case "roots/list":
		return result(map[string]any{"roots": c.roots()})
	case "elicitation/create":
		return result(map[string]string{"action": "decline"})
	case "sampling/createMessage":
		return transport.NewJSONRPCErrorResponse(r.ID, -1, "sampling request declined", nil), nil
	}
	return transport.NewJSONRPCErrorResponse(r.ID, methodNotFound, "method not found", nil), nil
}

// roots names the directory that a started server runs in, which it can see anyhow. A remote server learns nothing.
func (c *session) roots() []map[string]string {
	none := []map[string]string{}
	if len(c.s.Command) == 0 {
		return none
	}
	dir, err := filepath.Abs(c.s.Dir)
	if c.s.Dir == "" {
		dir, err = os.Getwd()
	}
	if err != nil {
		return none
	}
	path := filepath.ToSlash(dir)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/dir
	}
	u := url.URL{Scheme: "file", Path: path}
	return []map[string]string{{"uri": u.String(), "name": filepath.Base(dir)}}
}
