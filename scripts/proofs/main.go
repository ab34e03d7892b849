// Command proofs measures what the tiers of verification cost on catalog files, in CPU seconds of this process:
//
//	go run ./scripts/proofs catalogs/*.json
//
// Every tool is compacted first, which is not counted. Then its bytes are compared with the original, at each level
// without instances and with them. After that come hostile schemas, with the time and memory that each takes.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
	"github.com/schema-bench/schema-bench/targets"
)

func main() {
	slow := flag.Bool("instances", true, "measure the tier that tries instances too")
	flag.Parse()
	if err := run(flag.Args(), *slow); err != nil {
		fmt.Fprintln(os.Stderr, "proofs:", err)
		os.Exit(1)
	}
}

// A pair is a tool's schema before and after.
type pair struct {
	tool          string
	before, after *schema.Node
}

func run(files []string, slow bool) error {
	var catalogs []*catalog.Catalog
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		c, err := catalog.Read(b, &catalog.ReadOptions{Source: name})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		catalogs = append(catalogs, c)
	}
	for _, level := range []schemacompact.Level{schemacompact.LevelStandard, schemacompact.LevelTight} {
		for _, id := range []string{"any", "anthropic"} {
			if len(catalogs) == 0 || level == schemacompact.LevelStandard && id != "any" {
				continue
			}
			pairs, err := compacted(catalogs, level, id)
			if err != nil {
				return err
			}
			measure(fmt.Sprintf("%s, target %s, tiers 0 to 2", level, id), pairs, &verify.Options{Instances: -1})
			if slow && level == schemacompact.LevelTight && id == "anthropic" {
				measure(fmt.Sprintf("%s, target %s, all tiers", level, id), pairs, &verify.Options{Always: true})
			}
		}
	}
	return hostile()
}

// compacted returns the schemas of all tools, and what a level makes of them.
func compacted(catalogs []*catalog.Catalog, level schemacompact.Level, id string) ([]pair, error) {
	target, err := targets.Lookup(id)
	if err != nil {
		return nil, err
	}
	var pairs []pair
	for _, c := range catalogs {
		r, err := schemacompact.Compact(c, &schemacompact.Options{Level: level, Target: target})
		if err != nil {
			return nil, err
		}
		for i := range c.Tools {
			if in := c.Tools[i].Input; in != nil {
				pairs = append(pairs, pair{c.Tools[i].Name, in, r.Catalog.Tools[i].Input})
			}
		}
	}
	return pairs, nil
}

func measure(what string, pairs []pair, opt *verify.Options) {
	verdicts := map[string]int{}
	low, samples := 0, 0
	begin := cpu()
	for _, p := range pairs {
		proof := verify.Compare(p.before, p.after, opt)
		verdicts[proof.Verdict.String()]++
		samples += proof.Samples
		if opt.Always && proof.KillRate < 0.95 {
			low++
		}
		if !proof.Verdict.Proved() {
			fmt.Printf("  %s: %v at %q: %s\n", p.tool, proof.Verdict, proof.At, proof.Reason)
		}
	}
	fmt.Printf("%s: %d tools in %.1f s of CPU %v", what, len(pairs), (cpu() - begin).Seconds(), verdicts)
	if opt.Always {
		fmt.Printf(", %d instances, kill rate below 95 %% for %d tools", samples, low)
	}
	fmt.Println()
}

// hostile compares schemas that are made to be expensive with themselves in another form.
func hostile() error {
	var defs []string
	for i := range 30 {
		defs = append(defs, fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1))
	}
	double := func(last string) string {
		return `{"$ref":"#/$defs/d0","$defs":{` + strings.Join(defs, ",") + `,"d30":` + last + `}}`
	}
	deep := func(n int, last string) string {
		return strings.Repeat(`{"properties":{"a":`, n) + last + strings.Repeat(`}}`, n)
	}
	wide := func(n int, last string) string {
		var b strings.Builder
		b.WriteString(`{"properties":{`)
		for i := range n {
			fmt.Fprintf(&b, `"p%d":{"type":"string","maxLength":%d},`, i, i)
		}
		return b.String() + `"last":` + last + `}}`
	}
	unions := func(last string) string {
		var b strings.Builder
		b.WriteString(`{"allOf":[`)
		for i := range 24 {
			fmt.Fprintf(&b, `{"anyOf":[{"required":["a%d"]},{"required":["b%d"]}]},`, i, i)
		}
		return b.String() + last + `]}`
	}
	for _, h := range []struct{ name, a, b string }{
		{"allOf doubling 2^30", double(`{"type":"string"}`), double(`{"type":"integer"}`)},
		{"nesting of 1,000", deep(1000, `{"type":"string"}`), deep(1000, `{"type":"integer"}`)},
		{"nesting of 4,000", deep(4000, `{"type":"string"}`), deep(4000, `{"type":"integer"}`)},
		{"16,000 properties", wide(16000, `{"type":"string"}`), wide(16000, `{"type":"integer"}`)},
		{"1e1000000", `{"minimum":1e1000000}`, `{"minimum":1e999999}`},
		{"2^24 combinations", unions(`{"type":"object"}`), unions(`{"type":["object","null"]}`)},
	} {
		a, err := schema.ParseWith([]byte(h.a), &schema.ParseOptions{Limits: schema.Limits{Depth: 10_000}})
		if err != nil {
			return fmt.Errorf("%s: %w", h.name, err)
		}
		b, err := schema.ParseWith([]byte(h.b), &schema.ParseOptions{Limits: schema.Limits{Depth: 10_000}})
		if err != nil {
			return fmt.Errorf("%s: %w", h.name, err)
		}
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begin := cpu()
		p := verify.Compare(a, b, nil)
		took := cpu() - begin
		runtime.ReadMemStats(&after)
		fmt.Printf("hostile, %s: %.2f s of CPU, %d MB allocated: %v: %s\n", h.name, took.Seconds(), (after.TotalAlloc-before.TotalAlloc)>>20, p.Verdict, p.Reason)
	}
	return nil
}
