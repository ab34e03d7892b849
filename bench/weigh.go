package bench

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// A Weight is what one place of a tool costs, with everything below it, in tokens of the unit that it was weighed in.
type Weight struct {
	Tool, Source string // the tool, and the label of its catalog if that is known
	// At is the place inside the tool, under the same name whatever its form calls it: /name, /description, /inputSchema,
	// /inputSchema/properties/…, /outputSchema, /outputSchema/…
	At          schema.Pointer
	Depth       int    // weights around it
	Property    string // the name of a property, pattern or definition; empty for other places
	Tokens      int    // of the place and everything below it, the member name that it stands under included
	Own         int    // of the place alone: Tokens less those of the weights right below
	Description int    // the part of Own that is its description
}

// Weigh takes the text of a tool under the meter's ruler apart, down to each subschema, in source order. The first weight
// is the whole tool; its Own is what stands between name, description and schemas. Text is counted as part of the whole,
// the way [Measure] does: nothing is counted twice, and every Tokens is exactly its Own and the Tokens right below. A
// schema that a framing puts into other words than JSON is one place.
//
// A meter that [Measure] refuses, a schema that is nested too deeply to walk, and one whose places have pointers of many
// megabytes are errors.
func Weigh(t *catalog.Tool, m Meter) ([]Weight, error) {
	m, err := m.complete()
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	s := &scale{weights: []Weight{{Tool: t.Name}}, up: []int{-1}}
	var whole []byte
	parts, err := m.alone(t)
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	// A framing can write a part in several pieces, such as a description line by line: it is one place all the same.
	places := map[framing.Part]int{}
	place := func(part framing.Part, at schema.Pointer) int {
		if _, ok := places[part]; !ok {
			places[part] = s.add(Weight{At: at}, 0)
		}
		return places[part]
	}
	for _, part := range parts {
		whole = append(whole, part.Text...)
		var err error
		switch part.Part {
		case framing.PartName:
			put(s, place(part.Part, "/name"), false, part.Text)
		case framing.PartDescription:
			put(s, place(part.Part, "/description"), true, part.Text)
		case framing.PartInput:
			if m.Ruler == Model && t.Input != nil { // the part is the schema spelled plainly, which need not be read back
				s.plain = true
				err = s.tree("/inputSchema", t.Input)
				s.plain = false
				break
			}
			err = s.schema("/inputSchema", part.Text)
		case framing.PartOutput:
			err = s.schema("/outputSchema", part.Text)
		default:
			put(s, 0, false, part.Text)
		}
		if err != nil {
			return nil, fmt.Errorf("bench: tool %q: %w", t.Name, err)
		}
	}
	taken := 0
	segments := s.segments()
	for i, n := range tokens.CountSegments(m.Counter, segments) {
		w := &s.weights[segments[i].Tool]
		w.Own += n
		taken += n
		if segments[i].Part == framing.PartDescription {
			w.Description += n
		}
	}
	// Member names that the source spells with escapes are weighed without: the whole tool carries the difference.
	if !bytes.Equal(s.text, whole) {
		s.weights[0].Own += m.Counter.Count(whole) - taken
	}
	// Children follow their parents, so that one pass from the end sums up what is below.
	for i := len(s.weights) - 1; i >= 0; i-- {
		s.weights[i].Tokens += s.weights[i].Own
		if i > 0 {
			s.weights[s.up[i]].Tokens += s.weights[i].Tokens
		}
	}
	return s.weights, nil
}

// Tokens returns the tokens of one tool by itself, without what joins it to others and what a framing writes around all
// tools. Its errors are those of [Measure].
func (m Meter) Tokens(t *catalog.Tool) (int, error) {
	m, err := m.complete()
	if err != nil {
		return 0, fmt.Errorf("bench: %w", err)
	}
	if m.Ruler != Rendered {
		return m.Counter.Count(text(t, m.Ruler)), nil
	}
	segments, err := m.alone(t)
	if err != nil {
		return 0, fmt.Errorf("bench: %w", err)
	}
	return tokens.CountText(m.Counter, segments), nil
}

// alone returns the text of a tool without what joins it to others.
func (m Meter) alone(t *catalog.Tool) ([]framing.Segment, error) {
	if m.Ruler != Rendered {
		return spell(t, m.Ruler), nil
	}
	segments, err := m.Framing.Frame([]framing.Piece{piece(t)})
	return slices.DeleteFunc(segments, func(s framing.Segment) bool { return s.Tool < 0 }), err
}

// Heaviest returns the n properties, items and other subschemas of a tool that weigh most on their own, the heaviest
// first and equal ones in source order.
func Heaviest(ws []Weight, n int) []Weight {
	var places []Weight
	for _, w := range ws {
		if w.Depth < 2 || n <= 0 || len(places) == n && places[n-1].Own >= w.Own {
			continue
		}
		at := len(places)
		for at > 0 && places[at-1].Own < w.Own {
			at--
		}
		places = slices.Insert(places, at, w)
		places = places[:min(n, len(places))]
	}
	return places
}

// Offenders returns the n places of all tools that weigh most on their own, such as a parameter with a long description
// or enum, the heaviest first and equal ones in source order. Tools whose schema cannot be walked are left out.
func Offenders(cs []*catalog.Catalog, m Meter, n int) []Weight {
	var all []Weight
	for _, cat := range cs {
		for i := range cat.Tools {
			ws, err := Weigh(&cat.Tools[i], m)
			if err != nil {
				continue // measuring has counted the tool, and says so where it is odd
			}
			for _, w := range Heaviest(ws, n) {
				w.Source = cat.Name
				all = append(all, w)
			}
		}
		slices.SortStableFunc(all, func(a, b Weight) int { return b.Own - a.Own })
		all = all[:max(0, min(n, len(all)))]
	}
	return all
}

// maxPointers bounds the pointers of one tool: a name of a megabyte stands in the pointer of everything below it.
const maxPointers = 16 << 20

// A scale collects the text of a tool, cut where one place ends and another begins.
type scale struct {
	weights []Weight
	up      []int // of each weight, the one around it
	text    []byte
	cuts    []cut

	pointers int // bytes in the pointers to all places

	plain bool           // strings are spelled without the escapes of their source
	sites []*schema.Site // of the schema, in the order of its text
	next  int            // the site that comes next in the text
	first int            // weight of the first site
}

// A cut is the end of a piece of text, and whose it is.
type cut struct {
	place       int // index of the weight
	description bool
	end         int // offset in the text
}

func (s *scale) add(w Weight, up int) int {
	w.Tool, w.Depth = s.weights[0].Tool, s.weights[up].Depth+1
	s.weights, s.up = append(s.weights, w), append(s.up, up)
	return len(s.weights) - 1
}

// put appends text to that of a place.
func put[T []byte | string](s *scale, place int, description bool, text T) {
	s.text = append(s.text, text...)
	last := len(s.cuts) - 1
	switch {
	case last >= 0 && s.cuts[last].place == place && s.cuts[last].description == description && !description:
		s.cuts[last].end = len(s.text)
	case len(text) > 0:
		s.cuts = append(s.cuts, cut{place, description, len(s.text)})
	}
}

// segments returns the pieces of the text; the Tool of a segment is the index of its weight.
func (s *scale) segments() []framing.Segment {
	segments := make([]framing.Segment, len(s.cuts))
	at := 0
	for i, c := range s.cuts {
		part := framing.PartFraming
		if c.description {
			part = framing.PartDescription
		}
		segments[i] = framing.Segment{Tool: c.place, Part: part, Text: s.text[at:c.end]}
		at = c.end
	}
	return segments
}

// schema weighs a schema, of which this is the text.
func (s *scale) schema(at schema.Pointer, text []byte) error {
	root, err := parse(text)
	if err != nil { // no JSON
		put(s, s.add(Weight{At: at}, 0), false, text)
		return nil
	}
	return s.tree(at, root)
}

// tree weighs a schema.
func (s *scale) tree(at schema.Pointer, root *schema.Node) error {
	s.sites, s.next = s.sites[:0], 0
	err := schema.Walk(root, func(site *schema.Site) error {
		s.sites = append(s.sites, site)
		return nil
	})
	if err != nil {
		return err
	}
	if len(s.sites) == 0 { // neither an object nor a boolean: no schema, but text all the same
		put(s, s.add(Weight{At: at}, 0), false, s.scalar(root))
		return nil
	}
	index := map[*schema.Site]int{nil: 0}
	s.first = len(s.weights)
	for _, site := range s.sites {
		inside := at + site.At()
		if s.pointers += len(inside); s.pointers > maxPointers {
			return &schema.LimitError{What: "number of bytes in the pointers to all places", Max: maxPointers}
		}
		index[site] = s.add(Weight{At: inside, Property: site.Name}, index[site.Up])
	}
	s.node(0, false, "", root)
	return nil
}

// node puts the text of a value, after that of its member name if it has one, either to the place around it or, if it is
// the next subschema, to a place of its own.
func (s *scale) node(place int, member bool, name string, n *schema.Node) {
	isSchema := s.next < len(s.sites) && s.sites[s.next].Schema == n
	if isSchema {
		place = s.first + s.next
		s.next++
	}
	if member {
		s.name(place, name)
	}
	switch n.Kind() {
	case schema.Object:
		put(s, place, false, "{")
		comma := ""
		for member, value := range n.Members() {
			put(s, place, false, comma)
			comma = ","
			if isSchema && member == "description" && value.Kind() == schema.String {
				s.name(place, member)
				text := s.scalar(value)
				put(s, place, false, `"`)
				put(s, place, true, text[1:len(text)-1])
				put(s, place, false, `"`)
				continue
			}
			s.node(place, true, member, value)
		}
		put(s, place, false, "}")
	case schema.Array:
		put(s, place, false, "[")
		for i, item := range n.Items() {
			if i > 0 {
				put(s, place, false, ",")
			}
			s.node(place, false, "", item)
		}
		put(s, place, false, "]")
	default:
		put(s, place, false, s.scalar(n))
	}
}

// name puts a member name and its colon.
func (s *scale) name(place int, name string) {
	if strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) >= 0 {
		put(s, place, false, schema.NewString(name).Raw())
		put(s, place, false, ":")
		return
	}
	put(s, place, false, `"`)
	put(s, place, false, name)
	put(s, place, false, `":`)
}

// scalar returns the text of a value that has no others in it.
func (s *scale) scalar(n *schema.Node) []byte {
	if s.plain {
		return n.AppendPlain(nil)
	}
	return n.Append(nil)
}
