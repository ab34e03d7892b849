package targets_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/targets"
)

func target(t *testing.T, name string) targets.Target {
	t.Helper()
	got, err := targets.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestMasks holds each cell of the table: y yes, n no, ? untested, ! required. A cell that changes must be changed here,
// too, with a reason.
func TestMasks(t *testing.T) {
	t.Parallel()
	word := map[rune]string{'y': "yes", 'n': "no", '?': "untested", '!': "required"}
	for _, test := range []struct{ target, cells string }{
		// In the order of Rewrites: drop-open, drop-empty-items, drop-type-beside-enum, null-union, lift-single,
		// merge-enum, enum-to-const, ref-siblings, inline, hoist, reorder.
		{"anthropic", "yyyyyyyyyyy"},
		{"anthropic-strict", "n???!y??yy?"},
		{"claude-code", "yynyyyynyny"},
		{"cursor", "y??n!y??yny"},
		{"gemini", "!nnn!ynn!n?"},
		{"gemini-json", "y???!ynn!n?"},
		{"llamacpp", "nyyyyyynyny"},
		{"llguidance", "yynyyyy?yyn"},
		{"openai", "yn?yyyyyyyy"},
		{"openai-strict", "nnny!yynyy?"},
		{"vscode", "ynyyyyy?y?y"},
		{"xgrammar", "yynyyyy?yyn"},
	} {
		got := target(t, test.target)
		words, from := got.Mask()
		if from.Source == "" || from.AsOf == "" {
			t.Errorf("%s: its mask has source %q of %q", test.target, from.Source, from.AsOf)
		}
		for i, r := range targets.Rewrites() {
			cell := rune(test.cells[i])
			if words[r] != word[cell] {
				t.Errorf("%s, %s: %s, want %s", test.target, r, words[r], word[cell])
			}
			if want := cell == 'y' || cell == '!'; got.Allows(r) != want {
				t.Errorf("%s allows %s: %v", test.target, r, !want)
			}
		}
	}
}

// TestMasksAreWhole holds that a target with a mask says something of every rewrite, and that the table above has it.
func TestMasksAreWhole(t *testing.T) {
	t.Parallel()
	masked := 0
	for _, name := range targets.Names() {
		words, from := target(t, name).Mask()
		if len(words) != len(targets.Rewrites()) {
			t.Errorf("%s: %d of %d rewrites", name, len(words), len(targets.Rewrites()))
		}
		if from.Source != "" {
			masked++
		}
	}
	if masked != 12 {
		t.Errorf("%d targets have a mask of their own; TestMasks knows 12", masked)
	}
}

func TestAnyTarget(t *testing.T) {
	t.Parallel()
	want := []targets.Rewrite{targets.LiftSingle, targets.MergeEnum, targets.Inline}
	for _, any := range []targets.Target{{}, target(t, "any"), target(t, "ANY")} {
		var got []targets.Rewrite
		for _, r := range targets.Rewrites() {
			if any.Allows(r) {
				got = append(got, r)
			}
		}
		if !slices.Equal(got, want) || any.ID() != "any" {
			t.Errorf("%s allows %q, want %q", any.ID(), got, want)
		}
	}
	for _, r := range targets.Rewrites() {
		for _, name := range targets.Names() {
			if (targets.Target{}).Allows(r) && !target(t, name).Allows(r) {
				t.Errorf("any allows %s, %s does not", r, name)
			}
		}
	}
	if (targets.Target{}).Allows("no-such-rewrite") {
		t.Error("a rewrite that nobody knows is allowed")
	}
}

func TestTargetNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"vs-code": "vscode", "Copilot": "vscode", "vertex": "gemini", "claude": "anthropic", "vllm": "xgrammar", "llama.cpp": "llamacpp",
	} {
		if got := target(t, name).ID(); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	_, err := targets.Lookup("antropic")
	var unknown *targets.UnknownTargetError
	if !errors.As(err, &unknown) || len(unknown.Near) == 0 || unknown.Near[0] != "anthropic" || unknown.Known[0] != "any" {
		t.Errorf("error %v", err)
	}
}

func TestExtendMask(t *testing.T) {
	t.Parallel()
	table, err := targets.Targets()
	if err != nil {
		t.Fatal(err)
	}
	more, err := table.Extend([]byte(`{"targets":[
		{"id":"mine","kind":"decoder","aliases":["own"],"mask":{"rewrites":{"hoist":"yes","inline":"untested"}}},
		{"id":"plain","kind":"client"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	mine, err := more.Lookup("OWN")
	if err != nil || !mine.Allows(targets.Hoist) || mine.Allows(targets.Inline) || mine.Allows(targets.Reorder) {
		t.Errorf("%v, %v", mine, err)
	}
	// What one of the targets forbids, any and a target without a mask forbid.
	for _, name := range []string{"any", "plain"} {
		got, err := more.Lookup(name)
		if err != nil || got.Allows(targets.Inline) || got.Allows(targets.LiftSingle) {
			t.Errorf("%s: inline %v, lift %v, %v", name, got.Allows(targets.Inline), got.Allows(targets.LiftSingle), err)
		}
	}
	if got := target(t, "any"); !got.Allows(targets.Inline) {
		t.Error("extending a table changed the one that is compiled in")
	}
	again, err := more.Extend([]byte(`{"targets":[{"id":"mine","mask":{"rewrites":{"inline":"yes"}}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := again.Lookup("own"); err != nil || !got.Allows(targets.Inline) || got.Allows(targets.Hoist) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestExtendTargetErrors(t *testing.T) {
	t.Parallel()
	table, err := targets.Targets()
	if err != nil {
		t.Fatal(err)
	}
	for data, want := range map[string]string{
		`{}`: "no targets",
		`{"targets":[{"id":"A b","kind":"api"}]}`:                               "letters, digits and hyphens",
		`{"targets":[{"id":"x"}]}`:                                              "no kind",
		`{"targets":[{"id":"x","kind":"ape"}]}`:                                 `near: api`,
		`{"targets":[{"id":"x","kind":"api","maks":{}}]}`:                       `unknown field "maks"`,
		`{"schema":"other/v1","targets":[]}`:                                    "other/v1",
		`{"targets":[{"id":"x","kind":"api","aliases":["claude"]}]}`:            "names both",
		`{"targets":[{"id":"any","mask":{"rewrites":{}}}]}`:                     "have in common",
		`{"targets":[{"id":"openai","mask":{"rewrites":{"inlin":"yes"}}}]}`:     "near: inline",
		`{"targets":[{"id":"openai","mask":{"rewrites":{"inline":"maybe"}}}]}`:  "known: yes",
		`{"targets":[{"id":"openai","mask":{"as_of":"2026-13-01"}}]}`:           "no day",
		`{"targets":[{"id":"openai","mask":{"as_of":"today"}}]}`:                "YYYY-MM-DD",
		`{"targets":[{"id":"x","kind":"api"}]} {}`:                              "after the JSON value",
		`{"targets":[{"id":"x","title":"` + strings.Repeat("x", 4<<20) + `"}]}`: "limit",
	} {
		if _, err := table.Extend([]byte(data)); err == nil || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%.60s: %v, want %q", data, err, want)
		}
	}
}
