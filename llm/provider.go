package llm

import (
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/near"
	"github.com/schema-bench/schema-bench/schema"
)

// A provider is what there is to know about one provider's counting endpoint.
type provider struct {
	name string
	form catalog.Form // in which its counting endpoint takes tools
	// The first variable that is set wins.
	keys, bases []string
	base        string // where it is reached if nobody says otherwise; ends in a slash
	endpoint    string // the path below the base, and the API's version: a part of what a cached count is a count of
	tokens      string // the member of its answer that holds the count

	body  func(model, system string, tools []byte) []byte
	send  sender
	usage func(n *schema.Node) (Usage, error)
}

// providers is the table. The variables are those that the providers' own libraries read: OPENAI_BASE_URL ends in /v1,
// the others end before the version. GEMINI_API_KEY comes first, unlike in Google's libraries, because GOOGLE_API_KEY
// is often the key of another service.
func providers() []provider {
	return []provider{
		{
			name: "anthropic", form: catalog.Anthropic,
			keys: []string{"ANTHROPIC_API_KEY"}, bases: []string{"ANTHROPIC_BASE_URL"},
			base: "https://api.anthropic.com/", endpoint: "v1/messages/count_tokens (2023-06-01)", tokens: "input_tokens",
			body: anthropicBody, send: sendAnthropic, usage: anthropicUsage,
		},
		{
			name: "google", form: catalog.Gemini,
			keys: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, bases: []string{"GOOGLE_GEMINI_BASE_URL", "GEMINI_BASE_URL"},
			base: "https://generativelanguage.googleapis.com/", endpoint: "v1beta/models:countTokens", tokens: "totalTokens",
			body: geminiBody, send: sendGemini, usage: geminiUsage,
		},
		{
			name: "openai", form: catalog.OpenAIResponses,
			keys: []string{"OPENAI_API_KEY"}, bases: []string{"OPENAI_BASE_URL"},
			base: "https://api.openai.com/v1/", endpoint: "responses/input_tokens", tokens: "input_tokens",
			body: openAIBody, send: sendOpenAI, usage: openAIUsage,
		},
	}
}

// Providers returns the names of the providers that count, sorted; they are those that the table of models uses.
func Providers() []string {
	var names []string
	for _, p := range providers() {
		names = append(names, p.name)
	}
	return names
}

// CountForm returns the wire form in which a provider's counting endpoint takes tools: what [CountRequest] wants is
// that form's array of tools, as the catalog's Encode writes it. The error lists the names of the providers.
func CountForm(provider string) (catalog.Form, error) {
	p, err := find(provider)
	if err != nil {
		return "", fmt.Errorf("llm: %w", err)
	}
	return p.form, nil
}

// find knows "gemini", the name of the API, as well as "google", the name of its provider.
func find(name string) (provider, error) {
	if strings.EqualFold(name, "gemini") {
		name = "google"
	}
	for _, p := range providers() {
		if strings.EqualFold(p.name, name) {
			return p, nil
		}
	}
	hint := "use one of " + strings.Join(Providers(), ", ")
	if n := near.Names(name, Providers(), 1); len(n) > 0 {
		hint = fmt.Sprintf("did you mean %s? %s", n[0], hint)
	}
	return provider{}, &hinted{err: fmt.Errorf("no counting endpoint is known for the provider %q", name), hint: hint}
}
