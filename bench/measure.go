package bench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// A Meter says how to measure. Counter must be set; the zero value of everything else works.
type Meter struct {
	Counter tokens.Counter
	Ruler   string          // one of [Rulers]; empty is [Model]
	Framing framing.Framing // of the rendered ruler; nil is json
}

// Measure returns the floor of one catalog. The system prompt is the given one or, if that is empty, the one that the
// catalog came with. Tools of a catalog are counted as one compact JSON array; those that are deferred are counted
// apart, as an array of their own that is in no total. The catalog must not change while its floor is in use.
//
// An unknown ruler, a meter without a counter and a catalog without tools are errors: none of them is a floor of 0.
func Measure(c *catalog.Catalog, system string, m Meter) (*Floor, error) {
	f, err := MeasureTools(c, m)
	if err != nil {
		return nil, err
	}
	if m, err = m.complete(); err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	if system == "" {
		system = c.System
	}
	f.System = m.Counter.Count([]byte(system))
	f.Instructions = m.Counter.Count([]byte(c.Instructions))
	f.TextBytes += len(system) + len(c.Instructions)
	f.Problems = slices.Clone(c.Problems)
	read, _ := split(c)
	tools := pick(c, read)
	for ruler, n := range map[string]*int{Wire: &f.Rulers.Wire, Model: &f.Rulers.Model, Rendered: &f.Rulers.Rendered} {
		if ruler == m.Ruler {
			*n = f.ToolTokens()
		} else if *n, err = m.total(tools, ruler); err != nil {
			return nil, fmt.Errorf("bench: %s: %w", label(c), err)
		}
	}
	builtIns := 0
	for i := range c.Tools {
		if c.Tools[i].BuiltIn() != "" {
			builtIns++
		}
	}
	if builtIns > 0 {
		verb := "are"
		if builtIns == 1 {
			verb = "is"
		}
		f.Warnings = append(f.Warnings, fmt.Errorf("%d of the tools of %s %s built into the provider, which adds text to the request that is not in these numbers", builtIns, label(c), verb))
	}
	return f, nil
}

// MeasureTools returns the floor of the tools of a catalog alone: no texts, no problems, and no other ruler than the
// meter's. It is for trying many versions of a catalog. Its errors are those of [Measure].
func MeasureTools(c *catalog.Catalog, m Meter) (*Floor, error) {
	m, err := m.complete()
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	if c == nil || len(c.Tools) == 0 {
		return nil, fmt.Errorf("bench: %s: %w", label(c), catalog.ErrNoTools)
	}
	f := &Floor{Unit: m.unit(), Tools: make([]ToolCost, len(c.Tools))}
	read, deferred := split(c)
	around, err := f.measure(c, read, m)
	if err == nil {
		_, err = f.measure(c, deferred, m)
	}
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", label(c), err)
	}
	f.Around, f.TextBytes = around.tokens, around.bytes
	return f, nil
}

// Total returns the tokens of the tools of a catalog that the model reads: what [Floor.ToolTokens] says of the floor
// that [MeasureTools] returns, without telling any of them apart. Its errors are those of [Measure].
func (m Meter) Total(c *catalog.Catalog) (int, error) {
	m, err := m.complete()
	if err != nil {
		return 0, fmt.Errorf("bench: %w", err)
	}
	if c == nil || len(c.Tools) == 0 {
		return 0, fmt.Errorf("bench: %s: %w", label(c), catalog.ErrNoTools)
	}
	read, _ := split(c)
	n, err := m.total(pick(c, read), m.Ruler)
	if err != nil {
		return 0, fmt.Errorf("bench: %s: %w", label(c), err)
	}
	return n, nil
}

// split returns the indexes of the tools that the model reads and of those that are deferred.
func split(c *catalog.Catalog) (read, deferred []int) {
	for i := range c.Tools {
		if c.Tools[i].Deferred() {
			deferred = append(deferred, i)
		} else {
			read = append(read, i)
		}
	}
	return read, deferred
}

// complete checks a meter and fills in what it leaves open.
func (m Meter) complete() (Meter, error) {
	if m.Counter == nil {
		return m, errors.New("a meter without a counter")
	}
	if m.Ruler == "" {
		m.Ruler = Model
	}
	if !slices.Contains(Rulers(), m.Ruler) {
		return m, fmt.Errorf("unknown ruler %q; known: %s", m.Ruler, strings.Join(Rulers(), ", "))
	}
	if m.Framing != nil {
		return m, nil
	}
	var err error
	m.Framing, err = framing.New(framing.JSON)
	return m, err
}

// MeasureAll returns the floor of several catalogs that one agent uses together: one array each, then the sum; what a
// framing writes around all tools is counted once, for the catalog where it is longest. The given
// system prompt is counted once; if it is empty, the ones that the catalogs came with are, equal ones once.
func MeasureAll(cs []*catalog.Catalog, system string, m Meter) (*Floor, error) {
	if len(cs) == 0 {
		return nil, fmt.Errorf("bench: %w", catalog.ErrNoTools)
	}
	systems := []string{system}
	if system == "" {
		systems = nil
		for _, c := range cs {
			if c != nil && c.System != "" && !slices.Contains(systems, c.System) {
				systems = append(systems, c.System)
			}
		}
	}
	var all *Floor
	for _, c := range cs {
		f, err := Measure(c, "", m)
		if err != nil {
			return nil, err
		}
		f.System, f.TextBytes = 0, f.TextBytes-len(c.System)
		if all != nil && m.Ruler == Rendered { // a request has one block of tools, whatever servers they come from
			f.Rulers.Rendered -= min(f.Around, all.Around)
			f.Around -= min(f.Around, all.Around)
		}
		if all == nil {
			all = f
		} else if err := all.Add(f); err != nil {
			return nil, fmt.Errorf("bench: %w", err)
		}
	}
	for _, s := range systems {
		all.System += m.Counter.Count([]byte(s))
		all.TextBytes += len(s)
	}
	return all, nil
}

// measure fills in the costs of the tools at these indexes, which share one array.
func (f *Floor) measure(c *catalog.Catalog, at []int, m Meter) (outline, error) {
	tools := pick(c, at)
	segments, err := m.segments(tools, m.Ruler)
	if err != nil {
		return outline{}, err
	}
	parts, sizes, around := costs(segments, len(tools), m.Counter)
	for k, i := range at {
		t := tools[k]
		f.Tools[i] = ToolCost{
			Name: t.Name, Source: c.Name, Parts: parts[k], Bytes: sizes[k], Deferred: t.Deferred(), tool: t, ruler: m.Ruler,
		}
	}
	return around, nil
}

// total returns the tokens of tools under a ruler. It tells no parts apart, which would take most of the time.
func (m Meter) total(tools []*catalog.Tool, ruler string) (int, error) {
	if len(tools) == 0 {
		return 0, nil
	}
	if ruler == Rendered {
		segments, err := m.segments(tools, ruler)
		if err != nil {
			return 0, err
		}
		return tokens.CountText(m.Counter, segments), nil
	}
	room := 2
	for _, t := range tools {
		room += len(t.Raw) + 1
	}
	all := append(make([]byte, 0, room), '[')
	for i, t := range tools {
		if i > 0 {
			all = append(all, ',')
		}
		all = append(all, text(t, ruler)...)
	}
	return m.Counter.Count(append(all, ']')), nil
}

func (m Meter) unit() Unit {
	u := Unit{m.Ruler, m.Counter.Name(), framing.JSON, "compact"}
	if m.Ruler == Rendered {
		u.Framing, u.Serialisation = m.Framing.Name(), framing.SerialisationOf(m.Framing.Name())
	}
	return u
}

func pick(c *catalog.Catalog, at []int) []*catalog.Tool {
	tools := make([]*catalog.Tool, len(at))
	for k, i := range at {
		tools[k] = &c.Tools[i]
	}
	return tools
}

func label(c *catalog.Catalog) string {
	if c == nil || c.Name == "" {
		return "the catalog"
	}
	return c.Name
}
