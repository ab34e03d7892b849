package catalog

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
)

// Convert returns the catalog in another form, and what that cost. Name, description and input schema have a place in
// every form. The rest is kept where the target has a place for it:
//
//   - mcp: title, output schema and every extra member (readers ignore those that they do not know)
//   - openai-chat: strict
//   - openai-responses: strict and defer_loading; strict is written as false where the source has none, because this API
//     alone makes true the default
//   - anthropic: strict, cache_control, input_examples, defer_loading, allowed_callers and eager_input_streaming
//   - gemini: output schema and behavior
//   - bedrock: strict
//
// A provider's built-in tool has no other form and is left out. Each kind of loss is one problem. Where the target
// demands an input schema and the source has none, the one of no arguments is written. Gemini gets "parameters" where
// the schema says exactly the same in its dialect, and "parametersJsonSchema" otherwise.
func (c *Catalog) Convert(f Form) (*Catalog, []Problem) {
	out := *c
	out.Form, out.source, out.Tools = f, nil, nil
	losses := &losses{index: map[string]int{}}
	for i := range c.Tools {
		t := &c.Tools[i]
		if t.fits(f) {
			out.Tools = append(out.Tools, *t)
			continue
		}
		converted, err := t.convert(f)
		if err != nil {
			losses.problems = append(losses.problems, Problem{t.Name, t.Origin.At, err.Error() + ": it is left out", "offer it to its own provider only"})
			continue
		}
		for _, member := range t.lost(f) {
			losses.add(t, member)
		}
		out.Tools = append(out.Tools, converted)
	}
	for i, n := range losses.counts {
		p := &losses.problems[losses.where[i]]
		if n > 1 {
			p.Tool = ""
			p.Message = fmt.Sprintf("%q of %d tools has no place in the form %s and is left out", losses.members[i], n, f)
		} else {
			p.Message = fmt.Sprintf("%q has no place in the form %s and is left out", losses.members[i], f)
		}
	}
	return &out, losses.problems
}

// losses collects what had no place, one problem for every member name.
type losses struct {
	problems []Problem
	index    map[string]int // of a member in the three below
	members  []string
	counts   []int
	where    []int // its problem
}

func (l *losses) add(t *Tool, member string) {
	i, known := l.index[member]
	if !known {
		i = len(l.members)
		l.index[member] = i
		l.members, l.counts, l.where = append(l.members, member), append(l.counts, 0), append(l.where, len(l.problems))
		l.problems = append(l.problems, Problem{Tool: t.Name, At: t.Origin.At})
	}
	l.counts[i]++
}

// hasPlace reports whether a form has a place for an extra member of that name.
func hasPlace(f Form, member string, value *schema.Node) bool {
	switch f {
	case MCP:
		// The default of Responses is written out on the way there, and says nothing anywhere else.
		on, isBool := value.Bool()
		return member != "strict" || on || !isBool
	case OpenAIChat, Bedrock:
		return member == "strict"
	case OpenAIResponses:
		return member == "strict" || member == "defer_loading"
	case Anthropic:
		switch member {
		case "strict", "cache_control", "input_examples", "defer_loading", "allowed_callers", "eager_input_streaming":
			return true
		}
	case Gemini:
		return member == "behavior"
	}
	return false
}

// lost names what convert leaves out.
func (t *Tool) lost(f Form) []string {
	var names []string
	l := layoutOf(f)
	if t.Title != "" && !l.title {
		names = append(names, "title")
	}
	if t.Output != nil && len(l.output) == 0 {
		names = append(names, "outputSchema")
	}
	if t.namespace() != nil {
		names = append(names, "namespace")
	}
	for name, value := range t.Extra.Members() {
		if off, isBool := value.Bool(); !hasPlace(f, name, value) && !(name == "strict" && isBool && !off) {
			names = append(names, name)
		}
	}
	return names
}

// convert returns the tool in another form. Its Raw and Origin are still those of the import.
func (t *Tool) convert(f Form) (Tool, error) {
	if kind := t.BuiltIn(); kind != "" {
		return Tool{}, fmt.Errorf("%s is a built-in of %s and has no form in %s", quote(kind), t.Form(), f)
	}
	l, out := layoutOf(f), *t
	if t.Form() == Gemini {
		out.Input = t.jsonSchema(t.Input, t.src.layout.input, "parameters")
		out.Output = t.jsonSchema(t.Output, t.src.layout.output, "response")
	}
	if !l.title {
		out.Title = ""
	}
	if len(l.output) == 0 {
		out.Output = nil
	}
	if out.Input == nil && (f == MCP || f == Anthropic || f == Bedrock) {
		out.Input = schema.NewObject()
		out.Input.Set("type", schema.NewString("object"))
		out.Input.Set("properties", schema.NewObject())
	}
	if p, exact := geminiParameters(out.Input); f == Gemini && exact {
		out.Input = p
		l.input = []string{"parameters", "parametersJsonSchema", "parameters_json_schema"}
	}
	out.Extra = schema.NewObject()
	if t.Extra.Len() <= fewMembers {
		for name, value := range t.Extra.Members() {
			if hasPlace(f, name, value) {
				out.Extra.Copy(t.Extra, name)
			}
		}
	} else if f == MCP {
		out.Extra = t.Extra.Clone()
	} else {
		for _, name := range []string{"strict", "cache_control", "input_examples", "defer_loading", "allowed_callers", "eager_input_streaming", "behavior"} {
			if value := t.Extra.Get(name); value != nil && hasPlace(f, name, value) {
				out.Extra.Copy(t.Extra, name)
			}
		}
	}
	if f == OpenAIResponses && out.Extra.Get("strict") == nil {
		out.Extra.Set("strict", literal("false"))
	}
	if out.Extra.Len() == 0 {
		out.Extra = nil
	}
	entry := out.build(l)
	out.src = &imported{node: entry, layout: l, name: out.Name, title: out.Title, description: out.Description,
		input: out.Input, output: out.Output, extra: out.Extra}
	return out, nil
}

// jsonSchema returns a schema of a Gemini tool as JSON Schema: unchanged unless it stands in the member of the API's own
// dialect.
func (t *Tool) jsonSchema(n *schema.Node, members []string, own string) *schema.Node {
	if n == nil || present(t.src.inner(), members) != own {
		return n
	}
	return fromGemini(n)
}
