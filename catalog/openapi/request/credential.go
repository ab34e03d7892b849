package request

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

// secure applies the first alternative that needs credentials and has them all.
func (b *builder) secure() error {
	for _, alternative := range b.call.Security {
		needed, there := 0, 0
		for i := range alternative {
			if alternative[i].Type == "mutualTLS" { // a matter of the connection
				continue
			}
			needed++
			if _, ok := b.opt.Credentials[alternative[i].Scheme]; ok {
				there++
			}
		}
		if needed == 0 || there < needed {
			continue
		}
		for i := range alternative {
			if err := b.apply(&alternative[i]); err != nil {
				return fmt.Errorf("security scheme %s: %w", quote(alternative[i].Scheme), err)
			}
		}
		return nil
	}
	return nil
}

// apply puts one credential where its scheme says. Keys in cookies are sent as they are, since that is how they are
// handed out; those in a query are encoded, since they would end there.
func (b *builder) apply(c *Credential) error {
	secret := b.opt.Credentials[c.Scheme]
	switch c.Type {
	case "apiKey":
		switch c.In {
		case "query":
			b.query = append(b.query, escape(c.Name)+"="+escape(secret))
			return nil
		case "header":
			return b.setHeader(c.Name, secret)
		case "cookie":
			return b.addCookie(pair{c.Name, secret})
		}
		return fmt.Errorf("no key can be sent in %s", quote(c.In))
	case "http":
		return b.authorize(c.HTTP, secret)
	case "oauth2", "openIdConnect":
		return b.authorize("bearer", secret)
	case "mutualTLS":
		return nil
	}
	return fmt.Errorf("type %s is not known", quote(c.Type))
}

// authorize sets the header of RFC 9110, section 11.6.2. Names of schemes have no case, but some servers forget it.
func (b *builder) authorize(scheme, secret string) error {
	if !isToken(scheme) {
		return errors.New("the scheme has no name")
	}
	switch strings.ToLower(scheme) {
	case "basic":
		return b.setHeader("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(secret)))
	case "bearer":
		scheme = "Bearer"
	case "digest":
		scheme = "Digest"
	}
	return b.setHeader("Authorization", scheme+" "+secret)
}
