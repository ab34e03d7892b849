package graph

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
)

// schema returns the schema that a vertex stands for, or nil if it stands for a formula.
func (c *comparison) schema(v int) *Schema {
	if v < len(c.forms) {
		return nil
	}
	return c.schemas[v-len(c.forms)]
}

// explain finds where two vertices of different classes part, going into both as long as there is a difference inside.
func (c *comparison) explain(first, second int) *Obstacle {
	at, of := c.schema(first), ""
	seen := map[[2]int]bool{}
	for {
		seen[[2]int{first, second}] = true
		if c.nodes[first].local != c.nodes[second].local {
			return &Obstacle{at.At, "the canonical forms differ" + of + c.difference(first, second)}
		}
		mine, other := c.unmatched(first, second), c.unmatched(second, first)
		pair, label := [2]int{}, 0
		// Branches have one label: with several of them it is not clear which is meant to be which.
		for i, a := range mine {
			j := slices.IndexFunc(other, func(b arrow) bool { return a.label == b.label })
			if i > 0 && mine[i-1].label == a.label || j < 0 {
				return &Obstacle{at.At, "the canonical forms differ" + of + ": " + c.texts[a.label] + " is in the first only"}
			}
			if pair == [2]int{} {
				pair, label = [2]int{a.to, other[j].to}, a.label
				if c.schema(first) != nil && c.forms != nil {
					of = " in " + c.texts[a.label]
				}
			}
		}
		if len(mine) == 0 {
			reason := "the second has more"
			if len(other) > 0 {
				reason = c.texts[other[0].label] + " is in the second only"
			}
			return &Obstacle{at.At, "the canonical forms differ" + of + ": " + reason}
		}
		if seen[pair] {
			return &Obstacle{at.At, "the canonical forms differ" + of}
		}
		first, second = pair[0], pair[1]
		if s := c.schema(first); s != nil {
			at, of = c.locate(at, s, label), ""
		}
	}
}

// locate returns the schema that stands for another of the same class at the place in question: alike ones are one vertex.
func (c *comparison) locate(from, target *Schema, label int) *Schema {
	if c.forms == nil {
		return target
	}
	class := c.class[c.vertex(target.ID)]
	// The part hangs at the schema itself, or at one that applies to the same value.
	queue, seen := []*Schema{from}, map[*Schema]bool{from: true}
	for i := 0; i < len(queue) && i < maxApart; i++ {
		var found *Schema
		queue[i].labelled(func(name string, to *Schema) {
			if found == nil && name == c.texts[label] && c.class[c.vertex(to.ID)] == class {
				found = to
			}
		})
		if found != nil {
			return found
		}
		queue[i].edges(func(to *Schema, here bool) {
			if here && !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		})
	}
	return target
}

// unmatched returns the arrows of a vertex that another has no equal of, by label.
func (c *comparison) unmatched(v, other int) []arrow {
	has := map[arrow]int{}
	for _, a := range c.nodes[other].out {
		has[arrow{a.label, c.class[a.to]}]++
	}
	var out []arrow
	for _, a := range c.nodes[v].out {
		k := arrow{a.label, c.class[a.to]}
		if has[k] == 0 {
			out = append(out, a)
		} else if !c.nodes[v].set {
			has[k]--
		}
	}
	slices.SortStableFunc(out, func(a, b arrow) int {
		return cmp.Or(cmp.Compare(c.texts[a.label], c.texts[b.label]), cmp.Compare(a.label, b.label), cmp.Compare(a.to, b.to))
	})
	return out
}

// difference names what two vertices say differently by themselves.
func (c *comparison) difference(first, second int) string {
	if c.forms == nil {
		return ": the keywords of the schemas are not the same"
	}
	f, g := c.forms[first], c.forms[second]
	switch {
	case f.op == opBottom:
		return ": the first accepts none"
	case g.op == opBottom:
		return ": the second accepts none"
	case f.op == opTop && g.op == opAnd:
		return ": " + g.all.anything() + " is in the second only"
	case g.op == opTop && f.op == opAnd:
		return ": " + f.all.anything() + " is in the first only"
	case f.op == opAnd && g.op == opAnd:
		return ", by " + f.all.differsIn(g.all)
	}
	return ": the schemas are not built in the same way"
}

// differsIn names a keyword that is not the same in two conjunctions.
func (c *conj) differsIn(d *conj) string {
	count := [...]string{ofObject: "Properties", ofArray: "Items", ofString: "Length", kinds: ""}[c.kind]
	bound := func(a, b *Bound) bool {
		return a == b || a != nil && b != nil && a.Exclusive == b.Exclusive && a.Value.Cmp(b.Value) == 0
	}
	number := func(a, b *big.Int) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }
	switch {
	case c.hasEnum != d.hasEnum || !slices.EqualFunc(c.enum, d.enum, func(a, b listed) bool { return a.key == b.key }):
		return "enum or const"
	case !bound(c.low, d.low):
		return "the lower bound"
	case !bound(c.top, d.top):
		return "the upper bound"
	case !number(c.min, d.min):
		return "min" + count
	case !number(c.max, d.max):
		return "max" + count
	case c.unique != d.unique:
		return "uniqueItems"
	case !maps.Equal(c.required, d.required):
		return "required"
	case !maps.Equal(c.needs, d.needs):
		return "dependentRequired"
	case !maps.Equal(c.words, d.words):
		return "pattern, format or content"
	}
	return "multipleOf"
}

// anything names something that is asked for.
func (c *conj) anything() string {
	words := make([]string, 0, len(c.atoms))
	for a := range c.atoms {
		words = append(words, a.words())
	}
	if len(words) > 0 {
		return slices.Min(words)
	}
	if len(c.parts) > 0 {
		return "a condition by branches"
	}
	return c.differsIn(&conj{kind: c.kind})
}
