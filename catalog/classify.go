package catalog

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/internal/rawjson"
	"github.com/schema-bench/schema-bench/schema"
)

// A reading is what the members of one entry tell about its form.
type reading struct {
	layout  layout
	builtIn string // the type of a provider's own tool
	sure    bool   // a member was seen that only this form has
}

// dated matches the types of Anthropic's own tools, which carry the date of their version.
var dated = regexp.MustCompile(`_20\d{6}$`)

// classify tells the form of one entry of a list of tools.
func classify(n *schema.Node) reading {
	is := func(f Form) reading { return reading{layout: layoutOf(f), sure: true} }
	if n.Kind() != schema.Object {
		return reading{layout: layoutOf(MCP)}
	}
	has := func(name string) bool { return n.Get(name) != nil }
	kind, typed := n.Get("type").Text()
	switch {
	case n.Get("toolSpec").Kind() == schema.Object:
		return is(Bedrock)
	case n.Get("function").Kind() == schema.Object:
		return is(OpenAIChat)
	case has("input_schema"):
		return is(Anthropic)
	case has("inputSchema"), has("outputSchema"):
		return is(MCP)
	case has("parametersJsonSchema"), has("parameters_json_schema"):
		return is(Gemini)
	case typed && dated.MatchString(kind), kind == "mcp_toolset":
		return reading{layout: layoutOf(Anthropic), builtIn: kind, sure: true}
	case typed && kind == "function":
		return is(OpenAIResponses)
	case typed && !jsonType(kind) && n.Get(kind).Kind() == schema.Object:
		return reading{layout: layout{form: OpenAIChat, wrap: kind, input: []string{"parameters"}}, builtIn: kind, sure: true}
	case typed && !jsonType(kind) && !has("parameters"):
		return reading{layout: layoutOf(OpenAIResponses), builtIn: kind, sure: openAIType(kind)}
	case has("parameters"):
		if kind, _ := n.Get("parameters").Get("type").Text(); kind != "" && kind == strings.ToUpper(kind) {
			return is(Gemini)
		}
		return reading{layout: flatChat(), sure: has("name") && n.Get("parameters").Kind() == schema.Object}
	}
	if member := loneMember(n); member != "" {
		switch member {
		case "cachePoint", "systemTool":
			return reading{layout: layoutOf(Bedrock), builtIn: member, sure: true}
		case "googleSearch", "googleSearchRetrieval", "codeExecution", "urlContext", "googleMaps", "fileSearch", "computerUse",
			"enterpriseWebSearch", "retrieval", "google_search", "google_search_retrieval", "code_execution", "url_context",
			"google_maps", "file_search", "computer_use", "enterprise_web_search":
			return reading{layout: layoutOf(Gemini), builtIn: member, sure: true}
		}
	}
	return reading{layout: layoutOf(MCP)}
}

// openAIType reports whether a type is one of the tools of OpenAI's own. Others are taken for such too, but only among
// tools: a type alone does not make a tool of an object.
func openAIType(kind string) bool {
	switch kind {
	case "web_search", "file_search", "code_interpreter", "image_generation", "computer", "computer_use", "computer_use_preview",
		"local_shell", "shell", "apply_patch", "mcp", "namespace", "tool_search", "custom":
		return true
	}
	return strings.HasPrefix(kind, "web_search_")
}

func jsonType(kind string) bool {
	switch kind {
	case "object", "array", "string", "number", "integer", "boolean", "null":
		return true
	}
	return false
}

// loneMember returns the name of the only member of an object, if its value is an object.
func loneMember(n *schema.Node) string {
	if n.Len() != 1 {
		return ""
	}
	for name, value := range n.Members() {
		if value.Kind() == schema.Object {
			return name
		}
	}
	return ""
}

// declarations returns the member in which a Gemini tool lists its functions, or nothing.
func declarations(n *schema.Node) string {
	for _, m := range []string{"functionDeclarations", "function_declarations"} {
		if n.Get(m).Kind() == schema.Array {
			return m
		}
	}
	return ""
}

// looksLikeTool reports whether an object that no member gives away is still more likely a tool than anything else.
func looksLikeTool(n *schema.Node) bool {
	_, named := n.Get("name").Text()
	_, described := n.Get("description").Text()
	return named && described
}

// list reads the tools of an array. What is given is known from where the array stands; namespace is the entry around it.
func (r *reader) list(items *schema.Node, at schema.Pointer, given reading, namespace *schema.Node) error {
	index := len(r.src.lists)
	r.src.lists = append(r.src.lists, list{record: len(r.src.records) - 1, at: at})
	spans := r.spans(items, at)
	usual, company := given, reading{layout: layoutOf(MCP)}
	for _, item := range items.Items() {
		switch rd := classify(item); {
		case usual.sure:
		case rd.sure && rd.builtIn == "":
			usual = rd
		case rd.sure && !company.sure:
			company = reading{layout: layoutOf(rd.layout.form), sure: true}
		}
	}
	if !usual.sure { // where nothing but a provider's own tools is known, the others are that provider's as well
		usual = company
	}
	for i, item := range items.Items() {
		at := itemPointer(at, i)
		rd := classify(item)
		place := rd.builtIn == "" && (!rd.sure || given.sure && rd.layout.wrap == "")
		if place || rd.builtIn != "" && !rd.sure && usual.layout.form == MCP && usual.sure {
			rd = usual
		}
		kind, _ := item.Get("type").Text()
		nested := item.Get("tools")
		var err error
		switch member := declarations(item); {
		case item.Kind() != schema.Object:
			if r.strays++; r.strays == 1 {
				r.stray = stray{at: at, kind: kindName(item)}
				if s := spans[i]; s.to > 0 {
					r.stray.line, _ = r.text.pos(s.from)
				}
			}
			r.problem("", at, "an entry of the list of tools is "+kindName(item)+" and no tool", "remove it: an API refuses the list")
		case member != "" && namespace == nil:
			if item.Len() > 1 {
				r.problem("", at, "an entry has members beside "+member+", which are kept in the document only", "")
			}
			err = r.list(item.Get(member), at.Child(member), reading{layout: layoutOf(Gemini), sure: true}, nil)
		case kind == "namespace" && nested.Kind() == schema.Array && namespace == nil:
			err = r.list(nested, at.Child("tools"), reading{layout: layoutOf(OpenAIResponses), sure: true}, item)
		default:
			r.tool(item, at, rd, slot{index, i}, spans[i], namespace)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) lone(n *schema.Node, at schema.Pointer, rd reading) error {
	r.src.lists = append(r.src.lists, list{record: len(r.src.records) - 1, at: at, lone: true})
	s, _ := locate(r.text.json, r.text.span.from, at)
	r.tool(n, at, rd, slot{len(r.src.lists) - 1, 0}, s, nil)
	return nil
}

// spans returns where the items of an array stand in the text of the record.
func (r *reader) spans(items *schema.Node, at schema.Pointer) []span {
	spans := make([]span, 0, items.Len())
	if s, ok := locate(r.text.json, r.text.span.from, at); ok && r.text.json[s.from] == '[' {
		for from := range rawjson.Items(r.text.json, s.from) {
			spans = append(spans, span{from, rawjson.End(r.text.json, from)})
		}
	}
	for len(spans) < items.Len() {
		spans = append(spans, span{})
	}
	return spans
}

func itemPointer(at schema.Pointer, i int) schema.Pointer {
	return at + "/" + schema.Pointer(strconv.Itoa(i))
}
