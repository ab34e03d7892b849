package schemacompact

import (
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

const (
	// leastGain is what a definition has to save, in the unit of estimate: a reference is one more thing to look up for
	// who reads the schema, so a token or two are not worth it.
	leastGain = 8
	// maxHoisted bounds the definitions that are made of one tool, and maxCompared the bytes that are compared for it.
	maxHoisted  = 256
	maxCompared = 64 << 20
	// maxDefName bounds the names of definitions, each of which stands at every reference.
	maxDefName = 24
)

// hoistRepeats makes definitions of subschemas that stand in several places. Where the target reads texts beside a
// reference, those that differ stay in their places and only the rest is shared. The tool is left as it was if it
// measures no smaller.
func hoistRepeats(p *pass) {
	if !p.target.Allows(targets.Hoist) {
		return
	}
	p.eachStructure(func(w *work) error {
		return w.keepIfSmaller(func() error {
			if err := w.hoistAll(); err != nil || !p.target.Allows(targets.Inline) {
				return err
			}
			return w.inline(w.pays) // a definition that has become an alias, or is used once
		})
	})
}

// hoistAll makes definitions, one at a time, until nothing is worth another.
func (w *work) hoistAll() error {
	compared := 0
	for range maxHoisted {
		d, err := w.document()
		if err != nil || !rewritable(d) {
			return err
		}
		best, err := w.mostRepeated(&compared)
		if err != nil || best == nil || compared > maxCompared {
			return err
		}
		w.hoist(best)
	}
	return nil
}

// repeats are places whose schemas have the same text, apart perhaps from annotations.
type repeats struct {
	sites []*schema.Site
	apart bool         // the annotations stay at the sites
	body  *schema.Node // what they share
	gain  int
}

// mostRepeated returns the repeats that are worth most as a definition, or nil if none are worth it.
func (w *work) mostRepeated(compared *int) (*repeats, error) {
	if err := w.walk(); err != nil {
		return nil, err
	}
	apart := w.textsBesideRefs()
	classes := make(map[string]*repeats)
	var order []*repeats // for a result that does not depend on the order of a map
	note := func(s *schema.Site, body *schema.Node, apart bool) {
		text := body.Append(nil)
		*compared += len(text)
		key := string(text)
		c := classes[key]
		if c == nil {
			c = &repeats{body: body}
			classes[key] = c
			order = append(order, c)
		}
		c.sites = append(c.sites, s)
		c.apart = c.apart || apart
	}
	for _, s := range w.sites {
		n := s.Schema
		if s.Up == nil || n.Kind() != schema.Object || n.Len() == 0 || n.Get("$ref") != nil || named(n) || holdsNames(n) {
			continue
		}
		if isDefinition := s.Up.Up == nil && s.Keyword == w.defsKeyword(); !isDefinition && w.doc.Pinned(n) {
			continue // a reference leads into what would move
		}
		core := n
		if apart {
			core = unannotated(n)
		}
		if core.Len() > 0 {
			note(s, core, core.Len() != n.Len())
		}
		if core.Len() != n.Len() {
			note(s, n, false)
		}
	}
	var best *repeats
	for _, c := range order {
		if len(c.sites) < 2 {
			continue
		}
		if c.gain = w.gain(c); c.gain >= leastGain && (best == nil || c.gain > best.gain) {
			best = c
		}
	}
	return best, nil
}

// holdsNames reports whether something below a schema has a name that references can call it by.
func holdsNames(n *schema.Node) bool {
	found := false
	err := schema.Walk(n, func(s *schema.Site) error {
		found = found || named(s.Schema)
		return nil
	})
	return found || err != nil
}

// unannotated returns a schema without its annotations; it shares the members that are left.
func unannotated(n *schema.Node) *schema.Node {
	core := schema.NewObject()
	for name := range n.Members() {
		if !isAnnotation(name) {
			core.Copy(n, name)
		}
	}
	return core
}

// gain estimates what a definition saves.
func (w *work) gain(c *repeats) int {
	name, existing := w.defName(c)
	body := w.estimate(c.body.Append(nil))
	ref := w.estimate([]byte(`{"$ref":"#/` + w.defsKeyword() + `/` + name + `"}`))
	cost := 0
	if existing == nil {
		cost = body + w.estimate([]byte(`,"`+name+`":`))
		if w.tool.Input.Get(w.defsKeyword()) == nil {
			cost += w.estimate([]byte(`,"` + w.defsKeyword() + `":{}`))
		}
	}
	gain := -cost
	for _, s := range c.sites {
		if s != existing {
			gain += body - ref
		}
	}
	return gain
}

// defName returns the name for a definition and, if one of the sites is one already, that site. It is what the sites are
// called if they agree, else their format, which says more than the name of one of them, else the shortest of the names,
// since it stands at each.
func (w *work) defName(c *repeats) (string, *schema.Site) {
	for _, s := range c.sites {
		if s.Up.Up == nil && s.Keyword == w.defsKeyword() && s.Schema.Len() == c.body.Len() && plainName(s.Name) == s.Name && s.Name != "" {
			return s.Name, s
		}
	}
	best, agreed := "", true
	for _, s := range c.sites {
		name := plainName(w.nameOf(s))
		agreed = agreed && (best == "" || name == best)
		if name != "" && (best == "" || len(name) < len(best)) {
			best = name
		}
	}
	if format, _ := c.body.Get("format").Text(); !agreed && plainName(format) != "" {
		best = plainName(format)
	}
	if best == "" {
		best = "shared"
	}
	best = best[:min(len(best), maxDefName)]
	defs := w.tool.Input.Get(w.defsKeyword())
	name := best
	for i := 2; defs.Get(name) != nil; i++ {
		name = best + strconv.Itoa(i)
	}
	return name, nil
}

// plainName leaves out of a name what a pointer would have to escape.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return -1
	}, name)
}

// defsKeyword is the keyword that holds the definitions of the document: the one that is there, or that of its draft.
func (w *work) defsKeyword() string {
	root := w.tool.Input
	draft, declared, err := schema.DraftOf(root)
	switch {
	case root.Get("$defs").Kind() == schema.Object:
		return "$defs"
	case root.Get("definitions").Kind() == schema.Object, err == nil && declared && draft < schema.Draft2019:
		return "definitions"
	}
	return "$defs"
}

// hoist makes the definition and the references to it.
func (w *work) hoist(c *repeats) {
	name, existing := w.defName(c)
	keyword := w.defsKeyword()
	ref := schema.NewString("#/" + keyword + "/" + name)
	body := c.body.Clone()
	for _, s := range c.sites {
		if s == existing {
			continue
		}
		var members []part
		placed := false
		for _, m := range parts(s.Schema) {
			if c.apart && isAnnotation(m.name) {
				members = append(members, m)
			} else if !placed {
				members = append(members, member1("$ref", ref))
				placed = true
			}
		}
		w.rebuild(s, "hoist", members)
	}
	if existing == nil {
		root := w.tool.Input
		if root.Get(keyword) == nil {
			root.Set(keyword, schema.NewObject())
		}
		w.edited(func() Edit {
			return Edit{At: schema.Pointer("").Child(keyword).Child(name), Op: "add", New: string(body.Append(nil))}
		})
		root.Get(keyword).Set(name, body)
	}
	w.moved()
}

// estimate is what a text costs: bytes where nobody measures, and otherwise about the tokens that encodings make of JSON.
// It only ranks what to try; whether a rewrite is kept is measured.
func (w *work) estimate(text []byte) int {
	if w.pass.measure == nil {
		return len(text)
	}
	return approximateTokens(text)
}

// approximateTokens counts what encodings tend to make one token of: a word or a piece of a longer one, up to three digits,
// up to three signs.
func approximateTokens(text []byte) int {
	const letter, digit, sign = 1, 2, 3
	n, run, length := 0, 0, 0
	longest := [...]int{letter: 7, digit: 3, sign: 3}
	var last byte
	for _, c := range text {
		kind := sign
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= 0x80:
			kind = letter
		case c >= '0' && c <= '9':
			kind = digit
		case c == ' ':
			run, last = 0, c // it goes with the word behind it
			continue
		}
		hump := kind == letter && c >= 'A' && c <= 'Z' && last >= 'a' && last <= 'z'
		if kind != run || hump || length == longest[kind] {
			n, run, length = n+1, kind, 0
		}
		length++
		last = c
	}
	return n
}
