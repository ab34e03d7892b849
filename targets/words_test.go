package targets

import (
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// TestKeywordsAreSome holds that no condition of the table is about a keyword that there is not: one that is misspelt
// would never be found in a schema.
func TestKeywordsAreSome(t *testing.T) {
	t.Parallel()
	var known []string
	for _, k := range schema.Keywords() {
		known = append(known, k.Name)
	}
	table, err := Targets()
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, c := range table.consumers {
		for _, k := range c.constraints {
			var words []string
			if w := k.rule.When; w != nil {
				words = slices.Concat(w.In, w.Has, w.With, w.Lacks)
			}
			switch k.rule.Check {
			case "keywords":
				words = append(words, k.rule.Allow...)
			case "words":
				words = append(words, k.rule.Of)
			}
			for _, w := range words {
				if checked++; !slices.Contains(known, w) && !strings.HasSuffix(w, "*") {
					t.Errorf("%s, %s: no keyword is called %q", c.ID, k.Rule, w)
				}
			}
		}
	}
	if checked < 250 {
		t.Errorf("%d keywords were looked at", checked)
	}
}

// TestRulesAreUsed holds that no rule of the table is one that nobody breaks.
func TestRulesAreUsed(t *testing.T) {
	t.Parallel()
	table, err := Targets()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, c := range table.consumers {
		for _, k := range c.constraints {
			used[k.Rule] = true
		}
	}
	for _, id := range table.Rules() {
		if !used[id] {
			t.Errorf("no target has a constraint of the rule %s", id)
		}
	}
}

// TestComponents holds the numbering of components against reachability worked out by hand.
func TestComponents(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		next [][]int
		same [][]int // nodes that can reach each other
	}{
		{[][]int{}, nil},
		{[][]int{{0}}, [][]int{{0}}},
		{[][]int{{1}, {2}, {0}, {0}}, [][]int{{0, 1, 2}, {3}}},
		{[][]int{{1}, {}, {1}}, [][]int{{0}, {1}, {2}}},
		{[][]int{{1}, {2, 3}, {1}, {4}, {5}, {3}}, [][]int{{0}, {1, 2}, {3, 4, 5}}},
		{[][]int{{1, 1}, {0, 0}, {2}}, [][]int{{0, 1}, {2}}},
	} {
		component := components(test.next)
		of := map[int]int{}
		for i, group := range test.same {
			for _, n := range group {
				if first, seen := of[component[n]]; seen && first != i {
					t.Errorf("%v: %d is with group %d, want %d", test.next, n, first, i)
				}
				of[component[n]] = i
				if component[n] != component[group[0]] {
					t.Errorf("%v: %d and %d are apart", test.next, n, group[0])
				}
			}
		}
	}
}

// TestSmallNumber holds numbers of all spellings against what they are.
func TestSmallNumber(t *testing.T) {
	t.Parallel()
	for digits, want := range map[string]int{"0": 0, "1": 1, "1.0": 1, "1e0": 1, "2.9": 2, "1500e-3": 1, "0.1e2": 10, "999999": 999999, "1e-999999999": 0, "1e-9223372036854775808": 0, "0e99999": 0, "1e-99999999999999999999": 0, "9999999": 9999999, "12.3456789": 12} {
		if got, ok := smallNumber(digits); !ok || got != want {
			t.Errorf("%s: %d, %v, want %d", digits, got, ok, want)
		}
	}
	for _, digits := range []string{"1e7", "1e9223372036854775807", "1e99999999999999999999", "1e999999999", "123456789012", "12345678e10"} {
		if got, ok := smallNumber(digits); ok {
			t.Errorf("%s: %d is small", digits, got)
		}
	}
}
