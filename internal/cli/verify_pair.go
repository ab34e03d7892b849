package cli

import (
	"slices"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// A pair is a tool on two sides; one side may not have it.
type pair struct {
	a, b   *catalog.Tool
	proofs []verify.Proof // of the input schemas and, if there are any, of the output schemas; nil until they are compared
}

// name is the name on the second side, if it is there.
func (p *pair) name() string {
	if p.b != nil {
		return p.b.Name
	}
	return p.a.Name
}

func (p *pair) only() string {
	switch {
	case p.b == nil:
		return "a"
	case p.a == nil:
		return "b"
	}
	return ""
}

// pairTools matches tools by name, the first of a name with the first and so on: those of a in order, then those that
// only b has.
func pairTools(a, b []*catalog.Tool) []pair {
	left := map[string][]*catalog.Tool{}
	for _, t := range b {
		left[t.Name] = append(left[t.Name], t)
	}
	var pairs []pair
	for _, t := range a {
		p := pair{a: t}
		if same := left[t.Name]; len(same) > 0 {
			p.b, left[t.Name] = same[0], same[1:]
		}
		pairs = append(pairs, p)
	}
	for _, t := range b {
		if same := left[t.Name]; len(same) > 0 && same[0] == t {
			pairs = append(pairs, pair{b: t})
			left[t.Name] = same[1:]
		}
	}
	return pairs
}

// renamed joins a tool that only the first side has with one that only the second has where they are one tool under two
// names, and whose schemas are proved to accept the same. It looks for names only, and says nothing of tools that changed
// as well.
func (c *comparer) renamed(pairs []pair) []pair {
	var removed, added []*catalog.Tool
	at := map[*catalog.Tool]int{}
	for i := range pairs {
		switch p := &pairs[i]; p.only() {
		case "a":
			removed, at[p.a] = append(removed, p.a), i
		case "b":
			added, at[p.b] = append(added, p.b), i
		}
	}
	proofs := map[[2]*catalog.Tool][]verify.Proof{}
	renames := bench.Renames(removed, added, func(a, b *catalog.Tool) bool {
		if c.interrupted() != nil {
			return false
		}
		c.progress.show("verify", "was "+a.Name+" renamed to "+b.Name+"?")
		found := c.prove(&pair{a: a, b: b})
		proofs[[2]*catalog.Tool{a, b}] = found
		return !slices.ContainsFunc(found, func(p verify.Proof) bool { return !p.Verdict.Proved() })
	})
	for _, r := range renames {
		a, b := removed[r[0]], added[r[1]]
		pairs[at[a]], pairs[at[b]] = pair{a: a, b: b, proofs: proofs[[2]*catalog.Tool{a, b}]}, pair{}
	}
	return slices.DeleteFunc(pairs, func(p pair) bool { return p.a == nil && p.b == nil })
}
