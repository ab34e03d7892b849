package llm

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

// maxAnswer bounds, in bytes, what is read of an answer. A count is one line, an error a few.
const maxAnswer = 1 << 20

var errTooLong = errors.New("the answer is longer than 1 MiB")

// A sender sends one body once and leaves what comes back in x. Whether that is good news is not its business: an error
// status is no error here. It is an error if x stays empty.
type sender func(ctx context.Context, c *Counter, model, key string, body []byte, x *exchange) error

// An exchange is what one attempt got.
type exchange struct {
	done   bool // there is an answer, with a body that is complete or that of an error
	status int
	header http.Header
	body   []byte
}

// run sends a request and keeps its answer. It has the shape of a middleware of both libraries, and is used as one:
// their own errors forget the status where a body is not JSON, quote bodies in full, and read without limit.
func (x *exchange) run(req *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	resp, err := next(req)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	_ = resp.Body.Close()
	if good(resp.StatusCode) {
		// Of an error, what has arrived is worth showing; half a count is none.
		if err != nil {
			return nil, err
		}
		if len(body) > maxAnswer {
			return nil, errTooLong
		}
	}
	*x = exchange{done: true, status: resp.StatusCode, header: resp.Header, body: body[:min(len(body), maxAnswer)]}
	resp.Body = io.NopCloser(bytes.NewReader(x.body))
	resp.ContentLength = int64(len(x.body))
	return resp, nil
}

func good(status int) bool { return status >= 200 && status < 300 }

// sendOpenAI uses the service of the library and not its client, which would read the environment by itself. The
// library's retries are off: they wait by the clock and repeat what a used-up quota refuses.
func sendOpenAI(ctx context.Context, c *Counter, _, key string, body []byte, x *exchange) error {
	opts := []option.RequestOption{
		option.WithBaseURL(c.base), option.WithHTTPClient(c.opt.HTTPClient), option.WithAPIKey(key),
		option.WithMaxRetries(0), option.WithMiddleware(x.run),
	}
	if v := c.opt.Getenv("OPENAI_ORG_ID"); v != "" {
		opts = append(opts, option.WithOrganization(v))
	}
	if v := c.opt.Getenv("OPENAI_PROJECT_ID"); v != "" {
		opts = append(opts, option.WithProject(v))
	}
	var raw []byte // the library decodes nothing: it would take a missing count for 0
	service := responses.NewInputTokenService(opts...)
	_, err := service.Count(ctx, responses.InputTokenCountParams{},
		option.WithRequestBody("application/json", body), option.WithResponseBodyInto(&raw))
	return err
}

// sendAnthropic is as sendOpenAI.
func sendAnthropic(ctx context.Context, c *Counter, model, key string, body []byte, x *exchange) error {
	var raw []byte
	service := anthropic.NewMessageService(
		anthropicoption.WithBaseURL(c.base), anthropicoption.WithHTTPClient(c.opt.HTTPClient), anthropicoption.WithAPIKey(key),
		anthropicoption.WithMaxRetries(0), anthropicoption.WithMiddleware(x.run),
	)
	_, err := service.CountTokens(ctx, anthropic.MessageCountTokensParams{Model: anthropic.Model(model)},
		anthropicoption.WithRequestBody("application/json", body), anthropicoption.WithResponseBodyInto(&raw))
	return err
}

// sendGemini speaks REST: Google's library has no way to send a body as it is. The key is in a header, since URLs end up
// in the logs of servers and in errors.
func sendGemini(ctx context.Context, c *Counter, model, key string, body []byte, x *exchange) error {
	kind, name, _ := strings.Cut(geminiModel(model), "/")
	address := c.base + "v1beta/" + kind + "/" + url.PathEscape(name) + ":countTokens"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "schema-bench")
	req.Header.Set("X-Goog-Api-Key", key)
	_, err = x.run(req, c.opt.HTTPClient.Do)
	return err
}
