package schemacompact

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// inlineReferences puts definitions where references to them stand: one with a single reference always, one with several
// where its text is not longer than the references. The tool is left as it was if it measures no smaller.
func inlineReferences(p *pass) {
	if !p.target.Allows(targets.Inline) {
		return
	}
	p.eachStructure(func(w *work) error {
		return w.keepIfSmaller(func() error { return w.inline(w.pays) })
	})
}

// inlineAll puts definitions where references to them stand, for clients that lose definitions on the way to the model.
// What leads back to itself stays, and so does what would become too large.
func inlineAll(p *pass) {
	p.eachStructure(func(w *work) error { return w.inline(bearable) })
}

// maxInlined bounds what one definition may take in all places together, in bytes: references in references double.
const maxInlined = 1 << 20

func bearable(def *definition) bool {
	return len(def.refs) == 1 || len(def.refs)*len(def.site.Schema.Append(nil)) <= maxInlined
}

// keepIfSmaller undoes what f does to the schema unless the tool is smaller afterwards.
func (w *work) keepIfSmaller(f func() error) error {
	changes, edits, changed := w.changes, len(w.edits), w.changed
	before := w.tool.Input.Clone()
	weight := w.weight()
	if err := f(); err != nil {
		return err
	}
	if w.changes == changes || w.weight() < weight {
		return nil
	}
	w.tool.Input, w.changes, w.edits, w.changed = before, changes, w.edits[:edits], changed
	w.moved()
	return nil
}

// weight is the size of the tool: as measured, or in bytes of its schema where nobody measures.
func (w *work) weight() int {
	if w.pass.measure != nil {
		return w.pass.measure(w.tool)
	}
	return len(w.tool.Input.Append(nil))
}

// A definition is an entry of a map of definitions.
type definition struct {
	site *schema.Site
	refs []schema.Reference // to it
	uses []*definition      // what its text refers to
	// fixed says that it has to stay: something else than a plain reference to all of it needs it.
	fixed bool
	done  bool
	open  bool // it is being looked at, so whoever refers to it is in a cycle
}

// inline replaces references by those definitions that are wanted, those first that refer to no other.
func (w *work) inline(wanted func(*definition) bool) error {
	d, err := w.document()
	if err != nil {
		return err
	}
	defs := definitions(d)
	if len(defs) == 0 || slices.ContainsFunc(d.Sites, func(s *schema.Site) bool { return s.Schema.Get("discriminator") != nil }) {
		return nil // the mapping of a discriminator may name definitions
	}
	for _, def := range defs {
		w.inlineOne(def, wanted)
	}
	w.dropEmptyMaps()
	return nil
}

// inlineOne inlines the definitions that one refers to and then itself.
func (w *work) inlineOne(def *definition, wanted func(*definition) bool) {
	if def.done {
		return
	}
	if def.open {
		def.fixed = true // it refers to itself
		return
	}
	def.open = true
	for _, other := range def.uses {
		w.inlineOne(other, wanted)
	}
	def.open, def.done = false, true
	if def.fixed || len(def.refs) == 0 || !w.fits(def) || !wanted(def) {
		return
	}
	for i, ref := range def.refs {
		body := def.site.Schema
		if i > 0 || len(def.refs) > 1 {
			body = body.Clone()
		}
		var members []part
		for _, m := range parts(ref.From.Schema) {
			if m.name != "$ref" {
				members = append(members, m)
				continue
			}
			for _, b := range parts(body) {
				if b.name == "$ref" || ref.From.Schema.Get(b.name) == nil { // the definition may be a reference itself
					members = append(members, b)
				}
			}
		}
		w.rebuild(ref.From, "inline", members)
	}
	w.edited(func() Edit {
		return Edit{At: def.site.At(), Op: "drop", Old: string(def.site.Schema.Append(nil))}
	})
	def.site.Up.Schema.Get(def.site.Keyword).Delete(def.site.Name)
	w.moved()
}

// fits reports whether a definition can stand at every reference to it.
func (w *work) fits(def *definition) bool {
	body := def.site.Schema
	for _, ref := range def.refs {
		for name, value := range ref.From.Schema.Members() {
			if name == "$ref" {
				continue
			}
			// Whether anything else counts beside a reference depends on the draft. Of two texts one would be lost.
			own := body.Get(name)
			if !isAnnotation(name) || own != nil && !schema.Equal(own, value) {
				return false
			}
			// A text must not come to stand beside a reference where it does not count.
			if body.Get("$ref") != nil && !w.textsBesideRefs() {
				return false
			}
		}
	}
	return true
}

// pays reports whether a definition is smaller where the references to it stand.
func (w *work) pays(def *definition) bool {
	n := len(def.refs)
	if n == 1 {
		return true
	}
	size := w.estimate(def.site.Schema.Append(nil))
	ref := w.estimate([]byte(`{"$ref":"` + def.refs[0].Value + `"}`)) // the texts beside it are there either way
	return n*size < n*ref+size+w.estimate(schema.NewString(def.site.Name).Raw())
}

// definitions returns the definitions of a document with the references to and from them. Those that must stay where they
// are say so.
func definitions(d *schema.Document) []*definition {
	byNode := make(map[*schema.Node]*definition)
	var defs []*definition
	for _, s := range d.Sites {
		if s.Up != nil && (s.Keyword == "$defs" || s.Keyword == "definitions") {
			def := &definition{site: s, fixed: s.Schema.Kind() != schema.Object || s.Schema.Len() == 0 || named(s.Schema)}
			byNode[s.Schema] = def
			defs = append(defs, def)
		}
	}
	if len(defs) == 0 {
		return nil
	}
	at := make(map[schema.Pointer]*definition)
	for _, def := range defs {
		at[def.site.At()] = def
	}
	for _, ref := range d.References {
		if def := byNode[ref.Target]; def != nil && at[ref.At] == def {
			def.refs = append(def.refs, ref)
			def.fixed = def.fixed || !strings.HasPrefix(ref.Value, "#/")
		}
		// A reference into a definition keeps it, and all around it, in place.
		for p := parent(ref.At); p != ""; p = parent(p) {
			if def := at[p]; def != nil {
				def.fixed = true
			}
		}
		if ref.Target == d.Root {
			continue
		}
		for s := ref.From; s != nil; s = s.Up {
			if def := byNode[s.Schema]; def != nil {
				if to := around(at, ref.At); to != nil {
					def.uses = append(def.uses, to)
				}
			}
		}
	}
	return defs
}

// around returns the definition that a place is in.
func around(at map[schema.Pointer]*definition, p schema.Pointer) *definition {
	for ; p != ""; p = parent(p) {
		if def := at[p]; def != nil {
			return def
		}
	}
	return nil
}

// parent returns the pointer to what holds the value at p.
func parent(p schema.Pointer) schema.Pointer {
	return p[:max(0, strings.LastIndexByte(string(p), '/'))]
}

// dropEmptyMaps drops maps of definitions that have no entry left.
func (w *work) dropEmptyMaps() {
	if err := w.walk(); err != nil {
		return // the walk that comes next says so
	}
	for _, s := range w.sites {
		for _, keyword := range []string{"$defs", "definitions"} {
			if defs := s.Schema.Get(keyword); defs.Kind() == schema.Object && defs.Len() == 0 && s.Schema.Len() > 1 {
				w.edited(func() Edit { return Edit{At: s.At().Child(keyword), Op: "drop", Old: "{}"} })
				s.Schema.Delete(keyword)
			}
		}
	}
	w.moved()
}
