package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schema"
)

// UserMessage is the text of the one user message that every counted request holds, because the APIs refuse a request
// without any. It is the same with and without tools, so it does not show in [Billed.Tools].
const UserMessage = "hello"

// A Counter asks one provider for counts of input tokens. It is safe for concurrent use. The zero Counter is not usable:
// [NewCounter] makes one.
type Counter struct {
	p    provider
	base string
	opt  Options
}

// NewCounter returns a counter for one of the [Providers]. The error is about the name or the base URL. The key is not
// looked for before a request is to be sent: what is in the cache needs none.
func NewCounter(provider string, opt *Options) (*Counter, error) {
	p, err := find(provider)
	if err != nil {
		return nil, fmt.Errorf("llm: %w", err)
	}
	c := &Counter{p: p, opt: opt.withDefaults()}
	if c.base, err = c.opt.baseURL(p); err != nil {
		return nil, fmt.Errorf("llm: %s: %w", p.name, err)
	}
	return c, nil
}

// Host returns the host that is asked, and nothing if it is the provider's own.
func (c *Counter) Host() string {
	if c.base == c.p.base {
		return ""
	}
	u, err := url.Parse(c.base)
	if err != nil {
		return c.base
	}
	return u.Host
}

// A CountRequest is what is to be counted.
type CountRequest struct {
	Model  string // the provider's own id
	System string // the system message; empty is none
	// Tools is a JSON array in the provider's form ([CountForm]). It is sent byte for byte; empty is no tools.
	Tools []byte
}

// A Billed is what a provider counts for one request, in its tokens.
type Billed struct {
	Provider, Model string
	// With and Without are the input tokens of the request with its tools and of the same request without them: both
	// hold the system message, the [UserMessage] and what the provider puts around them.
	With, Without int
	// Measured is when the provider was asked, of two answers the earlier time. Cached says that it was not asked now.
	Measured time.Time
	Cached   bool
	// Warnings say what went wrong without touching the numbers, e.g. that a count could not be kept.
	Warnings []error
}

// Tools returns what the tools cost, in tokens. What a provider adds as soon as there is any tool, such as the text
// with which Anthropic explains tools to its models, is part of it.
func (b *Billed) Tools() int { return b.With - b.Without }

// Measure counts a request with and without its tools. Errors of the provider are an [*APIError]; a missing key is
// [ErrNoKey]. A provider that counts nothing for tools is an error and no catalog that costs nothing.
func (c *Counter) Measure(ctx context.Context, req CountRequest) (*Billed, error) {
	b, err := c.measure(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("llm: %w", err)
	}
	return b, nil
}

func (c *Counter) measure(ctx context.Context, req CountRequest) (*Billed, error) {
	some, err := check(req)
	if err != nil {
		return nil, err
	}
	b := &Billed{Provider: c.p.name, Model: req.Model}
	// Without comes first: a wrong key or model is noticed before a large payload is sent.
	without, err := c.one(ctx, req, nil, b)
	if err != nil {
		return nil, err
	}
	b.Without, b.With = without.Tokens, without.Tokens
	b.Measured, b.Cached = without.Measured, without.cached
	if !some {
		return b, nil
	}
	with, err := c.one(ctx, req, req.Tools, b)
	if err != nil {
		return nil, err
	}
	// One new answer makes the whole new, and one old answer makes it old.
	b.With = with.Tokens
	b.Cached = b.Cached && with.cached
	if with.Measured.Before(b.Measured) {
		b.Measured = with.Measured
	}
	if b.With <= b.Without {
		c.forget(req, nil) // the next try asks again: the server may have been mended by then
		c.forget(req, req.Tools)
		return nil, &hinted{
			err:  fmt.Errorf("%s counts %d tokens with tools and %d without: the server does not count tools", c.p.name, b.With, b.Without),
			hint: "check that the server behind " + c.p.bases[0] + " counts tools for this model",
		}
	}
	return b, nil
}

// check reports whether a request has tools, or why it cannot be sent.
func check(req CountRequest) (tools bool, err error) {
	switch {
	case req.Model == "":
		return false, errors.New("no model is named")
	case !printable(req.Model):
		return false, errors.New("the model's name holds characters that are in no name")
	case !utf8.ValidString(req.System):
		// It would not be counted as it is: JSON cannot say it.
		return false, errors.New("the system message is not UTF-8")
	case len(req.Tools) == 0:
		return false, nil
	}
	// The array is parsed to be sure that it is one value, and for nothing else. Duplicate names are the provider's
	// business: a catalog that was read leniently may hold them.
	var faults []error
	n, err := schema.ParseWith(req.Tools, &schema.ParseOptions{Problem: func(e *schema.SyntaxError) {
		if !errors.Is(e, schema.ErrDuplicateName) {
			faults = append(faults, e)
		}
	}})
	if err != nil {
		return false, fmt.Errorf("tools: %w", err)
	}
	if len(faults) > 0 {
		return false, fmt.Errorf("tools: %w", faults[0])
	}
	// A byte order mark passes the parser, and would be an error in the middle of a request.
	if n.Kind() != schema.Array || !bytes.HasPrefix(bytes.TrimLeft(req.Tools, " \t\r\n"), []byte("[")) {
		return false, &hinted{err: errors.New("the tools are not a JSON array"), hint: "give the value of the request's member \"tools\""}
	}
	return n.Len() > 0, nil
}

func printable(s string) bool {
	for _, r := range s {
		if r <= ' ' || r > '~' {
			return false
		}
	}
	return true
}

// forget removes the count of one request from the cache.
func (c *Counter) forget(req CountRequest, tools []byte) {
	if c.opt.CacheDir != "" {
		// What is not there is forgotten already, and what cannot be removed is asked about again with --refresh.
		_ = os.Remove(cache{dir: c.opt.CacheDir}.file(c.contentID(req, c.p.body(req.Model, req.System, tools))))
	}
}

// contentID names the entry of one request. The address is part of what a count is a count of: another server may count
// another way. The key is not.
func (c *Counter) contentID(req CountRequest, body []byte) string {
	return contentID(c.p.name, c.base, req.Model, c.p.endpoint, string(body))
}

// one returns the count of one request, from the cache or from the provider.
func (c *Counter) one(ctx context.Context, req CountRequest, tools []byte, b *Billed) (entry, error) {
	body := c.p.body(req.Model, req.System, tools)
	kept := cache{dir: c.opt.CacheDir}
	id := c.contentID(req, body)
	if !c.opt.Refresh {
		e, err := kept.load(id)
		if err != nil {
			b.Warnings = append(b.Warnings, err)
		}
		if e.Tokens > 0 {
			return e, nil
		}
	}
	n, err := c.ask(ctx, req.Model, body)
	if err != nil {
		return entry{}, err
	}
	e := entry{Provider: c.p.name, Model: req.Model, Tokens: n, Measured: c.opt.Now().UTC().Truncate(time.Second)}
	// The number is good even if it cannot be kept.
	if err := kept.store(id, e); err != nil {
		b.Warnings = append(b.Warnings, err)
	}
	return e, nil
}
