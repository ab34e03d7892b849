package mcpsource

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/safetext"
)

// firstID keeps our request ids away from the small numbers that servers count their own requests with: one of the
// transports takes a request of the server for an answer when the ids are equal.
const firstID = 7_200_001

// A session is one conversation with a server over any transport.
type session struct {
	t    transport.Interface
	s    Server
	o    Options
	push bool // the transport delivers notifications that answer nothing

	lastID  atomic.Int64  // counted from firstID
	changed chan struct{} // one pending announcement of another tool list

	version      string
	info         serverInfo
	instructions string
	capabilities map[string]json.RawMessage
	problems     []catalog.Problem
}

type serverInfo struct{ Name, Version string }

// handshake is what initialize and server/discover answer with.
type handshake struct {
	ProtocolVersion   string                     `json:"protocolVersion"`
	SupportedVersions []string                   `json:"supportedVersions"`
	Capabilities      map[string]json.RawMessage `json:"capabilities"`
	ServerInfo        serverInfo                 `json:"serverInfo"`
	Instructions      string                     `json:"instructions"`
	Meta              map[string]json.RawMessage `json:"_meta"`
}

func newSession(t transport.Interface, s Server, o Options) *session {
	return &session{t: t, s: s, o: o, changed: make(chan struct{}, 1)}
}

func protocolVersions() []string {
	v := slices.Clone(mcp.ValidProtocolVersions)
	slices.Reverse(v)
	return v
}

// fetch does the whole exchange: handshake, listing, and a look at what else was promised.
func (c *session) fetch(ctx context.Context) (*catalog.Catalog, error) {
	c.o.Progress("connecting")
	if err := c.connect(ctx); err != nil {
		return nil, err
	}
	raw, err := c.tools(ctx)
	if err != nil {
		return nil, err
	}
	name := c.s.Name
	if name == "" {
		name = safetext.Plain(cut(c.info.Name, 200))
	}
	cat, err := catalog.Read(raw, &catalog.ReadOptions{Source: c.s.display(), Name: name, Lenient: c.o.Lenient, Limits: c.o.Limits})
	if err != nil {
		return nil, doing("tools/list", err)
	}
	cat.Instructions = c.instructions
	cat.Problems = append(cat.Problems, c.problems...)
	return cat, nil
}

// connect does the handshake. initialize goes first: servers of the older protocol versions may end when the first
// message is anything else, while the newer ones, which know no handshake, must answer it with an error.
func (c *session) connect(ctx context.Context) error {
	if mcp.IsModernProtocol(c.s.protocol) {
		return c.discover(ctx, c.s.protocol)
	}
	version := c.s.protocol
	if version == "" {
		version = mcp.LATEST_LEGACY_PROTOCOL_VERSION
	}
	err := c.initialize(ctx, version)
	var rpc *rpcError
	if err == nil || c.s.protocol != "" || !errors.As(err, &rpc) {
		return err
	}
	if v := c.otherVersion(rpc); v != "" && !mcp.IsModernProtocol(v) {
		return c.initialize(ctx, v)
	}
	// What was said to initialize is the better reason than any silence afterwards, so this attempt is short. Servers
	// that know no handshake get longer: for them it is no attempt but the way to go.
	wait := c.o.patience
	if refused(err) || rpc.code == unsupportedVersion {
		wait *= 5
	}
	attempt, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	discoverErr := c.discover(attempt, mcp.LATEST_PROTOCOL_VERSION)
	switch {
	case discoverErr == nil:
		return nil
	case refused(err) && !refused(discoverErr) && attempt.Err() == nil && !hungUp(discoverErr):
		return discoverErr // the handshake is gone, as it should be, and the new way failed
	}
	return err
}

// otherVersion picks the newest version that the server says it supports instead.
func (c *session) otherVersion(e *rpcError) string {
	b, err := json.Marshal(e.data)
	if err != nil {
		return ""
	}
	var data struct {
		Supported []string `json:"supported"`
	}
	if json.Unmarshal(b, &data) != nil {
		return ""
	}
	return mcp.NegotiateMutuallySupportedVersion(data.Supported)
}

func (c *session) initialize(ctx context.Context, version string) error {
	const method = "initialize"
	result, err := c.call(ctx, method, map[string]any{
		"protocolVersion": version,
		"capabilities":    json.RawMessage(c.o.Capabilities),
		"clientInfo":      c.clientInfo(),
	})
	if err != nil {
		return doing(method, err)
	}
	var h handshake
	if err := json.Unmarshal(result, &h); err != nil {
		return doing(method, fmt.Errorf("the answer is no handshake: %w", err))
	}
	if h.ProtocolVersion == "" {
		c.problem("the server's answer to initialize names no protocol version", "strict clients refuse such a server")
		h.ProtocolVersion = version
	} else if !mcp.IsValidProtocolVersion(h.ProtocolVersion) {
		c.problem(fmt.Sprintf("the server speaks protocol version %q, which is not known", cut(h.ProtocolVersion, 40)), "strict clients refuse such a server")
	}
	c.take(h, h.ProtocolVersion)
	if err := c.t.SendNotification(ctx, mcp.JSONRPCNotification{
		JSONRPC:      mcp.JSONRPC_VERSION,
		Notification: mcp.Notification{Method: "notifications/initialized"},
	}); err != nil {
		return doing("notifications/initialized", err)
	}
	return nil
}

func (c *session) discover(ctx context.Context, version string) error {
	const method = "server/discover"
	c.setVersion(version) // it travels with the request itself
	result, err := c.call(ctx, method, nil)
	var rpc *rpcError
	if errors.As(err, &rpc) && rpc.code == unsupportedVersion {
		v := c.otherVersion(rpc)
		switch {
		case v == "" || v == version:
		case mcp.IsModernProtocol(v):
			c.setVersion(v)
			result, err = c.call(ctx, method, nil)
		case c.s.protocol == "":
			c.setVersion("")
			return c.initialize(ctx, v)
		}
	}
	if err != nil {
		c.setVersion("")
		return doing(method, err)
	}
	var h handshake
	if err := json.Unmarshal(result, &h); err != nil {
		return doing(method, fmt.Errorf("the answer cannot be read: %w", err))
	}
	if b, ok := h.Meta[mcp.MetaKeyServerInfo]; ok {
		// The name is for reports only; a malformed one is as good as none.
		if json.Unmarshal(b, &h.ServerInfo) != nil {
			h.ServerInfo = serverInfo{}
		}
	}
	c.take(h, c.version)
	return nil
}

func (c *session) take(h handshake, version string) {
	c.info, c.instructions, c.capabilities = h.ServerInfo, h.Instructions, h.Capabilities
	c.setVersion(version)
}

func (c *session) setVersion(v string) {
	c.version = v
	if h, ok := c.t.(transport.HTTPConnection); ok {
		h.SetProtocolVersion(v)
	}
}

func (c *session) clientInfo() map[string]string {
	return map[string]string{"name": c.o.ClientName, "version": c.o.ClientVersion}
}

func (c *session) problem(message, hint string) {
	c.problems = append(c.problems, catalog.Problem{Message: message, Hint: hint})
}

func (c *session) offers(capability string) bool {
	_, ok := c.capabilities[capability]
	return ok
}

// call sends a request and returns the result as the bytes that the server sent.
func (c *session) call(ctx context.Context, method string, params map[string]any) (json.RawMessage, error) {
	var header http.Header
	if mcp.IsModernProtocol(c.version) {
		// Since this version every request says who asks and how.
		params = maps.Clone(params)
		if params == nil {
			params = map[string]any{}
		}
		params["_meta"] = map[string]any{
			mcp.MetaKeyProtocolVersion:    c.version,
			mcp.MetaKeyClientCapabilities: json.RawMessage(c.o.Capabilities),
			mcp.MetaKeyClientInfo:         c.clientInfo(),
		}
		header = http.Header{}
		for k, v := range mcp.StandardHeaders(c.version, mcp.MCPMethod(method), nil) {
			header.Set(k, v)
		}
	}
	req := transport.JSONRPCRequest{JSONRPC: mcp.JSONRPC_VERSION, ID: c.id(), Method: method, Header: header}
	if params != nil { // an untyped nil, so that the member is left out
		req.Params = params
	}
	resp, err := c.t.SendRequest(ctx, req)
	switch {
	case err != nil:
		return nil, err
	case resp.Error != nil:
		return nil, &rpcError{code: resp.Error.Code, message: resp.Error.Message, data: resp.Error.Data}
	case len(resp.Result) == 0 || string(resp.Result) == "null":
		return nil, errors.New("the server answers with neither a result nor an error")
	}
	return resp.Result, nil
}

func (c *session) id() mcp.RequestId {
	return mcp.NewRequestId(firstID + c.lastID.Add(1))
}

// probe asks for the other lists that the server promised. A host asks for them too, and one that is refused shows
// an error to its user. Only a clear refusal counts: the lists themselves are no part of the floor.
func (c *session) probe(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	lists := []string{"prompts", "resources"}
	denied := make([]error, len(lists))
	var wg sync.WaitGroup
	for i, l := range lists {
		if c.offers(l) {
			wg.Go(func() { _, denied[i] = c.call(ctx, l+"/list", nil) })
		}
	}
	wg.Wait()
	for i, err := range denied {
		if refused(err) {
			c.problem(fmt.Sprintf("the server advertises %s and refuses %s/list (%d)", lists[i], lists[i], methodNotFound),
				"clients that trust the advertisement show an error; the tools are not affected")
		}
	}
}
