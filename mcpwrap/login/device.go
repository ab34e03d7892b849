package login

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

// deviceAnswer is what an authorization server says when a device wants to log in; times are in seconds.
type deviceAnswer struct {
	Device   string `json:"device_code"`
	User     string `json:"user_code"`
	Place    string `json:"verification_uri"`
	Whole    string `json:"verification_uri_complete"`
	Expires  int64  `json:"expires_in"`
	Interval int64  `json:"interval"`
}

// byDevice logs in by a code that the user types on any device (RFC 8628).
func (o *Options) byDevice(ctx context.Context, a *authority, e *entry, scopes []string) (*transport.Token, error) {
	if a.more.Device == "" {
		return nil, &hinted{fmt.Errorf("%s knows no login by another device", quoted(a.meta.Issuer)), "leave --device out, and log in by a browser on this machine"}
	}
	if e.Client == "" {
		if err := a.registerDevice(ctx, e, scopes); err != nil {
			return nil, err
		}
	}
	form := url.Values{"resource": {a.resource}}
	if len(scopes) > 0 {
		form.Set("scope", strings.Join(scopes, " "))
	}
	var d deviceAnswer
	if err := a.send(ctx, a.more.Device, e, form, &d); err != nil {
		return nil, explain("asking for a code", err)
	}
	if err := d.check(a); err != nil {
		return nil, err
	}
	text := fmt.Sprintf("open %s on any device and type the code %s", safetext.Line(d.Place), quoted(d.User))
	if u, err := url.Parse(d.Whole); err == nil && a.wire.mayReach(u) == nil {
		text += ", or open " + safetext.Line(d.Whole) + " and compare the code"
	}
	o.Say(text)
	return o.poll(ctx, a, e, d)
}

// check refuses answers that no login can come of.
func (d *deviceAnswer) check(a *authority) error {
	if d.Device == "" || d.User == "" {
		return errors.New("the authorization server answers without a code")
	}
	u, err := url.Parse(d.Place)
	if err != nil || u.Host == "" {
		return errors.New("the authorization server does not say where the code is to be typed")
	}
	if err := a.wire.mayReach(u); err != nil {
		return err
	}
	if d.Interval <= 0 {
		d.Interval = 5 // as RFC 8628 has it
	}
	return nil
}

// poll asks for the token until the user has said yes or no, no more often than the server wants.
func (o *Options) poll(ctx context.Context, a *authority, e *entry, d deviceAnswer) (*transport.Token, error) {
	pause := o.pause
	if pause == nil {
		pause = sleep
	}
	expired := &hinted{errors.New("the code has expired before it was typed"), "ask for a new one by the same command"}
	if d.Expires > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, time.Duration(min(d.Expires, 86400))*time.Second, expired)
		defer cancel()
	}
	wait := time.Duration(min(d.Interval, 3600)) * time.Second
	for {
		if err := pause(ctx, wait); err != nil {
			return nil, context.Cause(ctx)
		}
		token := new(transport.Token)
		err := a.send(ctx, e.Tokens, e, url.Values{"grant_type": {deviceGrant}, "device_code": {d.Device}, "resource": {a.resource}}, token)
		var r *refusal
		switch {
		case err == nil:
			return token, nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case !errors.As(err, &r) && !errors.As(err, new(*url.Error)):
			return nil, explain("fetching the token", err)
		case r == nil || r.code == "" && r.status >= 500: // it may come back
			wait = min(2*wait, time.Minute)
		case r.code == "authorization_pending":
		case r.code == "slow_down":
			wait += 5 * time.Second
		case r.code == "expired_token":
			return nil, expired
		case r.code == "access_denied":
			return nil, fmt.Errorf("the login was refused: %s", r)
		default:
			return nil, explain("fetching the token", err)
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// registerDevice makes a registration that may ask for codes, which that of the OAuth client may not.
func (a *authority) registerDevice(ctx context.Context, e *entry, scopes []string) error {
	if a.meta.RegistrationEndpoint == "" {
		return a.unregistered(nil)
	}
	wanted, err := json.Marshal(struct {
		Name   string   `json:"client_name"`
		Method string   `json:"token_endpoint_auth_method"`
		Grants []string `json:"grant_types"`
		Scope  string   `json:"scope,omitempty"`
	}{"schema-bench", "none", []string{deviceGrant, "refresh_token"}, strings.Join(scopes, " ")})
	if err != nil {
		return err
	}
	var got struct {
		Client string `json:"client_id"`
		Secret string `json:"client_secret"`
		Method string `json:"token_endpoint_auth_method"`
	}
	if err := a.post(ctx, a.meta.RegistrationEndpoint, "application/json", string(wanted), nil, &got); err != nil {
		return a.unregistered(err)
	}
	if got.Client == "" {
		return a.unregistered(errors.New("the answer holds no client"))
	}
	e.Client, e.Secret, e.Method = got.Client, got.Secret, got.Method
	return nil
}

// send posts a form with what says which program asks.
func (a *authority) send(ctx context.Context, to string, e *entry, form url.Values, into any) error {
	method := e.Method
	if method == "" && e.Secret != "" && a.meta != nil && !listsPost(a.meta) {
		method = "client_secret_basic"
	}
	if e.Secret != "" && method == "client_secret_basic" {
		return a.post(ctx, to, "application/x-www-form-urlencoded", form.Encode(), func(r *http.Request) {
			r.SetBasicAuth(url.QueryEscape(e.Client), url.QueryEscape(e.Secret))
		}, into)
	}
	form.Set("client_id", e.Client)
	if e.Secret != "" && method != "none" {
		form.Set("client_secret", e.Secret)
	}
	return a.post(ctx, to, "application/x-www-form-urlencoded", form.Encode(), nil, into)
}

// listsPost reports whether a server takes secrets in forms, as one does that says nothing.
func listsPost(m *transport.AuthServerMetadata) bool {
	basic := false
	for _, method := range m.TokenEndpointAuthMethodsSupported {
		if method == "client_secret_post" {
			return true
		}
		basic = basic || method == "client_secret_basic"
	}
	return !basic
}

// post sends a body and reads the answer, if there is one, into a struct.
func (a *authority) post(ctx context.Context, to, kind, body string, change func(*http.Request), into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Accept", "application/json")
	if change != nil {
		change(req)
	}
	resp, err := a.wire.client().Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if into == nil {
		return nil
	}
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, into)
}
