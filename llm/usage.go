package llm

import (
	"errors"
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
)

// A Usage is what a provider says that one call has cost, in its tokens.
type Usage struct {
	// Input is everything that the model was given, whether from the cache or not.
	Input int
	// CachedRead and CacheWrite are the parts of Input that were read from the prompt cache and written to it.
	CachedRead, CacheWrite int
	// Output is what the model wrote, reasoning included.
	Output int
}

// ParseUsage reads the usage object of an answer: "usage" of OpenAI's two APIs and of Anthropic, "usageMetadata" of
// Gemini. Providers count differently what came from the cache, and Input evens that out:
//
//   - openai: input_tokens or prompt_tokens, which include it;
//   - anthropic: input_tokens, which exclude it, plus cache_read_input_tokens and cache_creation_input_tokens;
//   - google: promptTokenCount, which includes it.
//
// A member without which Input or Output is not known is an error if it is missing, and so is one that is no number of
// tokens: half of a usage, such as an event of a stream carries, must not be taken for a cheap call. Members that JSON
// of that provider leaves out when they are 0 are 0, and so are the parts of an Input that is known.
func ParseUsage(provider string, usage []byte) (Usage, error) {
	p, err := find(provider)
	if err != nil {
		return Usage{}, fmt.Errorf("llm: %w", err)
	}
	n, err := parseAnswer(usage)
	if err == nil && n.Kind() != schema.Object {
		err = errors.New("not an object")
	}
	var u Usage
	if err == nil {
		u, err = p.usage(n)
	}
	if err == nil && u.Input == 0 {
		err = errors.New("no input tokens, which no call is without")
	}
	if err == nil && u.CachedRead > u.Input {
		err = fmt.Errorf("%d tokens from the cache of %d in all", u.CachedRead, u.Input)
	}
	if err != nil {
		return Usage{}, fmt.Errorf("llm: usage of %s: %w", p.name, err)
	}
	return u, nil
}

// openAIUsage knows the Responses API and, if there are no input_tokens, chat completions. Servers that imitate the
// latter often leave the details out.
func openAIUsage(n *schema.Node) (u Usage, err error) {
	input, output := "input_tokens", "output_tokens"
	if n.Get(input) == nil && n.Get("prompt_tokens") != nil {
		input, output = "prompt_tokens", "completion_tokens"
	}
	details := n.Get(input + "_details")
	return fill(&u,
		required(n, input, &u.Input),
		required(n, output, &u.Output),
		optional(details, "cached_tokens", &u.CachedRead),
		optional(details, "cache_write_tokens", &u.CacheWrite),
	)
}

// anthropicUsage wants the members of the cache, too: without them the input is not known. They may be null.
func anthropicUsage(n *schema.Node) (u Usage, err error) {
	u, err = fill(&u,
		required(n, "input_tokens", &u.Input),
		required(n, "output_tokens", &u.Output),
		nullable(n, "cache_read_input_tokens", &u.CachedRead),
		nullable(n, "cache_creation_input_tokens", &u.CacheWrite),
	)
	u.Input += u.CachedRead + u.CacheWrite
	return u, err
}

// geminiUsage takes absent for 0 where Google does: its JSON has no members of that value. What its own tools put into
// the prompt (toolUsePromptTokenCount) is no part of the request.
func geminiUsage(n *schema.Node) (u Usage, err error) {
	var thoughts int
	u, err = fill(&u,
		required(n, "promptTokenCount", &u.Input),
		optional(n, "candidatesTokenCount", &u.Output),
		optional(n, "thoughtsTokenCount", &thoughts),
		optional(n, "cachedContentTokenCount", &u.CachedRead),
	)
	u.Output += thoughts
	return u, err
}

// fill returns u, or the first error of reading its fields.
func fill(u *Usage, errs ...error) (Usage, error) {
	for _, err := range errs {
		if err != nil {
			return Usage{}, err
		}
	}
	return *u, nil
}

func required(n *schema.Node, name string, to *int) (err error) {
	*to, err = number(n, name)
	return err
}

func nullable(n *schema.Node, name string, to *int) error {
	if n.Get(name).Kind() == schema.Null {
		return nil
	}
	return required(n, name, to)
}

func optional(n *schema.Node, name string, to *int) error {
	if n.Get(name) == nil {
		return nil
	}
	return nullable(n, name, to)
}
