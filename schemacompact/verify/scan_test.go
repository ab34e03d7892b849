package verify

import (
	"slices"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// hasDefinitions knows by heart which keywords hold definitions.
func TestHasDefinitionsKnowsTheKeywords(t *testing.T) {
	t.Parallel()
	for name, r := range rows {
		n := schema.NewObject()
		n.Set(name, schema.NewObject())
		if got := hasDefinitions(n); got != (r.duty == locates) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// What is wrong with a value without others in it is said with its own place.
func TestScanNamesThePlaceOfAScalar(t *testing.T) {
	t.Parallel()
	lone := func(text string) *schema.Node {
		n, err := schema.ParseWith([]byte(text), &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for text, want := range map[string]schema.Pointer{
		`{"a":{"enum":[1,"\ud800"]}}`:    "/a/enum/1",
		`{"a":{"title":"\ud800"}}`:       "/a/title",
		`{"a":[{"b":1,"b":2}]}`:          "/a/0/b",
		`{"a":{"b":[["x",["\udc00"]]]}}`: "/a/b/0/1/0",
	} {
		if p := Compare(lone(text), lone(`{}`), &Options{Instances: -1}); p.Verdict != Unknown || p.At != want {
			t.Errorf("%s: %v at %q, want unknown at %q", text, p.Verdict, p.At, want)
		}
	}
}

func TestNamesAreLeftOver(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 40} {
		var names []string
		for i := range n {
			names = append(names, string(rune('A'+i)))
		}
		l := newLeftover(slices.Clone(names))
		if !l.take("B") || l.take("B") || l.take("none") {
			t.Errorf("%d names: take", n)
		}
		if o := l.added(nil); o == nil || o.at != "/A" {
			t.Errorf("%d names: got %v, want the first that is left", n, o)
		}
		for _, name := range names {
			l.take(name)
		}
		if o := l.added(nil); o != nil {
			t.Errorf("%d names: %v is left of none", n, o.at)
		}
	}
}
