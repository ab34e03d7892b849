package catalog

import (
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
)

// Encode writes the tools in a form: {"tools":[…]} for mcp and bedrock, and for the others the array that is the value
// of "tools" in a request. In mcp the server's instructions, if there are any, stand before the tools, so that the floor
// can be measured from the file. Tools that came in that form stand as Wire writes them; others are brought into it as Convert
// does, whose problems say what that leaves out. A tool that has no place in the form is an error: convert first, which
// takes it out and says so.
func (c *Catalog) Encode(f Form) ([]byte, error) {
	if _, err := ParseForm(string(f)); err != nil {
		return nil, err
	}
	all := make([]*schema.Node, len(c.Tools))
	for i := range c.Tools {
		var err error
		if all[i], err = c.Tools[i].entryIn(f); err != nil {
			return nil, err
		}
	}
	var entries []*schema.Node
	for i := 0; i < len(all); {
		end := i + 1
		for end < len(all) && c.together(f, i, end) {
			end++
		}
		entries = append(entries, c.group(f, i, all[i:end]))
		i = end
	}
	tools := schema.NewArray(entries...)
	if f != MCP && f != Bedrock {
		return tools.Append(nil), nil
	}
	object := schema.NewObject()
	if f == MCP && c.Instructions != "" {
		object.Set("instructions", schema.NewString(c.Instructions))
	}
	object.Set("tools", tools)
	return object.Append(nil), nil
}

// together reports whether two neighbouring tools stand in one entry of the list: functions of Gemini, and the tools of
// one namespace.
func (c *Catalog) together(f Form, i, j int) bool {
	a, b := &c.Tools[i], &c.Tools[j]
	switch f {
	case Gemini:
		return a.BuiltIn() == "" && b.BuiltIn() == ""
	case OpenAIResponses:
		return a.namespace() != nil && a.namespace() == b.namespace()
	}
	return false
}

// group returns the entry of the list that tools stand in together, the first of which is number i.
func (c *Catalog) group(f Form, i int, tools []*schema.Node) *schema.Node {
	t := &c.Tools[i]
	switch {
	case f == Gemini && t.BuiltIn() == "":
		entry := schema.NewObject()
		entry.Set("functionDeclarations", schema.NewArray(tools...))
		return entry
	case f == OpenAIResponses && t.namespace() != nil:
		entry := t.namespace().Clone()
		entry.Set("tools", schema.NewArray(tools...))
		return entry
	}
	return tools[0]
}

// fits reports whether a tool is already written as a form has it.
func (t *Tool) fits(f Form) bool {
	if t.src == nil {
		return f == MCP
	}
	return t.src.layout.form == f && (t.BuiltIn() != "" || t.src.layout.wrap == layoutOf(f).wrap)
}

func (t *Tool) namespace() *schema.Node {
	if t.src == nil {
		return nil
	}
	return t.src.namespace
}

// EncodeSource writes the document that the catalog was read from, with its tools in their places: a whole request, a
// JSON-RPC response, the lines of JSON Lines. Whitespace between tokens is removed; YAML becomes JSON. A tool that is no
// longer in the catalog is left out, one that was not in the document is appended to its last list of tools, and the
// order is that of the document. A catalog that was built in code, or converted, is written as Encode does in its form.
func (c *Catalog) EncodeSource() ([]byte, error) {
	if c.source == nil {
		f := c.Form
		if f == "" {
			f = MCP
		}
		return c.Encode(f)
	}
	placed := make(map[slot]*schema.Node, len(c.Tools))
	var added []*Tool
	for i := range c.Tools {
		t := &c.Tools[i]
		if t.src != nil && t.src.source == c.source {
			if _, taken := placed[t.src.slot]; !taken {
				placed[t.src.slot] = t.wireNode()
				continue
			}
		}
		added = append(added, t)
	}
	records := make([]*schema.Node, len(c.source.records))
	for i, r := range c.source.records {
		records[i] = r.Clone()
	}
	// All lists are found before any is changed: one can stand inside another, and its pointer is the old one.
	lists := c.source.lists
	arrays := make([]*schema.Node, len(lists))
	for i, l := range lists {
		arrays[i] = records[l.record].Find(l.at)
	}
	wasTool := make(map[slot]bool)
	for _, s := range c.source.slots {
		wasTool[s] = true
	}
	for i, l := range lists {
		if l.lone {
			records[l.record] = replace(records[l.record], l.at, placed[slot{i, 0}])
			continue
		}
		var items []*schema.Node
		for k, item := range arrays[i].Items() {
			if s := (slot{i, k}); !wasTool[s] {
				items = append(items, item)
			} else if entry := placed[s]; entry != nil {
				items = append(items, entry)
			}
		}
		arrays[i].SetItems(items)
	}
	return c.appendAdded(records, arrays, added)
}

// replace gives the value at a place of a record a new value; nil takes the record away.
func replace(record *schema.Node, at schema.Pointer, n *schema.Node) *schema.Node {
	names := at.Names()
	if len(names) == 0 || n == nil {
		return n
	}
	up := record
	for _, name := range names[:len(names)-1] {
		up = up.Find(schema.Pointer("").Child(name))
	}
	last := names[len(names)-1]
	if up.Kind() == schema.Object {
		up.Set(last, n)
		return record
	}
	var items []*schema.Node
	for i, item := range up.Items() {
		if itemPointer("", i) == schema.Pointer("").Child(last) {
			item = n
		}
		items = append(items, item)
	}
	up.SetItems(items)
	return record
}

func (c *Catalog) appendAdded(records, arrays []*schema.Node, added []*Tool) ([]byte, error) {
	form, last := c.Form, -1
	for i, l := range c.source.lists {
		if !l.lone {
			form, last = l.form, i
		}
	}
	var entries []*schema.Node
	for _, t := range added {
		entry, err := t.entryIn(form)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	switch {
	case len(added) == 0:
	case last >= 0:
		items := make([]*schema.Node, 0, arrays[last].Len()+len(entries))
		for _, item := range arrays[last].Items() {
			items = append(items, item)
		}
		arrays[last].SetItems(append(items, entries...))
	case c.source.lines:
		records = append(records, entries...)
	default:
		return nil, fmt.Errorf("catalog: tool %q: the document is a single tool and has no list to add another to", added[0].Name)
	}
	var dst []byte
	for _, record := range records {
		if record == nil {
			continue
		}
		dst = record.Append(dst)
		if c.source.lines {
			dst = append(dst, '\n')
		}
	}
	return dst, nil
}

// entryIn returns the entry of the tool in a form, converted if it is of another.
func (t *Tool) entryIn(f Form) (*schema.Node, error) {
	if t.fits(f) {
		return t.wireNode(), nil
	}
	converted, err := t.convert(f)
	if err != nil {
		return nil, fmt.Errorf("catalog: tool %q: %w", t.Name, err)
	}
	return converted.wireNode(), nil
}
