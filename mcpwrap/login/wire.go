package login

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

const (
	maxAnswer = 1 << 20 // bytes of an answer that are read
	maxQuoted = 300     // bytes of an error of a server that are repeated
	oneTry    = 30 * time.Second
)

// A wire carries the requests of one login or renewal. It stands below the OAuth client, which trusts answers more than
// is good: it quotes whole bodies in errors, follows redirects with what it sends, and reads without an end.
type wire struct {
	base     http.RoundTripper
	local    bool   // the server is on this machine, so that plain HTTP on it is no leak
	resource string // sent with forms that name none

	// documents holds metadata by address: what was checked once is what is used later, whatever the server says then.
	mu        sync.Mutex
	documents map[string][]byte
}

func newWire(server *url.URL) *wire {
	return &wire{base: http.DefaultTransport, local: server.Scheme == "http" && loopback(server), documents: map[string][]byte{}}
}

func (w *wire) client() *http.Client {
	return &http.Client{Transport: w, Timeout: oneTry, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if len(via) >= 5 || origin(req.URL) != origin(via[0].URL) { // metadata speaks for the host that it was asked of
			return fmt.Errorf("a redirect to %s is not followed", safetext.Line(req.URL.Host))
		}
		return nil
	}}
}

// RoundTrip makes one request. An answer to a POST that is no success is an error.
func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := w.mayReach(req.URL); err != nil {
		return nil, err
	}
	if req.Method == http.MethodPost {
		return w.post(req)
	}
	key := req.URL.String()
	w.mu.Lock()
	known, ok := w.documents[key]
	w.mu.Unlock()
	if ok {
		return answer(req, &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}}, known), nil
	}
	resp, err := w.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	body, err := read(resp)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusOK && !json.Valid(body) {
		resp.StatusCode = http.StatusNotFound // a page that is shown for every address
	}
	if resp.StatusCode == http.StatusOK {
		w.mu.Lock()
		w.documents[key] = body
		w.mu.Unlock()
	}
	return answer(req, resp, body), nil
}

func (w *wire) post(req *http.Request) (*http.Response, error) {
	var form url.Values
	if strings.HasPrefix(req.Header.Get("Content-Type"), "application/x-www-form-urlencoded") {
		sent, err := io.ReadAll(req.Body)
		req.Body.Close()
		if err != nil {
			return nil, err
		}
		if form, err = url.ParseQuery(string(sent)); err != nil {
			return nil, err
		}
		if w.resource != "" && !form.Has("resource") && form.Has("grant_type") {
			form.Set("resource", w.resource)
		}
		text := form.Encode()
		req = req.Clone(req.Context()) // a transport leaves the request as it is
		req.Body, req.GetBody, req.ContentLength = io.NopCloser(strings.NewReader(text)), nil, int64(len(text))
	}
	resp, err := w.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	body, err := read(resp)
	if err != nil {
		return nil, err
	}
	var said struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	// Some servers answer errors with status 200. Some answer with pages, which are of no use in an error.
	if err := json.Unmarshal(body, &said); err == nil && said.Error != "" || resp.StatusCode >= 300 {
		r := &refusal{host: req.URL.Host, status: resp.StatusCode, code: said.Error, text: said.Description}
		r.hide(req, form)
		return nil, r
	}
	return answer(req, resp, body), nil
}

// mayReach refuses addresses on which anybody on the way can read along.
func (w *wire) mayReach(u *url.URL) error {
	if u.Scheme == "https" || u.Scheme == "http" && w.local && loopback(u) {
		return nil
	}
	return fmt.Errorf("%s is not reached over https", safetext.Line(u.Host))
}

// read takes the body of an answer, as far as it is read at all.
func read(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err == nil && len(body) > maxAnswer {
		err = errors.New("the answer is too large")
	}
	return body, err
}

func answer(req *http.Request, resp *http.Response, body []byte) *http.Response {
	out := *resp
	out.Request, out.Body, out.ContentLength = req, io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return &out
}

// A refusal is an answer of an authorization server that is no success.
type refusal struct {
	host       string
	status     int
	code, text string // as OAuth has them; empty if the answer was of another kind
}

func (r *refusal) Error() string {
	switch {
	case r.code == "":
		return fmt.Sprintf("%s answers status %d", safetext.Line(r.host), r.status)
	case r.text == "":
		return fmt.Sprintf("%s refuses: %s", safetext.Line(r.host), quoted(r.code))
	}
	return fmt.Sprintf("%s refuses: %s: %s", safetext.Line(r.host), quoted(r.code), quoted(r.text))
}

// hide takes out of what the server says the secrets that it repeats.
func (r *refusal) hide(req *http.Request, form url.Values) {
	var secrets []string
	for _, name := range []string{"code", "code_verifier", "refresh_token", "client_secret", "device_code", "token"} {
		secrets = append(secrets, form[name]...)
	}
	if _, password, ok := req.BasicAuth(); ok {
		plain, err := url.QueryUnescape(password)
		if err != nil {
			plain = password
		}
		secrets = append(secrets, password, plain)
	}
	for _, s := range secrets {
		if s != "" {
			r.code, r.text = strings.ReplaceAll(r.code, s, "…"), strings.ReplaceAll(r.text, s, "…")
		}
	}
}

func quoted(s string) string {
	if len(s) > maxQuoted {
		s = strings.ToValidUTF8(s[:maxQuoted], "") + "…"
	}
	return safetext.Line(s)
}

// explain says what could not be done and why. The words of the OAuth client around the cause are left out.
func explain(what string, err error) error {
	var (
		r *refusal
		u *url.Error
	)
	switch {
	case errors.As(err, &r):
		return fmt.Errorf("%s: %w", what, r)
	case errors.As(err, &u):
		host := "the server"
		if to, err := url.Parse(u.URL); err == nil && to.Host != "" {
			host = safetext.Line(to.Host)
		}
		return fmt.Errorf("%s: %s cannot be reached: %w", what, host, u.Err)
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return fmt.Errorf("%s: %s", what, quoted(err.Error()))
}

// A hinted error says what to do.
type hinted struct {
	error
	hint string
}

func (e *hinted) Unwrap() error { return e.error }

// Hint returns the line that says what to do.
func (e *hinted) Hint() string { return e.hint }

// loopback reports whether an address is on this machine.
func loopback(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return ip != nil && ip.IsLoopback() || strings.EqualFold(u.Hostname(), "localhost")
}

// origin is what tells servers apart: the scheme, the host and the port.
func origin(u *url.URL) string {
	host := strings.ToLower(u.Host)
	if port := u.Port(); port == "443" && u.Scheme == "https" || port == "80" && u.Scheme == "http" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return strings.ToLower(u.Scheme) + "://" + host
}
