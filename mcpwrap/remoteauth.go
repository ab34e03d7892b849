package mcpwrap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/mcpwrap/frame"
	"github.com/schema-bench/schema-bench/mcpwrap/login"
)

// An Authorizer gives requests what a login has brought, as [login.Session] does.
type Authorizer interface {
	// Header returns the value of the Authorization header, "" if there is no login.
	Header(ctx context.Context) (string, error)
	// Renew returns another value after one was refused, "" if there is none.
	Renew(ctx context.Context, refused string) (string, error)
}

// An authError is a request that was not made, since its login cannot be had.
type authError struct{ error }

func (e authError) Unwrap() error { return e.error }

// auth is who authorises requests; nil if the user has said what they carry.
func (r *remoteRun) auth() Authorizer {
	if r.Header.Get("Authorization") != "" || r.URL.User != nil {
		return nil
	}
	return r.Auth
}

// do makes a request, with a login if there is one, and once more if the login was refused and there is another one.
// Written is called when it has gone out.
func (r *remoteRun) do(method string, body []byte, messages []frame.Message, last string, written func()) (*http.Response, error) {
	auth := r.auth()
	if auth == nil {
		return r.once(method, body, messages, last, "", written)
	}
	value, err := auth.Header(r.ctx)
	if err != nil {
		return nil, authError{err}
	}
	resp, err := r.once(method, body, messages, last, value, written)
	if err != nil || resp.StatusCode != http.StatusUnauthorized || !r.own(resp.Request) {
		return resp, err
	}
	again, err := auth.Renew(r.ctx, value)
	if err != nil {
		resp.Body.Close()
		return nil, authError{err}
	}
	if again == "" || again == value {
		return resp, nil
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // so that the connection can be used again
	resp.Body.Close()
	return r.once(method, body, messages, last, again, written)
}

// own reports whether a request went to the server that the user named, and not to where that redirects to.
func (r *remoteRun) own(req *http.Request) bool {
	return strings.EqualFold(req.URL.Scheme, r.URL.Scheme) && strings.EqualFold(req.URL.Host, r.URL.Host)
}

// redirected takes off a request that follows a redirect what is for the server alone. What the HTTP client keeps from
// other hosts by itself is less: it lets a login go to every port and to names below that of the server.
func (r *remoteRun) redirected(req *http.Request, via []*http.Request) error {
	if len(via) >= 10 {
		return errors.New("it redirects too often")
	}
	if r.auth() != nil && !r.own(req) {
		req.Header.Del("Authorization")
	}
	if !strings.EqualFold(req.URL.Hostname(), r.URL.Hostname()) {
		for name := range r.Header {
			req.Header.Del(name)
		}
	}
	return nil
}

// unreached says why a request has no answer.
func (r *remoteRun) unreached(err error) string {
	var a authError
	if errors.As(err, &a) {
		return fmt.Sprintf("the server at %s wants a login, and there is none that can be used (%v): %s", r.URL.Host, a, r.howToLogin(""))
	}
	return fmt.Sprintf("the server at %s cannot be reached: %v", r.URL.Host, plain(err))
}

// unauthorised says what to do about an answer that lets nobody in; "" if it is none.
func (r *remoteRun) unauthorised(resp *http.Response) string {
	byHeader := "send a token with --header 'Authorization: Bearer ${TOKEN}'"
	switch {
	case resp.StatusCode == http.StatusUnauthorized && !r.own(resp.Request):
		return fmt.Sprintf("the server redirects to %s, which answers status 401: wrap that address, and log in there", safetext.Line(resp.Request.URL.Host))
	case resp.StatusCode == http.StatusUnauthorized && r.auth() == nil && r.Auth != nil:
		return fmt.Sprintf("the server answers status 401: it does not take what --header or the address gives it; without that, %s", r.howToLogin(""))
	case resp.StatusCode == http.StatusUnauthorized && resp.Request.Header.Get("Authorization") != "":
		return fmt.Sprintf("the server answers status 401 and does not take the login: %s", r.howToLogin(""))
	case resp.StatusCode == http.StatusUnauthorized && r.Auth != nil:
		return fmt.Sprintf("the server answers status 401 and wants authorisation: %s; or %s", r.howToLogin(""), byHeader)
	case resp.StatusCode == http.StatusUnauthorized:
		return fmt.Sprintf("the server answers status 401 and wants authorisation: %s", byHeader)
	case resp.StatusCode == http.StatusForbidden && r.auth() != nil:
		if c := login.ReadChallenge(resp.Header); c.Error == "insufficient_scope" && c.Scope != "" {
			return fmt.Sprintf("the server answers status 403: the login lacks the scope %s: %s", safetext.Line(c.Scope), r.howToLogin(c.Scope))
		}
	}
	return ""
}

// inItsWords is what a server says of a refusal, if that is for programs: a page says nothing in a line. What the request
// carried is taken out.
func (r *remoteRun) inItsWords(resp *http.Response) string {
	if !strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "application/json") {
		return ""
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if err != nil || len(b) == 0 {
		return ""
	}
	text := string(b)
	secrets := resp.Request.Header.Values("Authorization")
	for _, values := range r.Header {
		secrets = append(secrets, values...)
	}
	for _, s := range secrets {
		if _, token, ok := strings.Cut(s, " "); ok && token != "" {
			s = token
		}
		if len(s) > 3 { // what is shorter is in any text, and secret to nobody
			text = strings.ReplaceAll(text, s, "…")
		}
	}
	return ". The server says: " + safetext.Line(strings.ToValidUTF8(text[:min(len(text), 300)], ""))
}

// howToLogin is the command for it. It goes to the client, whose user is to type it.
func (r *remoteRun) howToLogin(scope string) string {
	command := "schema-bench wrap login "
	if scope != "" && !strings.ContainsAny(scope, `'"\`) {
		command += "--scope '" + safetext.Line(scope) + "' "
	}
	return "run " + command + safetext.Line(login.Address(r.URL)) + " in a terminal, and try again"
}
