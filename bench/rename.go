package bench

import (
	"slices"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// Renames finds the tools that only one side has and that are one tool under two names: two that are alike, and like no
// third, and of which same says that they accept the same. Of several kinds of likeness the surest comes first: a name
// that is the other's behind a prefix, the same schema, the same names of parameters, the same description. It returns
// the places in removed and in added, in the order of removed; a tool that changed as well is not found.
func Renames(removed, added []*catalog.Tool, same func(a, b *catalog.Tool) bool) [][2]int {
	var renames [][2]int
	for _, find := range []func(as, bs []candidate) [][2]int{
		byAffix,
		func(as, bs []candidate) [][2]int { return byKey(as, bs, parameters) },
		func(as, bs []candidate) [][2]int { return byKey(as, bs, parameterNames) },
		func(as, bs []candidate) [][2]int { return byKey(as, bs, description) },
	} {
		as := candidates(removed, func(i int) bool { return slices.ContainsFunc(renames, func(r [2]int) bool { return r[0] == i }) })
		bs := candidates(added, func(i int) bool { return slices.ContainsFunc(renames, func(r [2]int) bool { return r[1] == i }) })
		for _, r := range find(as, bs) {
			if same(removed[r[0]], added[r[1]]) {
				renames = append(renames, r)
			}
		}
	}
	slices.SortFunc(renames, func(a, b [2]int) int { return a[0] - b[0] })
	return renames
}

// A candidate is a tool that no other is found for yet, with its place.
type candidate struct {
	*catalog.Tool
	at int
}

func candidates(tools []*catalog.Tool, taken func(i int) bool) []candidate {
	var left []candidate
	for i, t := range tools {
		if t != nil && !taken(i) {
			left = append(left, candidate{t, i})
		}
	}
	return left
}

// mostAffixes bounds the search by affix, which looks at each name of one side with each of the other.
const mostAffixes = 20_000_000

// byAffix finds the pairs of which one name is the other behind a prefix, as proxies put the name of a server before
// those of its tools. Where search and code_search became x_search and x_code_search, each goes with the nearer one.
func byAffix(as, bs []candidate) [][2]int {
	if len(as)*len(bs) > mostAffixes {
		return nil
	}
	type best struct{ score, at int } // at is -1 where two are as near
	note := func(nearest map[int]best, of, at, score int) {
		switch b := nearest[of]; {
		case score > b.score:
			nearest[of] = best{score, at}
		case score == b.score:
			nearest[of] = best{score, -1}
		}
	}
	toB, toA := map[int]best{}, map[int]best{}
	for _, a := range as {
		for _, b := range bs {
			if score := affix(a.Name, b.Name); score > 0 {
				note(toB, a.at, b.at, score)
				note(toA, b.at, a.at, score)
			}
		}
	}
	var found [][2]int
	for _, a := range as {
		if b, ok := toB[a.at]; ok && b.at >= 0 && toA[b.at].at == a.at {
			found = append(found, [2]int{a.at, b.at})
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
func byKey(as, bs []candidate, key func(*catalog.Tool) string) [][2]int {
	keyed := func(cs []candidate) map[string][]int {
		m := make(map[string][]int, len(cs))
		for _, c := range cs {
			if k := key(c.Tool); k != "" {
				m[k] = append(m[k], c.at)
			}
		}
		return m
	}
	olds, news := keyed(as), keyed(bs)
	var found [][2]int
	for _, a := range as {
		if k := key(a.Tool); len(olds[k]) == 1 && len(news[k]) == 1 {
			found = append(found, [2]int{a.at, news[k][0]})
		}
	}
	return found
}

// parameters is the schema of a tool that has parameters. One without any says nothing of which tool it belongs to.
func parameters(t *catalog.Tool) string {
	if t.Input.Get("properties").Len() == 0 {
		return ""
	}
	return string(t.Input.Append(nil))
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

// sameSchemas reports whether two tools are proved to accept the same arguments and to allow the same results. Tools that
// are built into a provider have no schemas, and are what else they declare.
func sameSchemas(a, b *catalog.Tool) bool {
	if a.Input == nil && b.Input == nil && a.Extra.Len()+b.Extra.Len() > 0 && !schema.Equal(a.Extra, b.Extra) {
		return false
	}
	for _, pair := range [][2]*schema.Node{{a.Input, b.Input}, {a.Output, b.Output}} {
		if (pair[0] == nil) != (pair[1] == nil) {
			return false
		}
		if pair[0] != nil && !verify.Compare(pair[0], pair[1], &verify.Options{Instances: -1}).Verdict.Proved() {
			return false
		}
	}
	return true
}
