package include

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// readable returns the graph of a random document, or nil if it is one of those that are refused.
func readable(t *rapid.T, text string) *graph.Graph {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	g, o := graph.Read(n, graph.Draft2020, nil)
	if o != nil {
		return nil
	}
	return g
}

// TestRandomPairs holds the answers against a validator: no instance may contradict a yes, and a no has to be shown by its
// witness, whether formats are asserted or not.
func TestRandomPairs(t *testing.T) {
	t.Parallel()
	instances := universe()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawDocuments(t)
		ga, gb := readable(t, a), readable(t, b)
		if ga == nil || gb == nil {
			t.Skip("refused")
		}
		r := Decide(ga, gb, &Options{Steps: 100_000})
		if (r.Reason != "") != (r.AinB == Unknown || r.BinA == Unknown) {
			t.Fatalf("%s\n%s\nthe reason is %q for %v and %v", a, b, r.Reason, r.AinB, r.BinA)
		}
		for _, f := range []validate.Format{validate.Assert, validate.Ignore} {
			va, vb := validator(t, a, f), validator(t, b, f)
			for _, side := range []struct {
				answer  Answer
				witness []byte
				in, out *validate.Schema
			}{{r.AinB, r.WitnessAnotB, va, vb}, {r.BinA, r.WitnessBnotA, vb, va}} {
				if side.answer == No && (!accepts(t, side.in, string(side.witness)) || accepts(t, side.out, string(side.witness))) {
					t.Fatalf("%s\n%s\n%s is no witness: %+v", a, b, side.witness, r)
				}
				if side.answer == Yes {
					for _, x := range instances {
						if accepts(t, side.in, x) && !accepts(t, side.out, x) {
							t.Fatalf("%s\n%s\n%s is accepted by one alone: %+v", a, b, x, r)
						}
					}
				}
			}
		}
	})
}

// TestRandomMembership compares a single instance, as a schema, to a random schema.
func TestRandomMembership(t *testing.T) {
	t.Parallel()
	instances := universe()
	rapid.Check(t, func(t *rapid.T) {
		text, _ := drawDocuments(t)
		g := readable(t, text)
		if g == nil {
			t.Skip("refused")
		}
		asserted, ignored := validator(t, text, validate.Assert), validator(t, text, validate.Ignore)
		for range 8 {
			x := rapid.SampledFrom(instances).Draw(t, "instance")
			single := readable(t, `{"const":`+x+`}`)
			r := Decide(single, g, &Options{Steps: 100_000})
			in, also := accepts(t, asserted, x), accepts(t, ignored, x)
			if r.AinB == Yes && !(in && also) || r.AinB == No && (in || also) {
				t.Fatalf("%s in %s: %v, but a validator says %t and %t", x, text, r.AinB, in, also)
			}
			if both, _, _, _ := meet(t, single, g); both == Yes && (in || also) || both == No && !(in && also) {
				t.Fatalf("%s and %s have nothing in common: %v, but a validator says %t and %t", x, text, both, in, also)
			}
		}
	})
}

// meet decides whether two schemas have nothing in common.
func meet(t *rapid.T, a, b *graph.Graph) (Answer, []byte, *graph.Obstacle, *value) {
	limits := (&Options{Steps: 100_000}).orDefault()
	p, o := compile(limits, a, b)
	if o != nil {
		t.Fatalf("%s at %s", o.Reason, o.At)
	}
	return p.search([]lit{pos(p.roots[0]), pos(p.roots[1])}, limits)
}

// TestRandomInhabited looks for an instance of each random schema.
func TestRandomInhabited(t *testing.T) {
	t.Parallel()
	instances := universe()
	rapid.Check(t, func(t *rapid.T) {
		text, _ := drawDocuments(t)
		g := readable(t, text)
		if g == nil {
			t.Skip("refused")
		}
		answer, witness, why := Inhabited(g, &Options{Steps: 100_000})
		if (why != nil) != (answer == Unknown) {
			t.Fatalf("%s: %v for %+v", text, answer, why)
		}
		for _, f := range []validate.Format{validate.Assert, validate.Ignore} {
			v := validator(t, text, f)
			if answer == Yes && !accepts(t, v, string(witness)) {
				t.Fatalf("%s does not accept %s", text, witness)
			}
			for _, x := range instances {
				if answer == No && accepts(t, v, x) {
					t.Fatalf("%s accepts %s", text, x)
				}
			}
		}
	})
}
