package llm

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/schema-bench/schema-bench/schema"
)

// An APIError is a provider's refusal. Its texts are those of the server, cut, in one line and without the key.
type APIError struct {
	Provider string
	Status   int    // the HTTP status
	Type     string // the kind of error in the provider's words, e.g. rate_limit_error or RESOURCE_EXHAUSTED; may be empty
	Code     string // a finer word for it, e.g. insufficient_quota; may be empty
	Message  string // may be empty
	Fix      string // what the user can do; empty if nothing is known

	// delay is what the server asks to wait, if told; retry says whether the same request can be answered later.
	delay       time.Duration
	told, retry bool
}

func (e *APIError) Error() string {
	// OpenAI gives the same word as type and code now and then.
	var words []string
	for _, w := range []string{e.Type, e.Code} {
		if w != "" && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		words = append(words, strings.ToLower(http.StatusText(e.Status)))
	}
	s := fmt.Sprintf("%s answers status %d", e.Provider, e.Status)
	if w := strings.Join(words, ", "); w != "" {
		s += " (" + w + ")"
	}
	if e.Message != "" {
		s += ": " + e.Message
	}
	return s
}

// Hint returns what the user can do about it, or an empty string.
func (e *APIError) Hint() string { return e.Fix }

func (e *APIError) again() (time.Duration, bool, bool) { return e.delay, e.told, e.retry }

// lost is an attempt without an answer.
type lost struct {
	text, fix string
	err       error
	retry     bool
}

func (e *lost) Error() string { return e.text }
func (e *lost) Hint() string  { return e.fix }

// Is keeps the chain for errors.Is; errors.As must not hand out a cause whose text is not cleaned.
func (e *lost) Is(target error) bool               { return errors.Is(e.err, target) }
func (e *lost) again() (time.Duration, bool, bool) { return 0, false, e.retry }

// hinted is an error with advice.
type hinted struct {
	err  error
	hint string
}

func (e *hinted) Error() string { return e.err.Error() }
func (e *hinted) Unwrap() error { return e.err }
func (e *hinted) Hint() string  { return e.hint }

// refusal makes an error of an answer.
func (c *Counter) refusal(x *exchange, s secret) *APIError {
	e := &APIError{Provider: c.p.name, Status: x.status}
	var details *schema.Node
	n, err := parseAnswer(x.body)
	switch {
	case page(x):
		e.Message = "an HTML page"
	case err != nil:
		e.Message = s.safe(string(x.body[:min(len(x.body), maxText)]))
	default:
		e.Type, e.Code, e.Message, details = envelope(n)
		e.Type, e.Code, e.Message = cut(s.safe(e.Type), 80), cut(s.safe(e.Code), 80), s.safe(e.Message)
	}
	e.delay, e.told = retryAfter(x.header, c.opt.Now())
	// Google says both in the details: how long to wait (google.rpc.RetryInfo) and which quota is used up
	// (google.rpc.QuotaFailure). It names a wait of seconds even where the quota is one of a day.
	perDay := false
	for _, d := range details.Items() {
		if v, err := time.ParseDuration(text(d, "retryDelay")); err == nil && !e.told {
			e.delay, e.told = max(v, 0), true
		}
		for _, v := range d.Get("violations").Items() {
			perDay = perDay || strings.Contains(text(v, "quotaId"), "PerDay")
		}
	}
	spent := e.spent() || perDay
	e.retry = !spent && passing(e.Status) && e.delay <= maxWait && x.header.Get("X-Should-Retry") != "false"
	e.Fix = c.advice(e, spent)
	return e
}

// passing reports whether a status says that the same request may be answered later. 529 is Anthropic's "overloaded".
func passing(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests ||
		status >= 500 && status != http.StatusNotImplemented && status != http.StatusHTTPVersionNotSupported
}

// spent reports a quota or a spend limit that is used up: that of a month or a day does not come back in a minute, and
// providers answer it with the status of a rate limit.
func (e *APIError) spent() bool {
	for _, w := range []string{e.Type, e.Code} {
		switch w {
		case "insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error", "quota_exceeded":
			return true
		}
	}
	// Not every provider has a code for it. Anthropic says it in words, with the type of any bad request.
	message := strings.ToLower(e.Message)
	return slices.ContainsFunc([]string{"spend limit", "spending limit", "spend cap", "spending cap", "usage limits", "credit balance"},
		func(phrase string) bool { return strings.Contains(message, phrase) })
}

// advice returns what a user can do about a refusal.
func (c *Counter) advice(e *APIError, spent bool) string {
	elsewhere := c.base != c.p.base
	switch {
	case spent:
		return "the account's quota or spend limit is used up: raise it, or use the key of another account"
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden,
		e.Status == http.StatusBadRequest && strings.Contains(e.Message, "API key"): // Gemini's status for a wrong key
		return "check the key in " + strings.Join(c.p.keys, " or ")
	case e.Status == http.StatusNotFound && elsewhere:
		return fmt.Sprintf("check the name of the model; if it is right, the server at %s has no %s", c.p.bases[0], c.p.endpoint)
	case e.Status == http.StatusNotFound:
		return "check the name of the model, and that the key's account may use it"
	case e.Status >= 300 && e.Status < 400:
		return "redirects are not followed: set " + c.p.bases[0] + " to the address that the server redirects to"
	case e.Status == http.StatusTooManyRequests && e.told && e.delay > 0:
		return fmt.Sprintf("the server asks to wait %v", e.delay.Round(time.Second))
	case passing(e.Status):
		return "try again later"
	}
	return ""
}

// envelope takes an error body apart. OpenAI and Anthropic send {"error":{"type","message"}}, OpenAI with a code; Google
// sends status and details, at times inside an array; servers that imitate them send {"error":"…"}, {"message":"…"} or
// {"detail":"…"}.
func envelope(n *schema.Node) (kind, code, message string, details *schema.Node) {
	if n.Kind() == schema.Array {
		n = n.Item(0)
	}
	e := n.Get("error")
	if e.Kind() != schema.Object {
		message, _ = e.Text()
		for _, name := range []string{"message", "detail"} {
			if message == "" {
				message = text(n, name)
			}
		}
		return text(n, "type"), text(n, "code"), message, nil
	}
	if kind = text(e, "type"); kind == "" {
		kind = text(e, "status")
	}
	return kind, text(e, "code"), text(e, "message"), e.Get("details")
}

// text returns a member that is a string, or nothing.
func text(n *schema.Node, name string) string {
	s, _ := n.Get(name).Text()
	return s
}

// number returns a member that is a number of tokens. It is never taken to be 0 because it is not there.
func number(n *schema.Node, name string) (int, error) {
	v := n.Get(name)
	switch v.Kind() {
	case schema.Number:
	case schema.Invalid:
		return 0, fmt.Errorf("there is no %q", name)
	default:
		return 0, fmt.Errorf("%q is no number", name)
	}
	// 5.0 and 5e0 are numbers of tokens, too, but no provider writes them: better to look twice than to guess.
	i, err := strconv.Atoi(string(v.Raw()))
	if err != nil || i < 0 || i > maxTokens {
		return 0, fmt.Errorf("%q is no number of tokens: %s", name, cut(string(v.Raw()), 40))
	}
	return i, nil
}

// maxTokens is far beyond every context window, and so small that sums of a few stay whole numbers of 32 bits.
const maxTokens = 1 << 28
