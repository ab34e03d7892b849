package include

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/schema-bench/schema-bench/internal/golden"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// worked are schemas that are compared with each of the next few of the list, so that all kinds of goals come up, those
// that are settled and those that are not.
func worked() []string {
	return []string{
		`true`,
		`{"type":"string"}`,
		`{"type":"string","minLength":2,"maxLength":4}`,
		`{"type":"string","pattern":"^[ab]+$"}`,
		`{"type":"string","pattern":"^(?=x)y"}`,
		`{"type":"string","format":"date"}`,
		`{"type":"string","format":"unheard-of","minLength":3}`,
		`{"enum":["2020-01-31","x",""]}`,
		`{"type":["string","null"],"maxLength":3}`,
		`{"not":{"type":"string","maxLength":1}}`,
		`{"type":"integer"}`,
		`{"type":"integer","minimum":2,"maximum":9}`,
		`{"type":"number","exclusiveMinimum":2,"maximum":9.5}`,
		`{"type":"number","multipleOf":0.5,"minimum":1}`,
		`{"type":"integer","multipleOf":6}`,
		`{"type":"number","not":{"multipleOf":4},"maximum":40}`,
		`{"enum":[2,4,6.0,7.5]}`,
		`{"type":"number","not":{"type":"integer"}}`,
		`{"type":"boolean"}`,
		`{"enum":[true,null,"a",[1],{"k":1}]}`,
		`{"type":"array"}`,
		`{"type":"array","items":{"type":"integer"}}`,
		`{"type":"array","items":{"type":"integer","minimum":3},"minItems":1,"maxItems":4}`,
		`{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":{"type":"null"}}`,
		`{"type":"array","prefixItems":[{"enum":[3,4]}],"items":false}`,
		`{"type":"array","uniqueItems":true,"items":{"enum":[3,4,5]}}`,
		`{"type":"array","contains":{"minimum":4},"minContains":2,"maxContains":3}`,
		`{"type":"array","not":{"uniqueItems":true},"maxItems":3}`,
		`{"type":"array","items":{"type":"array","items":{"type":"integer"},"minItems":1}}`,
		`{"type":"object"}`,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"string","minLength":1},"b":{"type":"integer","minimum":0}},"required":["a","b"]}`,
		`{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false}`,
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"integer"},"minProperties":1}`,
		`{"type":"object","patternProperties":{"^a":{"type":"string"},"b$":{"maxLength":2}},"maxProperties":2}`,
		`{"type":"object","propertyNames":{"enum":["a","b","c"]},"minProperties":2}`,
		`{"type":"object","propertyNames":{"maxLength":1}}`,
		`{"type":"object","dependentRequired":{"a":["b"]},"properties":{"b":{"type":"integer"}}}`,
		`{"type":"object","dependentSchemas":{"a":{"required":["c"],"properties":{"c":{"type":"null"}}}}}`,
		`{"type":"object","not":{"required":["a"]}}`,
		`{"type":"object","not":{"properties":{"a":{"type":"string"}}},"maxProperties":3}`,
		`{"anyOf":[{"type":"object","required":["a"]},{"type":"object","required":["b"]}]}`,
		`{"oneOf":[{"type":"object","required":["a"]},{"type":"object","required":["b"]}]}`,
		`{"oneOf":[{"properties":{"t":{"const":"x"},"a":{"type":"string"}},"required":["t"]},{"properties":{"t":{"const":"y"},"b":{"type":"integer"}},"required":["t"]}],"type":"object"}`,
		`{"allOf":[{"properties":{"a":{"minLength":1}}},{"properties":{"a":{"type":"string"}},"required":["a"]}],"type":"object"}`,
		`{"if":{"properties":{"t":{"const":"x"}},"required":["t"]},"then":{"required":["a"]},"else":{"required":["b"]},"type":"object"}`,
		`{"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}},"required":["v"]}},"$ref":"#/$defs/n"}`,
		`{"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer","minimum":0},"next":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}},"required":["v"]}},"$ref":"#/$defs/n"}`,
		`{"$defs":{"t":{"type":"array","items":{"$ref":"#/$defs/t"},"maxItems":2}},"$ref":"#/$defs/t"}`,
		`{"type":"string","pattern":"^[0-9]{2,4}$"}`,
		`{"type":"string","pattern":"^a?b*c{2}$","maxLength":5}`,
		`{"type":"string","pattern":"^(ab|cd)+e$","minLength":6}`,
		`{"type":"string","pattern":"[^x]","allOf":[{"pattern":"^y"}]}`,
		`{"type":"string","pattern":"^\\s+$"}`,
		`{"type":"string","pattern":"^a{1,3}$","minLength":2}`,
		`{"type":"string","pattern":"^a{2,3}$"}`,
		`{"type":"string","minLength":70}`,
		`{"type":"string","not":{"enum":["a","b","aa"]},"pattern":"^[ab]{1,2}$"}`,
		`{"type":"string","format":"email","maxLength":9}`,
		`{"type":"string","format":"date-time"}`,
		`{"type":"string","format":"time"}`,
		`{"type":"string","format":"ipv4"}`,
		`{"type":"string","format":"ipv6"}`,
		`{"type":"string","format":"uuid"}`,
		`{"type":"string","format":"uri"}`,
		`{"type":"string","format":"hostname"}`,
		`{"type":"string","format":"duration"}`,
		`{"type":"string","format":"regex"}`,
		`{"type":"string","format":"json-pointer"}`,
		`{"type":"string","allOf":[{"format":"date"},{"format":"email"}]}`,
		`{"type":"string","format":"date","pattern":"^2020"}`,
		`{"type":"number","allOf":[{"multipleOf":0.4},{"multipleOf":0.6}],"minimum":5,"maximum":13}`,
		`{"type":"number","multipleOf":3,"not":{"multipleOf":2},"minimum":-9,"maximum":9}`,
		`{"type":"integer","allOf":[{"not":{"multipleOf":2}},{"not":{"multipleOf":3}}],"minimum":2,"maximum":8}`,
		`{"type":"number","exclusiveMinimum":1,"exclusiveMaximum":1.000001}`,
		`{"type":"integer","minimum":1e30,"maximum":1e31}`,
		`{"type":"number","not":{"maximum":3},"maximum":4}`,
		`{"type":"array","items":{"type":"boolean"},"uniqueItems":true,"minItems":2}`,
		`{"type":"array","items":{"enum":[1,2]},"uniqueItems":true,"minItems":3}`,
		`{"type":"array","contains":{"const":1},"maxContains":1,"items":{"enum":[1,2]},"minItems":3,"uniqueItems":false}`,
		`{"type":"array","not":{"contains":{"type":"null"}},"prefixItems":[{"type":["null","integer"]}]}`,
		`{"type":"array","not":{"items":{"type":"integer"}}}`,
		`{"type":"array","minItems":9}`,
		`{"type":"object","minProperties":7}`,
		`{"type":"object","patternProperties":{"^a+$":{"type":"null"}},"minProperties":2,"propertyNames":{"pattern":"^a"}}`,
		`{"type":"object","properties":{"a":{"not":{}}},"required":["b"],"maxProperties":1}`,
		`{"type":"object","additionalProperties":{"type":"integer"},"not":{"required":["x"]},"minProperties":1}`,
		`{"not":{"anyOf":[{"type":"object"},{"type":"array"},{"minimum":0}]}}`,
		`{"oneOf":[{"minimum":0},{"maximum":5},{"multipleOf":2}],"type":"integer"}`,
		`{"anyOf":[{"not":{"required":["a"]}},{"properties":{"a":{"minimum":2}}}],"type":"object"}`,
		`{"type":"object","properties":{"when":{"type":"string","format":"date-time"},"n":{"type":"array","items":{"type":"object","properties":{"leaf":{"enum":["p","q"]}},"required":["leaf"]},"minItems":1}},"required":["n"]}`,
	}
}

// TestWork writes down what the search comes to and how many steps it takes: verdicts alone would not show that it has
// become slower, or that it finds another witness.
func TestWork(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	list := worked()
	show := func(v *value) string {
		if v == nil {
			return "none"
		}
		text, ok := v.appendJSON(nil)
		return fmt.Sprintf("%s %t", text, ok)
	}
	for i, a := range list {
		for _, by := range []int{0, 1, 2, 3, 11} {
			b := list[(i+by)%len(list)]
			limits := (&Options{Steps: 5000}).orDefault()
			p, o := compile(limits, read2020(t, a), read2020(t, b))
			if o != nil {
				t.Fatal(o)
			}
			fmt.Fprintf(&out, "%s\n%s\n", a, b)
			for _, goal := range [][]lit{{pos(p.roots[0]), neg(p.roots[1])}, {pos(p.roots[1]), neg(p.roots[0])}, {pos(p.roots[0]), pos(p.roots[1])}} {
				for _, r := range []reading{asserted, ignored, drafted} {
					if !p.formats && r != ignored {
						continue
					}
					s := newSolver(p, limits, r)
					f := s.solve(goal)
					fmt.Fprintf(&out, "  reading %d: %d %s after %d, %d goals, %v\n", r, f.status, show(f.val), limits.Steps-s.steps, len(s.memo), f.why)
				}
			}
			r := Decide(read2020(t, a), read2020(t, b), &Options{Steps: 5000})
			fmt.Fprintf(&out, "  %d %d %s %s %q %q\n", r.AinB, r.BinA, r.WitnessAnotB, r.WitnessBnotA, r.Reason, r.At)
		}
		var trace bytes.Buffer
		for by := 4; by < 60; by++ {
			r := Decide(read2020(t, a), read2020(t, list[(i+by)%len(list)]), &Options{Steps: 2000})
			fmt.Fprintf(&trace, "%d %d %s %s %q %q\n", r.AinB, r.BinA, r.WitnessAnotB, r.WitnessBnotA, r.Reason, r.At)
		}
		fmt.Fprintf(&out, "  with more: %x\n", sha256.Sum256(trace.Bytes()))
		answer, witness, why := Inhabited(read2020(t, a), nil)
		fmt.Fprintf(&out, "  inhabited %d %s %v\n", answer, witness, why)
	}
	// Of many random pairs only sums are kept: they show that something is other, and a run of the pair by itself what.
	for i, pair := range golden.Pairs(t, "../testdata/pairs.txt") {
		a, o := graph.Read(parse(t, pair[0]), graph.Draft2020, nil)
		b, o2 := graph.Read(parse(t, pair[1]), graph.Draft2020, nil)
		if o != nil || o2 != nil {
			continue // no schema
		}
		limits := (&Options{Steps: 30_000}).orDefault()
		var trace bytes.Buffer
		if p, o := compile(limits, a, b); o == nil {
			for _, goal := range [][]lit{{pos(p.roots[0]), neg(p.roots[1])}, {pos(p.roots[1]), neg(p.roots[0])}, {pos(p.roots[0]), pos(p.roots[1])}, {neg(p.roots[0]), neg(p.roots[1])}} {
				for _, r := range []reading{asserted, ignored} {
					s := newSolver(p, limits, r)
					f := s.solve(goal)
					fmt.Fprintf(&trace, "%d %s %d %d %v\n", f.status, show(f.val), s.steps, len(s.memo), f.why)
				}
			}
		}
		r := Decide(a, b, nil)
		fmt.Fprintf(&trace, "%d %d %s %s %q %q\n", r.AinB, r.BinA, r.WitnessAnotB, r.WitnessBnotA, r.Reason, r.At)
		fmt.Fprintf(&out, "pair %d: %d %d %x\n", i, r.AinB, r.BinA, sha256.Sum256(trace.Bytes()))
	}
	golden.Compare(t, "testdata/work.golden", out.Bytes())
}

// TestEvaluation writes down what the evaluator says of instances, in all readings and under several drafts: it is what
// every witness is checked with before a validator sees it.
func TestEvaluation(t *testing.T) {
	t.Parallel()
	instances := []string{`null`, `true`, `false`, `0`, `2`, `3.0`, `2.5`, `-4`, `6`, `1e3`, `""`, `"a"`, `"ab"`, `"xyz"`, `"2020-01-31"`, `"2020-13-01"`, `"aabb"`,
		`[]`, `[1]`, `[3]`, `[3,"x"]`, `[3,"x",null]`, `[4,5]`, `[3,3]`, `[4,4.0,5]`, `[[1],[2]]`, `[[],[]]`, `{}`, `{"a":"x"}`, `{"a":1}`, `{"b":1}`, `{"a":"","b":-1}`, `{"a":"x","b":2}`,
		`{"a":"x","c":null}`, `{"ab":"xx"}`, `{"t":"x","a":"s"}`, `{"t":"y","b":1}`, `{"t":"x"}`, `{"v":1}`, `{"v":1,"next":{"v":2}}`, `{"v":1,"next":null}`, `{"v":-1,"next":{}}`,
		`{"n":[{"leaf":"p"}]}`, `{"n":[]}`, `{"n":[{"leaf":"q"}],"when":"2020-01-31T10:00:00Z"}`, `{"n":[{"leaf":"q"}],"when":"soon"}`, `{"k":1}`}
	var out bytes.Buffer
	for _, text := range worked() {
		fmt.Fprintf(&out, "%s\n", text)
		for _, draft := range []graph.Draft{graph.Draft4, graph.Draft7, graph.Draft2020} {
			g, o := graph.Read(parse(t, text), draft, nil)
			if o != nil {
				fmt.Fprintf(&out, "  draft %d %s at %q\n", draft, o.Reason, o.At)
				continue
			}
			p, o := compile((&Options{}).orDefault(), g)
			if o != nil {
				fmt.Fprintf(&out, "  draft %d %s at %q\n", draft, o.Reason, o.At)
				continue
			}
			for _, r := range []reading{opaque, asserted, ignored, drafted} {
				fmt.Fprintf(&out, "  draft %d reading %d ", draft, r)
				for _, instance := range instances {
					v, err := read(parse(t, instance))
					if err != nil {
						t.Fatal(err)
					}
					e := evaluation{p: p, reading: r, steps: 100_000}
					fmt.Fprintf(&out, "%d", e.eval(p.roots[0], v))
				}
				out.WriteByte('\n')
			}
		}
	}
	golden.Compare(t, "testdata/evaluation.golden", out.Bytes())
}
