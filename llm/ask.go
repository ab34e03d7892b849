package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/schema-bench/schema-bench/schema"
)

// maxWait bounds how long a server can make us wait between two attempts. One that asks for more is not asked again.
const maxWait = time.Minute

// ask sends a request until it is answered, or refused in a way that trying again does not change.
func (c *Counter) ask(ctx context.Context, model string, body []byte) (int, error) {
	key, err := c.opt.key(c.p)
	if err != nil {
		return 0, err
	}
	for attempt := 1; ; attempt++ {
		n, err := c.attempt(ctx, model, key, body)
		if err == nil {
			return n, nil
		}
		// Whatever came in between, it is the caller who no longer wants to know.
		if ctx.Err() != nil {
			return 0, fmt.Errorf("%s: %w", c.p.name, ctx.Err())
		}
		// Errors without an opinion, such as an answer that makes no sense, would come back the same.
		var t interface {
			again() (delay time.Duration, told, ok bool)
		}
		if attempt >= c.opt.Attempts || !errors.As(err, &t) {
			return 0, err
		}
		delay, told, ok := t.again()
		if !told {
			delay = backoff(attempt)
		}
		if deadline, has := ctx.Deadline(); !ok || has && time.Until(deadline) < delay {
			return 0, err // an answer says more than that time is up
		}
		if stopped := c.opt.Wait(ctx, delay); stopped != nil {
			return 0, fmt.Errorf("%w while waiting to ask again, after: %w", stopped, err)
		}
	}
}

// backoff returns half a second for the first attempt, twice that for the second and so on, at random up to a quarter
// less, so that many who were refused at the same time do not come back at the same time.
func backoff(attempt int) time.Duration {
	d := min(500*time.Millisecond<<min(attempt-1, 10), 8*time.Second)
	return d - rand.N(d/4)
}

// attempt sends a request once.
func (c *Counter) attempt(ctx context.Context, model, key string, body []byte) (int, error) {
	bounded, cancel := context.WithTimeout(ctx, c.opt.Timeout)
	defer cancel()
	var x exchange
	err := c.p.send(bounded, c, model, key, body, &x)
	// An answer counts even if the time ran out right behind it, and whatever the library made of it.
	switch {
	case x.done && good(x.status):
		return c.read(&x)
	case x.done:
		return 0, c.refusal(&x, secret(key))
	case bounded.Err() != nil && ctx.Err() == nil:
		return 0, &lost{text: fmt.Sprintf("%s: no answer within %v", c.p.name, c.opt.Timeout), err: context.DeadlineExceeded, retry: true}
	}
	return 0, c.unreached(err, secret(key))
}

// read returns the count of an answer.
func (c *Counter) read(x *exchange) (int, error) {
	// Nobody has chosen the provider's own address, so nobody can correct it.
	fix := ""
	if c.base != c.p.base {
		fix = "check that " + c.p.bases[0] + " is the address of this API"
	}
	if page(x) {
		return 0, &hinted{err: fmt.Errorf("%s answers with an HTML page instead of a count", c.p.name), hint: fix}
	}
	n, err := parseAnswer(x.body)
	if err != nil {
		return 0, &hinted{err: fmt.Errorf("%s answers with something else than JSON: %w", c.p.name, err), hint: fix}
	}
	tokens, err := number(n, c.p.tokens)
	if err == nil && tokens == 0 {
		err = errors.New("it is 0, which no request costs")
	}
	if err != nil {
		return 0, &hinted{err: fmt.Errorf("%s answers without a count: %w", c.p.name, err), hint: fix}
	}
	return tokens, nil
}

// parseAnswer is lenient in what does not matter here, and strict in size.
func parseAnswer(b []byte) (*schema.Node, error) {
	return schema.ParseWith(b, &schema.ParseOptions{
		Limits:  schema.Limits{Depth: 100, Nodes: 100_000, Bytes: maxAnswer},
		Problem: func(*schema.SyntaxError) {},
	})
}

// page reports whether an answer is a page for people: that of a proxy, a login or a wrong address.
func page(x *exchange) bool {
	head := strings.ToLower(strings.TrimSpace(string(x.body[:min(len(x.body), 512)])))
	return strings.HasPrefix(head, "<!doctype") || strings.HasPrefix(head, "<html") ||
		strings.HasPrefix(x.header.Get("Content-Type"), "text/html")
}

// unreached says why there is no answer.
func (c *Counter) unreached(err error, s secret) error {
	if err == nil {
		err = errors.New("no answer")
	}
	// The URL is left out: it is the user's, and may say more than it should.
	for u := (*url.Error)(nil); errors.As(err, &u); {
		err = u.Err
	}
	l := &lost{text: fmt.Sprintf("%s: %s", c.p.name, s.safe(err.Error())), err: err}
	var op *net.OpError
	switch {
	case errors.Is(err, errTooLong):
	case errors.As(err, &op) && op.Op == "dial":
		// A wrong address stays wrong.
		l.fix = "check the network"
		if c.base != c.p.base {
			l.fix += ", and the address in " + c.p.bases[0]
		}
	// The connection stood and broke: servers that restart and idle connections that are closed look like this.
	case errors.As(err, &op), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		l.retry = true
	}
	return l
}

// retryAfter returns how long a server asks to wait: in seconds or until a date (RFC 9110 §10.2.3), or in milliseconds in a
// field that OpenAI and Anthropic send beside it. What is neither is as good as nothing.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	for _, field := range []struct {
		name string
		unit time.Duration
	}{{"Retry-After-Ms", time.Millisecond}, {"Retry-After", time.Second}} {
		v := strings.TrimSpace(h.Get(field.name))
		if f, err := strconv.ParseFloat(v, 64); err == nil && f >= 0 {
			// Capped before the conversion, which would wrap around.
			return time.Duration(min(f, 1e9) * float64(field.unit)), true
		}
		// A date that is past already means at once.
		if t, err := http.ParseTime(v); err == nil {
			return max(t.Sub(now), 0), true
		}
	}
	return 0, false
}
