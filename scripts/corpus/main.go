// Command corpus measures what each level saves on a set of catalog files, and prints the table of docs/measuring.md. A
// tool that could not be proved at the level that was asked for is served at a lower one; how many those are, and why the
// first of them, stands behind each row.
//
//	go run ./scripts/corpus catalogs/*.json
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/targets"
	"github.com/schema-bench/schema-bench/tokens"
)

func main() {
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

// A row is one catalog at one level.
type row struct{ before, after int }

func (r row) saved() float64 { return 100 * (1 - float64(r.after)/float64(r.before)) }

func run(files []string) error {
	if len(files) == 0 {
		return fmt.Errorf("no catalog files are named")
	}
	counter, err := tokens.NewCounter(tokens.O200kBase)
	if err != nil {
		return err
	}
	meter := bench.Meter{Counter: counter}
	var catalogs []*catalog.Catalog
	tools, wire, model := 0, 0, 0
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		c, err := catalog.Read(b, &catalog.ReadOptions{Source: name})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		f, err := bench.Measure(c, "", meter)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		catalogs = append(catalogs, c)
		tools, wire, model = tools+len(c.Tools), wire+f.Rulers.Wire, model+f.Rulers.Model
	}
	fmt.Printf("%d catalogs, %d tools: model %d, wire %d tokens (o200k_base, json, compact)\n\n", len(catalogs), tools, model, wire)
	anthropic, err := targets.Lookup("anthropic")
	if err != nil {
		return err
	}
	fmt.Print("| level | total | without the largest | median | below the level | not proved |\n|---|--:|--:|--:|--:|--:|\n")
	for _, opt := range []schemacompact.Options{
		{Level: schemacompact.LevelSafe},
		{Level: schemacompact.LevelProved},
		{Level: schemacompact.LevelProved, Target: anthropic},
		{Level: schemacompact.LevelStandard},
		{Level: schemacompact.LevelTight},
		{Level: schemacompact.LevelTight, Target: anthropic},
		{Level: schemacompact.LevelStandard, With: []string{"say-once"}},
	} {
		if err := level(catalogs, meter, opt); err != nil {
			return err
		}
	}
	return nil
}

// level compacts every catalog and prints a line of the table.
func level(catalogs []*catalog.Catalog, meter bench.Meter, opt schemacompact.Options) error {
	var rows []row
	fell, unproved := 0, 0
	why := ""
	opt.Measure = func(t *catalog.Tool) int {
		n, err := meter.Tokens(t)
		if err != nil {
			return len(t.Model())
		}
		return n
	}
	for _, c := range catalogs {
		r, err := schemacompact.Compact(c, &opt)
		if err != nil {
			return err
		}
		for _, t := range r.Tools {
			if t.Reason != nil {
				if fell++; why == "" {
					why = fmt.Sprintf("\n%s: %v", t.Name, t.Reason)
				}
			}
			if !t.Proof.Verdict.Proved() {
				unproved++
			}
		}
		before, err := bench.Measure(c, "", meter)
		if err != nil {
			return err
		}
		after, err := bench.Measure(r.Catalog, "", meter)
		if err != nil {
			return err
		}
		rows = append(rows, row{before.ToolTokens(), after.ToolTokens()})
	}
	slices.SortFunc(rows, func(a, b row) int { return a.before - b.before })
	all, rest := sum(rows), sum(rows[:len(rows)-1])
	name := string(opt.Level)
	if id := opt.Target.ID(); id != "any" {
		name += " --target " + id
	}
	for _, w := range opt.With {
		name += " --with " + w
	}
	fmt.Printf("| `%s` | %.1f %% | %s | %.1f %% | %d | %d |\n", name, all.saved(), percent(rest), median(rows), fell, unproved)
	if why != "" {
		fmt.Fprintf(os.Stderr, "%s%s\n", name, why)
	}
	return nil
}

func sum(rows []row) (s row) {
	for _, r := range rows {
		s.before, s.after = s.before+r.before, s.after+r.after
	}
	return s
}

// percent leaves out what a single catalog has nothing to say on.
func percent(r row) string {
	if r.before == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", r.saved())
}

func median(rows []row) float64 {
	saved := make([]float64, len(rows))
	for i, r := range rows {
		saved[i] = r.saved()
	}
	slices.Sort(saved)
	mid := len(saved) / 2
	if len(saved)%2 == 1 {
		return saved[mid]
	}
	return (saved[mid-1] + saved[mid]) / 2
}
