package schemacompact

import (
	"iter"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// A pass is the state of one compaction: the tools that are being worked on.
type pass struct {
	tools   []*work
	target  targets.Target
	measure func(*catalog.Tool) int // nil if nobody measures
	// dropsDialect says that $schema goes where nothing depends on it.
	dropsDialect bool
}

// expects notes what the transforms that are going to run will do, for those before them to know.
func (p *pass) expects(transforms []Transform) {
	runs := func(name string) bool {
		return slices.ContainsFunc(transforms, func(t Transform) bool { return t.Name == name })
	}
	p.dropsDialect = runs("dialect")
	for _, w := range p.tools {
		// No text may go because a default says it if defaults go too.
		w.losesDefaults = runs("drop-default")
	}
}

// run applies transforms and calls after behind each. Structural rewrites make work for each other and for those that look
// at what stands around a text, so if there are any all run again, on the tools that have changed, until none finds anything.
func (p *pass) run(transforms []Transform, after func(t Transform)) {
	rounds := 1
	if slices.ContainsFunc(transforms, func(t Transform) bool { return t.Claim == ClaimEquivalent }) {
		rounds = maxRounds
	}
	before := make([]int, len(p.tools))
	for _, w := range p.tools {
		w.settled = false
	}
	for range rounds {
		for i, w := range p.tools {
			before[i] = w.changes
		}
		for _, t := range transforms {
			t.apply(p)
			after(t)
		}
		open := false
		for i, w := range p.tools {
			w.settled = w.changes == before[i]
			open = open || !w.settled
		}
		if !open {
			return
		}
	}
}

// A work is one tool on its way through the transforms.
type work struct {
	pass  *pass
	tool  *catalog.Tool // of the new catalog; Input is a copy that may be edited, or nil
	skip  error         // why the tool stays as it came; nil if it is worked on
	edits []Edit        // of the transform that runs
	size  int           // as measured after the last transform that changed it
	doc   *schema.Document

	unnoted bool // nobody asks for the edits
	changed bool // an edit was made, noted or not
	changes int  // how many were
	settled bool // none of the transforms that run finds anything more in it

	sites []*schema.Site // what Walk visits, in its order; nil if it must be walked again
	gone  []member       // of the sites, removed since they were walked

	losesDefaults bool
}

// A member is a keyword of a schema.
type member struct {
	of      *schema.Node
	keyword string
}

// document returns the references of the schema as it is now.
func (w *work) document() (*schema.Document, error) {
	if w.doc == nil {
		d, err := schema.Resolve(w.tool.Input)
		if err != nil {
			return nil, err
		}
		w.doc = d
	}
	return w.doc, nil
}

// each calls f for every tool that is worked on. A tool that f fails on is left as it came.
func (p *pass) each(f func(w *work, d *schema.Document) error) {
	for _, w := range p.tools {
		if w.skip != nil || w.settled || w.tool.Input == nil {
			continue
		}
		d, err := w.document()
		if err == nil {
			err = f(w, d)
		}
		if err != nil {
			w.skip = err
		}
	}
}

// eachSchema calls f for every subschema of every tool that is worked on; boolean schemas are left out.
func (p *pass) eachSchema(f func(w *work, s *schema.Site)) {
	p.each(func(w *work, _ *schema.Document) error {
		if err := w.walk(); err != nil {
			return err
		}
		for _, s := range w.sites {
			if s.Schema.Kind() == schema.Object && !w.isGone(s) {
				f(w, s)
			}
		}
		return nil
	})
}

// walk finds the sites of the schema, unless they are known: most transforms remove only texts, and each of them would
// walk for them again.
func (w *work) walk() error {
	if w.sites != nil && len(w.gone) == 0 {
		return nil
	}
	w.sites, w.gone = w.sites[:0], nil
	return schema.Walk(w.tool.Input, func(s *schema.Site) error {
		w.sites = append(w.sites, s)
		return nil
	})
}

// isGone reports whether a site, or one around it, was removed.
func (w *work) isGone(s *schema.Site) bool {
	if len(w.gone) == 0 {
		return false
	}
	for ; s.Up != nil; s = s.Up {
		if slices.Contains(w.gone, member{s.Up.Schema, s.Keyword}) {
			return true
		}
	}
	return false
}

// edited notes an edit that is about to be made. Spelling it out takes as long as most edits, so it is left where nobody
// will ask.
func (w *work) edited(e func() Edit) {
	w.changed = true
	w.changes++
	if !w.unnoted {
		w.edits = append(w.edits, e())
	}
}

// drop removes a keyword, unless a reference leads into its value or the schema would be empty without it: {} as a
// parameter is refused, or sent as a string, by several clients.
func (w *work) drop(s *schema.Site, keyword string) bool {
	value := s.Schema.Get(keyword)
	if value == nil || w.doc.Pinned(value) || s.Schema.Len() == 1 || s.Up == nil && mayBeMap(s.Schema) {
		return false
	}
	w.edited(func() Edit { return Edit{At: s.At().Child(keyword), Op: "drop", Old: string(value.Append(nil))} })
	s.Schema.Delete(keyword)
	if k := value.Kind(); k == schema.Object || k == schema.Array || k == schema.Bool {
		w.gone = append(w.gone, member{s.Schema, keyword}) // it may hold schemas
	}
	return true
}

// maxSiblings bounds how many neighbours a description is searched for, since that takes the product of both.
const maxSiblings = 64

// siblings returns the names of the properties beside a property.
func (w *work) siblings(s *schema.Site) iter.Seq[string] {
	if s.Up == nil || s.Keyword != "properties" || s.Up.Schema.Get("properties").Len() > maxSiblings {
		return nil
	}
	return func(yield func(string) bool) {
		for name := range s.Up.Schema.Get("properties").Members() {
			if name != s.Name && !yield(name) {
				return
			}
		}
	}
}

// mayBeMap reports whether a root could be a map of parameters in the place of a schema: nothing says for certain that it
// is a schema, and what looks like an annotation is an object, as a parameter's schema is. The verifier then takes none
// of its members for granted, so none is dropped.
func mayBeMap(root *schema.Node) bool {
	kind := root.Get("type").Kind()
	if kind == schema.String || kind == schema.Array || root.Get("properties").Kind() == schema.Object {
		return false
	}
	for _, keyword := range []string{"default", "example", "externalDocs", "xml"} {
		if root.Get(keyword).Kind() == schema.Object {
			return true
		}
	}
	return false
}

// retext gives a text keyword a new text.
func (w *work) retext(s *schema.Site, keyword, op, text string) {
	w.edited(func() Edit {
		old, _ := s.Schema.Get(keyword).Text()
		return Edit{At: s.At().Child(keyword), Op: op, Old: old, New: text}
	})
	s.Schema.Set(keyword, schema.NewString(text))
}

// nameOf returns the name that a reader of the subschema goes by: that of the property or definition around it, or
// the tool's at the root.
func (w *work) nameOf(s *schema.Site) string {
	for ; s.Up != nil; s = s.Up {
		if s.Name != "" {
			return s.Name
		}
	}
	return w.tool.Name
}

// namesAround returns the names of the properties and definitions around a subschema, from the inside out, and the
// tool's.
func (w *work) namesAround(s *schema.Site) []string {
	var names []string
	for up := s.Up; up != nil; up = up.Up {
		if up.Name != "" {
			names = append(names, up.Name)
		}
	}
	return append(names, w.tool.Name)
}
