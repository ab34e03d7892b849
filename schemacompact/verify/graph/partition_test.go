package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// web is a drawn graph: node i says something and leads to two others, or is an end.
type web []struct{ says, a, b int }

func drawWeb(t *rapid.T) web {
	n := rapid.IntRange(1, 14).Draw(t, "nodes")
	out := make(web, n)
	for i := range out {
		out[i].says = rapid.IntRange(0, 2).Draw(t, "says")
		out[i].a = rapid.IntRange(0, n-1).Draw(t, "a")
		out[i].b = rapid.IntRange(0, n-1).Draw(t, "b")
	}
	return out
}

func (w web) document() string {
	defs := make([]string, len(w))
	for i, n := range w {
		defs[i] = fmt.Sprintf(`"n%d":{"type":"object","minProperties":%d,"properties":{"a":{"$ref":"#/$defs/n%d"},"b":{"$ref":"#/$defs/n%d"}}}`, i, n.says+1, n.a, n.b)
		if n.says == 2 {
			defs[i] = fmt.Sprintf(`"n%d":{"type":"null"}`, i)
		}
	}
	return `{"$ref":"#/$defs/n0","$defs":{` + strings.Join(defs, ",") + `}}`
}

// classes finds the classes of both webs in the plainest way: what they say, then what they lead to, until nothing changes.
func classes(a, b web) []int {
	all := slices.Clone(a)
	for _, n := range b {
		n.a, n.b = n.a+len(a), n.b+len(a)
		all = append(all, n)
	}
	class, count := make([]int, len(all)), 1
	for {
		next, ids := make([]int, len(all)), map[string]int{}
		for i, n := range all {
			text := fmt.Sprint(n.says)
			if n.says != 2 {
				text = fmt.Sprint(n.says, class[n.a], class[n.b])
			}
			if _, ok := ids[text]; !ok {
				ids[text] = len(ids)
			}
			next[i] = ids[text]
		}
		if class = next; len(ids) == count {
			return class
		}
		count = len(ids)
	}
}

// The classes are those of the plain algorithm, no coarser and no finer.
func TestPartition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawWeb(t), drawWeb(t)
		if rapid.Bool().Draw(t, "alike") { // with one arrow in another place, or in the same
			b = slices.Clone(a)
			b[rapid.IntRange(0, len(b)-1).Draw(t, "moved")].a = rapid.IntRange(0, len(b)-1).Draw(t, "to")
		}
		var graphs [2]*Graph
		for i, w := range []web{a, b} {
			g, o := Read(mustParse(w.document()), Draft2020, nil)
			if o != nil {
				t.Fatal(o)
			}
			graphs[i] = g
		}
		plain := classes(a, b)
		got, of, o := classesOf(graphs[0], graphs[1], nil)
		if o != nil {
			t.Fatal(o)
		}
		type node struct{ plain, got int }
		var nodes []node
		for i, g := range graphs {
			numbers := [][]int{got, of}[i]
			for _, s := range g.Schemas {
				var n int
				if _, err := fmt.Sscanf(string(s.At), "/$defs/n%d", &n); err == nil && s.Ref == nil {
					nodes = append(nodes, node{plain[n+i*len(a)], numbers[s.ID]})
				}
			}
		}
		for _, x := range nodes {
			for _, y := range nodes {
				if (x.plain == y.plain) != (x.got == y.got) {
					t.Fatalf("%s and %s: %v", a.document(), b.document(), nodes)
				}
			}
		}
		if ok, _ := Equal(graphs[0], graphs[1], nil); ok != (plain[0] == plain[len(a)]) {
			t.Fatalf("%s and %s: Equal = %t", a.document(), b.document(), ok)
		}
	})
}
