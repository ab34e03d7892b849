package bench_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/bench"
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
