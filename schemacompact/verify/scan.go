package verify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schema"
)

// An obstacle is why a document or a pair of them cannot be called identical, and where. It is a result, not a failure.
type obstacle struct {
	at     schema.Pointer
	reason string
}

// step is a place on the way from the root; a nil step is the root.
type step struct {
	up   *step
	name string
}

func (s *step) pointer() schema.Pointer {
	if s == nil {
		return ""
	}
	return s.up.pointer().Child(s.name)
}

// names returns the member names and indexes from the root to s.
func (s *step) names() []string {
	var out []string
	for ; s != nil; s = s.up {
		out = append(out, s.name)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// scan reads the whole document once, whatever stands where. It finds what makes the document unreadable, and everything
// that a reference could mean by a name: ids and anchors count wherever they stand, since some validators find them in
// the oddest places.
func (d *document) scan(n *schema.Node, at *step, depth int) *obstacle {
	if depth > d.limits.Depth {
		return &obstacle{at.pointer(), fmt.Sprintf("the nesting depth is over the limit of %d", d.limits.Depth)}
	}
	if d.nodes++; d.nodes > d.limits.Nodes {
		return &obstacle{at.pointer(), fmt.Sprintf("the number of values is over the limit of %d", d.limits.Nodes)}
	}
	switch n.Kind() {
	case schema.Invalid:
		return &obstacle{at.pointer(), "there is no JSON value"}
	case schema.String:
		if !wellFormed(n.Raw()) {
			return &obstacle{at.pointer(), "a string is not well-formed Unicode"}
		}
		return nil
	case schema.Null, schema.Number:
		return nil // nothing is known of it but whether a reference leads to it, which keeps it wherever it stands
	}
	d.shared = d.shared || d.seen[n]
	d.seen[n] = true
	if n.Kind() == schema.Object {
		return d.scanObject(n, at, depth)
	}
	for i, item := range n.Items() {
		below := at
		if isHolder(item) {
			below = &step{at, strconv.Itoa(i)}
		}
		if o := d.scan(item, below, depth+1); o != nil {
			return o.under(below == at, strconv.Itoa(i))
		}
	}
	return nil
}

// isHolder reports whether a value has others in it. Most have not, and need no step of their own until there is something
// to say about them.
func isHolder(n *schema.Node) bool { return n.Kind() == schema.Object || n.Kind() == schema.Array }

// under puts an obstacle of a value without a step below the place that the value stands in.
func (o *obstacle) under(stepless bool, name string) *obstacle {
	if stepless {
		o.at = o.at.Child(name)
	}
	return o
}

func (d *document) scanObject(n *schema.Node, at *step, depth int) *obstacle {
	var seen nameSet
	for name, value := range n.Members() {
		if !seen.add(name) {
			return &obstacle{at.pointer().Child(name), "a member name occurs twice, and readers differ in which one they take"}
		}
		// A tree does not show how a name was spelled, so a replacement character may stand for anything.
		if strings.ContainsRune(name, utf8.RuneError) {
			return &obstacle{at.pointer().Child(name), "a member name is not well-formed Unicode or holds U+FFFD"}
		}
		if namesPlaces(name) {
			if s, ok := value.Text(); ok {
				d.scanText(name, s, at)
			}
		}
		below := at
		if isHolder(value) {
			below = &step{at, name}
		}
		if o := d.scan(value, below, depth+1); o != nil {
			return o.under(below == at, name)
		}
	}
	return nil
}

// nameSet is a set of member names. Objects are small nearly always, and looking through a few names takes less time than
// making a map.
type nameSet struct {
	few  [16]string
	n    int
	many map[string]bool
}

// add reports whether the name is new.
func (s *nameSet) add(name string) bool {
	if s.many == nil && s.n < len(s.few) {
		if slices.Contains(s.few[:s.n], name) {
			return false
		}
		s.few[s.n] = name
		s.n++
		return true
	}
	if s.many == nil {
		s.many = make(map[string]bool)
		for _, n := range s.few {
			s.many[n] = true
		}
	}
	if s.many[name] {
		return false
	}
	s.many[name] = true
	return true
}

// namesPlaces reports whether scanText takes note of a member.
func namesPlaces(name string) bool {
	switch name {
	case "$dynamicRef", "$recursiveRef", "$schema", "$anchor", "$dynamicAnchor", "$id", "id":
		return true
	}
	return false
}

// scanText notes ids, anchors and dynamic references; at is the object that has them.
func (d *document) scanText(name, text string, at *step) {
	switch name {
	case "$dynamicRef", "$recursiveRef":
		d.dynamic = true
	case "$schema":
		d.mixed = d.mixed || at != nil
	case "$anchor", "$dynamicAnchor":
		d.anchors[text] = append(d.anchors[text], at)
	case "$id", "id":
		uri, fragment, _ := strings.Cut(text, "#")
		if fragment != "" {
			d.anchors[fragment] = append(d.anchors[fragment], at)
		}
		// A member named id is data nearly everywhere; only draft 4 means a base by it.
		if uri != "" && at != nil && (name == "$id" || d.drafts == d4) {
			d.resources = append(d.resources, at)
		}
	}
}

// wellFormed reports whether a string, quotes included, is valid UTF-8 and has no lone surrogate escape.
func wellFormed(raw []byte) bool {
	if !utf8.Valid(raw) {
		return false
	}
	high := false // the escape right before this place is a high surrogate
	for i := 0; i < len(raw); i++ {
		unit := uint64(0)
		if raw[i] == '\\' {
			if i++; i < len(raw) && raw[i] == 'u' && i+4 < len(raw) {
				unit, _ = strconv.ParseUint(string(raw[i+1:i+5]), 16, 32)
				i += 4
			}
		}
		low := unit>>10 == 0xdc00>>10
		if high != low {
			return false
		}
		high = unit>>10 == 0xd800>>10
	}
	return !high
}
