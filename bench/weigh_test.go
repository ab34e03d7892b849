package bench_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// addsUp checks that every weight is its own tokens and those of the weights right below.
func addsUp(t fataler, ws []bench.Weight) {
	for i, w := range ws {
		below := 0
		for _, v := range ws[i+1:] {
			if v.Depth <= w.Depth {
				break
			}
			if v.Depth == w.Depth+1 {
				below += v.Tokens
			}
		}
		if w.Own+below != w.Tokens {
			t.Fatalf("%s: %d of its own and %d below, in all %d", w.At, w.Own, below, w.Tokens)
		}
	}
}

func TestWeigh(t *testing.T) {
	t.Parallel()
	tool := &catalog.Tool{Name: "find", Description: "Look for it", Input: parse(t, `{"type":"object","properties":{
		"where":{"type":"array","items":{"type":"string","description":"A place"}},
		"description":{"enum":["a","b"]}},
		"additionalProperties":false}`)}
	ws, err := bench.Weigh(tool, bench.Meter{Counter: letters{}})
	if err != nil {
		t.Fatal(err)
	}
	own := func(s string) int { return len(s) }
	items := own(`"items":{"type":"string","description":"A place"}`)
	where := own(`"where":{"type":"array",}`)
	enum := own(`"description":{"enum":["a","b"]}`)
	closed := own(`"additionalProperties":false`)
	root := own(`{"type":"object","properties":{,},}`)
	all := len(tool.Model()) // and own counts commas where they stand
	want := []bench.Weight{
		{Tokens: all, Own: all - 4 - 11 - root - where - items - enum - closed},
		{At: "/name", Depth: 1, Tokens: 4, Own: 4},
		{At: "/description", Depth: 1, Tokens: 11, Own: 11, Description: 11},
		{At: "/inputSchema", Depth: 1, Tokens: root + where + items + enum + closed, Own: root},
		{At: "/inputSchema/properties/where", Depth: 2, Property: "where", Tokens: where + items, Own: where},
		{At: "/inputSchema/properties/where/items", Depth: 3, Tokens: items, Own: items, Description: 7},
		{At: "/inputSchema/properties/description", Depth: 2, Property: "description", Tokens: enum, Own: enum},
		{At: "/inputSchema/additionalProperties", Depth: 2, Tokens: closed, Own: closed},
	}
	for i := range want {
		want[i].Tool = "find"
	}
	if diff := cmp.Diff(want, ws); diff != "" {
		t.Errorf("weights (-want +got):\n%s", diff)
	}
	addsUp(t, ws)

	var top []string
	for _, w := range bench.Heaviest(ws, 2) {
		top = append(top, string(w.At))
	}
	if got, want := strings.Join(top, " "), "/inputSchema/properties/where/items /inputSchema/properties/description"; got != want {
		t.Errorf("heaviest %s, want %s", got, want)
	}
	if got := bench.Heaviest(ws, -1); len(got) != 0 {
		t.Errorf("the -1 heaviest: %v", got)
	}
}

// TestWeighAddsUp holds under every ruler that a tool weighs what Measure counts for it alone, brackets aside.
func TestWeighAddsUp(t *testing.T) {
	t.Parallel()
	counter := o200k(t)
	rapid.Check(t, func(r *rapid.T) {
		c := drawCatalog(r)
		for i := range c.Tools {
			tool := &c.Tools[i]
			for ruler, text := range map[string][]byte{"": tool.Model(), bench.Wire: tool.Wire(), bench.Model: tool.Model()} {
				ws, err := bench.Weigh(tool, bench.Meter{Counter: counter, Ruler: ruler})
				if err != nil {
					r.Fatal(err)
				}
				addsUp(r, ws)
				if want := counter.Count(text); ws[0].Tokens != want {
					r.Fatalf("under %q the tool weighs %d, want %d", ruler, ws[0].Tokens, want)
				}
			}
			ws, err := bench.Weigh(tool, bench.Meter{Counter: letters{}, Ruler: bench.Rendered})
			if err != nil {
				r.Fatal(err)
			}
			addsUp(r, ws)
			f, err := bench.Measure(&catalog.Catalog{Tools: c.Tools[i : i+1]}, "", bench.Meter{Counter: letters{}, Ruler: bench.Rendered})
			if err != nil {
				r.Fatal(err)
			}
			if want := f.Tools[0].Tokens(); ws[0].Tokens != want {
				r.Fatalf("rendered the tool weighs %d, want %d", ws[0].Tokens, want)
			}
		}
	})
}

func TestWeighUnderTheRuler(t *testing.T) {
	t.Parallel()
	c := read(t, `[{"name":"find","title":"Find","inputSchema":{"properties":{"q":{"type":"string"}}},
		"outputSchema":{"properties":{"hits":{"items":{"description":"one"}}}},"annotations":{"readOnlyHint":true}}]`)
	const output = `{"properties":{"hits":{"items":{"description":"one"}}}}`
	for ruler, want := range map[string][]string{
		bench.Wire: {"", "/name", "/inputSchema", "/inputSchema/properties/q", "/outputSchema", "/outputSchema/properties/hits",
			"/outputSchema/properties/hits/items"},
		bench.Model:    {"", "/name", "/inputSchema", "/inputSchema/properties/q"},
		bench.Rendered: {"", "/name", "/inputSchema", "/inputSchema/properties/q"},
	} {
		ws, err := bench.Weigh(&c.Tools[0], bench.Meter{Counter: letters{}, Ruler: ruler})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range ws {
			got = append(got, string(w.At))
			if w.At == "/outputSchema" && w.Tokens != len(output) {
				t.Errorf("the output schema weighs %d, want %d", w.Tokens, len(output))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: places (-want +got):\n%s", ruler, diff)
		}
	}
	if _, err := bench.Weigh(&c.Tools[0], bench.Meter{Counter: letters{}, Ruler: "cubit"}); err == nil || !strings.HasPrefix(err.Error(), `bench: unknown ruler "cubit"`) {
		t.Errorf("an unknown ruler: %v", err)
	}
}

func TestWeighOddSpellings(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		`{"properties":{"caf\u00e9":{"type":"string"},"\u0061":{}}}`,
		`{"description":["no","text"],"anyOf":[{"title":"x"},{"not":true}]}`,
		`"no schema"`,
		`true`,
	} {
		tool := &catalog.Tool{Name: "odd", Input: parse(t, in)}
		ws, err := bench.Weigh(tool, bench.Meter{Counter: letters{}})
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		addsUp(t, ws)
		if want := len(tool.Model()); ws[0].Tokens != want {
			t.Errorf("%s: weighs %d, want %d", in, ws[0].Tokens, want)
		}
	}
}

// TestWeighIsLinear would not end if every level of a deep schema counted all levels below it anew.
func TestWeighIsLinear(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"description":"`+strings.Repeat("word ", 200)+`","items":`, 400) + `{}` + strings.Repeat(`}`, 400)
	ws, err := bench.Weigh(&catalog.Tool{Name: "deep", Input: parse(t, deep)}, bench.Meter{Counter: o200k(t)})
	if err != nil {
		t.Fatal(err)
	}
	if last := ws[len(ws)-1]; last.Depth != 401 {
		t.Errorf("the innermost schema is at depth %d", last.Depth)
	}
	addsUp(t, ws)
}

func TestOffenders(t *testing.T) {
	t.Parallel()
	a, b := read(t, lights), read(t, `[{"name":"pick","input_schema":{"type":"object","properties":{
		"color":{"enum":["red","green","blue","yellow"]},"n":{"type":"number"}}}}]`)
	b.Name = "colors"
	cs := []*catalog.Catalog{a, b}
	var got []string
	for _, o := range bench.Offenders(cs, bench.Meter{Counter: letters{}}, 2) {
		got = append(got, o.Source+" "+o.Tool+" "+string(o.At))
	}
	want := []string{"colors pick /inputSchema/properties/color", "test lamp /inputSchema/properties/room"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("offenders (-want +got):\n%s", diff)
	}
	if all := bench.Offenders(cs, bench.Meter{Counter: letters{}}, 100); len(all) != 3 {
		t.Errorf("%d places in all, want 3", len(all))
	}
	if none := bench.Offenders(cs, bench.Meter{Counter: letters{}}, -1); len(none) != 0 {
		t.Errorf("the -1 worst: %v", none)
	}
}

// TestWeighIsBounded would need gigabytes if every pointer below a long name were kept.
func TestWeighIsBounded(t *testing.T) {
	t.Parallel()
	var below strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&below, `,"p%d":{}`, i)
	}
	long := strings.Repeat("n", 500_000)
	tool := &catalog.Tool{Name: "long", Input: parse(t, `{"properties":{"`+long+`":{"properties":{"a":{}`+below.String()+`}}}}`)}
	ws, err := bench.Weigh(tool, bench.Meter{Counter: letters{}})
	var limit *schema.LimitError
	if ws != nil || !errors.As(err, &limit) || !strings.HasPrefix(err.Error(), `bench: tool "long": `) {
		t.Errorf("%d weights, error %v", len(ws), err)
	}
	if all := bench.Offenders([]*catalog.Catalog{{Tools: []catalog.Tool{*tool}}}, bench.Meter{Counter: letters{}}, 3); len(all) != 0 {
		t.Errorf("offenders %v", all)
	}
}
