package trial

import (
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/schema"
)

func TestGroup(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		`(ab)c`: `(ab)`, `(a(b)c)d)`: `(a(b)c)`, `([)])x`: `([)])`, `(\))x`: `(\))`, `([\])])x`: `([\])])`, `(?=a`: `(?=a`, `([(]a)b)`: `([(]a)`,
	} {
		if got := pattern[:group(pattern)]; got != want {
			t.Errorf("the first group of %s is %s, not %s", pattern, got, want)
		}
	}
}

// Only the older drafts say that formats refuse.
func TestAsserting(t *testing.T) {
	t.Parallel()
	for draft, want := range map[string]bool{
		"http://json-schema.org/draft-04/schema#": true, "http://json-schema.org/draft-07/schema#": true,
		"https://json-schema.org/draft/2019-09/schema": false, "https://json-schema.org/draft/2020-12/schema": false, "https://example.com/own": false,
	} {
		if got := asserting(parse(t, `{"$schema":"`+draft+`"}`)); got != want {
			t.Errorf("%s: %v", draft, got)
		}
	}
}

func TestDecided(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		verdicts [2][2]verdict
		modes    int
		want     bool
	}{
		{[2][2]verdict{{yes, open}, {no, open}}, 1, true},
		{[2][2]verdict{{open, open}, {yes, yes}}, 2, false}, // one side says nothing
		{[2][2]verdict{{yes, yes}, {open, open}}, 2, false},
		{[2][2]verdict{{open, no}, {yes, no}}, 2, true},
		{[2][2]verdict{{open, no}, {yes, no}}, 1, false}, // the second mode is not looked at
	} {
		if got := (&sample{verdicts: c.verdicts}).decided(c.modes); got != c.want {
			t.Errorf("%v in %d modes: %v", c.verdicts, c.modes, got)
		}
	}
}

// made lists the faults of a document as "pointer: what".
func made(t *testing.T, doc string) []string {
	t.Helper()
	var all []string
	for _, list := range newReader(parse(t, doc)).faults() {
		for _, f := range list {
			all = append(all, string(f.at)+": "+f.what)
		}
	}
	slices.Sort(all)
	return all
}

// To take away the last type leaves no schema, and to take integer away beside number changes nothing.
func TestTypesThatAreRemoved(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string][]string{
		`{"type":["string"]}`:                      nil,
		`{"type":["string","null"]}`:               {"refuse string", "refuse null"},
		`{"type":["integer","number"]}`:            {"refuse number"},
		`{"type":["integer","string"]}`:            {"refuse integer", "refuse string"},
		`{"type":["string","null"],"enum":["a"]}`:  {"refuse string"},
		`{"type":["string","array"],"const":null}`: nil,
	} {
		var got []string
		for _, f := range made(t, doc) {
			if _, what, _ := strings.Cut(f, ": "); strings.HasPrefix(what, "refuse ") {
				got = append(got, what)
			}
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", doc, got, want)
		}
	}
}

// What stands beside a reference is looked at where the draft heeds it, and only there.
func TestFaultsBesideAReference(t *testing.T) {
	t.Parallel()
	const inside = `"$ref":"#/definitions/a","properties":{"x":{"maximum":7}},"definitions":{"a":{"minLength":2}}`
	for draft, want := range map[string]bool{
		"https://json-schema.org/draft/2020-12/schema": true, "https://json-schema.org/draft/2019-09/schema": true,
		"http://json-schema.org/draft-07/schema#": false, "http://json-schema.org/draft-04/schema#": false,
	} {
		all := made(t, `{"$schema":"`+draft+`",`+inside+`}`)
		if got := slices.Contains(all, "/properties/x: drop maximum"); got != want {
			t.Errorf("%s: a fault beside the reference: %v", draft, got)
		}
		if !slices.Contains(all, "/definitions/a: drop minLength") {
			t.Errorf("%s: no fault behind the reference: %q", draft, all)
		}
	}
}

func TestSays(t *testing.T) {
	t.Parallel()
	const d7, d2020 = "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"
	for _, c := range []struct {
		draft, schema string
		want          bool
	}{
		{d2020, `{"$ref":"#/definitions/empty","minimum":1}`, true},
		{d7, `{"$ref":"#/definitions/empty","minimum":1}`, false},
		{d7, `{"$ref":"#/definitions/bound"}`, true},
		{d2020, `{"$ref":"#/definitions/bound","title":"a"}`, true},
		{d2020, `{"$ref":"#/definitions/empty","title":"a","properties":{}}`, false},
		{d7, `{"minimum":1}`, true},
		{d2020, `{"properties":{"a":{}},"title":"a"}`, true},
	} {
		root := parse(t, `{"$schema":"`+c.draft+`","properties":{"it":`+c.schema+`},"definitions":{"empty":{"title":"b"},"bound":{"maximum":2}}}`)
		f := faultFinder{reader: newReader(root)}
		at := site{node: root.Get("properties").Get("it"), at: schema.Pointer("/properties/it")}
		if got := f.says(at, 0); got != c.want {
			t.Errorf("%s in %s can refuse: %v", c.schema, c.draft, got)
		}
	}
}

// Without time there are no faults, and the result says why.
func TestNoTimeForFaults(t *testing.T) {
	t.Parallel()
	a := parse(t, `{"type":"object","properties":{"n":{"type":"integer","minimum":1}}}`)
	j, invalid, err := newJudge(a, a.Clone(), time.Now().Add(time.Minute))
	if err != nil || invalid != nil {
		t.Fatal(err, invalid)
	}
	j.deadline = time.Now().Add(-time.Second)
	tr := trial{opt: (&Options{Mutants: 9}).orDefault(), judge: j}
	tr.mutants()
	if tr.result.Mutants != 0 || !strings.Contains(tr.result.Reason, "time ran out") {
		t.Errorf("%+v", tr.result)
	}
}

// An index with more digits than any document has items is none, and does not overflow on the way.
func TestIndex(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"0": 0, "7": 7, "120": 120, "9999999": 9_999_999, "": -1, "-1": -1, "1.0": -1, "1a": -1, "200000000": -1, "99999999999999999999": -1} {
		got, ok := index(name)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q is read as %d, not as %d", name, got, want)
		}
	}
}

// A reference can refuse what the last of a chain can, be the chain long. One without an end is taken for one that can.
func TestLongChainsOfReferences(t *testing.T) {
	t.Parallel()
	const length = maxNesting - 10
	for last, want := range map[string]bool{`{"title":"t"}`: false, `{"minLength":2}`: true, `{"$ref":"#/$defs/0"}`: true} {
		chain := schema.NewObject()
		for i := range length {
			chain.Set(itoa(i), parse(t, `{"$ref":"#/$defs/`+itoa(i+1)+`"}`))
		}
		chain.Set(itoa(length), parse(t, last))
		root := parse(t, `{"$ref":"#/$defs/0"}`)
		root.Set("$defs", chain)
		f := faultFinder{reader: newReader(root)}
		if got := f.says(site{node: root}, 0); got != want {
			t.Errorf("a chain of %d that ends in %s can refuse: %v", length, last, got)
		}
	}
}

// As deep as places are gone into, a difference between items of items is found.
func TestDeepArrays(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{1, 4, maxDepth - 2, maxDepth} {
		doc := func(item string) *schema.Node {
			return parse(t, strings.Repeat(`{"type":"array","items":`, depth)+item+strings.Repeat(`}`, depth))
		}
		got := Run(doc(`{"type":"integer","maximum":7}`), doc(`{"type":"integer","maximum":8}`), &Options{Samples: 400, Mutants: -1, Time: time.Minute})
		want := strings.Repeat("[", depth) + "8" + strings.Repeat("]", depth)
		if got.AnotB != nil || string(got.BnotA) != want {
			t.Errorf("%d arrays: %s and %s, not %s", depth, got.AnotB, got.BnotA, want)
		}
	}
}

// Up to 4,000 characters are written as the expression wants them; the first beyond is the last, whatever is left to repeat.
func TestLengthOfSpelledTexts(t *testing.T) {
	t.Parallel()
	const thousand = `a{1000}`
	for pattern, want := range map[string]int{
		`(?:b{20}){40}c`: 801, strings.Repeat(thousand, 4): 4000, strings.Repeat(thousand, 4) + "$": 4000, strings.Repeat(thousand, 9): 4001,
	} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		w := speller{}
		if w.spell(re); w.out.Len() != want {
			t.Errorf("%s: %d characters, not %d", pattern, w.out.Len(), want)
		}
	}
}
