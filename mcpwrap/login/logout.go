package login

import (
	"context"
	"fmt"
	"net/url"
)

// A Left is what became of a login that was ended.
type Left struct {
	Server  string // its Address
	Found   bool   // there was a login
	Revoked bool   // the authorization server no longer takes its tokens
	// Warning is why they could not be revoked; nil also where the authorization server has no such service.
	Warning error
}

// Logout revokes the tokens of a server, where that is possible, and removes them in any case.
func Logout(ctx context.Context, store Store, server *url.URL) (*Left, error) {
	left := &Left{Server: Address(server)}
	e, err := store.load(left.Server)
	if err == nil && e == nil {
		return left, nil
	}
	left.Found = true
	unlock, lockErr := store.lock(ctx, left.Server)
	if lockErr != nil {
		return nil, fmt.Errorf("removing the login: %w", lockErr)
	}
	defer unlock()
	if err == nil { // it may have been renewed meanwhile
		e, err = store.load(left.Server)
	}
	if err := store.remove(left.Server); err != nil {
		return nil, fmt.Errorf("removing the login: %w", err)
	}
	switch {
	case err != nil:
		left.Warning = err
	case e != nil && e.Revocation != "":
		left.Warning = e.revoke(ctx, server)
		left.Revoked = left.Warning == nil
	}
	return left, nil
}

// revoke ends what renews the token first: most servers end the other one with it.
func (e *entry) revoke(ctx context.Context, server *url.URL) error {
	a := &authority{wire: newWire(server)}
	for _, t := range []struct{ token, kind string }{{e.Refresh, "refresh_token"}, {e.Access, "access_token"}} {
		if t.token == "" {
			continue
		}
		if err := a.send(ctx, e.Revocation, e, url.Values{"token": {t.token}, "token_type_hint": {t.kind}}, nil); err != nil {
			return explain("revoking the tokens", err)
		}
	}
	return nil
}
