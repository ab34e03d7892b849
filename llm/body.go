package llm

import (
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// The bodies are put together from bytes, so that the tools in them are those that were handed in. Encoding them through
// Go values would sort, respell or drop members, and count something else.

// openAIBody is a request of POST /v1/responses/input_tokens.
func openAIBody(model, system string, tools []byte) []byte {
	b := append([]byte(`{"model":`), quoted(model)...)
	if system != "" {
		b = append(append(b, `,"instructions":`...), quoted(system)...)
	}
	b = append(append(b, `,"input":`...), quoted(UserMessage)...)
	return append(appendTools(b, tools), '}')
}

// anthropicBody is a request of POST /v1/messages/count_tokens.
func anthropicBody(model, system string, tools []byte) []byte {
	b := append([]byte(`{"model":`), quoted(model)...)
	if system != "" {
		b = append(append(b, `,"system":`...), quoted(system)...)
	}
	b = append(append(b, `,"messages":[{"role":"user","content":`...), quoted(UserMessage)...)
	b = append(b, `}]`...)
	return append(appendTools(b, tools), '}')
}

// geminiBody is a request of POST /v1beta/models/…:countTokens. The whole request is wrapped: with contents alone the
// endpoint counts neither the system message nor the tools.
func geminiBody(model, system string, tools []byte) []byte {
	b := append([]byte(`{"generateContentRequest":{"model":`), quoted(geminiModel(model))...)
	if system != "" {
		b = append(append(b, `,"systemInstruction":{"parts":[{"text":`...), quoted(system)...)
		b = append(b, `}]}`...)
	}
	b = append(append(b, `,"contents":[{"role":"user","parts":[{"text":`...), quoted(UserMessage)...)
	b = append(b, `}]}]`...)
	return append(appendTools(b, tools), `}}`...)
}

// geminiModel returns the name of a model as a resource. Tuned models have one of their own.
func geminiModel(id string) string {
	if strings.HasPrefix(id, "models/") || strings.HasPrefix(id, "tunedModels/") {
		return id
	}
	return "models/" + id
}

func appendTools(b, tools []byte) []byte {
	if len(tools) == 0 {
		return b
	}
	return append(append(b, `,"tools":`...), tools...)
}

func quoted(s string) []byte { return schema.NewString(s).Append(nil) }
