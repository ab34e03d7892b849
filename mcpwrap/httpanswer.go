package mcpwrap

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// answer looks into the server's answer if a list of tools may be in it.
func (h *HTTP) answer(resp *http.Response) error {
	x, ok := resp.Request.Context().Value(exchangeKey{}).(*exchange)
	if !ok || x.session == nil {
		return nil
	}
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" && resp.StatusCode < 300 {
		h.remember(id, x.session)
	}
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	packed := resp.Header.Get("Content-Encoding")
	switch kind = strings.TrimSpace(strings.ToLower(kind)); {
	case !x.look:
	case packed != "" && packed != "identity":
		h.say("a list of tools passes as it came: the server packs it as " + packed + " though it was asked not to")
	case kind == "text/event-stream":
		resp.Body = &eventRewriter{src: resp.Body, h: h, session: x.session}
		resp.ContentLength = -1
		resp.Header.Del("Content-Length")
	case kind == "application/json":
		return h.json(resp, x)
	}
	return nil
}

// json rewrites an answer that is one message, or a batch of them.
func (h *HTTP) json(resp *http.Response, x *exchange) error {
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	if err != nil {
		return err
	}
	if len(body) > maxBody {
		h.say(fmt.Sprintf("an answer of more than %d bytes passes without being looked at", maxBody))
		resp.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(body), resp.Body), resp.Body}
		return nil
	}
	resp.Body.Close()
	out, _ := x.session.FromServer(body) // what is no message passes
	resp.Body = io.NopCloser(bytes.NewReader(out))
	resp.ContentLength = int64(len(out))
	if resp.Header.Get("Content-Length") != "" {
		resp.Header.Set("Content-Length", strconv.Itoa(len(out)))
	}
	return nil
}

// An eventRewriter passes a stream of events on and rewrites those with lists of tools in them.
type eventRewriter struct {
	src     io.ReadCloser
	h       *HTTP
	session *Session
	events  frame.Events
	ready   []byte
	err     error
	plain   bool // the rest passes as it is
}

func (e *eventRewriter) Read(p []byte) (int, error) {
	for len(e.ready) == 0 {
		if e.err != nil {
			return 0, e.err
		}
		buf := make([]byte, 32<<10)
		n, err := e.src.Read(buf)
		e.err = err
		if e.plain {
			e.ready = buf[:n]
			continue
		}
		e.events.Write(buf[:n])
		for ev, ok := e.events.Next(); ok; ev, ok = e.events.Next() {
			e.ready = append(e.ready, e.event(ev)...)
		}
		if rest := e.events.Pending(); len(rest) > maxBody || err != nil {
			e.ready = append(e.ready, rest...)
			e.plain = true // an event that is too large to be looked at, or the end
		}
	}
	n := copy(p, e.ready)
	e.ready = e.ready[n:]
	return n, nil
}

func (e *eventRewriter) Close() error { return e.src.Close() }

// event returns the bytes that an event is passed on as.
func (e *eventRewriter) event(ev frame.Event) []byte {
	if len(ev.Data) == 0 {
		return ev.Raw
	}
	if ev.Type == "endpoint" { // of the older transport: where the client is to send its messages
		u, err := e.h.URL.Parse(string(ev.Data))
		if err != nil || u.Host != e.h.URL.Host {
			return ev.Raw
		}
		e.h.remember(endpointKey(u), e.session)
		return ev.WithData([]byte(u.RequestURI()))
	}
	out, err := e.session.FromServer(ev.Data)
	if err != nil || bytes.Equal(out, ev.Data) {
		return ev.Raw
	}
	return ev.WithData(out)
}
