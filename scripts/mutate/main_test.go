package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const sample = `package calm

const limit = 3

var table = map[string]int{"a": 1}

func clamp(n int) int {
	if n > limit && !odd(n) {
		return limit
	}
	for i := range n {
		if i == 2 {
			break
		}
	}
	switch n {
	case 0:
		n++
	}
	n = n + 1
	note("a message")
	return n
}

func odd(n int) bool { return n%2 != 0 }

func note(string) {}
`

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestMutantsOf(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "calm.go", sample)
	all, err := mutantsOf(file, "example.com/calm")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		_, key, _ := strings.Cut(m.key(), "/")
		got = append(got, key)
	}
	want := []string{
		"calm.go - change constant: 1 => 2",
		"calm.go clamp drop early exit: if n > limit && !odd(n) { return limit } => nothing",
		"calm.go clamp negate condition: n > limit && !odd(n) => !(n > limit && !odd(n))",
		"calm.go clamp swap operator: > => >=",
		"calm.go clamp swap operator: && => ||",
		"calm.go clamp drop negation: ! => nothing",
		"calm.go clamp drop early exit: if i == 2 { break } => nothing",
		"calm.go clamp negate condition: i == 2 => !(i == 2)",
		"calm.go clamp swap operator: == => !=",
		"calm.go clamp change constant: 2 => 3",
		"calm.go clamp swap jump: break => continue",
		"calm.go clamp change constant: 0 => 1",
		"calm.go clamp empty a case: n++ => nothing",
		"calm.go clamp drop step: n++ => nothing",
		"calm.go clamp drop assignment: n = n + 1 => nothing",
		"calm.go clamp swap operator: + => -",
		"calm.go clamp change constant: 1 => 2",
		`calm.go clamp drop call: note("a message") => nothing`,
		"calm.go odd change constant: 2 => 3",
		"calm.go odd swap operator: != => ==",
		"calm.go odd change constant: 0 => 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, m := range all {
		changed := string(m.apply([]byte(sample)))
		if changed == sample || len(changed) != len(sample)+len(m.text)-len(m.was) {
			t.Errorf("%s makes\n%s", m.key(), changed)
		}
	}
}

func TestMutantsWithOneKeyAreNumbered(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "calm.go", "package calm\n\nfunc f(a, b, c bool) bool { return a && b && c }\n")
	all, err := mutantsOf(file, "example.com/calm")
	if err != nil || len(all) != 2 {
		t.Fatalf("%v, %v", all, err)
	}
	if first, second := all[0].key(), all[1].key(); second != first+" (2)" {
		t.Errorf("%s, %s", first, second)
	}
}

func TestOrderDependsOnTheSeedAlone(t *testing.T) {
	t.Parallel()
	all := make([]mutant, 50)
	for i := range all {
		all[i].start = i
	}
	same := func(a, b []mutant) bool {
		return slices.EqualFunc(a, b, func(a, b mutant) bool { return a.start == b.start })
	}
	if !same(shuffled(all, 1), shuffled(all, 1)) {
		t.Error("the same seed gives two orders")
	}
	if same(shuffled(all, 1), shuffled(all, 2)) || same(shuffled(all, 1), all) {
		t.Error("the seed does not count")
	}
}

func TestMatching(t *testing.T) {
	t.Parallel()
	all := []mutant{
		{file: "/x/p/f.go", function: "f", operator: "drop call", was: "g()", line: 7},
		{file: "/x/p/g.go", function: "f", operator: "drop call", was: "g()", line: 7},
	}
	for only, want := range map[string]int{"": 2, `f\.go:7`: 1, "drop (call|step)": 2} {
		if got, err := matching(all, only); err != nil || len(got) != want {
			t.Errorf("%q matches %d of 2, not %d: %v", only, len(got), want, err)
		}
	}
	for _, only := range []string{"(", "f.go:8"} {
		if got, err := matching(all, only); err == nil || !strings.Contains(err.Error(), "-only") {
			t.Errorf("%q gives %d and the error %v", only, len(got), err)
		}
	}
	if len(all) != 2 || all[1].file != "/x/p/g.go" {
		t.Error("the list that was given is changed")
	}
}

func TestSurvivorsFile(t *testing.T) {
	t.Parallel()
	good := write(t, t.TempDir(), "list", "# a comment\n\na/b.go f drop call: g() => nothing # g only counts # twice\n")
	got, err := survivors(good)
	if err != nil || len(got) != 1 || got["a/b.go f drop call: g() => nothing"] != "g only counts # twice" {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"a/b.go f drop call: g() => nothing\n", "x # \n", "x # y\nx # z\n"} {
		if got, err := survivors(write(t, t.TempDir(), "list", text)); err == nil || !strings.Contains(err.Error(), "list:") {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
	if _, err := survivors(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there is no error")
	}
	if _, err := survivors("survivors.txt"); err != nil {
		t.Error(err)
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	of := func(line int, o outcome) result {
		return result{mutant{file: "/x/p/f.go", function: "f", operator: "drop call", was: "g()", line: line, nth: line}, o}
	}
	for _, c := range []struct {
		name      string
		results   []result
		explained map[string]string
		min       float64
		ok        bool
		says      []string
	}{
		{"all killed", []result{of(1, killed), of(2, timedOut)}, nil, 100, true, []string{"2 mutants: 2 killed (1 of them", "100.0 % killed"}},
		{"one open", []result{of(1, killed), of(2, survived)}, nil, 50, false, []string{"not explained: /x/p/f.go:2: p/f.go f drop call", "50.0 % killed"}},
		{"one explained", []result{of(1, killed), of(2, survived)}, map[string]string{of(2, survived).key(): "why"}, 50, true, []string{": why", "0 of those not explained"}},
		{"explained, but too many", []result{of(1, killed), of(2, survived)}, map[string]string{of(2, survived).key(): "why"}, 85, false, nil},
		{"explained and killed", []result{of(1, killed)}, map[string]string{of(1, survived).key(): "why"}, 50, true, []string{"no longer survives"}},
		{"nothing", nil, nil, 0, false, []string{"0 mutants"}},
	} {
		var out strings.Builder
		if ok := report(&out, c.results, c.explained, c.min); ok != c.ok {
			t.Errorf("%s: %v\n%s", c.name, ok, out.String())
		}
		for _, want := range c.says {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q is not in\n%s", c.name, want, out.String())
			}
		}
	}
}

// A module of two packages: the tests of the second notice what those of the first do not.
func TestRun(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds and runs a dozen test programs")
	}
	root := t.TempDir()
	write(t, root, "go.mod", "module example.com/calm\n\ngo 1.26\n")
	write(t, root, "calm.go", "package calm\n\n// Larger reports whether a is larger.\nfunc Larger(a, b int) bool { return a > b }\n\nfunc Same(a int) int { return a * 1 }\n\nfunc Loop(n int) int {\n\tfor n < 5 {\n\t\tn++\n\t}\n\treturn n\n}\n")
	write(t, root, "calm_test.go", "package calm\n\nimport \"testing\"\n\nfunc TestLarger(t *testing.T) {\n\tif !Larger(2, 1) || Larger(1, 2) || Loop(0) != 5 {\n\t\tt.Error()\n\t}\n}\n")
	if err := os.Mkdir(filepath.Join(root, "user"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, root, "user/user.go", "package user\n\nimport \"example.com/calm\"\n\nfunc Both() bool { return calm.Larger(1, 1) }\n")
	write(t, root, "user/user_test.go", "package user\n\nimport \"testing\"\n\nfunc TestBoth(t *testing.T) {\n\tif Both() {\n\t\tt.Error()\n\t}\n}\n")
	list := write(t, root, "list", "# none\n")
	var out strings.Builder
	s := settings{parallel: 2, seed: 1, timeout: 3 * time.Second, survivors: list, min: 50, root: root}
	ok, err := run(context.Background(), s, []string{"./..."}, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"swap operator: > => >=", // only the second package notices
		"timed out line 10:",     // the step of the loop
		"survived  line 6:",      // nobody asks Same
		"not explained: ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in the output", want)
		}
	}
	if strings.Contains(out.String(), "survived  line 4") {
		t.Error("the tests of the package that imports it were not run")
	}
	if ok {
		t.Error("an unexplained survivor is no fault")
	}
	if t.Failed() {
		t.Log(out.String())
	}
}

func TestRunErrors(t *testing.T) {
	t.Parallel()
	list := write(t, t.TempDir(), "list", "# none\n")
	for _, c := range []struct {
		name     string
		s        settings
		patterns []string
	}{
		{"no packages", settings{survivors: list}, nil},
		{"no list", settings{survivors: list + "x"}, []string{"."}},
		{"no such package", settings{survivors: list}, []string{"./nowhere"}},
	} {
		if ok, err := run(context.Background(), c.s, c.patterns, &strings.Builder{}); err == nil || ok {
			t.Errorf("%s: %v, %v", c.name, ok, err)
		}
	}
}
