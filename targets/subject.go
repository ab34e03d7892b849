package targets

import (
	"errors"
	"slices"

	"github.com/schema-bench/schema-bench/schema"
)

// document is one schema of a tool as the checks look at it.
type document struct {
	root     *schema.Node
	resolved *schema.Document // nil if err is set
	err      error            // why it could not be read as a schema
	draft    string           // one of draftNames; 2020-12 where it declares one that nobody knows
	unknown  error            // why the declared dialect is none
	sites    []*site
	sums     *sums              // nil until asked for
	loops    []schema.Reference // that lead back to themselves; nil until asked for
}

// site is one subschema.
type site struct {
	*schema.Site
	doc     *document
	types   []string // that it declares
	defined bool     // it stands in a definition
}

// isDefinition reports whether a keyword holds definitions.
func isDefinition(keyword string) bool { return keyword == "$defs" || keyword == "definitions" }

func newDocument(root *schema.Node) *document {
	d := &document{root: root, draft: "2020-12"}
	if root.Kind() != schema.Object && root.Kind() != schema.Bool {
		d.err = errors.New("it is neither an object nor a boolean")
		return d
	}
	if d.resolved, d.err = schema.Resolve(root); d.err != nil {
		return d
	}
	draft, _, err := schema.DraftOf(root)
	d.unknown = err
	for i, known := range []schema.Draft{schema.Draft4, schema.Draft6, schema.Draft7, schema.Draft2019, schema.Draft2020} {
		if draft == known {
			d.draft = draftNames()[i]
		}
	}
	of := make(map[*schema.Site]*site, len(d.resolved.Sites))
	for _, s := range d.resolved.Sites {
		at := &site{Site: s, doc: d, types: declaredTypes(s.Schema)}
		up := of[s.Up]
		at.defined = isDefinition(s.Keyword) || up != nil && up.defined
		of[s] = at
		d.sites = append(d.sites, at)
	}
	return d
}

// sums are the sizes of a schema that limits are about.
type sums struct {
	properties, levels, enumValues int
	texts                          int // characters of the names of properties and definitions and of constants
	optional, unions               int
	enums                          []sizedEnum
}

// sizedEnum is an enum with how many values and characters it has.
type sizedEnum struct {
	at            *site
	values, chars int
}

// size counts once what the limits of all targets ask for.
func (d *document) size() *sums {
	if d.sums != nil {
		return d.sums
	}
	d.sums = new(sums)
	level := make(map[*schema.Site]int, len(d.sites))
	for _, s := range d.sites {
		// Only what makes a value hold another one is a level: a union is none.
		level[s.Site] = level[s.Up]
		switch s.Keyword {
		case "properties", "items", "prefixItems", "additionalProperties", "patternProperties", "additionalItems":
			level[s.Site]++
		}
		d.sums.add(s, level[s.Site])
	}
	return d.sums
}

func (n *sums) add(s *site, level int) {
	n.levels = max(n.levels, level)
	required := names(s.Schema.Get("required"))
	for name := range s.Schema.Get("properties").Members() {
		n.properties++
		n.texts += size(name, "chars")
		if !required[name] {
			n.optional++
		}
	}
	if isDefinition(s.Keyword) {
		n.texts += size(s.Name, "chars")
	}
	if s.Keyword == "properties" && (len(s.types) > 1 || s.Schema.Get("anyOf") != nil) {
		n.unions++
	}
	if value := s.Schema.Get("const"); value != nil {
		n.texts += constantSize(value)
	}
	if enum := s.Schema.Get("enum"); enum != nil {
		chars := 0
		for _, item := range enum.Items() {
			chars += constantSize(item)
		}
		n.enumValues += enum.Len()
		n.texts += chars
		n.enums = append(n.enums, sizedEnum{s, enum.Len(), chars})
	}
}

// constantSize returns the characters of a constant: of a text those inside its quotes.
func constantSize(n *schema.Node) int {
	if text, ok := n.Text(); ok {
		return size(text, "chars")
	}
	return size(string(n.Append(nil)), "chars")
}

// names returns the texts of a list as a set; a property that is looked for in a list of thousands would cost the square.
func names(list *schema.Node) map[string]bool {
	set := make(map[string]bool, list.Len())
	for _, item := range list.Items() {
		if text, ok := item.Text(); ok {
			set[text] = true
		}
	}
	return set
}

// recursive returns the references that lead back to themselves: those whose place can be reached from their target.
func (d *document) recursive() []schema.Reference {
	if d.loops == nil {
		d.loops = d.findLoops()
	}
	return d.loops
}

func (d *document) findLoops() []schema.Reference {
	index := make(map[*schema.Node]int, len(d.sites))
	for i, s := range d.sites {
		index[s.Schema] = i
	}
	next := make([][]int, len(d.sites))
	for i, s := range d.sites {
		if s.Up != nil {
			up := index[s.Up.Schema]
			next[up] = append(next[up], i)
		}
	}
	for _, r := range d.resolved.References {
		if to, ok := index[r.Target]; ok && r.Target != nil {
			from := index[r.From.Schema]
			next[from] = append(next[from], to)
		}
	}
	component := components(next)
	// Not nil, be there none: it is worked out once.
	return slices.DeleteFunc(append([]schema.Reference{}, d.resolved.References...), func(r schema.Reference) bool {
		to, ok := index[r.Target]
		return r.Target == nil || !ok || component[index[r.From.Schema]] != component[to]
	})
}

// components numbers the strongly connected components of a graph: two nodes have the same number if each can be reached
// from the other. It is Tarjan's algorithm (SIAM J. Comput. 1(2), 1972) with a stack of its own, since the depth is the
// author's of the schema.
func components(next [][]int) []int {
	n := len(next)
	order, low, component := make([]int, n), make([]int, n), make([]int, n)
	for i := range component {
		component[i] = -1
	}
	var open []int
	type frame struct{ node, edge int }
	visited, found := 0, 0
	for start := range n {
		if order[start] != 0 {
			continue
		}
		stack := []frame{{start, 0}}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.edge == 0 {
				visited++
				order[f.node], low[f.node] = visited, visited
				open = append(open, f.node)
			}
			descended := false
			for ; f.edge < len(next[f.node]); f.edge++ {
				to := next[f.node][f.edge]
				if order[to] == 0 {
					f.edge++
					stack = append(stack, frame{to, 0})
					descended = true
					break
				}
				if component[to] < 0 {
					low[f.node] = min(low[f.node], order[to])
				}
			}
			if descended {
				continue
			}
			node := f.node
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				up := stack[len(stack)-1].node
				low[up] = min(low[up], low[node])
			}
			if low[node] == order[node] {
				for {
					last := open[len(open)-1]
					open = open[:len(open)-1]
					component[last] = found
					if last == node {
						break
					}
				}
				found++
			}
		}
	}
	return component
}
