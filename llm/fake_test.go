package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/llm"
)

const testKey = "sk-test-4f9Qz7Lm2Xc8Vb1Nn6Ka"

// A fake speaks the counting API of one provider as far as a client can tell: it insists on path, headers and shape of
// the body, and counts a token for every byte of it.
type fake struct {
	*httptest.Server
	t        *testing.T
	provider string

	mu       sync.Mutex
	script   []http.HandlerFunc // answers of the first requests, before it begins to count
	received []string           // bodies
}

func newFake(t *testing.T, provider string, script ...http.HandlerFunc) *fake {
	f := &fake{t: t, provider: provider, script: script}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

// says answers with a status, header fields ("Name: value") and a body.
func says(status int, body string, fields ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for _, f := range fields {
			name, value, _ := strings.Cut(f, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		f.t.Error(err)
	}
	f.mu.Lock()
	f.received = append(f.received, string(body))
	var scripted http.HandlerFunc
	if len(f.script) > 0 {
		scripted, f.script = f.script[0], f.script[1:]
	}
	f.mu.Unlock()
	if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" || r.URL.RawQuery != "" || r.ContentLength != int64(len(body)) {
		f.t.Errorf("%s %s of type %q and length %d", r.Method, r.URL, r.Header.Get("Content-Type"), r.ContentLength)
	}
	if scripted != nil {
		scripted(w, r)
		return
	}
	switch f.provider {
	case "openai":
		f.openAI(w, r, body)
	case "anthropic":
		f.anthropic(w, r, body)
	case "google":
		f.gemini(w, r, body)
	}
}

func (f *fake) openAI(w http.ResponseWriter, r *http.Request, body []byte) {
	var b struct {
		Model, Instructions, Input string
		Tools                      json.RawMessage
	}
	switch {
	case r.URL.Path != "/v1/responses/input_tokens":
		says(404, `{"error":{"message":"Invalid URL (POST `+r.URL.Path+`)","type":"invalid_request_error","param":null,"code":null}}`)(w, r)
	case r.Header.Get("Authorization") != "Bearer "+testKey:
		says(401, openAIWrongKey)(w, r)
	case !decode(body, &b) || b.Input == "":
		says(400, `{"error":{"message":"We could not parse the JSON body of your request.","type":"invalid_request_error","param":null,"code":null}}`)(w, r)
	case b.Model == "gpt-none":
		says(404, openAINoModel)(w, r)
	default:
		says(200, fmt.Sprintf(`{"object":"response.input_tokens","input_tokens":%d}`, len(body)))(w, r)
	}
}

func (f *fake) anthropic(w http.ResponseWriter, r *http.Request, body []byte) {
	var b struct {
		Model, System string
		Messages      []struct{ Role, Content string }
		Tools         json.RawMessage
	}
	switch {
	case r.URL.Path != "/v1/messages/count_tokens":
		says(404, `{"type":"error","error":{"type":"not_found_error","message":"Not Found"}}`)(w, r)
	case r.Header.Get("X-Api-Key") != testKey:
		says(401, `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"},"request_id":"req_1"}`)(w, r)
	case r.Header.Get("Anthropic-Version") != "2023-06-01":
		says(400, `{"type":"error","error":{"type":"invalid_request_error","message":"anthropic-version: header is required"}}`)(w, r)
	case !decode(body, &b) || len(b.Messages) != 1 || b.Messages[0].Role != "user" || b.Messages[0].Content == "":
		says(400, `{"type":"error","error":{"type":"invalid_request_error","message":"messages: Field required"}}`)(w, r)
	case b.Model == "claude-none":
		says(404, `{"type":"error","error":{"type":"not_found_error","message":"model: claude-none"},"request_id":"req_2"}`)(w, r)
	default:
		says(200, fmt.Sprintf(`{"input_tokens":%d}`, len(body)))(w, r)
	}
}

func (f *fake) gemini(w http.ResponseWriter, r *http.Request, body []byte) {
	type content struct {
		Role  string
		Parts []struct{ Text string }
	}
	var b struct {
		GenerateContentRequest struct {
			Model             string
			SystemInstruction *content
			Contents          []content
			Tools             json.RawMessage
		}
	}
	ok := decode(body, &b)
	q := b.GenerateContentRequest
	switch {
	case r.Header.Get("X-Goog-Api-Key") != testKey:
		says(400, `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}`)(w, r)
	case !ok || len(q.Contents) != 1 || q.Contents[0].Role != "user" || len(q.Contents[0].Parts) != 1:
		says(400, `{"error":{"code":400,"message":"Invalid JSON payload received.","status":"INVALID_ARGUMENT"}}`)(w, r)
	case r.URL.Path != "/v1beta/"+q.Model+":countTokens":
		says(404, "")(w, r)
	case q.Model == "models/gemini-none":
		says(404, `{"error":{"code":404,"message":"models/gemini-none is not found for API version v1beta, or is not supported for countTokens.","status":"NOT_FOUND"}}`)(w, r)
	default:
		says(200, fmt.Sprintf(`{"totalTokens":%d,"promptTokensDetails":[{"modality":"TEXT","tokenCount":%d}]}`, len(body), len(body)))(w, r)
	}
}

// Bodies as OpenAI sends them.
const (
	openAIWrongKey = `{"error":{"message":"Incorrect API key provided: sk-test-***************n6Ka.","type":"invalid_request_error","param":null,"code":"invalid_api_key"},"status":401}`
	openAINoModel  = `{"error":{"message":"The requested model 'gpt-none' does not exist.","type":"invalid_request_error","param":"model","code":"model_not_found"}}`
)

// decode refuses members that the API does not have.
func decode(body []byte, to any) bool {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	return d.Decode(to) == nil && d.More() == false
}

func (f *fake) bodies() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.received...)
}

// base is the base URL as the provider's own library takes it.
func (f *fake) base() string {
	if f.provider == "openai" {
		return f.URL + "/v1"
	}
	return f.URL
}

// environment is one of a user who has set the key of every provider.
func environment(name string) string {
	if strings.HasSuffix(name, "_API_KEY") {
		return testKey
	}
	return ""
}

func nothing(string) string { return "" }

// waits records what a counter waits for, and does not wait.
type waits struct {
	mu  sync.Mutex
	all []time.Duration
}

func (w *waits) wait(ctx context.Context, d time.Duration) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, d)
	return ctx.Err()
}

// counter asks a fake, and never sleeps.
func (f *fake) counter(opt llm.Options) (*llm.Counter, *waits) {
	f.t.Helper()
	w := new(waits)
	if opt.Getenv == nil {
		opt.Getenv = environment
	}
	if opt.BaseURL == "" {
		opt.BaseURL = f.base()
	}
	if opt.Wait == nil {
		opt.Wait = w.wait
	}
	c, err := llm.NewCounter(f.provider, &opt)
	if err != nil {
		f.t.Fatal(err)
	}
	return c, w
}
