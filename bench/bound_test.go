package bench_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/tokens"
)

// TestBound holds that no place of a tool weighs more than the bound, under any ruler.
func TestBound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		c := drawCatalog(r)
		for i := range c.Tools {
			bound := bench.Bound(&c.Tools[i])
			for _, ruler := range bench.Rulers() {
				ws, err := bench.Weigh(&c.Tools[i], bench.Meter{Counter: letters{}, Ruler: ruler})
				if err != nil {
					r.Fatal(err)
				}
				for _, w := range bench.Heaviest(ws, 1) {
					if w.Own > bound {
						r.Fatalf("%s: %s weighs %d of at most %d", ruler, w.At, w.Own, bound)
					}
				}
			}
		}
	})
}

// TestEstimate holds that no place of a tool with so many bytes weighs much more than the estimate, by a real vocabulary.
func TestEstimate(t *testing.T) {
	t.Parallel()
	counter, err := tokens.NewCounter(tokens.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		c := drawCatalog(r)
		for i := range c.Tools {
			for _, ruler := range bench.Rulers() {
				m := bench.Meter{Counter: counter, Ruler: ruler}
				ws, err := bench.Weigh(&c.Tools[i], m)
				if err != nil {
					r.Fatal(err)
				}
				for _, w := range bench.Heaviest(ws, 3) {
					if got := m.Estimate(&c.Tools[i], w.Own); got+32 < w.Own {
						r.Fatalf("%s: %q weighs %d, and not about %d: %s", ruler, w.At, w.Own, got, c.Tools[i].Wire())
					}
				}
				if ruler != bench.Rendered && m.Estimate(&c.Tools[i], 1<<30) != 0 {
					r.Fatal("no place has so many bytes")
				}
			}
		}
	})
}
