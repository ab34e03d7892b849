package load

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/catalog"
)

func TestDistinguish(t *testing.T) {
	t.Parallel()
	// label@source; a ! before a label says that the user chose it.
	tests := []struct{ in, want string }{
		{"a@1|b@2", "a|b"},
		{"memory@npx memory@1.0|memory@npx memory@2.0", "npx memory@1.0|npx memory@2.0"},
		{"memory@npx memory|memory@npx memory", "memory|memory (2)"},
		{"!x@a.json|!x@b.json", "x (a.json)|x (b.json)"},
		{"!x@a.json|!x@b.json|!x@a.json", "x (a.json)|x (b.json)|x (a.json) (2)"},
		{"!x@a.json|!x@a.json", "x|x (2)"},
		{"github@a.json#github|github@b.json#github|git@b.json#git", "a.json#github|b.json#github|git"},
		{"!a@x|!a@x|!a (2)@x", "a|a (3)|a (2)"},
		{"!a (2)@x|!a@x|!a@x", "a (2)|a|a (3)"},
		{"a@1|a@2|1@3", "1|2|1 (2)"},
	}
	for _, tt := range tests {
		var all []Loaded
		var chosen []bool
		for _, p := range strings.Split(tt.in, "|") {
			label, source, _ := strings.Cut(p, "@")
			plain, own := strings.CutPrefix(label, "!")
			all = append(all, Loaded{Label: plain, Source: source, Catalog: &catalog.Catalog{}})
			chosen = append(chosen, own)
		}
		distinguish(all, chosen)
		var got []string
		for _, r := range all {
			got = append(got, r.Label)
			if r.Catalog.Name != r.Label {
				t.Errorf("%s: catalog is called %q", r.Label, r.Catalog.Name)
			}
		}
		if g := strings.Join(got, "|"); g != tt.want {
			t.Errorf("%s: got %s, want %s", tt.in, g, tt.want)
		}
	}
}

func TestDistinguishAny(t *testing.T) {
	t.Parallel()
	name := rapid.SampledFrom([]string{"a", "b", "a (2)", "a (3)", "a (b)", "a (b) (2)", "b (2)"})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 9).Draw(t, "n")
		all, chosen := make([]Loaded, n), make([]bool, n)
		for i := range all {
			all[i] = Loaded{Label: name.Draw(t, "label"), Source: name.Draw(t, "source")}
			chosen[i] = rapid.Bool().Draw(t, "chosen")
		}
		before := fmt.Sprint(all)
		distinguish(all, chosen)
		seen := map[string]bool{}
		for _, r := range all {
			if seen[r.Label] {
				t.Fatalf("%s gives %q twice", before, r.Label)
			}
			seen[r.Label] = true
		}
	})
}
