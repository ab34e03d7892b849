package schemacompact

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

func modelBytes(t *catalog.Tool) int { return len(t.Model()) }

func sumOf(c *catalog.Catalog) (n int) {
	for i := range c.Tools {
		n += modelBytes(&c.Tools[i])
	}
	return n
}

// garden is a catalog of tools of different sizes, each with something for every step of a plan.
func garden(t testing.TB) *catalog.Catalog {
	c := &catalog.Catalog{Form: catalog.MCP}
	for i := range 4 {
		more := strings.Repeat("It was added when the next shelf was built by one of the gardeners. ", i+1)
		c.Tools = append(c.Tools, catalog.Tool{Name: fmt.Sprintf("move%d", i), Description: "Moves a pot. " + more, Input: mustParse(t,
			`{"$schema":"https://json-schema.org/draft/2020-12/schema","$comment":"made by hand","type":"object","properties":{"shelf":{"title":"Shelf","type":"integer","minimum":1,"maximum":`+strings.Repeat("9", i+1)+`,"default":4,"examples":[2],"description":"The shelf to put it on, from the door. `+more+`Defaults to 4."},"kinds":{"title":"Plant family","allOf":[{"type":"array","items":{"type":"string"}}],"default":["moss","fern"],"description":"What grows in it."}}}`)})
	}
	return c
}

func TestFitDoesAsLittleAsIsNeeded(t *testing.T) {
	t.Parallel()
	c := garden(t)
	before := sumOf(c)
	last := before + 1
	steps := 0
	for limit := before; limit > before/8; limit -= 97 {
		r, err := Compact(c, &Options{MaxTotal: limit, Measure: modelBytes})
		if err != nil {
			t.Fatal(err)
		}
		p, after := r.Plan, sumOf(r.Catalog)
		if p.Before != before || p.After != after || p.MaxTotal != limit {
			t.Fatalf("limit %d: the plan says %d -> %d, and it is %d -> %d", limit, p.Before, p.After, before, after)
		}
		if over := max(0, after-limit); p.Over != over {
			t.Errorf("limit %d: over by %d, want %d", limit, p.Over, over)
		}
		if (p.Over > 0) != (len(p.Hide) > 0) {
			t.Errorf("limit %d: over by %d and hide %v", limit, p.Over, p.Hide)
		}
		if after > last {
			t.Errorf("limit %d: %d is more than the %d of a higher limit", limit, after, last)
		}
		last = after
		taken := 0
		for i, s := range p.Steps {
			if s.Taken > 0 {
				taken = i + 1
			}
			if s.Taken > s.Tools {
				t.Errorf("limit %d: %d of %d tools took %s", limit, s.Taken, s.Tools, s.Name)
			}
		}
		if taken < steps {
			t.Errorf("limit %d needs %d steps and a higher one %d", limit, taken, steps)
		}
		steps = taken
		// All steps but the last that was needed are taken by every tool that they make smaller.
		for _, s := range p.Steps[:max(0, taken-1)] {
			if s.Taken != s.Tools {
				t.Errorf("limit %d: %s is taken by %d of %d tools before the next step", limit, s.Name, s.Taken, s.Tools)
			}
		}
		for i := range r.Tools {
			if !r.Tools[i].Proof.Verdict.Proved() {
				t.Errorf("limit %d: %v", limit, r.Tools[i].Proof)
			}
		}
	}
	if steps < 5 {
		t.Errorf("the lowest limit needed %d steps only", steps)
	}
}

func TestFitOrder(t *testing.T) {
	t.Parallel()
	r, err := Compact(garden(t), &Options{MaxTotal: 1, Measure: modelBytes})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range r.Plan.Steps {
		names = append(names, s.Name)
	}
	want := []string{"identical", "annotations", "equivalent", "moved", "titles", "prose", "drop-default", "tool-prose", "drop-descriptions"}
	if !slices.Equal(names, want) {
		t.Errorf("steps %v, want %v", names, want)
	}
	if !slices.Equal(r.Plan.Hide, []string{"move3", "move2", "move0", "move1"}) || r.Plan.Over != sumOf(r.Catalog)-1 {
		t.Errorf("over by %d, hide %v", r.Plan.Over, r.Plan.Hide)
	}
}

func TestFitWithinBounds(t *testing.T) {
	t.Parallel()
	c := garden(t)
	for _, tt := range []struct {
		name string
		opt  Options
		has  []string
		not  []string
	}{
		{"nothing to do", Options{MaxTotal: 1 << 20}, []string{`"title"`, `"$comment"`, "Defaults to 4"}, nil},
		{"a level is as far as it goes", Options{MaxTotal: 1, Level: LevelSafe}, []string{"Defaults to 4", "next shelf"}, []string{"$comment", "$schema"}},
		{"level none", Options{MaxTotal: 1, Level: LevelNone}, []string{"$comment", "$schema"}, nil},
		{"what is left out", Options{MaxTotal: 1, Without: []string{"drop-descriptions", "prose"}}, []string{"next shelf"}, []string{"$comment"}},
		{"what is asked for", Options{MaxTotal: 1 << 20, With: []string{"drop-default"}}, []string{"$comment"}, []string{`"default"`}},
	} {
		opt := tt.opt
		opt.Measure = modelBytes
		r, err := Compact(c, &opt)
		if err != nil {
			t.Fatal(err)
		}
		text := string(r.Catalog.Tools[3].Input.Append(nil))
		for _, part := range tt.has {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %s in %s", tt.name, part, text)
			}
		}
		for _, part := range tt.not {
			if strings.Contains(text, part) {
				t.Errorf("%s: %s is still in %s", tt.name, part, text)
			}
		}
	}
	if _, err := Compact(c, &Options{MaxTotal: 5}); err == nil || !strings.Contains(err.Error(), "needs a measure") {
		t.Errorf("a limit without a measure: %v", err)
	}
	if _, err := Compact(c, &Options{MaxTotal: 5, Measure: modelBytes, With: []string{"x"}}); err == nil {
		t.Error("an unknown transform is no error")
	}
}

// A tool whose rewrite is not proved keeps the last step that is, says why, and never is served what was refused.
func TestFitKeepsToWhatIsProved(t *testing.T) {
	t.Parallel()
	c := garden(t)
	r, err := fit(c, &Options{MaxTotal: 1, Measure: modelBytes}, func(a, b *catalog.Tool) (p verify.Proof) {
		if p = Prove(a, b); a.Name == "move1" && !strings.Contains(string(b.Input.Append(nil)), `"default"`) {
			p.Verdict = verify.Unknown
		}
		return p
	})
	if err != nil {
		t.Fatal(err)
	}
	text := string(r.Catalog.Tools[1].Input.Append(nil))
	if !strings.Contains(text, `"default"`) || r.Tools[1].Reason == nil || strings.Contains(text, "$comment") {
		t.Errorf("reason %v for %s", r.Tools[1].Reason, text)
	}
	if text := string(r.Catalog.Tools[2].Input.Append(nil)); strings.Contains(text, `"default"`) || r.Tools[2].Reason != nil {
		t.Errorf("another tool falls back too: %v for %s", r.Tools[2].Reason, text)
	}
}

// Whatever the catalog and the limit: the plan adds up, and nothing changes names.
func TestFitAddsUp(t *testing.T) {
	t.Parallel()
	draw := rapid.Custom(drawCatalog)
	for seed := range 12 {
		c := draw.Example(seed)
		before := sumOf(c)
		for _, limit := range []int{1, before / 2, before - 1, before} {
			r, err := Compact(c, &Options{MaxTotal: max(1, limit), Measure: modelBytes})
			if err != nil {
				t.Fatal(err)
			}
			if r.Plan.After != sumOf(r.Catalog) || r.Plan.Over != max(0, r.Plan.After-limit) || r.Plan.After > before {
				t.Fatalf("%+v for %d, %d", r.Plan, before, sumOf(r.Catalog))
			}
			for i := range c.Tools {
				if r.Catalog.Tools[i].Name != c.Tools[i].Name || r.Tools[i].Name != c.Tools[i].Name {
					t.Fatalf("tool %d is called %q", i, r.Catalog.Tools[i].Name)
				}
			}
			if before <= limit && len(r.Steps) > 0 {
				t.Fatalf("it fits, and %d steps were taken", len(r.Steps))
			}
		}
	}
}
