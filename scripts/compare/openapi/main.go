// Command openapi measures how long whole processes take to turn an OpenAPI document into tools: schema-bench and npm
// packages that do the same, one after the other in rounds, on the same document.
//
//	go run ./scripts/compare/openapi [flags] -bin SCHEMA-BENCH DOCUMENT
//
// Printed are CPU seconds of user and system, elapsed seconds and the peak of the memory, each of the best round, and
// how many times as much CPU the others take. What they write is not the same: the tools are counted, and not judged.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"text/tabwriter"
	"time"
)

// A contender is one way to turn a document into tools.
type contender struct {
	name string
	args func(document, out string) []string
}

// A run is one process.
type run struct {
	cpu, elapsed time.Duration
	peak         int64 // bytes; 0 if the system does not say
	tools        int
	bytes        int64
}

func main() {
	bin := flag.String("bin", "", "schema-bench `program` to measure")
	scripts := flag.String("scripts", "", "`folder` of the peers' scripts, with a node_modules beside them; none are run without it")
	rounds := flag.Int("rounds", 5, "how often each is run")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := compare(ctx, *bin, *scripts, flag.Args(), *rounds, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

func compare(ctx context.Context, bin, scripts string, documents []string, rounds int, out io.Writer) error {
	if bin == "" || len(documents) != 1 {
		return errors.New("one document and -bin are needed")
	}
	dir, err := os.MkdirTemp("", "compare-openapi")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	all := []contender{{"schema-bench import", func(document, out string) []string { return []string{bin, "import", document, "-o", out} }}}
	if scripts != "" {
		for _, peer := range []struct{ name, script string }{{"@samchon/openapi", "samchon.mjs"}, {"openapi-mcp-generator", "generator.mjs"}} {
			file := filepath.Join(scripts, peer.script)
			all = append(all, contender{peer.name, func(document, out string) []string { return []string{"node", file, document, out} }})
		}
	}
	best := make([]run, len(all))
	for range rounds {
		for i, c := range all {
			file := filepath.Join(dir, fmt.Sprintf("%d.json", i))
			r, err := measure(ctx, c.args(documents[0], file))
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if best[i].cpu == 0 || r.cpu < best[i].cpu {
				best[i] = r
			}
		}
	}
	// Only now: Linux passes the peak of a parent on to its children, so this process stays small until the end.
	for i := range all {
		if err := best[i].look(filepath.Join(dir, fmt.Sprintf("%d.json", i))); err != nil {
			return fmt.Errorf("%s: %w", all[i].name, err)
		}
	}
	return table(out, all, best)
}

// measure runs one process.
func measure(ctx context.Context, args []string) (run, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	start := time.Now()
	if text, err := cmd.CombinedOutput(); err != nil {
		return run{}, fmt.Errorf("%w\n%s", err, tail(text))
	}
	return run{elapsed: time.Since(start), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak: peak(cmd.ProcessState)}, nil
}

// look counts what a process has written.
func (r *run) look(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var catalog struct {
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(text, &catalog); err != nil {
		return err
	}
	r.tools, r.bytes = len(catalog.Tools), int64(len(text))
	return nil
}

func tail(text []byte) []byte { return text[max(0, len(text)-1000):] }

func table(out io.Writer, all []contender, best []run) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "CPU s\telapsed s\tpeak MB\ttools\tMB written\ttimes our CPU\t\t")
	for i, c := range all {
		r := best[i]
		memory := "?"
		if r.peak > 0 {
			memory = fmt.Sprintf("%.0f", float64(r.peak)/1e6)
		}
		fmt.Fprintf(w, "%.2f\t%.2f\t%s\t%d\t%.1f\t%.1f\t  %s\t\n", r.cpu.Seconds(), r.elapsed.Seconds(), memory, r.tools,
			float64(r.bytes)/1e6, r.cpu.Seconds()/best[0].cpu.Seconds(), c.name)
	}
	return w.Flush()
}
