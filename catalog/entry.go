package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// tool reads one entry and appends it to the catalog, whatever is missing in it.
func (r *reader) tool(n *schema.Node, at schema.Pointer, rd reading, s slot, where span, namespace *schema.Node) {
	l := rd.layout
	if l.wrap != "" && n.Get(l.wrap).Kind() != schema.Object {
		l.wrap = "" // an entry that misses the wrapping of those around it
	}
	in, inAt := n, at
	if l.wrap != "" {
		in, inAt = n.Get(l.wrap), at.Child(l.wrap)
	}
	t := Tool{Origin: Origin{Source: r.opt.Source, At: at}}
	if where.to > where.from {
		t.Raw = slices.Clone(r.text.json[where.from:where.to])
		t.Origin.Line, _ = r.text.pos(where.from)
	} else {
		t.Raw = n.Append(nil)
	}
	c := &checker{r: r, tool: &t, at: inAt, builtIn: rd.builtIn, gemini: l.form == Gemini}
	taken := []string{"name", "description"}
	if l.wrap != "" {
		taken = append(taken, l.wrap)
	}
	t.Name = c.name(in, rd.builtIn)
	t.Description = c.text(in, "description")
	if l.title {
		if text, ok := in.Get("title").Text(); ok {
			t.Title = text
			taken = append(taken, "title")
		}
	}
	if kind, _ := n.Get("type").Text(); kind == "function" && (l.form == OpenAIChat || l.form == OpenAIResponses) || kind == "custom" && l.form == Anthropic {
		taken = append(taken, "type")
	}
	var inputAt schema.Pointer
	if t.Input, inputAt = c.input(in, l); t.Input != nil {
		taken = append(taken, present(in, l.input))
	}
	var outputAt schema.Pointer
	if len(l.output) > 0 {
		if member := present(in, l.output); in.Get(member) != nil && in.Get(member).Kind() != schema.Null {
			t.Output, outputAt = in.Get(member), inAt.Child(member)
			taken = append(taken, member)
		}
	}
	t.Extra = extra(n, in, taken)
	t.src = &imported{node: n, layout: l, name: t.Name, title: t.Title, description: t.Description, input: t.Input,
		output: t.Output, extra: t.Extra, builtIn: rd.builtIn, namespace: namespace, source: r.src, slot: s}
	c.schemas(inputAt, outputAt)
	r.src.lists[s.list].form = l.form
	r.src.slots = append(r.src.slots, s)
	r.count[l.form]++
	r.cat.Tools = append(r.cat.Tools, t)
}

// fewMembers is up to where members are looked for one by one. An entry with very many of them must not cost the square
// of their number.
const fewMembers = 64

// extra collects the members that are not taken, those of the tool proper and then those around it.
func extra(entry, in *schema.Node, taken []string) *schema.Node {
	rest := without(in, taken)
	if entry != in {
		around := without(entry, taken)
		for name, value := range around.Members() {
			if rest.Len() < fewMembers && rest.Get(name) == nil {
				if rest == nil {
					rest = schema.NewObject()
				}
				rest.Set(name, value)
			}
		}
	}
	return rest
}

func without(n *schema.Node, taken []string) *schema.Node {
	rest := schema.NewObject()
	if n.Len() > fewMembers {
		rest = n.Clone()
		for _, name := range taken {
			rest.Delete(name)
		}
	} else {
		for name := range n.Members() {
			if !slices.Contains(taken, name) && rest.Get(name) == nil {
				rest.Copy(n, name)
			}
		}
	}
	if rest.Len() == 0 {
		return nil
	}
	return rest
}

// checker reports what is odd about one tool.
type checker struct {
	r       *reader
	tool    *Tool
	at      schema.Pointer // of the object with the name
	builtIn string
	gemini  bool
}

func (c *checker) report(at schema.Pointer, hint, format string, args ...any) {
	c.r.problem(c.tool.Name, at, fmt.Sprintf(format, args...), hint)
}

func (c *checker) name(in *schema.Node, builtIn string) string {
	const hint = "a model can call a tool by its name only"
	n := in.Get("name")
	name, ok := n.Text()
	switch {
	case ok && name != "":
		c.tool.Name = name
		if !validName(name) {
			c.report(c.at.Child("name"), "most APIs accept letters, digits, _ and - only, 64 at most", "the name does not match ^[a-zA-Z0-9_-]{1,64}$")
		}
		return name
	case ok:
		c.report(c.at.Child("name"), hint, "the name is empty")
	case builtIn != "":
		if label, ok := in.Get("server_label").Text(); ok && label != "" {
			return label
		}
		return builtIn
	case n == nil || n.Kind() == schema.Null:
		c.report(c.at, hint, "the tool has no name")
	default:
		c.report(c.at.Child("name"), hint, "the name is %s and not a string", kindName(n))
	}
	return ""
}

func validName(name string) bool {
	bad := strings.IndexFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
	})
	return name != "" && len(name) <= 64 && bad < 0
}

func (c *checker) text(in *schema.Node, member string) string {
	n := in.Get(member)
	text, ok := n.Text()
	if !ok && n != nil && n.Kind() != schema.Null {
		c.report(c.at.Child(member), "", "the %s is %s and not a string", member, kindName(n))
	}
	return text
}

// input returns the input schema and where it stands.
func (c *checker) input(in *schema.Node, l layout) (*schema.Node, schema.Pointer) {
	member := present(in, l.input)
	n, at := in.Get(member), c.at.Child(member)
	if l.boxed && n.Kind() == schema.Object {
		n, at = n.Get("json"), at.Child("json")
	}
	switch {
	case n == nil || n.Kind() == schema.Null:
		// OpenAI and Gemini define that a function without parameters takes none.
		omitted := l.form == OpenAIChat || l.form == OpenAIResponses || l.form == Gemini
		if c.builtIn == "" && !(n == nil && omitted) {
			c.report(c.at, "a tool without arguments says so with {\"type\":\"object\"}", "the tool has no input schema")
		}
		return nil, at
	case n.Kind() != schema.Object:
		c.report(at, "an input schema is an object", "the input schema is %s", kindName(n))
	}
	return n, at
}
