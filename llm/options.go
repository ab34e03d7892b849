package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Options say how a provider is reached. The zero value works, and so do nil options.
type Options struct {
	// Getenv reads the environment, from which keys come and, if BaseURL is empty, the base URL; nil is os.Getenv.
	Getenv func(string) string
	// BaseURL is where the API stands, as the provider's own library takes it: with the /v1 for OpenAI, without a
	// version for the others. Empty is the environment's, or else the provider's.
	BaseURL string
	// HTTPClient sends the requests; nil is one of the default transport. Redirects are not followed in either case:
	// they would take the key along.
	HTTPClient *http.Client
	// CacheDir is where counts are kept, a small file each; empty is nowhere. It is made when it is needed.
	CacheDir string
	// Refresh asks anew for what is in the cache already.
	Refresh bool
	// Attempts is how often one request is sent at most; 0 is 4. Only what may pass by itself is tried again.
	Attempts int
	// Timeout bounds one attempt; 0 is a minute. All of them together are bounded by the context.
	Timeout time.Duration
	// Wait waits between two attempts, and returns an error if the context ends before; nil is a timer.
	Wait func(ctx context.Context, d time.Duration) error
	// Now tells the time; nil is time.Now.
	Now func() time.Time
}

// withDefaults returns a copy without zero fields, but for the cache's and the base URL.
func (o *Options) withDefaults() Options {
	var d Options
	if o != nil {
		d = *o
	}
	if d.Getenv == nil {
		d.Getenv = os.Getenv
	}
	// A copy, so that the caller's client keeps following redirects for others.
	var client http.Client
	if d.HTTPClient != nil {
		client = *d.HTTPClient
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	d.HTTPClient = &client
	if d.Attempts <= 0 {
		d.Attempts = 4
	}
	if d.Timeout <= 0 {
		d.Timeout = time.Minute
	}
	if d.Wait == nil {
		d.Wait = wait
	}
	if d.Now == nil {
		d.Now = time.Now
	}
	return d
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// baseURL returns where a provider is reached, ending in a slash.
func (o *Options) baseURL(p provider) (string, error) {
	raw, from := o.BaseURL, "the base URL"
	for _, name := range p.bases {
		if v := strings.TrimSpace(o.Getenv(name)); raw == "" && v != "" {
			raw, from = v, name
		}
	}
	if raw == "" {
		return p.base, nil
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		// The value is not shown: it may hold a password.
		return "", &hinted{err: fmt.Errorf("%s is malformed", from), hint: "it should look like " + strings.TrimSuffix(p.base, "/")}
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "", &hinted{err: fmt.Errorf("%s holds a user, a query or a fragment", from), hint: "give scheme, host and path only; the key comes from " + p.keys[0]}
	}
	return strings.TrimRight(u.String(), "/") + "/", nil
}

// ErrNoKey is wrapped by the error that says that no variable of the environment holds the provider's key.
var ErrNoKey = errors.New("no API key")

// key returns the provider's key.
func (o *Options) key(p provider) (string, error) {
	for _, name := range p.keys {
		k := strings.TrimSpace(o.Getenv(name)) // `export KEY=$(cat file)` and the like leave line breaks behind
		if k == "" {
			continue
		}
		if strings.ContainsFunc(k, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return "", &hinted{err: fmt.Errorf("%s holds characters that are in no key", name), hint: "set it to the bare key, without quotes or blanks"}
		}
		return k, nil
	}
	return "", &hinted{err: fmt.Errorf("%s: %w", p.name, ErrNoKey), hint: "set " + strings.Join(p.keys, " or ") + " in the environment"}
}
