package schemacompact

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// two is a catalog whose first tool has work for every level, and whose second has none.
func two(t testing.TB) *catalog.Catalog {
	c := oneTool(t, `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}],"description":"The place to move to. It was added when the second shelf was built by the first gardener."}}}`)
	c.Tools = append(c.Tools, catalog.Tool{Name: "plain", Description: "Plain.", Input: mustParse(t, `{"type":"object","properties":{}}`)})
	return c
}

// refusing is a prover that refuses tools with one of these texts in their schema.
func refusing(texts ...string) prover {
	return func(_, served *catalog.Tool) verify.Proof {
		for _, text := range texts {
			if bytes.Contains(served.Input.Append(nil), []byte(text)) {
				return verify.Proof{Verdict: verify.Unknown, At: "/properties/a", Reason: "it has " + text}
			}
		}
		return verify.Proof{Verdict: verify.Identical, Direction: verify.Equal}
	}
}

func TestFallsBackLevelByLevel(t *testing.T) {
	t.Parallel()
	const merged, cut, kept = `["string","null"]`, `"The place to move to."`, "first gardener"
	for _, tt := range []struct {
		name  string
		level Level
		prove prover
		want  Level
		has   []string
	}{
		{"everything is proved", LevelTight, trusting, LevelTight, []string{merged, cut}},
		{"the rewrite is not", LevelTight, refusing(merged), LevelStandard, []string{"anyOf", cut}},
		{"the cut is not", LevelTight, refusing(cut), LevelProved, []string{merged, kept}},
		{"neither is", LevelTight, refusing(merged, cut), LevelSafe, []string{"anyOf", kept}},
		{"nothing is", LevelTight, refusing(merged, cut, `{"type":"object","properties":{"a"`), LevelNone, []string{"$schema", "anyOf", kept}},
		{"proved falls to safe", LevelProved, refusing(merged), LevelSafe, []string{"anyOf", kept}},
		{"standard falls to safe", LevelStandard, refusing(cut), LevelSafe, []string{"anyOf", kept}},
		{"safe falls to nothing", LevelSafe, refusing(`{"type":"object","properties":{"a"`), LevelNone, []string{"$schema"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := two(t)
			r, err := compact(c, &Options{Level: tt.level, Target: everythingGoes(t)}, tt.prove)
			if err != nil {
				t.Fatal(err)
			}
			tool, text := r.Tools[0], string(r.Catalog.Tools[0].Input.Append(nil))
			if tool.Level != tt.want {
				t.Errorf("served at %q, want %q: %s", tool.Level, tt.want, text)
			}
			for _, part := range tt.has {
				if !strings.Contains(text, part) {
					t.Errorf("no %s in %s", part, text)
				}
			}
			fell := tt.want != tt.level
			if (tool.Reason != nil) != fell || len(r.Warnings) > 0 != fell {
				t.Errorf("reason %v, warnings %v", tool.Reason, r.Warnings)
			}
			if fell && (!strings.Contains(r.Warnings[0].Error(), `unknown at "/properties/a"`) || tt.want != LevelNone && !strings.Contains(r.Warnings[0].Error(), "falls back to level "+string(tt.want))) {
				t.Errorf("the warning does not say why and to where: %v", r.Warnings[0])
			}
			if tt.want == LevelNone && (len(tool.Edits) > 0 || len(r.Steps) > 0 || tool.Proof.Method != "same-bytes") {
				t.Errorf("left as it came with %d edits, %d steps and the proof %v", len(tool.Edits), len(r.Steps), tool.Proof)
			}
			if plain := r.Tools[1]; plain.Reason != nil || plain.Level != tt.level || len(plain.Edits) > 0 {
				t.Errorf("the tool without work: %+v", plain)
			}
			if !slices.IsSortedFunc(r.Steps, func(a, b Step) int { return rankOf(a.Transform) - rankOf(b.Transform) }) {
				t.Errorf("steps are out of order: %v", r.Steps)
			}
		})
	}
}

func rankOf(name string) int {
	return slices.IndexFunc(Transforms(), func(t Transform) bool { return t.Name == name })
}

// A rewrite that the verifier cannot follow yet is never served, whatever it would save.
func TestNothingUnprovedIsServed(t *testing.T) {
	t.Parallel()
	for _, level := range Levels() {
		r, err := Compact(two(t), &Options{Level: level, Target: everythingGoes(t)})
		if err != nil {
			t.Fatal(err)
		}
		for i, tool := range r.Tools {
			if !tool.Proof.Verdict.Proved() || !Prove(&two(t).Tools[i], &r.Catalog.Tools[i]).Verdict.Proved() {
				t.Errorf("%s: tool %d is served with the verdict %v", level, i, tool.Proof)
			}
		}
	}
}

// A schema that accepts more is served only where that was asked for by name and is known to be all that has changed.
func TestWiderIsServedOnlyWhereAskedFor(t *testing.T) {
	t.Parallel()
	c := oneTool(t, `{"type":"object","properties":{"at":{"type":"string","minLength":0,"format":"date-time","pattern":"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$"}}}`)
	says := func(d verify.Direction) prover {
		return func(_, served *catalog.Tool) verify.Proof {
			if bytes.Contains(served.Input.Append(nil), []byte("pattern")) {
				return verify.Proof{Verdict: verify.Identical, Direction: verify.Equal}
			}
			return verify.Proof{Verdict: verify.Different, Direction: d, Reason: "the pattern is gone"}
		}
	}
	for _, tt := range []struct {
		with      []string
		direction verify.Direction
		pattern   bool
	}{
		{nil, verify.Wider, true},
		{[]string{widenPattern}, verify.Wider, false},
		{[]string{widenPattern}, verify.Narrower, true},
		{[]string{widenPattern}, verify.Incomparable, true},
		{[]string{widenPattern}, verify.Undirected, true},
	} {
		r, err := compact(c, &Options{With: tt.with}, says(tt.direction))
		if err != nil {
			t.Fatal(err)
		}
		text := string(r.Catalog.Tools[0].Input.Append(nil))
		if strings.Contains(text, "pattern") != tt.pattern || strings.Contains(text, "minLength") {
			t.Errorf("with %v and %v: %s", tt.with, tt.direction, text)
		}
		if tool := r.Tools[0]; tool.Level != LevelSafe || (tool.Reason != nil) != (len(tt.with) > 0 && tt.pattern) {
			t.Errorf("with %v and %v: level %s, reason %v", tt.with, tt.direction, tool.Level, tool.Reason)
		}
	}
}

func TestLevelsHoldEachOther(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		level Level
		holds []Level
	}{
		{LevelNone, []Level{LevelNone}},
		{"", []Level{LevelNone, LevelSafe}},
		{LevelSafe, []Level{LevelNone, LevelSafe}},
		{LevelProved, []Level{LevelNone, LevelSafe, LevelProved}},
		{LevelStandard, []Level{LevelNone, LevelSafe, LevelStandard}},
		{LevelTight, Levels()},
	} {
		for _, other := range Levels() {
			if got, want := tt.level.includes(other), slices.Contains(tt.holds, other); got != want {
				t.Errorf("%q holds %q: %v, want %v", tt.level, other, got, want)
			}
		}
		if tt.level.includes("") {
			t.Errorf("%q holds what has to be asked for", tt.level)
		}
	}
}
