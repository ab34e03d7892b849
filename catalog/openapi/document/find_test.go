package document

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
)

// wide has n schemas, each referred to once.
func wide(n int) string {
	var refs, defs []string
	for i := range n {
		refs = append(refs, fmt.Sprintf(`{"$ref":"#/components/schemas/S%d"}`, i))
		defs = append(defs, fmt.Sprintf(`"S%d":{"const":%d}`, i, i))
	}
	return `{"openapi":"3.1.0","x-refs":[` + strings.Join(refs, ",") + `],"components":{"schemas":{` + strings.Join(defs, ",") + `}}}`
}

func TestLargeObjectsAreFoundIn(t *testing.T) {
	t.Parallel()
	const n = 20_000
	d, err := Open([]byte(wide(n)), nil)
	if err != nil {
		t.Fatal(err)
	}
	refs := d.Root().Get("x-refs")
	for i := range n {
		p, err := d.Follow(refs.Item(i))
		if want := fmt.Sprintf(`{"const":%d}`, i); err != nil || string(p.Node.Append(nil)) != want {
			t.Fatalf("reference %d leads to %v, %v", i, p, err)
		}
	}
	if p := d.Root().Get("components").Get("schemas").Get("S"); p.Node != nil {
		t.Errorf("found %v", p)
	}
}

// With the index and without, the same is found.
func TestFindIsThatOfTheTree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"a", "b", "a/b", "~", "0", "1", ""})
		var draw func(depth int) *schema.Node
		draw = func(depth int) *schema.Node {
			switch kind := rapid.IntRange(0, 3).Draw(t, "kind"); {
			case kind == 0 || depth == 0:
				return schema.NewString("x")
			case kind == 1:
				return schema.NewArray(draw(depth-1), draw(depth-1))
			}
			n := schema.NewObject()
			for range rapid.IntRange(0, 3).Draw(t, "members") {
				n.Set(name.Draw(t, "name"), draw(depth-1))
			}
			for i := range rapid.SampledFrom([]int{0, 0, few + 5}).Draw(t, "more") {
				n.Set(fmt.Sprint("more", i), schema.NewString("y"))
			}
			return n
		}
		f := File{Root: draw(3)}
		var at schema.Pointer
		for range rapid.IntRange(0, 4).Draw(t, "deep") {
			at = at.Child(rapid.OneOf(name, rapid.Just("more3")).Draw(t, "step"))
		}
		if f.find(at) != f.Root.Find(at) {
			t.Fatalf("%q in %s", at, f.Root.Append(nil))
		}
	})
}

// The time for one reference must not grow with the number of definitions.
func BenchmarkFollow(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d, err := Open([]byte(wide(n)), nil)
			if err != nil {
				b.Fatal(err)
			}
			last := d.Root().Get("x-refs").Item(n - 1)
			for b.Loop() {
				if _, err := d.Follow(last); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
