// Command mutate changes the code of packages in small ways and counts how many of the changes their tests notice:
//
//	go run ./scripts/mutate [flags] PACKAGES…
//
// Each mutant is one change: a condition negated, a comparison, a connective or a sum swapped (== and !=, < and <=, && and
// ||, + and -), a negation, a call, an assignment or a step left out, an early exit left out, a case emptied, break and
// continue swapped, a number or a truth value changed. The tests of the package run over it with go test -short in an
// overlay, then those of the named packages that import it, until one fails. Mutants that do not build do not count.
//
// Which mutants are run depends on the seed and the code alone. Every one is printed with its position; those that
// survive must be explained in a file, or the exit code is 1, as it is below the share that is asked for.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"
)

// settings are the flags.
type settings struct {
	n, parallel int
	seed        uint64
	timeout     time.Duration
	survivors   string
	min         float64 // percent
	root        string  // folder that the packages are named in; "" is the current one
	list        bool
	only        string // regular expression; "" matches every mutant
}

func main() {
	var s settings
	flag.IntVar(&s.n, "n", 300, "how many mutants that build to run; 0 runs all")
	flag.IntVar(&s.parallel, "parallel", 2, "how many to run at the same time")
	flag.Uint64Var(&s.seed, "seed", 1, "which mutants are run")
	flag.DurationVar(&s.timeout, "timeout", 3*time.Minute, "for the tests of one package")
	flag.StringVar(&s.survivors, "survivors", filepath.Join("scripts", "mutate", "survivors.txt"), "`file` of explained survivors")
	flag.Float64Var(&s.min, "min", 85, "percent of the mutants that must be killed")
	flag.StringVar(&s.only, "only", "", "run the mutants that match this `expression` alone, as -list prints them")
	flag.BoolVar(&s.list, "list", false, "print the mutants and run none")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, s, flag.Args(), os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings, patterns []string, out io.Writer) (bool, error) {
	if len(patterns) == 0 {
		return false, errors.New("no packages are named")
	}
	explained, err := survivors(s.survivors)
	if err != nil {
		return false, err
	}
	all, err := list(s.root, patterns)
	if err != nil {
		return false, err
	}
	mutants, err := collect(all)
	if err != nil {
		return false, err
	}
	if len(mutants) == 0 {
		return false, errors.New("nothing in these packages can be changed")
	}
	if mutants, err = matching(shuffled(mutants, s.seed), s.only); err != nil {
		return false, err
	}
	if s.list {
		for _, m := range mutants {
			fmt.Fprintln(out, m.place())
		}
		return true, nil
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	r, err := newRunner(s.root, dir, s.timeout)
	if err != nil {
		return false, err
	}
	tests := testedBy(all)
	for _, p := range all {
		if len(tests[p.ImportPath]) == 0 {
			return false, fmt.Errorf("%s has no tests", p.ImportPath)
		}
		// Tests that fail without a change would notice every one.
		if text, err := r.test(ctx, p.ImportPath); err != nil {
			return false, fmt.Errorf("the tests of %s fail before anything is changed: %w\n%s", p.ImportPath, err, text)
		}
	}
	results, err := runAll(ctx, s, r, mutants, tests, out)
	if err != nil {
		return false, err
	}
	return report(out, results, explained, s.min), nil
}

// matching returns the mutants whose place the expression matches, in their order.
func matching(all []mutant, only string) ([]mutant, error) {
	expression, err := regexp.Compile(only)
	if err != nil {
		return nil, fmt.Errorf("-only: %w", err)
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(m mutant) bool { return !expression.MatchString(m.place()) })
	if len(kept) == 0 {
		return nil, fmt.Errorf("-only %q matches none of %d mutants; -list prints them", only, len(all))
	}
	return kept, nil
}

// A result is what became of one mutant.
type result struct {
	mutant
	outcome outcome
}

// runAll runs mutants in their order until s.n of them have been built, and returns those.
func runAll(ctx context.Context, s settings, r *runner, mutants []mutant, tests map[string][]string, out io.Writer) ([]result, error) {
	var (
		mu      sync.Mutex
		wg      sync.WaitGroup
		next    int
		results []result
		running int
		failed  error
	)
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		enough := s.n > 0 && len(results)+running >= s.n
		if failed != nil || enough || next == len(mutants) || ctx.Err() != nil {
			return 0, false
		}
		next++
		running++
		return next - 1, true
	}
	for range max(1, s.parallel) {
		wg.Go(func() {
			for {
				i, ok := take()
				if !ok {
					return
				}
				m := mutants[i]
				o, err := r.run(ctx, i, m, tests[m.pkg])
				mu.Lock()
				running--
				switch {
				case err != nil:
					failed = err
				case o != unbuilt && o != abandoned:
					results = append(results, result{m, o})
					fmt.Fprintf(out, "%-9s line %d: %s\n", o, m.line, m.key())
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if failed == nil {
		failed = ctx.Err()
	}
	return results, failed
}

// report prints the sums and what is unexplained, and reports whether all is well.
func report(out io.Writer, results []result, explained map[string]string, min float64) bool {
	dead, slow := 0, 0
	var open []string
	for _, r := range results {
		reason, known := explained[r.key()]
		switch {
		case r.outcome == killed:
			dead++
		case r.outcome == timedOut:
			dead++
			slow++
		case known:
			fmt.Fprintf(out, "explained: %s: %s\n", r.key(), reason)
		default:
			open = append(open, r.place())
		}
		if known && r.outcome != survived {
			fmt.Fprintf(out, "no longer survives, take it out of the list: %s\n", r.key())
		}
	}
	slices.Sort(open)
	for _, line := range open {
		fmt.Fprintf(out, "not explained: %s\n", line)
	}
	share := 0.0
	if len(results) > 0 {
		share = 100 * float64(dead) / float64(len(results))
	}
	fmt.Fprintf(out, "%d mutants: %d killed (%d of them by the clock or the memory), %d survived, %d of those not explained: %.1f %% killed, %.0f %% wanted\n",
		len(results), dead, slow, len(results)-dead, len(open), share, min)
	return len(results) > 0 && share >= min && len(open) == 0
}
