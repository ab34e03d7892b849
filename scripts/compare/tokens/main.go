// Command tokens measures the token counter of package tokens/bpe beside tiktoken-go and, where Node.js is there, OpenAI's
// own tokenizer as npm ships it (tiktoken, WebAssembly), on text that package sample writes. All run on the same machine at
// the same time, turn by turn, so that the ratios hold on a busy machine too; the figures are CPU time, not wall time.
// scripts/compare/tokens.sh fetches the npm package and starts it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/scripts/compare/sample"
	"github.com/schema-bench/schema-bench/tokens/bpe"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// options are the flags.
type options struct {
	size, worst    int // bytes: of the sample, of a worst case
	rounds, passes int
	processes      int    // started for a first count
	node           string // the folder that holds node_modules/tiktoken, or ""
	encodings      []string
}

// errDiffer says that implementations count differently, which is reported where it is seen.
var errDiffer = errors.New("the counts differ")

// run returns the exit code: 0, 1 if the counts differ, 2 for flags that make no sense, 3 if something could not be measured.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "-child" {
		if err := child(args[1:], stdout); err != nil {
			fmt.Fprintln(stderr, "tokens:", err)
			return 3
		}
		return 0
	}
	opt, err := parseFlags(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "tokens:", err)
		return 2
	}
	switch err := compare(opt, stdout, stderr); {
	case errors.Is(err, errDiffer):
		return 1
	case err != nil:
		fmt.Fprintln(stderr, "tokens:", err)
		return 3
	}
	return 0
}

func parseFlags(args []string, stderr io.Writer) (*options, error) {
	f := flag.NewFlagSet("tokens", flag.ContinueOnError)
	f.SetOutput(stderr)
	opt := &options{}
	f.IntVar(&opt.size, "size", 5_000_000, "bytes of sample text")
	f.IntVar(&opt.worst, "worst", 1<<20, "bytes of a worst case, which is measured at twice the size too")
	f.IntVar(&opt.rounds, "rounds", 3, "turns of every implementation; the best one counts")
	f.IntVar(&opt.passes, "passes", 3, "passes over a text in a turn")
	f.IntVar(&opt.processes, "processes", 5, "fresh processes for a first count; the least one counts")
	f.StringVar(&opt.node, "node", "", "`folder` with node_modules/tiktoken (none: npm tiktoken is left out)")
	encodings := f.String("encodings", bpe.O200kBase+","+bpe.Cl100kBase, "encodings, parted by commas")
	quick := f.Bool("quick", false, "a tenth of the text and one pass a turn: a look, not a figure to quote")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", f.Arg(0))
	}
	if *quick {
		opt.size, opt.worst, opt.passes = opt.size/10, opt.worst/10, 1
	}
	if opt.size < 1000 || opt.worst < 1000 || opt.rounds < 1 || opt.passes < 1 || opt.processes < 1 {
		return nil, errors.New("-size and -worst want 1000 bytes at least, -rounds, -passes and -processes 1")
	}
	opt.encodings = strings.Split(*encodings, ",")
	for _, e := range opt.encodings {
		// tiktoken-go knows these two; without it there is nothing to compare with.
		if e != bpe.O200kBase && e != bpe.Cl100kBase {
			return nil, fmt.Errorf("unknown encoding %q; known: %s, %s", e, bpe.O200kBase, bpe.Cl100kBase)
		}
	}
	return opt, nil
}

// compare measures and prints everything.
func compare(opt *options, stdout, stderr io.Writer) error {
	// Thread CPU time is read around every count, so the goroutine must not change threads.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if _, err := threadCPU(); err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "compare-tokens-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	texts, err := sample.Generate(opt.size)
	if err != nil {
		return err
	}
	for _, t := range texts {
		if err := os.WriteFile(filepath.Join(dir, t.Kind), t.Data, 0o600); err != nil {
			return err
		}
	}
	b := &bench{opt: opt, exe: exe, dir: dir, texts: texts, out: stdout, progress: stderr}
	if opt.node != "" {
		if b.node, err = startNode(opt.node, dir); err != nil {
			return err
		}
		defer b.node.close()
	}
	b.intro()
	for _, steps := range []func(encoding string) error{b.speed, b.worst, b.startup} {
		for _, encoding := range opt.encodings {
			if err := steps(encoding); err != nil {
				return fmt.Errorf("%s: %w", encoding, err)
			}
		}
	}
	if len(b.differences) > 0 {
		fmt.Fprintf(stdout, "**The counts differ:**\n\n- %s\n", strings.Join(b.differences, "\n- "))
		return errDiffer
	}
	fmt.Fprintf(stdout, "All counts of all implementations are equal (%d comparisons).\n", b.compared)
	return nil
}

// A bench is one run.
type bench struct {
	opt           *options
	exe, dir      string
	texts         []sample.Text
	node          *nodeProcess // nil without Node
	out, progress io.Writer
	compared      int
	differences   []string
}

func (b *bench) intro() {
	fmt.Fprintf(b.out, "# Token counters\n\n%s/%s, %s, %d CPUs; CPU time of the counting thread (of Node: of the process), best of %d rounds × %d passes, interleaved.\n",
		runtime.GOOS, runtime.GOARCH, runtime.Version(), runtime.NumCPU(), b.opt.rounds, b.opt.passes)
	fmt.Fprint(b.out, "No memo: every piece is merged anew. Warm: the text was counted just before. Cold: the first pass over each text in a fresh process.\n")
	fmt.Fprint(b.out, "In brackets: how many times as fast as tiktoken-go at its best. The background garbage collector is left out for Go, which favours tiktoken-go: ours leaves it next to nothing to do.\n")
	if b.node == nil {
		fmt.Fprint(b.out, "npm tiktoken is not measured: Node.js or the package is not there.\n")
	} else {
		fmt.Fprintf(b.out, "npm tiktoken %s, Node.js %s.\n", b.node.version, b.node.runtime)
	}
	fmt.Fprintln(b.out)
}

func (b *bench) say(format string, args ...any) { fmt.Fprintf(b.progress, format+"\n", args...) }

// same notes whether all implementations count alike; counts is by implementation, in a fixed order.
func (b *bench) same(what string, counts []named) {
	b.compared += len(counts) - 1
	if slices.ContainsFunc(counts, func(c named) bool { return c.count != counts[0].count }) {
		var all []string
		for _, c := range counts {
			all = append(all, fmt.Sprintf("%s %d", c.name, c.count))
		}
		b.differences = append(b.differences, what+": "+strings.Join(all, ", "))
	}
}

// A named count says who counted.
type named struct {
	name  string
	count int
}
