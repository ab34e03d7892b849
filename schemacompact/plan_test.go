package schemacompact

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
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
	if r.Plan.Hide != nil || r.Plan.Over != sumOf(r.Catalog)-1 {
		t.Errorf("over by %d, hide %v, though no tool fits alone", r.Plan.Over, r.Plan.Hide)
	}
	if r, err = Compact(garden(t), &Options{MaxTotal: 600, Measure: modelBytes}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Plan.Hide, []string{"move3", "move2"}) {
		t.Errorf("hide %v of %d", r.Plan.Hide, r.Plan.After)
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

// arrayBytes is a total that is more than the sum of its tools, as that of an array is.
func arrayBytes(c *catalog.Catalog) int { return 2 + len(c.Tools) + sumOf(c) }

// addsUp checks what a plan says of a result against the result.
func addsUp(t *rapid.T, c *catalog.Catalog, opt *Options) {
	r, err := Compact(c, opt)
	if err != nil {
		t.Fatal(err)
	}
	p, before, after := r.Plan, opt.total(c), opt.total(r.Catalog)
	if p.Before != before || p.After != after || p.Over != max(0, after-opt.MaxTotal) {
		t.Fatalf("limit %d: the plan says %d -> %d, over by %d, and it is %d -> %d", opt.MaxTotal, p.Before, p.After, p.Over, before, after)
	}
	left := before
	for _, s := range p.Steps {
		if left -= s.Saves; s.Total != left || s.Saves <= 0 && !s.Asked || s.Taken > s.Tools {
			t.Fatalf("limit %d: %d are left before %+v", opt.MaxTotal, left+s.Saves, s)
		}
	}
	if len(p.Hide) > 0 {
		rest := *r.Catalog
		rest.Tools = slices.DeleteFunc(slices.Clone(rest.Tools), func(tool catalog.Tool) bool { return slices.Contains(p.Hide, tool.Name) })
		if p.Over == 0 || opt.total(&rest) > opt.MaxTotal {
			t.Fatalf("over by %d, and %d are left without %v", p.Over, opt.total(&rest), p.Hide)
		}
	}
	said, err := sayings(r.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Steps {
		for _, e := range s.Edits {
			if s.Transform == sayOnceName && !said[dropped(e)] {
				t.Fatalf("limit %d: %+v is said nowhere", opt.MaxTotal, dropped(e))
			}
		}
	}
	for i := range c.Tools {
		if r.Catalog.Tools[i].Name != c.Tools[i].Name || r.Tools[i].Name != c.Tools[i].Name {
			t.Fatalf("tool %d is called %q", i, r.Catalog.Tools[i].Name)
		}
		if !r.Tools[i].Proof.Verdict.Proved() {
			t.Fatalf("limit %d: %v", opt.MaxTotal, r.Tools[i].Proof)
		}
	}
	if before <= opt.MaxTotal && len(opt.With) == 0 && len(r.Steps) > 0 {
		t.Fatalf("it fits, and %d steps were taken", len(r.Steps))
	}
}

// Whatever the catalog, the limit and what else is asked for: the plan is that of the catalog that is served, it adds up,
// and nothing changes names.
func TestFitAddsUp(t *testing.T) {
	t.Parallel()
	shelf := []string{"", `,"description":"The shelf to look at."`, `,"description":"The shelf to look at, from the gate. It looks best when the sun is low."`, `,"description":"The shelf to look at. Many people like it."`}
	gardens := rapid.Custom(func(t *rapid.T) *catalog.Catalog {
		c := &catalog.Catalog{Form: catalog.MCP}
		from, to := rapid.SampledFrom(shelf).Draw(t, "from"), rapid.SampledFrom(shelf).Draw(t, "to")
		for i := range rapid.IntRange(2, 5).Draw(t, "tools") {
			text := func(same string) string { // most tools say the same, which is what say-once looks for
				if rapid.IntRange(0, 9).Draw(t, "other") == 0 {
					return rapid.SampledFrom(shelf).Draw(t, "text")
				}
				return same
			}
			input, err := schema.Parse([]byte(`{"type":"object","properties":{"from":{"type":"integer"` + text(from) + `},"to":{"type":"integer","default":4` + text(to) + `}}}`))
			if err != nil {
				t.Fatal(err)
			}
			tool := catalog.Tool{Name: fmt.Sprintf("move%d", i), Description: "Moves a pot. It was the first of all tools.", Input: input}
			if rapid.IntRange(0, 7).Draw(t, "later") == 0 {
				if tool.Extra, err = schema.Parse([]byte(`{"defer_loading":true}`)); err != nil {
					t.Fatal(err)
				}
			}
			c.Tools = append(c.Tools, tool)
		}
		return c
	})
	rapid.Check(t, func(t *rapid.T) {
		draw := gardens
		if rapid.IntRange(0, 9).Draw(t, "any") == 0 {
			draw = rapid.Custom(drawCatalog)
		}
		c := draw.Draw(t, "catalog")
		opt := &Options{Measure: modelBytes}
		if rapid.Bool().Draw(t, "array") {
			opt.Total = arrayBytes
		}
		for _, name := range []string{sayOnceName, "drop-default", "drop-output-schema"} {
			if rapid.Bool().Draw(t, name) {
				opt.With = append(opt.With, name)
			}
		}
		opt.MaxTotal = rapid.IntRange(1, opt.total(c)+1).Draw(t, "limit")
		addsUp(t, c, opt)
	})
}

// A text that say-once left to one tool goes when a later step takes it there, and so do the tools that relied on it.
func TestFitKeepsSayingsTogether(t *testing.T) {
	t.Parallel()
	c := &catalog.Catalog{Form: catalog.MCP}
	for _, name := range []string{"sow", "water", "prune"} {
		c.Tools = append(c.Tools, catalog.Tool{Name: name, Input: mustParse(t, `{"type":"object","properties":{"bed":{"type":"string","description":"The bed to look at, from the gate. It looks best when the sun is low."}}}`)})
	}
	before := sumOf(c)
	for limit := before - 1; limit > before/2; limit -= 9 {
		r, err := Compact(c, &Options{MaxTotal: limit, Measure: modelBytes, With: []string{sayOnceName}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Plan.After > limit || r.Plan.Over > 0 {
			t.Errorf("limit %d: %+v", limit, r.Plan)
		}
		for _, tool := range r.Tools {
			if tool.Reason != nil {
				t.Errorf("limit %d: %s falls back: %v", limit, tool.Name, tool.Reason)
			}
		}
	}
}

// The limit is on the whole, and not on the sum of its parts.
func TestFitLimitsTheTotal(t *testing.T) {
	t.Parallel()
	c := garden(t)
	whole := arrayBytes(c)
	for limit, fits := range map[int]bool{whole: true, whole - 1: false} {
		r, err := Compact(c, &Options{MaxTotal: limit, Measure: modelBytes, Total: arrayBytes})
		if err != nil {
			t.Fatal(err)
		}
		if (len(r.Steps) == 0) != fits || r.Plan.MaxTotal != limit || r.Plan.After > limit {
			t.Errorf("limit %d of %d: %+v", limit, whole, r.Plan)
		}
	}
	if _, err := Compact(c, &Options{MaxTotal: -1, Measure: modelBytes}); err == nil || !strings.Contains(err.Error(), "negative") {
		t.Errorf("a negative limit: %v", err)
	}
}

// A lossy step that saves nothing is not done along with those behind it.
func TestFitLeavesWhatSavesNothing(t *testing.T) {
	t.Parallel()
	c := garden(t)
	c.Tools[0].Output = mustParse(t, `{"type":"object"}`)
	r, err := Compact(c, &Options{MaxTotal: 1, Measure: modelBytes}) // which does not count outputs
	if err != nil {
		t.Fatal(err)
	}
	if r.Catalog.Tools[0].Output == nil {
		t.Error("an output schema is gone for nothing")
	}
}
