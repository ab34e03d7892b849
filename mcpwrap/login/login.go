package login

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

// Options say how to log in. URL, Store and Say are needed.
type Options struct {
	URL   *url.URL // of the MCP server
	Store Store
	Say   func(string) // tells the user, in one line, what to open and what goes on

	// Device shows a code to be typed on another device, and needs no browser on this machine.
	Device bool
	// Scopes are asked for; none asks for those that the server names.
	Scopes []string
	// ClientID and Secret are those of a registration at the authorization server; with none, a new one is made.
	ClientID, Secret string
	// Port is where the browser brings the answer to; 0 is one that is free.
	Port int
	// Timeout bounds the whole; five minutes if zero.
	Timeout time.Duration

	pause func(context.Context, time.Duration) error // between two questions whether the user has said yes; for tests
}

// A Done is a login that has worked.
type Done struct {
	Server  string // its Address
	Issuer  string
	Scope   string    // names with blanks between; "" if unknown
	Expires time.Time // of the token; zero if it does not say
	Renews  bool      // it is renewed without the user
}

const patience = 5 * time.Minute

// Login asks the user to log in, waits until that is done, and keeps what it brings. Its errors can have a hint.
func Login(ctx context.Context, o Options) (*Done, error) {
	w := newWire(o.URL)
	if err := w.mayReach(o.URL); err != nil {
		return nil, &hinted{err, "tokens go over https alone, or to a server on this machine"}
	}
	limit := o.Timeout
	if limit <= 0 {
		limit = patience
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, &hinted{fmt.Errorf("nobody has logged in within %s", limit), "--wait gives more time"})
	defer cancel()
	e, err := o.login(ctx, w)
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, err
	}
	unlock, err := o.Store.lock(ctx, e.Server)
	if err != nil {
		return nil, fmt.Errorf("keeping the login: %w", err)
	}
	defer unlock()
	if err := o.Store.save(e); err != nil {
		return nil, fmt.Errorf("keeping the login: %w", err)
	}
	return &Done{Server: e.Server, Issuer: e.Issuer, Scope: e.Scope, Expires: e.Expires, Renews: e.Refresh != ""}, nil
}

func (o *Options) login(ctx context.Context, w *wire) (*entry, error) {
	c, asked, err := probe(ctx, o.URL)
	if err != nil {
		return nil, err
	}
	a, err := discover(ctx, w, o.URL, c, asked)
	if err != nil {
		return nil, err
	}
	e := &entry{
		Server: Address(o.URL), Resource: a.resource, Document: a.document, Base: a.base,
		Issuer: a.meta.Issuer, Tokens: a.meta.TokenEndpoint, Revocation: a.meta.RevocationEndpoint,
		Client: o.ClientID, Secret: o.Secret,
	}
	scopes := o.scopes(c, a)
	e.Scope = strings.Join(scopes, " ")
	var token *transport.Token
	if o.Device {
		token, err = o.byDevice(ctx, a, e, scopes)
	} else {
		token, err = o.byBrowser(ctx, a, e, scopes)
	}
	if err != nil {
		return nil, err
	}
	if err := e.take(token, time.Now()); err != nil {
		return nil, err
	}
	return e, nil
}

// scopes are those that the user names, that the server asks for, or that it says it knows, in this order.
func (o *Options) scopes(c Challenge, a *authority) []string {
	if len(o.Scopes) > 0 {
		return o.Scopes
	}
	scopes := strings.Fields(c.Scope)
	if len(scopes) == 0 {
		scopes = a.scopes
	}
	// Without it, some authorization servers issue nothing to renew a token with.
	const offline = "offline_access"
	if len(scopes) > 0 && !slices.Contains(scopes, offline) && slices.Contains(a.meta.ScopesSupported, offline) {
		scopes = append(slices.Clone(scopes), offline)
	}
	return scopes
}

// byBrowser logs in by a page that the user opens on this machine.
func (o *Options) byBrowser(ctx context.Context, a *authority, e *entry, scopes []string) (*transport.Token, error) {
	if a.meta.AuthorizationEndpoint == "" {
		return nil, &hinted{fmt.Errorf("%s lets nobody log in by a browser", quoted(a.meta.Issuer)), "--device shows a code to be typed elsewhere"}
	}
	back, err := listen(o.Port)
	if err != nil {
		return nil, &hinted{err, "--port names another port"}
	}
	defer back.listener.Close()
	back.say, back.issuer, back.named = o.Say, a.meta.Issuer, a.more.NamesIssuer

	tokens := transport.NewMemoryTokenStore()
	h := a.handler(transport.OAuthConfig{ClientID: o.ClientID, ClientSecret: o.Secret, RedirectURI: back.uri(), Scopes: scopes, TokenStore: tokens})
	if o.ClientID == "" {
		if a.meta.RegistrationEndpoint == "" {
			return nil, a.unregistered(nil)
		}
		if err := h.RegisterClient(ctx, "schema-bench"); err != nil {
			return nil, a.unregistered(err)
		}
		e.Client, e.Secret, e.Method = h.GetClientID(), h.GetClientSecret(), h.GetTokenEndpointAuthMethod()
		if e.Client == "" {
			return nil, a.unregistered(errors.New("the answer holds no client"))
		}
	}
	verifier, err := transport.GenerateCodeVerifier()
	if err != nil {
		return nil, err
	}
	if back.state, err = transport.GenerateState(); err != nil {
		return nil, err
	}
	page, err := h.GetAuthorizationURL(ctx, back.state, transport.GenerateCodeChallenge(verifier))
	if err != nil {
		return nil, explain("asking for the login", err)
	}
	if page, err = a.page(page); err != nil {
		return nil, err
	}
	o.Say("open this address in a browser on this machine to log in: " + safetext.Line(page))
	code, err := back.wait(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.ProcessAuthorizationResponse(ctx, code, back.state, verifier); err != nil {
		return nil, explain("fetching the token", err)
	}
	return tokens.GetToken(ctx)
}

// unregistered says that a registration has to be made by hand.
func (a *authority) unregistered(err error) error {
	if err == nil {
		err = fmt.Errorf("%s lets no program register itself", quoted(a.meta.Issuer))
	} else {
		err = explain("registering with the authorization server", err)
	}
	return &hinted{err, "register schema-bench there by hand, and name it by --client-id (and --client-secret); its redirect address is http://127.0.0.1:PORT" + callbackPath + ", with --port PORT"}
}

// page makes the address for the browser whole: the OAuth client writes a ? into one that has a query already, and names
// the resource only if there is metadata that does.
func (a *authority) page(made string) (string, error) {
	asked, err := url.ParseQuery(strings.TrimPrefix(made, a.meta.AuthorizationEndpoint+"?"))
	if err != nil {
		return "", err
	}
	to, err := url.Parse(a.meta.AuthorizationEndpoint)
	if err != nil {
		return "", err
	}
	q := to.Query()
	for name, values := range asked {
		q[name] = values
	}
	q.Set("resource", a.resource)
	to.RawQuery, to.Fragment = q.Encode(), ""
	return to.String(), nil
}
