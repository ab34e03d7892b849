package login

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

const callbackPath = "/callback"

// A callback is where the browser brings the answer of the authorization server to: a port of this machine.
type callback struct {
	listener net.Listener
	state    string
	issuer   string // that the answer is to name
	named    bool   // it has to name one
	say      func(string)

	other  sync.Once
	answer chan answered
}

type answered struct {
	code string
	err  error
}

// listen opens the port, any that is free if it is 0.
func listen(port int) (*callback, error) {
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		return nil, fmt.Errorf("listening on port %d: %w", port, err)
	}
	return &callback{listener: l, answer: make(chan answered, 1)}, nil
}

func (c *callback) uri() string { return "http://" + c.listener.Addr().String() + callbackPath }

// wait returns the code that the browser brings.
func (c *callback) wait(ctx context.Context) (string, error) {
	server := &http.Server{Handler: c, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(c.listener) })
	defer serving.Wait()
	defer server.Close()
	select {
	case a := <-c.answer:
		// The browser is to have its page before the port is closed.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		_ = server.Shutdown(last)
		return a.code, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// ServeHTTP takes the answer. Any page of the web can send a browser here, so that what does not carry the state is no
// answer, and the right one is still waited for.
func (c *callback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	q := r.URL.Query()
	switch {
	case r.Method != http.MethodGet || r.URL.Path != callbackPath:
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, "There is nothing here.\n")
		return
	case subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(c.state)) != 1:
		c.other.Do(func() {
			c.say("an answer came that does not belong to this login (its state is another), and was not taken")
		})
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, "This does not belong to the login that is waiting.\n")
		return
	}
	a := c.read(q.Get("error"), q.Get("error_description"), q.Get("code"), q.Get("iss"), q.Has("iss"))
	select {
	case c.answer <- a:
	default: // the page was loaded again
	}
	if a.err != nil {
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, "The login did not work out. The terminal says why.\n")
		return
	}
	_, _ = io.WriteString(w, "The answer is there. You can close this page and go back to the terminal.\n")
}

func (c *callback) read(code, description, grant, issuer string, named bool) answered {
	switch {
	case named && strings.TrimSuffix(issuer, "/") != strings.TrimSuffix(c.issuer, "/"):
		// A code of one server must not be taken to another (RFC 9207).
		return answered{err: fmt.Errorf("the answer comes from the issuer %s, and not from %s", quoted(issuer), quoted(c.issuer))}
	case !named && c.named:
		return answered{err: fmt.Errorf("the answer does not say that it comes from %s", quoted(c.issuer))}
	case code != "" && description != "":
		return answered{err: fmt.Errorf("the login was refused: %s: %s", quoted(code), quoted(description))}
	case code != "":
		return answered{err: fmt.Errorf("the login was refused: %s", quoted(code))}
	case grant == "":
		return answered{err: errors.New("the answer holds no code")}
	}
	return answered{code: grant}
}
