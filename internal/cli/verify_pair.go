package cli

import (
	"slices"
	"strconv"
	"strings"

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
// names: two that are alike, and like no third, and whose schemas are proved to accept the same. Of several kinds of
// likeness the surest comes first. It looks for names only, and says nothing of tools that changed as well.
func (c *comparer) renamed(pairs []pair) []pair {
	for _, find := range []func(removed, added []int, pairs []pair) [][2]int{
		byAffix,
		func(removed, added []int, pairs []pair) [][2]int { return byKey(removed, added, pairs, parameterNames) },
		func(removed, added []int, pairs []pair) [][2]int { return byKey(removed, added, pairs, description) },
	} {
		var removed, added []int
		for i := range pairs {
			switch pairs[i].only() {
			case "a":
				removed = append(removed, i)
			case "b":
				added = append(added, i)
			}
		}
		for _, m := range find(removed, added, pairs) {
			if c.interrupted() != nil {
				return pairs
			}
			p := pair{a: pairs[m[0]].a, b: pairs[m[1]].b}
			c.progress.show("verify", "was "+p.a.Name+" renamed to "+p.b.Name+"?")
			p.proofs = c.prove(&p)
			if !slices.ContainsFunc(p.proofs, func(proof verify.Proof) bool { return !proof.Verdict.Proved() }) {
				pairs[m[0]], pairs[m[1]] = p, pair{}
			}
		}
		pairs = slices.DeleteFunc(pairs, func(p pair) bool { return p.a == nil && p.b == nil })
	}
	return pairs
}

// mostAffixes bounds the search by affix, which looks at each name of one side with each of the other.
const mostAffixes = 20_000_000

// byAffix finds the pairs of which one name is the other behind a prefix, as proxies put the name of a server before
// those of its tools. Where search and code_search became x_search and x_code_search, each goes with the nearer one.
func byAffix(removed, added []int, pairs []pair) [][2]int {
	if len(removed)*len(added) > mostAffixes {
		return nil
	}
	type best struct{ score, at int } // at is -1 where two are as near
	nearest := map[int]best{}
	note := func(of, at, score int) {
		switch b := nearest[of]; {
		case score > b.score:
			nearest[of] = best{score, at}
		case score == b.score:
			nearest[of] = best{score, -1}
		}
	}
	for _, i := range removed {
		for _, j := range added {
			if score := affix(pairs[i].a.Name, pairs[j].b.Name); score > 0 {
				note(i, j, score)
				note(j, i, score)
			}
		}
	}
	var found [][2]int
	for _, i := range removed {
		if b, ok := nearest[i]; ok && b.at >= 0 && nearest[b.at].at == i {
			found = append(found, [2]int{i, b.at})
		}
	}
	return found
}

// affix returns which share of the longer name the shorter one is, in thousandths, if the rest is a prefix; otherwise 0.
func affix(a, b string) int {
	if len(a) < len(b) {
		a, b = b, a
	}
	head, ok := strings.CutSuffix(a, b)
	if !ok || b == "" || head == "" || !strings.ContainsAny(head[len(head)-1:], "_-./:") {
		return 0
	}
	return 1000 * len(b) / len(a)
}

// byKey finds the pairs that are the only ones of their side with a key. An empty key is none.
func byKey(removed, added []int, pairs []pair, key func(*catalog.Tool) string) [][2]int {
	olds, news := map[string][]int{}, map[string][]int{}
	for _, i := range removed {
		k := key(pairs[i].a)
		olds[k] = append(olds[k], i)
	}
	for _, j := range added {
		k := key(pairs[j].b)
		news[k] = append(news[k], j)
	}
	var found [][2]int
	for _, i := range removed {
		if k := key(pairs[i].a); k != "" && len(olds[k]) == 1 && len(news[k]) == 1 {
			found = append(found, [2]int{i, news[k][0]})
		}
	}
	return found
}

// parameterNames is the names of the parameters of a tool. Tools without any have nothing in common.
func parameterNames(t *catalog.Tool) string {
	var names []string
	for name := range t.Input.Get("properties").Members() {
		names = append(names, strconv.Quote(name))
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// description is the words that describe a tool.
func description(t *catalog.Tool) string {
	if t.Input == nil {
		return "" // what a provider has built in is what its name says
	}
	return t.Description
}
