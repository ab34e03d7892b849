package mcpwrap

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// An HTTP passes the requests of clients on to a server that speaks streamable HTTP, or the older HTTP with server-sent
// events, and its answers back. Status, headers and bodies are the server's, but for lists of tools. It is a handler for
// /, /mcp and whatever else the server names.
type HTTP struct {
	URL    *url.URL    // of the server's endpoint
	Header http.Header // set on every request to it, over what the client sent
	// Token, if not empty, is what a client has to bring as a bearer token; it is not passed on.
	Token string

	Rewriter *Rewriter
	Observer Observer
	// Say is told, for people, what went wrong on the way to the server; nil is told nothing.
	Say func(string)

	proxy    *httputil.ReverseProxy
	mu       sync.Mutex
	sessions map[string]*Session // by the ID that the server gave them
	order    []string            // of sessions, oldest first
}

// Bounds of what is remembered and looked at.
const (
	maxSessions = 10_000
	maxBody     = frame.DefaultLimit
)

// NewHTTP makes the handler of a server.
func NewHTTP(h *HTTP) (*HTTP, error) {
	if h.URL == nil || h.URL.Scheme != "http" && h.URL.Scheme != "https" || h.URL.Host == "" {
		return nil, errors.New("the server's URL is one of http or https")
	}
	h.sessions = map[string]*Session{}
	h.proxy = &httputil.ReverseProxy{
		Rewrite:        h.forward,
		ModifyResponse: h.answer,
		ErrorHandler:   h.failed,
		FlushInterval:  -1,
		ErrorLog:       slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		Transport:      transport(),
	}
	return h, nil
}

// transport keeps as many connections as clients that are busy at the same time have use for.
func transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 128
	t.DisableCompression = true // what the client does not ask for, nobody does
	return t
}

// exchange is what is known of a request when its answer comes.
type exchange struct {
	session *Session
	look    bool   // the answer is to be looked into
	key     string // of the session, as far as the client knows it
	id      []byte // of the request; nil if there is none
}

type exchangeKey struct{}

// ServeHTTP passes one request on.
func (h *HTTP) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !(guard{h.Token}).admits(w, r) {
		return
	}
	x := &exchange{key: sessionKey(r)}
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
		if err != nil {
			http.Error(w, "the request could not be read", http.StatusBadRequest)
			return
		}
		x.session = h.session(x.key)
		if len(body) > maxBody { // passes unseen
			r.Body = struct {
				io.Reader
				io.Closer
			}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
		} else {
			_, _ = x.session.FromClient(body) // what is no message is the server's matter
			x.look = h.Observer != nil || x.session.Lists() > 0
			if messages, err := frame.Read(body); err == nil {
				x.id = messages[0].ID.Of(body)
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			r.ContentLength = int64(len(body))
		}
	} else if r.Method == http.MethodGet {
		x.session = h.session(x.key)
		x.look = h.Observer != nil || x.session.Lists() > 0 || r.Header.Get("Last-Event-ID") != "" || x.key == ""
	}
	h.proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x)))
}

// sessionKey is what tells sessions apart: the ID in the header, or of the older transport the address of the endpoint.
func sessionKey(r *http.Request) string {
	if id := r.Header.Get("Mcp-Session-Id"); id != "" {
		return id
	}
	if r.Method == http.MethodPost && r.URL.RawQuery != "" {
		return endpointKey(r.URL)
	}
	return ""
}

func endpointKey(u *url.URL) string { return "endpoint " + u.EscapedPath() + "?" + u.RawQuery }

// session returns the session of a key, or a new one that belongs to this request alone.
func (h *HTTP) session(key string) *Session {
	if key != "" {
		h.mu.Lock()
		defer h.mu.Unlock()
		if s := h.sessions[key]; s != nil {
			return s
		}
	}
	s := NewSession(h.Rewriter, h.Observer, false)
	s.lists = h.Observer == nil // other answers are not looked into
	return s
}

// remember keeps a session under the key that its next requests will bring.
func (h *HTTP) remember(key string, s *Session) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.sessions[key]; ok {
		return
	}
	h.sessions[key] = s
	h.order = append(h.order, key)
	if len(h.order) > maxSessions {
		delete(h.sessions, h.order[0])
		h.order = h.order[1:]
	}
}

// forward makes of the client's request the one to the server.
func (h *HTTP) forward(r *httputil.ProxyRequest) {
	to := *h.URL
	if p := r.In.URL.Path; p != "/" && p != "" && p != "/mcp" {
		to.Path, to.RawPath = r.In.URL.Path, r.In.URL.RawPath
		to.RawQuery = ""
	}
	if r.In.URL.RawQuery != "" {
		to.RawQuery = strings.TrimPrefix(to.RawQuery+"&"+r.In.URL.RawQuery, "&")
	}
	r.Out.URL, r.Out.Host = &to, ""
	if h.Token != "" {
		r.Out.Header.Del("Authorization")
	}
	if x, ok := r.In.Context().Value(exchangeKey{}).(*exchange); ok && x.look {
		r.Out.Header.Set("Accept-Encoding", "identity") // what is packed cannot be looked into
	}
	for name, values := range h.Header {
		r.Out.Header[name] = values
	}
}

// failed answers for a server that cannot be reached. It is never an empty success.
func (h *HTTP) failed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the client is gone
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // without the address, which may hold secrets
	}
	text := "the server at " + h.URL.Host + " cannot be reached: " + err.Error()
	h.say(text)
	id := []byte("null")
	if x, ok := r.Context().Value(exchangeKey{}).(*exchange); ok && x.id != nil {
		id = x.id
		x.session.Forget(id)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadGateway)
	_, _ = w.Write(failure(id, codeGone, text))
}

func (h *HTTP) say(text string) {
	if h.Say != nil {
		h.Say(text)
	}
}
