package login

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

// An authority is who lets users in to a server, and how it was found.
type authority struct {
	wire     *wire
	resource string   // what tokens are asked for
	document string   // the address of the protected resource metadata; "" if there is none
	base     string   // what the document, or the authorization server, was looked for by
	scopes   []string // that the server says it knows

	meta *transport.AuthServerMetadata
	more moreMetadata
}

// moreMetadata is what the OAuth client does not read.
type moreMetadata struct {
	Issuer        string `json:"issuer"`
	TokenEndpoint string `json:"token_endpoint"`
	Device        string `json:"device_authorization_endpoint"`
	NamesIssuer   bool   `json:"authorization_response_iss_parameter_supported"`
}

const byHeader = "if the server takes a token or a key of another kind, send it with --header"

// probe asks the server for something without a login, and returns its challenge. Asked is whether there was one.
func probe(ctx context.Context, to *url.URL) (c Challenge, asked bool, err error) {
	client := &http.Client{Timeout: oneTry, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	const opening = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"schema-bench","version":"0"}}}`
	for _, method := range []string{http.MethodPost, http.MethodGet} { // the older transport knows GET alone
		req, err := http.NewRequestWithContext(ctx, method, to.String(), strings.NewReader(opening))
		if err != nil {
			return c, false, err
		}
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header.Set("Content-Type", "application/json")
		resp, err := client.Do(req)
		if err != nil {
			return c, false, explain("asking the server", err)
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusUnauthorized {
			return ReadChallenge(resp.Header), true, nil
		}
		if location, err := resp.Location(); err == nil && resp.StatusCode >= 300 && resp.StatusCode < 400 && origin(location) != origin(to) {
			return c, false, &hinted{fmt.Errorf("the server redirects to %s", safetext.Line(location.Host)), "log in to the address that it redirects to, and wrap that"}
		}
		if id := resp.Header.Get("Mcp-Session-Id"); id != "" { // nobody will use it
			if end, err := http.NewRequestWithContext(ctx, http.MethodDelete, to.String(), nil); err == nil {
				end.Header.Set("Mcp-Session-Id", id)
				if resp, err := client.Do(end); err == nil {
					resp.Body.Close()
				}
			}
		}
		if resp.StatusCode < 300 {
			break // it lets anybody in, so far
		}
	}
	return c, false, nil
}

// discover finds who lets users in to a server.
func discover(ctx context.Context, w *wire, server *url.URL, c Challenge, asked bool) (*authority, error) {
	a := &authority{wire: w}
	if err := a.findDocument(ctx, server, c); err != nil {
		return nil, err
	}
	if a.document == "" {
		if !asked {
			return nil, &hinted{errors.New("the server asks for no login"), byHeader}
		}
		// Before there was such metadata, the authorization server was the server's own host.
		a.base = origin(server)
		a.resource = Address(server)
		w.resource = a.resource
	}
	if err := a.load(ctx); err != nil {
		return nil, err
	}
	return a, nil
}

// findDocument looks for the protected resource metadata, where the challenge says and then in the usual places.
func (a *authority) findDocument(ctx context.Context, server *url.URL, c Challenge) error {
	var places []string
	if u, err := url.Parse(c.Metadata); err == nil && c.Metadata != "" && origin(u) == origin(server) {
		places = append(places, c.Metadata)
	}
	const usual = "/.well-known/oauth-protected-resource"
	if path := strings.TrimSuffix(server.EscapedPath(), "/"); path != "" {
		places = append(places, origin(server)+usual+path)
	}
	places = append(places, origin(server)+usual)
	for _, place := range places {
		doc, err := a.fetch(ctx, place)
		if err != nil {
			return err
		}
		if doc == nil {
			continue
		}
		switch {
		case doc.Resource == "":
			return fmt.Errorf("the metadata at %s names no resource", safetext.Line(place))
		case !covers(doc.Resource, server):
			// Tokens for another server would be handed to this one.
			return fmt.Errorf("the metadata at %s is that of %s, and not of this server", safetext.Line(place), quoted(doc.Resource))
		case len(doc.Servers) == 0:
			return &hinted{fmt.Errorf("the metadata at %s names no authorization server", safetext.Line(place)), byHeader}
		}
		a.document, a.base, a.resource, a.scopes = place, doc.Resource, doc.Resource, doc.Scopes
		return nil
	}
	return nil
}

type resourceMetadata struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
}

// fetch reads protected resource metadata; nil if there is none at that place.
func (a *authority) fetch(ctx context.Context, place string) (*resourceMetadata, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, place, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := a.wire.client().Do(req)
	if err != nil {
		return nil, explain("asking where to log in", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, nil
	}
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	doc := new(resourceMetadata)
	if err := json.Unmarshal(b, doc); err != nil {
		return nil, explain("reading the metadata at "+safetext.Line(place), err)
	}
	return doc, nil
}

// covers reports whether a resource is the server or something that it is a part of.
func covers(resource string, server *url.URL) bool {
	u, err := url.Parse(resource)
	if err != nil || u.User != nil || u.RawQuery != "" || u.Fragment != "" || origin(u) != origin(server) {
		return false
	}
	of, path := strings.TrimSuffix(u.EscapedPath(), "/"), strings.TrimSuffix(server.EscapedPath(), "/")
	return path == of || strings.HasPrefix(path, of+"/")
}

// handler is the OAuth client for this authority.
func (a *authority) handler(cfg transport.OAuthConfig) *transport.OAuthHandler {
	cfg.HTTPClient, cfg.PKCEEnabled, cfg.ProtectedResourceMetadataURL = a.wire.client(), true, a.document
	h := transport.NewOAuthHandler(cfg)
	h.SetBaseURL(a.base)
	return h
}

// load reads the metadata of the authorization server, and holds it against what has to be true of it.
func (a *authority) load(ctx context.Context) error {
	meta, err := a.handler(transport.OAuthConfig{}).GetServerMetadata(ctx)
	if err != nil {
		return explain("reading about the authorization server", err)
	}
	// Without a document the client guesses addresses; a guess gets no secrets.
	if !a.published(meta) {
		return &hinted{fmt.Errorf("%s publishes no metadata of an authorization server", safetext.Line(hostOf(meta.TokenEndpoint))), byHeader}
	}
	if a.document == "" && strings.TrimSuffix(meta.Issuer, "/") != a.base {
		return fmt.Errorf("%s publishes the metadata of another issuer, %s", safetext.Line(hostOf(a.base)), quoted(meta.Issuer))
	}
	if meta.AuthorizationEndpoint == "" && a.more.Device == "" {
		return fmt.Errorf("%s names no address where users say yes", quoted(meta.Issuer))
	}
	for _, address := range []string{meta.AuthorizationEndpoint, meta.TokenEndpoint, meta.RegistrationEndpoint, meta.RevocationEndpoint, a.more.Device} {
		u, err := url.Parse(address)
		if err != nil {
			return fmt.Errorf("%s names an address that is none", quoted(meta.Issuer))
		}
		if address == "" {
			continue
		}
		if err := a.wire.mayReach(u); err != nil {
			return err
		}
	}
	// Widely used servers know S256 and do not list it, so that silence is no reason to stop.
	if m := meta.CodeChallengeMethodsSupported; len(m) > 0 && !slices.Contains(m, "S256") {
		return fmt.Errorf("%s does not take S256 for the proof of who asked", quoted(meta.Issuer))
	}
	a.meta = meta
	return nil
}

// published finds the document that metadata was read from, and what else stands in it.
func (a *authority) published(meta *transport.AuthServerMetadata) bool {
	a.wire.mu.Lock()
	defer a.wire.mu.Unlock()
	for _, b := range a.wire.documents {
		var more moreMetadata
		if err := json.Unmarshal(b, &more); err == nil && more.TokenEndpoint != "" && more.TokenEndpoint == meta.TokenEndpoint && more.Issuer == meta.Issuer {
			a.more = more
			return true
		}
	}
	return false
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// Address is how a server is named to the user, and what its login is kept by: without a query and a user, which may hold
// secrets and do not make it another server.
func Address(u *url.URL) string {
	return origin(u) + strings.TrimSuffix(u.EscapedPath(), "/")
}
