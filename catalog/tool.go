package catalog

import (
	"github.com/schema-bench/schema-bench/schema"
)

// imported is what a tool remembers of its source: the tree, and the values that were read from it, so that an edit can
// be told from what stood there.
type imported struct {
	node   *schema.Node // the whole entry, wrapping included
	layout layout
	// The values as read. Strings are compared by value and schemas by identity: who edits a schema works on a clone.
	name, title, description string
	input, output, extra     *schema.Node
	builtIn                  string
	namespace                *schema.Node // the entry around the tool, if it came in a namespace; shared by its tools
	source                   *source
	slot                     slot
}

// Wire returns the tool in the form that it came in, without whitespace between tokens and otherwise in the spelling of
// its source. What was edited since the import stands in its old place, what is gone is left out, and everything else is
// unchanged to the byte. A tool that was built in code is written in the mcp form.
func (t *Tool) Wire() []byte { return t.wireNode().Append(make([]byte, 0, len(t.Raw))) }

// Model returns what a host hands on to a model: an object of name, description if the source has one (even an empty
// one) and inputSchema if there is one, compact. A host has decoded what the source sent, so strings have no escapes but
// those that JSON demands, whatever the source's spelling; numbers keep theirs.
func (t *Tool) Model() []byte {
	dst := append(make([]byte, 0, len(t.Raw)+16), `{"name":`...) // room for nearly all
	dst = t.spelled("name", t.Name).AppendPlain(dst)
	if d := t.spelled("description", t.Description); d != nil {
		dst = append(dst, `,"description":`...)
		dst = d.AppendPlain(dst)
	}
	if t.Input != nil {
		dst = append(dst, `,"inputSchema":`...)
		dst = t.Input.AppendPlain(dst)
	}
	return append(dst, '}')
}

// Deferred reports whether the tool is marked to be loaded only when the model searches for it.
func (t *Tool) Deferred() bool {
	deferred, _ := t.Extra.Get("defer_loading").Bool()
	return deferred
}

// BuiltIn returns the type of a tool that the provider itself defines, such as web_search_20250305, or nothing.
// A built-in has no schema of its own and no other form.
func (t *Tool) BuiltIn() string {
	if t.src == nil {
		return ""
	}
	return t.src.builtIn
}

// Form returns the form that the tool came in, mcp for one that was built in code. In a mixed catalog it can differ from
// that of the catalog.
func (t *Tool) Form() Form {
	if t.src == nil {
		return MCP
	}
	return t.src.layout.form
}

// spelled returns the node of a text member: that of the source if the text is still the same, else a new one. It is nil
// for a description that is neither there nor in the source.
func (t *Tool) spelled(member, text string) *schema.Node {
	was := t.src.text(member)
	if t.src != nil && was == text {
		n := t.src.inner().Get(member)
		if n.Kind() == schema.Null {
			n = nil
		}
		if n != nil || text == "" && member != "name" {
			return n
		}
	}
	if text == "" && member != "name" {
		return nil
	}
	return schema.NewString(text)
}

// text returns the value that a text member had when it was read.
func (m *imported) text(member string) string {
	switch {
	case m == nil:
		return ""
	case member == "name":
		return m.name
	case member == "title":
		return m.title
	}
	return m.description
}

// inner returns the object that holds name and description.
func (m *imported) inner() *schema.Node { return m.layout.unwrap(m.node) }

func (l layout) unwrap(entry *schema.Node) *schema.Node {
	if l.wrap != "" {
		if in := entry.Get(l.wrap); in.Kind() == schema.Object {
			return in
		}
	}
	return entry
}

// wireNode returns the entry of Wire as a tree. It shares nodes with the tool and must not be edited.
func (t *Tool) wireNode() *schema.Node {
	if t.src == nil {
		return t.build(layoutOf(MCP))
	}
	s := t.src
	if t.Name == s.name && t.Title == s.title && t.Description == s.description &&
		t.Input == s.input && t.Output == s.output && t.Extra == s.extra {
		return s.node
	}
	entry := s.node.Clone()
	in := s.layout.unwrap(entry)
	setText(in, "name", t.Name, s.name)
	setText(in, "description", t.Description, s.description)
	if s.layout.title {
		setText(in, "title", t.Title, s.title)
	}
	if t.Input != s.input {
		s.layout.setInput(in, t.Input)
	}
	if t.Output != s.output && len(s.layout.output) > 0 {
		setNode(in, present(in, s.layout.output), t.Output)
	}
	if t.Extra != s.extra {
		setExtra(entry, in, s.extra, t.Extra)
	}
	return entry
}

func setText(in *schema.Node, member, now, was string) {
	switch {
	case now == was:
	case now == "":
		in.Delete(member)
	default:
		in.Set(member, schema.NewString(now))
	}
}

func setNode(in *schema.Node, member string, n *schema.Node) {
	if n == nil {
		in.Delete(member)
	} else {
		in.Set(member, n)
	}
}

func (l layout) setInput(in *schema.Node, n *schema.Node) {
	member := present(in, l.input)
	if box := in.Get(member); l.boxed && n != nil {
		if box.Kind() != schema.Object {
			box = schema.NewObject()
			in.Set(member, box)
		}
		box.Set("json", n)
		return
	}
	setNode(in, member, n)
}

// present returns the first of the members that the object has with a value other than null, or the first of all.
func present(in *schema.Node, members []string) string {
	for _, m := range members {
		if n := in.Get(m); n != nil && n.Kind() != schema.Null {
			return m
		}
	}
	return members[0]
}

// setExtra writes the difference between two objects of extra members into the entry, each where the entry has it;
// new ones are appended to the tool proper.
func setExtra(entry, in, was, now *schema.Node) {
	values := make(map[string]*schema.Node, now.Len())
	for name, value := range now.Members() {
		values[name] = value
	}
	for name, old := range was.Members() {
		value, kept := values[name]
		delete(values, name)
		if kept && value == old {
			continue
		}
		holder := in
		if in.Get(name) == nil {
			holder = entry
		}
		if kept {
			holder.Set(name, value)
		} else {
			holder.Delete(name)
		}
	}
	for name := range now.Members() {
		if value, isNew := values[name]; isNew {
			in.Set(name, value)
			delete(values, name)
		}
	}
}

// build writes the tool as a new entry in a layout, with all that the layout has a place for.
func (t *Tool) build(l layout) *schema.Node {
	in := schema.NewObject()
	many := t.Extra.Len() > fewMembers
	if many {
		in = t.Extra.Clone()
	}
	if l.form == OpenAIResponses {
		in.Set("type", schema.NewString("function"))
	}
	in.Set("name", t.spelledOr("name", t.Name))
	if l.title && t.Title != "" {
		in.Set("title", t.spelledOr("title", t.Title))
	}
	if d := t.spelled("description", t.Description); d != nil {
		in.Set("description", d)
	}
	if t.Input != nil {
		l.setInput(in, t.Input)
	}
	if t.Output != nil && len(l.output) > 0 {
		in.Set(l.output[0], t.Output)
	}
	for name, value := range t.Extra.Members() {
		if many {
			break
		}
		if in.Get(name) == nil {
			in.Set(name, value)
		}
	}
	if l.wrap == "" {
		return in
	}
	entry := schema.NewObject()
	if l.form == OpenAIChat {
		entry.Set("type", schema.NewString("function"))
	}
	entry.Set(l.wrap, in)
	return entry
}

func (t *Tool) spelledOr(member, text string) *schema.Node {
	if n := t.spelled(member, text); n.Kind() == schema.String {
		return n
	}
	return schema.NewString(text)
}
