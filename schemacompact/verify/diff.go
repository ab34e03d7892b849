package verify

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/schema-bench/schema-bench/schema"
)

// comparison walks two documents side by side and stops at the first difference. Its methods return that, or nil.
type comparison struct {
	a, b    *document
	erased  map[string]bool // keywords of the roots
	readers drafts
}

// schemas compares two values in a schema position.
func (c *comparison) schemas(a, b *schema.Node, at *step) *obstacle {
	if a.Kind() != schema.Object || b.Kind() != schema.Object {
		return c.scalars(a, b, at)
	}
	right := newLeftover(c.remainder(c.b, b))
	for _, name := range c.remainder(c.a, a) {
		below := &step{at, name}
		if !right.take(name) {
			return &obstacle{below.pointer(), "it is gone"}
		}
		if o := c.keyword(name, c.a.get(a, name), c.b.get(b, name), below); o != nil {
			return o
		}
	}
	return right.added(at)
}

// A leftover is the names of the second document that the first has not been seen to have. Names occur once.
type leftover struct {
	names []string
	taken []bool
	n     int            // names that are not taken
	index map[string]int // of many names
}

func newLeftover(names []string) *leftover {
	l := &leftover{names: names, taken: make([]bool, len(names)), n: len(names)}
	if len(names) > 16 { // looking through a few takes less time than making a map
		l.index = make(map[string]int, len(names))
		for i, name := range names {
			l.index[name] = i
		}
	}
	return l
}

// take reports whether the name was left, and takes it.
func (l *leftover) take(name string) bool {
	i, ok := l.index[name]
	if l.index == nil {
		i = slices.Index(l.names, name)
		ok = i >= 0
	}
	if !ok || l.taken[i] {
		return false
	}
	l.taken[i] = true
	l.n--
	return true
}

// added reports the first of the names that only the second document has.
func (l *leftover) added(at *step) *obstacle {
	if l.n == 0 {
		return nil
	}
	var names []string
	for i, name := range l.names {
		if !l.taken[i] {
			names = append(names, name)
		}
	}
	return &obstacle{(&step{at, slices.Min(names)}).pointer(), "it is new"}
}

// remainder returns the names of the members of a schema that have or may have a say in what is accepted.
func (c *comparison) remainder(d *document, n *schema.Node) []string {
	var names []string
	for name, value := range n.Members() {
		r, known := rows[name]
		switch {
		case n == d.root && c.erased[name]:
			continue
		case !known || d.pinned[value]:
		case (r.duty == informs || r.duty == decorates) && r.shape < one && r.fits(value) && !(n == d.root && value.Kind() == schema.Object && nameless(n)):
			continue
		case r.duty == locates && r.fits(value) && len(d.entries(value, true)) == 0:
			continue
		case inert(name, value, c.readers):
			continue
		}
		names = append(names, name)
	}
	return names
}

// nameless reports whether the root of a document looks less like a schema than like the map of parameters that some
// catalogs put in its place. There, default and example are parameters.
func nameless(root *schema.Node) bool {
	for name, value := range root.Members() {
		r, known := rows[name]
		if known && r.duty != informs && r.duty != decorates && value.Kind() != schema.Object && r.fits(value) {
			return false
		}
		if known && (r.shape == named || r.shape == namedOrText) && r.fits(value) {
			return false
		}
	}
	return true
}

// entries returns the names in a map of schemas; of definitions only those that are reachable.
func (d *document) entries(n *schema.Node, definitions bool) []string {
	var names []string
	for name, value := range n.Members() {
		if !definitions || d.schemas[value] || d.pinned[value] {
			names = append(names, name)
		}
	}
	return names
}

// keyword compares the values of a keyword of two schemas.
func (c *comparison) keyword(name string, a, b *schema.Node, at *step) *obstacle {
	if a.Kind() != b.Kind() {
		return differ(a, b, at)
	}
	r := rows[name]
	switch {
	case r.shape == named && a.Kind() == schema.Object:
		return c.maps(a, b, at, r.duty == locates && r.fits(a) && r.fits(b), c.held)
	case r.shape == namedOrText && a.Kind() == schema.Object:
		return c.maps(a, b, at, false, c.dependency)
	case name == "dependentRequired" && r.fits(a) && r.fits(b):
		return c.maps(a, b, at, false, c.sets)
	case a.Kind() == schema.Array && (r.shape == many || r.shape == oneOrMany):
		return c.lists(a, b, at, c.held)
	case isSchema(a) && (r.shape == one || r.shape == oneOrMany):
		return c.schemas(a, b, at)
	case a.Kind() == schema.Array && (name == "enum" || name == "required" || name == "type") && r.fits(a) && r.fits(b):
		return c.sets(a, b, at)
	case r.duty == asserts || r.duty == identifies || r.duty == formats:
		return c.plain(a, b, at)
	}
	return c.data(a, b, at)
}

// held compares what stands in a map or list of schemas.
func (c *comparison) held(a, b *schema.Node, at *step) *obstacle {
	if isSchema(a) && isSchema(b) {
		return c.schemas(a, b, at)
	}
	return c.data(a, b, at)
}

// dependency compares what stands in dependencies.
func (c *comparison) dependency(a, b *schema.Node, at *step) *obstacle {
	if isTexts(a) && isTexts(b) {
		return c.sets(a, b, at)
	}
	return c.held(a, b, at)
}

func (c *comparison) maps(a, b *schema.Node, at *step, definitions bool, compare func(a, b *schema.Node, at *step) *obstacle) *obstacle {
	right := newLeftover(c.b.entries(b, definitions))
	for _, name := range c.a.entries(a, definitions) {
		below := &step{at, name}
		if !right.take(name) {
			return &obstacle{below.pointer(), "it is gone"}
		}
		if o := compare(c.a.get(a, name), c.b.get(b, name), below); o != nil {
			return o
		}
	}
	return right.added(at)
}

func (c *comparison) lists(a, b *schema.Node, at *step, compare func(a, b *schema.Node, at *step) *obstacle) *obstacle {
	if a.Len() != b.Len() {
		return &obstacle{at.pointer(), fmt.Sprintf("it has %d items instead of %d", b.Len(), a.Len())}
	}
	for i, item := range a.Items() {
		if o := compare(item, b.Item(i), &step{at, strconv.Itoa(i)}); o != nil {
			return o
		}
	}
	return nil
}

// sets compares arrays whatever their order: 1 and 1.0 are the same item, 1 and true are not. An item that occurs twice
// must do so in both, because most sets that name one twice are no valid schemas.
func (c *comparison) sets(a, b *schema.Node, at *step) *obstacle {
	count := make(map[string]int, b.Len())
	for _, item := range b.Items() {
		count[canonical(item)]++
	}
	for i, item := range a.Items() {
		key := canonical(item)
		if count[key]--; count[key] < 0 {
			return &obstacle{(&step{at, strconv.Itoa(i)}).pointer(), "it is gone"}
		}
	}
	// Of an item that b has more often than a, the last one counts as new.
	for i := b.Len() - 1; i >= 0; i-- {
		if count[canonical(b.Item(i))] > 0 {
			return &obstacle{(&step{at, strconv.Itoa(i)}).pointer(), "it is new"}
		}
	}
	return nil
}

// data compares values that have no say in what is accepted by themselves. A reference can make a schema of a part.
func (c *comparison) data(a, b *schema.Node, at *step) *obstacle {
	if isSchema(a) && c.a.schemas[a] && c.b.schemas[b] {
		return c.schemas(a, b, at)
	}
	return c.values(a, b, at, c.data)
}

// plain compares values no part of which is a schema.
func (c *comparison) plain(a, b *schema.Node, at *step) *obstacle { return c.values(a, b, at, c.plain) }

// values compares two values, and their parts with part.
func (c *comparison) values(a, b *schema.Node, at *step, part func(a, b *schema.Node, at *step) *obstacle) *obstacle {
	switch {
	case a.Kind() != b.Kind():
		return differ(a, b, at)
	case a.Kind() == schema.Object:
		return c.maps(a, b, at, false, part)
	case a.Kind() == schema.Array:
		return c.lists(a, b, at, part)
	}
	return c.scalars(a, b, at)
}

func (c *comparison) scalars(a, b *schema.Node, at *step) *obstacle {
	if schema.Equal(a, b) {
		return nil
	}
	return differ(a, b, at)
}

func differ(a, b *schema.Node, at *step) *obstacle {
	return &obstacle{at.pointer(), fmt.Sprintf("it was %s and is %s", brief(a), brief(b))}
}

// brief describes a value in a few characters that are safe to print.
func brief(n *schema.Node) string {
	const most = 40
	switch n.Kind() {
	case schema.Object:
		return "an object"
	case schema.Array:
		return "an array"
	}
	text, isString := n.Text()
	if !isString {
		text = string(n.Raw())
	}
	cut := ""
	if runes := []rune(text); len(runes) > most {
		text, cut = string(runes[:most]), "…"
	}
	if isString {
		text = strconv.QuoteToGraphic(text)
	}
	return text + cut
}

// canonical returns one text for all spellings of a JSON value.
func canonical(n *schema.Node) string { return string(appendCanonical(nil, n)) }

func appendCanonical(dst []byte, n *schema.Node) []byte {
	switch n.Kind() {
	case schema.Object:
		parts := make([]string, 0, n.Len())
		for name, value := range n.Members() {
			parts = append(parts, string(appendCanonical(append(strconv.AppendQuote(nil, name), ':'), value)))
		}
		slices.Sort(parts)
		dst = append(dst, '{')
		for _, p := range parts {
			dst = append(append(dst, p...), ',')
		}
		return append(dst, '}')
	case schema.Array:
		dst = append(dst, '[')
		for _, item := range n.Items() {
			dst = append(appendCanonical(dst, item), ',')
		}
		return append(dst, ']')
	case schema.Number:
		return append(dst, schema.CanonicalNumber(n.Raw())...)
	case schema.String:
		s, _ := n.Text()
		return strconv.AppendQuote(dst, s)
	}
	return append(dst, n.Raw()...)
}
