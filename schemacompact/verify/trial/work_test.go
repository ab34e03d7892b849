package trial

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/golden"
	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
)

// worked are schemas that together use every keyword that instances are made from. What is tried for each of them is
// written down, so that an edit which looks harmless and makes the search worse is seen: verdicts would hardly show it.
func worked() []string {
	return []string{
		`true`,
		`{"type":"string"}`,
		`{"type":"string","minLength":3,"maxLength":5}`,
		`{"type":"string","maxLength":0}`,
		`{"type":"string","minLength":200}`,
		`{"minLength":2,"maxLength":1}`,
		`{"type":"string","pattern":"^[a-c]+(x|yz)?[^d]{2,3}\\d$","minLength":4}`,
		`{"type":"string","pattern":"\\w*\\s.(?:a|b)*?[0-9a-fA-F]\\."}`,
		`{"type":"string","pattern":"^(?!no)","format":"date"}`,
		`{"type":"string","format":"email","maxLength":20}`,
		`{"type":"string","format":"unheard-of"}`,
		`{"type":"integer","minimum":3,"maximum":9}`,
		`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`,
		`{"type":"number","minimum":0.5,"multipleOf":0.25}`,
		`{"type":"integer","multipleOf":7,"minimum":10,"maximum":20}`,
		`{"type":"integer","minimum":5,"maximum":4}`,
		`{` + d4 + `"type":"number","minimum":1,"exclusiveMinimum":true,"maximum":2,"exclusiveMaximum":false}`,
		`{"enum":["Red","green",3,null,{"a":[1,2]},1.5]}`,
		`{"const":{"k":["v",2]}}`,
		`{"enum":[1,2,3],"type":"integer","minimum":2}`,
		`{"type":["string","null","integer"],"maxLength":2,"maximum":4}`,
		`{"type":"array","items":{"type":"boolean"},"minItems":2,"maxItems":3}`,
		`{"type":"array","prefixItems":[{"type":"string"},{"const":1}],"items":{"type":"null"},"minItems":1}`,
		`{` + d7 + `"type":"array","items":[{"type":"integer"},{"enum":["x","y"]}],"additionalItems":{"type":"string","minLength":1}}`,
		`{"type":"array","uniqueItems":true,"items":{"enum":["a","b","c"]},"minItems":2}`,
		`{"type":"array","contains":{"type":"integer","minimum":5},"minContains":2,"maxContains":3}`,
		`{"type":"array","items":false}`,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer","default":3}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"const":1},"b":{}},"required":["b","c"],"additionalProperties":false}`,
		`{"type":"object","properties":{"id":{"type":"integer"}},"additionalProperties":{"type":"string","maxLength":3}}`,
		`{"type":"object","patternProperties":{"^x-[a-z]$":{"type":"integer"},"^y":{"type":"null"}},"additionalProperties":false}`,
		`{"type":"object","propertyNames":{"pattern":"^[a-z]{2}$","maxLength":2},"minProperties":2,"maxProperties":3}`,
		`{"type":"object","properties":{"n":{"type":"object","properties":{"deep":{"type":"array","items":{"type":"object","properties":{"leaf":{"enum":["p","q"]}},"required":["leaf"]}}},"required":["deep"]}},"required":["n"]}`,
		`{"type":"object","dependentRequired":{"card":["name","zip"]},"properties":{"card":{"type":"integer"},"name":{"type":"string"}}}`,
		`{"type":"object","dependentSchemas":{"a":{"properties":{"b":{"maximum":2}},"required":["b"]}}}`,
		`{` + d7 + `"type":"object","dependencies":{"a":["b"],"c":{"minProperties":3}}}`,
		`{"allOf":[{"properties":{"a":{"minimum":1}}},{"properties":{"a":{"maximum":3}},"required":["a"]}],"type":"object"}`,
		`{"anyOf":[{"type":"string","maxLength":2},{"type":"object","required":["k"],"properties":{"k":{"const":"v"}}},{"type":"null"}]}`,
		`{"oneOf":[{"type":"integer"},{"type":"number","minimum":2}]}`,
		`{"oneOf":[{"properties":{"t":{"const":"a"},"x":{"type":"integer"}},"required":["t","x"]},{"properties":{"t":{"const":"b"},"y":{"type":"string"}},"required":["t"]}],"type":"object"}`,
		`{"not":{"type":"string"}}`,
		`{"type":"integer","not":{"enum":[1,2]}}`,
		`{"if":{"properties":{"kind":{"const":"n"}},"required":["kind"]},"then":{"required":["num"],"properties":{"num":{"type":"number"}}},"else":{"maxProperties":1}}`,
		`{"$defs":{"node":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/node"}},"required":["v"]}},"$ref":"#/$defs/node"}`,
		`{"$defs":{"s":{"$anchor":"short","type":"string","maxLength":4}},"properties":{"a":{"$ref":"#short"},"b":{"$ref":"#/$defs/s","minLength":2}}}`,
		`{` + d7 + `"definitions":{"x":{"type":"string"}},"properties":{"a":{"$ref":"#/definitions/x","maxLength":1}}}`,
		`{"type":"object","properties":{"a":true,"b":false},"unevaluatedProperties":false,"allOf":[{"properties":{"c":{"type":"null"}}}]}`,
		`{"type":"array","prefixItems":[{"type":"integer"}],"unevaluatedItems":{"type":"string"}}`,
		`{"type":"object","properties":{"when":{"type":"string","format":"date-time"},"id":{"type":"string","format":"uuid"}},"required":["when"]}`,
	}
}

// accepting asks a validator, with formats asserted.
func accepting(t *testing.T, n *schema.Node) func(*value) bool {
	t.Helper()
	s, err := validate.Compile(n.Append(nil), &validate.Options{Format: validate.Assert})
	if err != nil {
		t.Fatal(err)
	}
	return func(v *value) bool {
		ok, err := s.Accepts(v.append(nil))
		return err == nil && ok
	}
}

func TestWork(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	const most = 90 // candidates and faults of one schema that are written down; the others are only counted
	for _, text := range worked() {
		n := parse(t, text)
		fmt.Fprintf(&out, "schema %s\n", text)
		m := newMaker(n)
		list := explore(m, maxPlaces, func() bool { return false }, accepting(t, n))
		for i, c := range list {
			if i == most {
				fmt.Fprintf(&out, "  … of %d\n", len(list))
				break
			}
			at := fmt.Sprint(c.at)
			fmt.Fprintf(&out, "  %d %s %s\n", c.turn, cut(string(c.make().append(nil))), at)
		}
		fmt.Fprintf(&out, "  made %d\n", m.made)
		groups := newReader(n).faults()
		for _, name := range slices.Sorted(maps.Keys(groups)) {
			for _, f := range groups[name] {
				faulty := n.Clone()
				f.edit(faulty.Find(f.at))
				fmt.Fprintf(&out, "  fault %s: %s at %q: %s\n", name, f.what, f.at, cut(string(faulty.Append(nil))))
			}
		}
		for _, f := range spread(groups, 4, rand.New(rand.NewPCG(1, 2))) {
			fmt.Fprintf(&out, "  spread %s at %q\n", f.what, f.at)
		}
	}
	random := rand.New(rand.NewPCG(7, 7))
	v := valueOf(parse(t, `{"a":"text","b":[1,2.5,{"c":null}],"d":true,"e":-7}`))
	for range 60 {
		fmt.Fprintf(&out, "edit %s\n", mutate(v, random).append(nil))
	}
	// Of many random documents only sums are kept: they show that something is other, and a run of one by itself what.
	for i, pair := range golden.Pairs(t, "../testdata/pairs.txt") {
		var trace bytes.Buffer
		n := parse(t, pair[0])
		m := newMaker(n)
		for _, c := range explore(m, 60, func() bool { return false }, accepting(t, n)) {
			fmt.Fprintf(&trace, "%d %s %v\n", c.turn, c.make().append(nil), c.at)
		}
		groups := newReader(n).faults()
		for _, name := range slices.Sorted(maps.Keys(groups)) {
			for _, f := range groups[name] {
				fmt.Fprintf(&trace, "%s %s %q\n", name, f.what, f.at)
			}
		}
		fmt.Fprintf(&out, "document %d: made %d %x\n", i, m.made, sha256.Sum256(trace.Bytes()))
	}
	golden.Compare(t, "testdata/work.golden", out.Bytes())
}

// TestRuns writes down whole trials, which do not depend on time: the limit is never reached.
func TestRuns(t *testing.T) {
	t.Parallel()
	list := worked()
	var out bytes.Buffer
	for i, text := range list {
		a := parse(t, text)
		for _, other := range []string{text, list[(i+1)%len(list)]} {
			opt := patient()
			opt.Samples, opt.Mutants, opt.Seed = 80, 8, uint64(i)
			r := Run(a, parse(t, other), opt)
			// What is asked about is only whether equal schemas were proved to be so; the rest is for people.
			survivors, err := json.Marshal(r.Survivors)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%s\n%s\n  first only %s, second only %s\n  samples %d accepted %d undecided %d mutants %d killed %d equal %d survivors %s reason %q\n",
				text, other, cut(string(r.AnotB)), cut(string(r.BnotA)), r.Samples, r.Accepted, r.Undecided, r.Mutants, r.Killed, r.Equal, survivors, r.Reason)
		}
	}
	for i, pair := range golden.Pairs(t, "../testdata/pairs.txt")[:100] {
		opt := patient()
		opt.Samples, opt.Mutants = 40, 4
		r := Run(parse(t, pair[0]), parse(t, pair[1]), opt)
		fmt.Fprintf(&out, "pair %d: %s %s %d %d %d %d %d %v\n", i, cut(string(r.AnotB)), cut(string(r.BnotA)), r.Samples, r.Accepted, r.Undecided, r.Mutants, r.Killed, r.Survivors)
	}
	golden.Compare(t, "testdata/runs.golden", out.Bytes())
}

// cut shortens what is long and keeps what tells it from others.
func cut(s string) string {
	if len(s) <= 160 {
		return s
	}
	sum := 0
	for _, b := range []byte(s) {
		sum = (sum*31 + int(b)) % 1_000_003
	}
	return fmt.Sprintf("%s…%d/%d", strings.ToValidUTF8(s[:120], ""), len(s), sum)
}
