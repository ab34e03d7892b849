package document

import (
	"errors"
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

// Each way to look into a large object goes by its index: to what is there, to what is not, and to a reference in it.
func TestLargeObjectsAreIndexed(t *testing.T) {
	t.Parallel()
	for name, ref := range map[string]string{"found": "#/components/schemas/S7", "dangling": "#/components/schemas/X", "itself": "#/components/schemas"} {
		d, err := Open([]byte(wide(few+1)), nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := d.Resolve(d.Root(), ref)
		if (err != nil) != (name == "dangling") {
			t.Errorf("%s: %v", name, err)
		}
		if name == "itself" {
			if _, err := d.Follow(p); err != nil {
				t.Error(err)
			}
		}
		schemas := d.Main.Root.Get("components").Get("schemas")
		if len(d.Main.large[schemas]) != few+1 {
			t.Errorf("%s: the object is searched member by member", name)
		}
	}
}

// What a reference was meant to be is looked for only so often, and said of one pointer always or never.
func TestHintsAreBounded(t *testing.T) {
	t.Parallel()
	d, err := Open([]byte(`{"openapi":"3.1.0","components":{"schemas":{"Heron":{}}}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	hint := func(i int) string {
		_, err := d.Resolve(d.Root(), fmt.Sprintf("#/components/schemas/Heron%03d", i))
		var e *ReferenceError
		if !errors.As(err, &e) || !errors.Is(err, ErrDangling) {
			t.Fatalf("reference %d: %v", i, err)
		}
		return e.Hint
	}
	for range 2 {
		for i := range maxHints + 5 {
			want := `did you mean "Heron"?`
			if i >= maxHints {
				want = ""
			}
			if got := hint(i); got != want {
				t.Errorf("hint %d is %q, not %q", i, got, want)
			}
		}
	}
}

// The texts beside a reference go to what has few members. A large object is not copied for each reference to it.
func TestTextsBesideReferencesToLargeObjects(t *testing.T) {
	t.Parallel()
	for _, n := range []int{maxOwn, maxOwn + 1} {
		text := strings.Replace(wide(n), `"x-refs":[`, `"x-refs":[{"$ref":"#/components/schemas","description":"d"},`, 1)
		d, err := Open([]byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := d.Follow(d.Root().Get("x-refs").Item(0))
		if err != nil {
			t.Fatal(err)
		}
		said, _ := p.Node.Get("description").Text()
		if whole := p.Node == d.Main.Root.Get("components").Get("schemas"); whole != (n > maxOwn) || (said == "d") == whole {
			t.Errorf("%d members: description %q, the object itself: %t", n, said, whole)
		}
	}
}

// The time for one reference must not grow with the number of definitions, wherever it leads.
func BenchmarkFollow(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000} {
		d, err := Open([]byte(wide(n)), nil)
		if err != nil {
			b.Fatal(err)
		}
		for i := range maxHints { // what each document pays for at most once
			_, _ = d.Resolve(d.Root(), fmt.Sprint("#/components/schemas/Before", i))
		}
		for _, to := range []struct {
			name, ref string
			found     bool
		}{{"found", fmt.Sprint("#/components/schemas/S", n-1), true}, {"dangling", "#/components/schemas/X", false}, {"itself", "#/components/schemas", true}} {
			b.Run(fmt.Sprint(to.name, "-", n), func(b *testing.B) {
				for b.Loop() {
					p, err := d.Resolve(d.Root(), to.ref)
					if err == nil {
						_, err = d.Follow(p)
					}
					if (err == nil) != to.found {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
