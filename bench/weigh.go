package bench

import (
	"bytes"
	"fmt"
	"slices"

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
			s.put(place(part.Part, "/name"), false, part.Text)
		case framing.PartDescription:
			s.put(place(part.Part, "/description"), true, part.Text)
		case framing.PartInput:
			err = s.schema("/inputSchema", part.Text)
		case framing.PartOutput:
			err = s.schema("/outputSchema", part.Text)
		default:
			s.put(0, false, part.Text)
		}
		if err != nil {
			return nil, fmt.Errorf("bench: tool %q: %w", t.Name, err)
		}
	}
	taken := 0
	for i, n := range tokens.CountSegments(m.Counter, s.segments) {
		w := &s.weights[s.segments[i].Tool]
		w.Own += n
		taken += n
		if s.segments[i].Part == framing.PartDescription {
			w.Description += n
		}
	}
	// Member names that the source spells with escapes are weighed without: the whole tool carries the difference.
	if !s.holds(whole) {
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
	return added(tokens.CountSegments(m.Counter, segments)), nil
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
		if w.Depth > 1 {
			places = append(places, w)
		}
	}
	slices.SortStableFunc(places, func(a, b Weight) int { return b.Own - a.Own })
	return places[:max(0, min(n, len(places)))]
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

// A scale collects the text of a tool, cut where one place ends and another begins. The Tool of a segment is the index
// of its weight.
type scale struct {
	weights  []Weight
	up       []int // of each weight, the one around it
	segments []framing.Segment

	pointers int // bytes in the pointers to all places

	sites []*schema.Site // of the schema, in the order of its text
	next  int            // the site that comes next in the text
	first int            // weight of the first site
}

func (s *scale) add(w Weight, up int) int {
	w.Tool, w.Depth = s.weights[0].Tool, s.weights[up].Depth+1
	s.weights, s.up = append(s.weights, w), append(s.up, up)
	return len(s.weights) - 1
}

// put appends text to that of a place.
func (s *scale) put(place int, description bool, text []byte) {
	part := framing.PartFraming
	if description {
		part = framing.PartDescription
	}
	if n := len(s.segments); n > 0 && s.segments[n-1].Tool == place && s.segments[n-1].Part == part && !description {
		s.segments[n-1].Text = append(s.segments[n-1].Text, text...)
		return
	}
	if len(text) > 0 {
		s.segments = append(s.segments, framing.Segment{Tool: place, Part: part, Text: slices.Clone(text)})
	}
}

// holds reports whether the text that was taken apart is this one.
func (s *scale) holds(whole []byte) bool {
	for _, part := range s.segments {
		if !bytes.HasPrefix(whole, part.Text) {
			return false
		}
		whole = whole[len(part.Text):]
	}
	return len(whole) == 0
}

// schema weighs a schema, of which this is the text.
func (s *scale) schema(at schema.Pointer, text []byte) error {
	root, err := parse(text)
	if err != nil { // no JSON
		s.put(s.add(Weight{At: at}, 0), false, text)
		return nil
	}
	s.sites, s.next = nil, 0
	err = schema.Walk(root, func(site *schema.Site) error {
		s.sites = append(s.sites, site)
		return nil
	})
	if err != nil {
		return err
	}
	if len(s.sites) == 0 { // neither an object nor a boolean: no schema, but text all the same
		s.put(s.add(Weight{At: at}, 0), false, text)
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
	s.node(0, "", root)
	return nil
}

// node puts the text of a value, after that of its member name, either to the place around it or, if it is the next
// subschema, to a place of its own.
func (s *scale) node(place int, name string, n *schema.Node) {
	isSchema := s.next < len(s.sites) && s.sites[s.next].Schema == n
	if isSchema {
		place = s.first + s.next
		s.next++
	}
	if name != "" {
		s.put(place, false, []byte(name))
	}
	switch n.Kind() {
	case schema.Object:
		s.put(place, false, []byte("{"))
		comma := ""
		for member, value := range n.Members() {
			s.put(place, false, []byte(comma))
			comma = ","
			key := string(schema.NewString(member).Append(nil)) + ":"
			if raw := value.Raw(); isSchema && member == "description" && value.Kind() == schema.String {
				s.put(place, false, []byte(key+`"`))
				s.put(place, true, raw[1:len(raw)-1])
				s.put(place, false, []byte(`"`))
				continue
			}
			s.node(place, key, value)
		}
		s.put(place, false, []byte("}"))
	case schema.Array:
		s.put(place, false, []byte("["))
		for i, item := range n.Items() {
			if i > 0 {
				s.put(place, false, []byte(","))
			}
			s.node(place, "", item)
		}
		s.put(place, false, []byte("]"))
	default:
		s.put(place, false, n.Append(nil))
	}
}
