package trial

import (
	"math/big"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// A probe is a value that is worth trying at one place. Turn says how soon: the first are tried everywhere before the
// second are tried anywhere.
type probe struct {
	value *value
	turn  int
	make  func() *value // instead of the value, where that is large or takes work
}

// get returns the value, and makes it if need be.
func (p probe) get() *value {
	if p.make != nil {
		return p.make()
	}
	return p.value
}

// Turns of probes: what every place needs, what tells most edits from each other, what tells rare ones.
const (
	first = iota
	second
	third
	fourth
)

// strangers are names that programs mistake for something else.
func strangers() []string { return []string{"title", "type", "__proto__", "", "$ref", "description"} }

// kindProbes are values of every kind: what no type, or another type, would let in.
func kindProbes() []probe {
	var out []probe
	for turn, values := range [][]*value{
		first:  {null(), text("7")},
		second: {number("7"), number("1.5"), object(), array()},
		third:  {boolean(true)},
		fourth: {boolean(false), object(field{"a", number("1")}), array(text("a"))},
	} {
		for _, v := range values {
			out = append(out, probe{value: v, turn: turn})
		}
	}
	return out
}

// probes returns the values at the edges of what a shape allows.
func (m *maker) probes(sh *shape) []probe {
	var out []probe
	out = append(out, listProbes(sh)...)
	if !sh.limited {
		if sh.kinds&(ofInteger|ofFraction) != 0 && (sh.hint&ofInteger != 0 || sh.kind()&(ofInteger|ofFraction) != 0) {
			out = append(out, m.numberProbes(sh)...)
		}
		if sh.kinds&ofString != 0 && (sh.hint&ofString != 0 || sh.kind() == ofString) {
			out = append(out, m.textProbes(sh)...)
		}
	}
	for _, not := range sh.not {
		out = append(out, probe{value: m.make([]site{not}, plan{}), turn: second}, probe{value: m.make([]site{not}, plan{full: true}), turn: second})
		out = append(out, probe{value: m.model(m.shapeOf(append(slices.Clone(sh.parts), not), nil), plan{full: true}), turn: second})
	}
	return out
}

// listProbes are the values of enum and const, and what is nearly one of them.
func listProbes(sh *shape) []probe {
	var out []probe
	if !sh.limited {
		return nil
	}
	near := func(v *value, turn int) { out = append(out, probe{value: v, turn: turn}) }
	for i, s := range sh.listed {
		list := s.node.Get("enum")
		if list == nil {
			list = schema.NewArray(s.node.Get("const"))
		}
		for j, n := range list.Items() {
			turn := first
			if j >= 60 {
				turn = second
			}
			if j >= 1000 {
				break
			}
			out = append(out, probe{value: valueOf(n), turn: turn})
			if i > 0 || j >= 3 {
				continue
			}
			turn += min(j+1, 3)
			switch n.Kind() {
			case schema.String:
				s, _ := n.Text()
				near(text(s+"x"), min(turn, second))
				near(text(swapCase(s)), turn)
				near(text(s+" "), fourth)
				if _, err := schema.Parse([]byte(s)); err == nil && ratOfText(s) != nil {
					near(number(s), turn)
				}
			case schema.Number:
				if r := ratOf(n); r != nil {
					near(number(ratText(add(r, one()))), turn)
					near(number(ratText(sub(r, one()))), fourth)
				}
				near(text(string(n.Raw())), turn)
				near(boolean(true), turn)
				near(boolean(false), turn)
			case schema.Bool:
				b, _ := n.Bool()
				near(boolean(!b), turn)
				near(number("1"), turn)
				near(number("0"), turn)
			case schema.Object:
				v := valueOf(n)
				near(v.with("extra0", number("0")), turn)
				for _, f := range v.fields {
					near(v.without(f.name), turn)
				}
			case schema.Array:
				v := valueOf(n)
				for i, item := range v.items {
					near(item, turn)
					near(v.withoutItem(i), turn)
				}
				near(array(v), turn)
			default:
				near(text("null"), turn)
			}
			near(array(valueOf(n)), fourth)
		}
	}
	return out
}

// ratOfText returns the number that a string spells, or nil.
func ratOfText(s string) *big.Rat {
	n, err := schema.Parse([]byte(s))
	if err != nil {
		return nil
	}
	return ratOf(n)
}

// swapCase returns the string in capitals or, if it is that already, in small letters.
func swapCase(s string) string {
	if up := strings.ToUpper(s); up != s {
		return up
	}
	return strings.ToLower(s)
}

// numberProbes are numbers at and around every bound and multiple. Halves tell integers from numbers, and the last few
// tell those who calculate with floating point.
func (m *maker) numberProbes(sh *shape) []probe {
	var out []probe
	try := func(r *big.Rat, turn int) { out = append(out, probe{value: number(ratText(r)), turn: turn}) }
	for _, s := range sh.parts {
		for _, keyword := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
			bound := ratOf(s.node.Get(keyword))
			if bound == nil {
				continue
			}
			try(bound, first)
			out = append(out, probe{value: number(string(s.node.Get(keyword).Raw())), turn: first})
			try(add(bound, one()), first)
			try(sub(bound, one()), first)
			try(add(bound, half(one())), third)
			try(sub(bound, half(one())), third)
			for _, by := range sh.numbers.multiples[:min(len(sh.numbers.multiples), maxMultiples)] {
				next := ceil(bound, by)
				try(next, second)
				try(add(next, by), second)
				try(sub(next, by), second)
			}
			try(add(bound, big.NewRat(1, 1000)), fourth)
			try(sub(bound, big.NewRat(1, 1000)), fourth)
			try(new(big.Rat).Mul(bound, big.NewRat(10, 1)), fourth)
		}
		if by := ratOf(s.node.Get("multipleOf")); by != nil {
			base := sh.numbers.pick(0)
			try(add(base, by), second)
			try(add(base, half(by)), first)
			try(add(base, one()), second)
			try(add(by, by), third)
			try(add(by, add(by, by)), third)
		}
	}
	for i, raw := range []string{"0", "1.5", "-1", "1.0", "1e0", "2", "9007199254740991", "9007199254740993", "1e300", "-0.0"} {
		turn := fourth
		if i < 3 {
			turn = second + i/2
		}
		out = append(out, probe{value: number(raw), turn: turn})
	}
	return out
}

// textProbes are strings at and around every length, and what patterns and formats take and refuse.
func (m *maker) textProbes(sh *shape) []probe {
	var out []probe
	try := func(s string, turn int) {
		if len(s) <= 4*maxChars {
			out = append(out, probe{value: text(s), turn: turn})
		}
	}
	good := m.fitting(sh)
	for _, s := range sh.parts {
		for _, keyword := range []string{"minLength", "maxLength"} {
			k, ok := countOf(s.node.Get(keyword))
			if !ok || k >= maxChars {
				continue
			}
			for _, n := range []int{k, k + 1, k - 1} {
				if n >= 0 {
					out = append(out, probe{turn: first, make: func() *value { return text(m.sized(sh, good, n)) }})
				}
			}
			if k < 1000 { // a character outside the basic plane is one, not two
				try(strings.Repeat("\U0001F600", k), second)
				try(strings.Repeat("\U0001F600", k+1), third)
			}
		}
		if p, ok := s.node.Get("pattern").Text(); ok {
			out = append(out, m.patternProbes(p)...)
		}
		if f, ok := s.node.Get("format").Text(); ok {
			fine, bad := formatSamples(f)
			for i, s := range fine {
				try(s, first+min(i, 2))
			}
			for i, s := range bad {
				try(s, first+min(i, 2))
			}
		}
	}
	try("", second)
	try("\u00a0", fourth)
	try("null", fourth)
	if len(sh.patterns) == 0 {
		try(plainText(300, 1), third)
	}
	return out
}

// sized returns a string of n characters that fits the patterns of the shape, if one can be found by lengthening or
// cutting those that do.
func (m *maker) sized(sh *shape, good []string, n int) string {
	if len(sh.patterns) == 0 && len(sh.formats) == 0 {
		return plainText(n, 0)
	}
	fits := func(s string) bool {
		return length(s) == n && !slices.ContainsFunc(sh.patterns, func(p string) bool { return !m.matches(p, s) })
	}
	for _, s := range good {
		if fits(s) {
			return s
		}
	}
	for _, s := range good {
		chars := []rune(s)
		if len(chars) == 0 || len(chars) > n && len(chars) > maxChildren {
			continue
		}
		places := min(len(chars), 8)
		if n > 2000 {
			places = min(places, 2) // matching long strings takes time
		}
		for at := range places { // lengthen at one place, as a repetition would
			at = len(chars) - 1 - at
			var longer string
			if n >= len(chars) {
				longer = string(chars[:at]) + strings.Repeat(string(chars[at]), n-len(chars)+1) + string(chars[at+1:])
			} else if cut := at - (len(chars) - n) + 1; cut >= 0 {
				longer = string(chars[:cut]) + string(chars[at+1:])
			}
			if fits(longer) {
				return longer
			}
		}
	}
	return plainText(n, 0)
}

// patternProbes are strings that match a pattern and strings that nearly do.
func (m *maker) patternProbes(pattern string) []probe {
	var out []probe
	try := func(s string, turn int) { out = append(out, probe{value: text(s), turn: turn}) }
	all := m.matching(pattern)
	for i, s := range all {
		try(s, min(first+i, third))
		if i > 0 {
			continue
		}
		missed := 0
		for _, near := range []string{"!" + s, swapCase(s), s + "!", "", s + s, s + "\n", s + "\u00a0", " " + s, withoutLast(s), s + "x"} {
			turn := second
			if !m.matches(pattern, near) {
				if missed++; missed <= 2 {
					turn = first
				}
			}
			if len(near) < len(s) || missed > 4 {
				turn = max(turn, third)
			}
			try(near, turn)
		}
	}
	try("!", second)
	return out
}

// withoutLast returns the string without its last character.
func withoutLast(s string) string {
	chars := []rune(s)
	if len(chars) == 0 {
		return s
	}
	return string(chars[:len(chars)-1])
}
