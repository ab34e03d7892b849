package catalog

import (
	"fmt"
	"strings"
)

// A Form is a provider's JSON shape for tools. The zero value is none of them.
type Form string

// The wire forms.
const (
	MCP             Form = "mcp"
	OpenAIChat      Form = "openai-chat"
	OpenAIResponses Form = "openai-responses"
	Anthropic       Form = "anthropic"
	Gemini          Form = "gemini"
	Bedrock         Form = "bedrock"
)

// Forms returns all wire forms.
func Forms() []Form {
	return []Form{MCP, OpenAIChat, OpenAIResponses, Anthropic, Gemini, Bedrock}
}

// ParseForm returns the form of that name; the error lists the names.
func ParseForm(s string) (Form, error) {
	var names []string
	for _, f := range Forms() {
		if string(f) == s {
			return f, nil
		}
		names = append(names, string(f))
	}
	return "", fmt.Errorf("catalog: %q is no wire form: the forms are %s", s, strings.Join(names, ", "))
}

// A layout says where the parts of one tool stand in its JSON object. A form can have more than one: the spelling of
// member names and the wrapping differ between the generations of an API.
type layout struct {
	form Form
	// wrap is the member that holds the tool proper; empty if nothing is wrapped around it.
	wrap string
	// input and output are the members that can hold the schemas, the first that is present holds it.
	input, output []string
	// boxed says that the input schema stands in a member "json" of what input holds.
	boxed bool
	// title says that the form has a title beside the name.
	title bool
}

// layoutOf returns the layout that tools are written in when they are brought into a form.
func layoutOf(f Form) layout {
	switch f {
	case OpenAIChat:
		return layout{form: f, wrap: "function", input: []string{"parameters"}}
	case OpenAIResponses:
		return layout{form: f, input: []string{"parameters"}}
	case Anthropic:
		return layout{form: f, input: []string{"input_schema"}}
	case Gemini:
		return layout{form: f,
			input:  []string{"parametersJsonSchema", "parameters_json_schema", "parameters"},
			output: []string{"responseJsonSchema", "response_json_schema", "response"}}
	case Bedrock:
		return layout{form: f, wrap: "toolSpec", input: []string{"inputSchema"}, boxed: true}
	}
	return layout{form: MCP, input: []string{"inputSchema"}, output: []string{"outputSchema"}, title: true}
}

// flatChat is the layout of OpenAI's former functions array, which many data sets still use.
func flatChat() layout { return layout{form: OpenAIChat, input: []string{"parameters"}} }
