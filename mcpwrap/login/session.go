package login

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
)

// A Session gives the requests to one server what a login has brought, and renews it. It takes up what other processes
// put into the store: a login that is made while it runs, and one that they have renewed. It is safe for concurrent use.
type Session struct {
	store   Store
	server  *url.URL
	address string
	say     func(string)

	turn chan struct{} // held by who looks at what follows
	have *entry        // nil if nothing is known
	dead string        // what could not be renewed, and why
	why  error

	// unsaved replaces the entry with the access token spent, since it could not be written over it.
	unsaved *entry
	spent   string
}

// NewSession makes the session of a server. Say is told, for people, what went wrong on the way and can be lived with; it
// may be nil. Nothing is read before the first request.
func NewSession(store Store, server *url.URL, say func(string)) *Session {
	if say == nil {
		say = func(string) {}
	}
	return &Session{store: store, server: server, address: Address(server), say: say, turn: make(chan struct{}, 1)}
}

const (
	ahead = 10 * time.Second // before its end, a token is renewed
	whole = time.Minute      // is what a renewal may take
)

func (s *Session) lock(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Header returns the value of the Authorization header for a request, "" if there is no login. A token that is about to
// expire is renewed before.
func (s *Session) Header(ctx context.Context) (string, error) {
	if err := s.lock(ctx); err != nil {
		return "", err
	}
	defer func() { <-s.turn }()
	if s.have == nil || s.have.ends(ahead) {
		if err := s.read(); err != nil {
			return "", err
		}
	}
	switch {
	case s.have == nil:
		return "", nil
	case !s.have.ends(ahead) || s.have.Refresh == "":
		return s.have.header(), nil // the server is the one to say that it is too late
	}
	err := s.renew(ctx)
	switch {
	case s.have == nil:
		return "", nil
	case err != nil && s.have.ends(0):
		return "", err
	}
	return s.have.header(), nil
}

// Renew is for a request that was refused with the header that Header gave. It returns another one, that has come into the
// store since or was fetched now, or "" if there is none.
func (s *Session) Renew(ctx context.Context, refused string) (string, error) {
	if err := s.lock(ctx); err != nil {
		return "", err
	}
	defer func() { <-s.turn }()
	if err := s.read(); err != nil {
		return "", err
	}
	switch {
	case s.have == nil:
		return "", nil
	case s.have.header() != refused:
		return s.have.header(), nil
	case s.have.Refresh == "":
		return "", nil
	}
	if err := s.renew(ctx); err != nil || s.have == nil {
		return "", err
	}
	return s.have.header(), nil
}

func (s *Session) read() error {
	e, err := s.store.load(s.address)
	if err != nil {
		return fmt.Errorf("reading the login: %w", err)
	}
	s.have = s.latest(e)
	return nil
}

// latest is an entry of the store, or what could not be written over it.
func (s *Session) latest(e *entry) *entry {
	if e != nil && s.unsaved != nil && e.Access == s.spent {
		return s.unsaved
	}
	s.unsaved = nil
	return e
}

// ends reports whether a token expires within a time.
func (e *entry) ends(within time.Duration) bool {
	return !e.Expires.IsZero() && time.Until(e.Expires) < within
}

// renew fetches a new token for the one in s.have, unless another process has done so. A refresh token is often good for
// one use, so that it is used by one at a time, and a use that has begun is brought to its end.
func (s *Session) renew(ctx context.Context) error {
	if s.dead == s.have.Refresh {
		return s.why
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), whole)
	defer cancel()
	unlock, err := s.store.lock(ctx, s.address)
	switch {
	case err == nil:
		defer unlock()
	case ctx.Err() != nil:
		return errors.New("renewing the login: another process does not come to an end with it")
	default: // a folder that cannot be written: a login that lasts as long as this process is better than none
	}
	before := s.have.Access
	if err := s.read(); err != nil {
		return err
	}
	if s.have == nil || s.have.Access != before && !s.have.ends(ahead) {
		return nil
	}
	next, err := s.fetch(ctx, s.have)
	if err != nil {
		var r *refusal
		if errors.As(err, &r) && r.code != "" {
			s.dead, s.why = s.have.Refresh, err
		}
		return err
	}
	if err := s.store.save(next); err != nil {
		s.say(fmt.Sprintf("the renewed login cannot be kept, and ends with this process: %v", err))
		if s.unsaved == nil {
			s.spent = s.have.Access
		}
		s.unsaved = next
	}
	s.have = next
	return nil
}

// fetch renews a token where it was issued, and nowhere else.
func (s *Session) fetch(ctx context.Context, e *entry) (*entry, error) {
	a := &authority{wire: newWire(s.server), resource: e.Resource, document: e.Document, base: e.Base}
	a.wire.resource = e.Resource
	if err := a.load(ctx); err != nil {
		return nil, fmt.Errorf("renewing the login: %w", err)
	}
	if a.meta.Issuer != e.Issuer || a.meta.TokenEndpoint != e.Tokens {
		return nil, fmt.Errorf("renewing the login: the server now names the authorization server %s, and the login is of %s", quoted(a.meta.Issuer), quoted(e.Issuer))
	}
	h := a.handler(transport.OAuthConfig{ClientID: e.Client, ClientSecret: e.Secret, TokenEndpointAuthMethod: e.Method})
	token, err := h.RefreshToken(ctx, e.Refresh)
	if err != nil {
		return nil, explain("renewing the login", err)
	}
	next := *e
	if err := next.take(token, time.Now()); err != nil {
		return nil, fmt.Errorf("renewing the login: %w", err)
	}
	return &next, nil
}
