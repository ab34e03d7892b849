package include

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// A grammar has for each definition its alternatives, and for each of those what the members of an object have to be:
// other definitions, or the end.
type grammar [][][]int

const end = -1

func (g grammar) object(members []int) string {
	var names, properties []string
	for i, m := range members {
		name, value := string(rune('p'+i)), fmt.Sprintf(`{"$ref":"#/$defs/%d"}`, m)
		if m == end {
			value = `{"const":7}`
		}
		names = append(names, fmt.Sprintf("%q", name))
		properties = append(properties, fmt.Sprintf("%q:%s", name, value))
	}
	return `{"type":"object","required":[` + strings.Join(names, ",") + `],"properties":{` + strings.Join(properties, ",") + `}}`
}

func (g grammar) document(root []int) string {
	var defs []string
	for i, alternatives := range g {
		var objects []string
		for _, members := range alternatives {
			objects = append(objects, g.object(members))
		}
		defs = append(defs, fmt.Sprintf(`"%d":{"anyOf":[%s]}`, i, strings.Join(objects, ",")))
	}
	return `{"allOf":[` + g.object(root) + `],"$defs":{` + strings.Join(defs, ",") + `}}`
}

// inhabited finds the definitions that have a finite value in the plainest way: those whose members have one, until no
// more come.
func (g grammar) inhabited(root []int) bool {
	has := make([]bool, len(g))
	all := func(members []int) bool {
		for _, m := range members {
			if m != end && !has[m] {
				return false
			}
		}
		return true
	}
	for range g {
		for i, alternatives := range g {
			for _, members := range alternatives {
				has[i] = has[i] || all(members)
			}
		}
	}
	return all(root)
}

func checkGrammar(t tb, g grammar, root []int) {
	t.Helper()
	doc := g.document(root)
	n, err := schema.Parse([]byte(doc))
	if err != nil {
		t.Fatalf("%v: %s", err, doc)
	}
	read, o := graph.Read(n, graph.Draft2020, nil)
	if o != nil {
		t.Fatalf("%s at %q: %s", o.Reason, o.At, doc)
	}
	answer, witness, why := Inhabited(read, nil)
	want := No
	if g.inhabited(root) {
		want = Yes
	}
	if answer != want {
		t.Fatalf("%v, not %v: %v: %s", answer, want, why, doc)
	}
	if answer == Yes && !accepts(t, validator(t, doc, validate.AsDraft), string(witness)) {
		t.Fatalf("%s is refused by %s", witness, doc)
	}
}

// What was found empty only because a goal further out was still open must not stay empty once that one turns out to
// have values, however many goals lie between them. These have led to it.
func TestEmptyOnlyWhileAnotherIsOpen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		root []int
		g    grammar
	}{
		{[]int{0, 3}, grammar{{{2}}, {{3, 0}, {end}, {1}}, {{3}, {0, 2}, {1}}, {{0}}}},
		{[]int{2, 3}, grammar{{{end}, {3}}, {{2}, {0}}, {{0, 1}, {3}, {2, 3}}, {{2}}}},
		{[]int{0, 2}, grammar{{{1}, {0}}, {{2, 0}, {3}}, {{2, 1}, {0, end}}, {{end}, {3, 1}, {0}}}},
		{[]int{3, 0}, grammar{{{0, 1}, {3}, {2, 3}}, {{3}, {end}}, {{2}, {0}, {1}}, {{1, 2}, {3, 0}}}},
	} {
		checkGrammar(t, c.g, c.root)
	}
}

func TestEmptinessOfGrammars(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "definitions")
		members := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) int {
			return rapid.IntRange(end, n-1).Draw(t, "to")
		}), 1, 2)
		g := grammar(rapid.SliceOfN(rapid.SliceOfN(members, 1, 3), n, n).Draw(t, "grammar"))
		checkGrammar(t, g, members.Draw(t, "root"))
	})
}
