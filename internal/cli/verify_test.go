package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

func TestAllow(t *testing.T) {
	t.Parallel()
	proof := func(v verify.Verdict, d verify.Direction, method string) *render.VerifyTool {
		return &render.VerifyTool{Proof: verify.Proof{Verdict: v, Direction: d, Method: method}}
	}
	identical, decided := proof(verify.Identical, verify.Equal, "same-bytes"), proof(verify.Decided, verify.Equal, "inclusion")
	tested, unknown := proof(verify.Tested, verify.Undirected, "instances"), proof(verify.Unknown, verify.Undirected, "inclusion")
	wider, narrower := proof(verify.Different, verify.Wider, "instances"), proof(verify.Different, verify.Narrower, "instances")
	both, blind := proof(verify.Different, verify.Incomparable, "instances"), proof(verify.Different, verify.Undirected, "instances")
	triedWider, triedNarrower := proof(verify.Different, verify.Undirected, "instances"), proof(verify.Different, verify.Undirected, "instances")
	triedWider.Proof.Witnesses = []verify.Witness{{Instance: []byte(`{}`)}}
	triedNarrower.Proof.Witnesses = []verify.Witness{{Instance: []byte(`{}`), First: true}}
	odd := proof(verify.Unknown, verify.Wider, "inclusion") // a direction alone is no verdict
	broken := proof(verify.NotValidatable, verify.Undirected, "")
	added, removed, renamed := &render.VerifyTool{Only: "b"}, &render.VerifyTool{Only: "a"}, &render.VerifyTool{Part: "name", OldName: "x"}
	output := proof(verify.Different, verify.Wider, "inclusion")
	output.Part = "output"
	all := []*render.VerifyTool{identical, decided, tested, unknown, wider, triedWider, narrower, triedNarrower, both, blind, odd, broken, added, removed, renamed, output}
	for words, want := range map[string][]*render.VerifyTool{
		"identical,canonical,decided": {identical, decided},
		"proved":                      {identical, decided},
		"":                            nil,
		"decided":                     {decided},
		"tested":                      {tested},
		"wider":                       {wider, output},
		"wider,tested":                {wider, output, triedWider, tested},
		"narrower":                    {narrower},
		"tested,narrower":             {narrower, triedNarrower, tested},
		"different":                   {wider, triedWider, narrower, triedNarrower, both, blind, output},
		"unknown":                     {unknown, odd},
		"not-validatable":             {broken},
		"added":                       {added},
		"removed,renamed":             {removed, renamed},
	} {
		a, err := parseAllowed(slices.DeleteFunc(strings.Split(words, ","), func(s string) bool { return s == "" }))
		if err != nil {
			t.Fatal(err)
		}
		for i, tool := range all {
			if got := a.pass(tool); got != slices.Contains(want, tool) {
				t.Errorf("--allow %s: %d (%+v) passes: %t", words, i, *tool, got)
			}
		}
	}
	for _, bad := range []string{"sometimes", "equal", "incomparable", "", "Identical", "tested "} {
		if _, err := parseAllowed([]string{bad}); !errors.As(err, new(usageError)) {
			t.Errorf("--allow %q: %v", bad, err)
		}
	}
}

// toolsOf reads tools that are written as name|description|input schema|output schema.
func toolsOf(t *testing.T, lines ...string) []*catalog.Tool {
	t.Helper()
	var tools []*catalog.Tool
	for _, l := range lines {
		fields := append(strings.Split(l, "|"), "", "", "")
		tool := &catalog.Tool{Name: fields[0], Description: fields[1]}
		for i, into := range []**schema.Node{&tool.Input, &tool.Output} {
			if text := fields[2+i]; text != "" {
				n, err := schema.Parse([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				*into = n
			}
		}
		tools = append(tools, tool)
	}
	return tools
}

func TestRenamed(t *testing.T) {
	t.Parallel()
	const (
		q     = `{"properties":{"q":{"type":"string"}}}`
		short = `{"properties":{"q":{"title":"Query","type":"string"}}}`
		n     = `{"properties":{"q":{"type":"integer"}}}`
		none  = `{"type":"object"}`
	)
	for _, tt := range []struct{ name, a, b, want string }{
		{"one of each", "find||" + q, "search||" + q, "find>search"},
		{"and shorter", "find||" + q, "search||" + short, "find>search"},
		{"another schema", "find||" + q, "search||" + n, "find> >search"},
		{"two could be it", "find||" + q, "search||" + q + "\nlook||" + q, "find> >search >look"},
		{"a prefix tells them apart", "find||" + q + "\nlook||" + q, "x_look||" + q + "\nx_find||" + q, "find>x_find look>x_look"},
		{"a prefix that went", "srv.find||" + q + "\nsrv.look||" + q, "look||" + q + "\nfind||" + q, "srv.find>find srv.look>look"},
		{"the nearer one", "search||" + q + "\ncode_search||" + q, "x_search||" + q + "\nx_code_search||" + q, "search>x_search code_search>x_code_search"},
		{"two as near", "find||" + q, "aa_find||" + q + "\nbb_find||" + q, "find> >aa_find >bb_find"},
		{"a prefix and another schema", "find||" + q, "x_find||" + n, "find> >x_find"},
		{"no prefix without a separator", "find||" + none, "xfind||" + none, "find> >xfind"},
		{"no parameters", "ping||" + none, "status||" + none, "ping> >status"},
		{"no parameters, same words", "ping|Is it there?|" + none, "alive|Is it there?|" + none, "ping>alive"},
		{"same words, two could be it", "ping|Is it there?|" + none, "alive|Is it there?|" + none + "\nup|Is it there?|" + none, "ping> >alive >up"},
		{"same words tell them apart", "find|Finds.|" + q + "\nlook|Looks.|" + q, "b|Looks.|" + q + "\na|Finds.|" + q, "find>a look>b"},
		{"an output schema that went", "find||" + q + "|" + q, "search||" + q, "find> >search"},
		{"output schemas", "find||" + q + "|" + q, "search||" + q + "|" + short, "find>search"},
		{"no schema at all", "find|Finds.|", "search|Finds.|", "find> >search"},
		{"same names stay together", "find||" + q + "\nold||" + q, "find||" + n + "\nnew||" + q, "find>find old>new"},
	} {
		e, _, _ := testEnv("")
		c := &comparer{progress: newProgress(e, globals{}), interrupted: func() error { return nil }}
		var got []string
		for _, p := range c.renamed(pairTools(toolsOf(t, strings.Split(tt.a, "\n")...), toolsOf(t, strings.Split(tt.b, "\n")...))) {
			s := ">"
			if p.a != nil {
				s = p.a.Name + s
			}
			if p.b != nil {
				s += p.b.Name
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}

// Every tool of either side is in exactly one pair, and those that both have by name are together.
func TestPairingLosesNoTool(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		side := func(label string) []*catalog.Tool {
			var tools []*catalog.Tool
			for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"", "a", "b", "x_a", "x_x_a", "y.b", "c"}), 0, 8).Draw(r, label) {
				text := rapid.SampledFrom([]string{`{}`, `{"properties":{"q":{}}}`, `{"properties":{"q":{"type":"string"}}}`}).Draw(r, "schema")
				n, err := schema.Parse([]byte(text))
				if err != nil {
					r.Fatal(err)
				}
				tools = append(tools, &catalog.Tool{Name: name, Description: rapid.SampledFrom([]string{"", "d"}).Draw(r, "description"), Input: n})
			}
			return tools
		}
		a, b := side("a"), side("b")
		e, _, _ := testEnv("")
		c := &comparer{progress: newProgress(e, globals{}), interrupted: func() error { return nil }}
		pairs := c.renamed(pairTools(a, b))
		if err := c.compare(pairs); err != nil {
			r.Fatal(err)
		}
		seen := map[*catalog.Tool]int{}
		left, right := map[string]bool{}, map[string]bool{}
		for i := range pairs {
			p := &pairs[i]
			if p.a != nil {
				seen[p.a]++
			}
			if p.b != nil {
				seen[p.b]++
			}
			switch p.only() {
			case "a":
				left[p.a.Name] = true
			case "b":
				right[p.b.Name] = true
			default:
				if len(p.proofs) == 0 {
					r.Fatalf("%s was not compared", p.name())
				}
				if p.a.Name != p.b.Name && !p.proofs[0].Verdict.Proved() {
					r.Fatalf("%s is said to be %s, which is %s", p.a.Name, p.b.Name, p.proofs[0].Verdict)
				}
			}
		}
		for _, tool := range slices.Concat(a, b) {
			if seen[tool] != 1 {
				r.Fatalf("%q is in %d pairs", tool.Name, seen[tool])
			}
		}
		for name := range left {
			if right[name] {
				r.Fatalf("%q was both removed and added", name)
			}
		}
	})
}

// Help and documentation say of a verdict what reports say of it.
func TestVerdictsMeanOneThing(t *testing.T) {
	t.Parallel()
	e, out, _ := testEnv("")
	if code := e.run(t.Context(), []string{"help", "verify"}); code != exitOK {
		t.Fatalf("exit code %d", code)
	}
	help := strings.Join(strings.Fields(out.String()), " ")
	page, err := os.ReadFile("../../docs/verify.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range verdictNames() {
		var v verify.Verdict
		if v.UnmarshalText([]byte(name)) != nil {
			continue // a direction, or a change of a tool
		}
		means := render.Meaning(v)
		if !strings.Contains(help, name+" "+means) {
			t.Errorf("help verify does not say that %s is: %s", name, means)
		}
		if _, row, _ := strings.Cut(string(page), "\n| `"+name+"` | "); !strings.HasSuffix(strings.SplitN(row, "\n", 2)[0], " | "+means+" |") {
			t.Errorf("docs/verify.md does not say that %s is: %s", name, means)
		}
	}
}

// An interrupt ends the work between two tools.
func TestComparingIsInterruptible(t *testing.T) {
	t.Parallel()
	var lines []string
	for i := range 50 {
		lines = append(lines, fmt.Sprintf("t%d||{}", i))
	}
	e, _, _ := testEnv("")
	c := &comparer{progress: newProgress(e, globals{}), interrupted: func() error { return errInterrupted }}
	pairs := c.renamed(pairTools(toolsOf(t, lines...), toolsOf(t, lines...)))
	if err := c.compare(pairs); !errors.Is(err, errInterrupted) {
		t.Errorf("the error is %v", err)
	}
	for i := range pairs {
		if pairs[i].proofs != nil {
			t.Errorf("%s was compared", pairs[i].name())
		}
	}
}
