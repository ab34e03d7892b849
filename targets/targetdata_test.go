package targets_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/targets"
)

// TestTargetData holds what every row must say. That each has a source and a date is checked whenever the table is read.
func TestTargetData(t *testing.T) {
	t.Parallel()
	address := regexp.MustCompile(`^https://[^\s]+$|^[\w-]+/[\w.-]+ [\w./-]+( \([\w, ]+\))?( at [0-9a-f]{40})?$`)
	kinds := map[string]int{}
	for _, name := range targets.Names() {
		to := target(t, name)
		kinds[to.Kind()]++
		if to.Title() == "" || to.AsOf() == "" || to.ID() != name {
			t.Errorf("%s: %q, %q, %q", name, to.ID(), to.Title(), to.AsOf())
		}
		facts := to.Constraints()
		if len(facts) == 0 {
			t.Errorf("%s has no constraints", name)
		}
		if _, from := to.Mask(); from.Source != "" {
			facts = append(facts, from)
		}
		for _, f := range facts {
			for source := range strings.SplitSeq(f.Source, " and ") {
				if !address.MatchString(source) {
					t.Errorf("%s, %s: source %q", name, f.Figure, source)
				}
			}
			if day, err := time.Parse(time.DateOnly, f.AsOf); err != nil || day.Year() < 2017 {
				t.Errorf("%s, %s: date %q", name, f.Figure, f.AsOf)
			}
			if !f.Confirmed && strings.HasPrefix(f.Value, "error") {
				t.Errorf("%s, %s: an error that nobody confirmed", name, f.Figure)
			}
		}
	}
	if through := target(t, "codex").Through(); through != "openai" {
		t.Errorf("codex hands tools on to %q", through)
	}
	if also := target(t, "moonshot").Aliases(); !slices.Equal(also, []string{"kimi"}) {
		t.Errorf("moonshot is also %q", also)
	}
	if rules := table(t).Rules(); len(rules) < 60 || !slices.IsSorted(rules) || !slices.Contains(rules, "array-items") {
		t.Errorf("rules: %q", rules)
	}
	if kinds["api"] < 10 || kinds["decoder"] < 4 || kinds["client"] < 8 || kinds["any"] != 1 {
		t.Errorf("kinds: %v", kinds)
	}
}

// TestConstraintWords holds how constraints are said in a list, the limits with their unit.
func TestConstraintWords(t *testing.T) {
	t.Parallel()
	said := map[string]string{}
	for _, f := range target(t, "claude-code").Constraints() {
		said[f.Figure] = f.Value
	}
	for figure, want := range map[string]string{
		"description-length": "warning: the description of a tool is short: at most 2048 utf16 (cuts it)", // the figure is that of the client's profile
		"sent-name-length":   "error: the name that a client sends is short: at most 64 chars (fails as soon as it searches its tools)",
		"reference":          "warning: no references (sends JSON in a string for it)",
	} {
		if said[figure] != want {
			t.Errorf("%s: %q, want %q", figure, said[figure], want)
		}
	}
	for _, f := range target(t, "windsurf").Constraints() {
		if want := "warning: not too many tools: at most 100 (takes no more)"; f.Value != want {
			t.Errorf("%q, want %q", f.Value, want)
		}
	}
}

func table(t testing.TB) *targets.TargetTable {
	t.Helper()
	table, err := targets.Targets()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// rulesOf lints a schema and returns the rules that were broken, each with its severity.
func rulesOf(t *testing.T, table *targets.TargetTable, name, sample string) []string {
	t.Helper()
	to, err := table.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{}
	for _, f := range targets.Lint(sampled(t, sample), to) {
		if f.Consumer == to.ID() {
			set[f.Rule+" "+string(f.Severity)] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

func TestExtendConstraints(t *testing.T) {
	t.Parallel()
	more, err := table(t).Extend([]byte(`{
		"rules": [{"id":"no-dates","check":"words","of":"format","title":"no dates","message":"format {found}","allow":["uuid"]}],
		"targets": [
			{"id":"vscode","constraints":[{"rule":"array-items","severity":"off"},{"rule":"ignored-keyword","severity":"error","when":{"has":["pattern"]}}]},
			{"id":"mine","kind":"client","through":"groq","constraints":[{"rule":"no-dates","severity":"warning","effect":"drops it"},{"rule":"tool-name-length","severity":"error","max":3}]}
		]}`))
	if err != nil {
		t.Fatal(err)
	}
	text := `{"type":"object","properties":{"a":{"type":"array"},"b":{"type":"string","pattern":"x","maxLength":2}}}`
	if got, want := rulesOf(t, table(t), "vscode", text), []string{"array-items error", "ignored-keyword note"}; !slices.Equal(got, want) {
		t.Errorf("before: %q, want %q", got, want)
	}
	if got, want := rulesOf(t, more, "vscode", text), []string{"ignored-keyword error"}; !slices.Equal(got, want) {
		t.Errorf("after: %q, want %q", got, want)
	}
	mine := `{"name":"four","inputSchema":{"type":"object","required":[],"items":{"format":"date"}}}`
	if got, want := rulesOf(t, more, "mine", mine), []string{"no-dates warning", "tool-name-length error"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	to, err := more.Lookup("mine")
	if err != nil {
		t.Fatal(err)
	}
	findings := targets.Lint(sampled(t, mine), to)
	if len(found(findings, "groq", "required-properties")) != 1 {
		t.Errorf("what it hands tools on to says nothing: %+v", findings)
	}
	if got := found(findings, "mine", "no-dates"); len(got) != 1 || got[0].Message != `format "date": mine drops it` || got[0].AsOf != "" {
		t.Errorf("%+v", got)
	}
}

func TestExtendConstraintErrors(t *testing.T) {
	t.Parallel()
	in := func(constraint string) string {
		return `{"targets":[{"id":"openai","constraints":[` + constraint + `]}]}`
	}
	rule := func(rule string) string {
		return `{"rules":[` + rule + `],"targets":[{"id":"x","kind":"api","constraints":[{"rule":"r","severity":"note"}]}]}`
	}
	for data, want := range map[string]string{
		in(`{"rule":"array-item","severity":"note"}`):                                   "near: array-items",
		in(`{"rule":"array-items","severity":"fatal"}`):                                 "known: error, warning, note, off",
		in(`{"rule":"array-items"}`):                                                    `severity ""`,
		in(`{"rule":"array-items","severity":"error","confirmed":false}`):               "not confirmed",
		in(`{"rule":"array-items","severity":"note","parts":["inputs"]}`):               "near: input",
		in(`{"rule":"array-items","severity":"note","when":{"at":"rot"}}`):              "near: root",
		in(`{"rule":"array-items","severity":"note","when":{"type":["text"]}}`):         `type "text"`,
		in(`{"rule":"array-items","severity":"note","when":{"drafts":["2020"]}}`):       "2020-12",
		in(`{"rule":"array-items","severity":"note","when":{"is":["array"]}}`):          "there is none",
		in(`{"rule":"array-items","severity":"note","when":{"has":["a"],"longer":-1}}`): "longer than -1",
		in(`{"rule":"refused-keyword","severity":"note"}`):                              "without when",
		in(`{"rule":"tool-count","severity":"note"}`):                                   "limit of 0",
		in(`{"rule":"tool-count","severity":"note","max":-1}`):                          "limit of -1",
		in(`{"rule":"tool-name-length","severity":"note","max":3,"unit":"words"}`):      `unit "words"`,
		in(`{"rule":"sent-name-length","severity":"note","client":"curser"}`):           "near: cursor",
		in(`{"rule":"sent-name-length","severity":"note","client":"windsurf"}`):         "not known",
		in(`{"rule":"tool-name","severity":"note","pattern":"("}`):                      "missing closing )",
		in(`null`): "null",
		in(`{"rule":"array-items","severity":"note","as_of":"soon"}`): "YYYY-MM-DD",
		rule(`null`): "null",
		rule(`{"id":"r","check":"forms","title":"t","message":"m"}`):               "near: form",
		rule(`{"id":"r","check":"limit","of":"tool","title":"t","message":"m"}`):   "near: tools",
		rule(`{"id":"r","check":"form"}`):                                          "no title",
		rule(`{"id":"R!","check":"form","title":"t","message":"m"}`):               "letters, digits",
		rule(`{"id":"r","check":"words","title":"t","message":"m","allow":["a"]}`): "does not say of what",
		rule(`{"id":"r","check":"enum","title":"t","message":"m"}`):                "allows nothing",
		rule(`{"id":"r","check":"text","of":"pattern","title":"t","message":"m"}`): "no pattern",
		`{"targets":[{"id":"x","kind":"api","through":"openia"}]}`:                 "near: openai",
		`{"targets":[{"id":"x","kind":"api","strict":"y"}]}`:                       `unknown`,
		`{"targets":[null]}`: "null",
	} {
		if _, err := table(t).Extend([]byte(data)); err == nil || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %q", data, err, want)
		}
	}
}

func FuzzExtendTargets(f *testing.F) {
	f.Add([]byte(`{"targets":[{"id":"a","kind":"api","mask":{"rewrites":{"inline":"yes"}}}]}`))
	f.Add([]byte(`{"rules":[{"id":"r","check":"form","title":"t","message":"{found}","when":{"has":["type"],"is":["array"]}}],"targets":[{"id":"a","kind":"api","through":"openai","constraints":[{"rule":"r","severity":"error","parts":["output"]}]}]}`))
	f.Add([]byte(`{"as_of":"2026-01-01","source":"s","targets":[{"id":"openai","constraints":[{"rule":"tool-name-length","severity":"off"},{"rule":"sent-name-length","severity":"note","client":"codex"}]}]}`))
	f.Add([]byte(`{"targets":[{"id":"a","kind":"api","through":"b","strict":"a"},{"id":"b","kind":"api","through":"a","aliases":["c"],"constraints":[{"rule":"property-name","severity":"note","pattern":"^x*$"}]}]}`))
	f.Add([]byte(`{"targets":[{"id":"any","constraints":[{"rule":"min-items","severity":"note","always":true,"when":{"has":["minItems"],"above":3}}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		more, err := table(t).Extend(data)
		if err != nil {
			return
		}
		cat := sampled(t, `[{"name":"a b","strict":true,"inputSchema":`+with(`{"type":["array","null"],"minItems":4,"$ref":"#"}`)+`,"outputSchema":{"type":"object"}}]`)
		for _, name := range more.Names() {
			to, err := more.Lookup(name)
			if err != nil || to.ID() != name {
				t.Fatalf("%s: %s, %v", name, to.ID(), err)
			}
			for _, finding := range targets.Lint(cat, to) {
				if finding.Rule == "" || !finding.Severity.AtLeast(targets.Note) {
					t.Fatalf("%s: %+v", name, finding)
				}
			}
			for _, r := range targets.Rewrites() {
				if any, err := more.Lookup("any"); err != nil || any.Allows(r) && !to.Allows(r) {
					t.Fatalf("%s does not allow %s, any does: %v", name, r, err)
				}
			}
		}
	})
}
