package cli

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Help fits a terminal of 80 columns.
func TestHelpFits(t *testing.T) {
	t.Parallel()
	e, _, _ := testEnv("")
	root := newRoot(e)
	pages := [][]string{{"--help"}}
	for _, c := range root.Commands() {
		pages = append(pages, []string{"help", c.Name()})
		for _, sub := range c.Commands() {
			pages = append(pages, []string{"help", c.Name(), sub.Name()})
		}
	}
	for _, args := range pages {
		e, out, errw := testEnv("")
		if code := e.run(context.Background(), args); code != exitOK || out.Len() == 0 || errw.Len() > 0 {
			t.Errorf("%v: exit code %d, %d bytes, %s", args, code, out.Len(), errw)
		}
		for line := range strings.Lines(out.String()) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > helpWidth {
				t.Errorf("%v: %d columns: %s", args, n, line)
			}
		}
	}
}

// Wrapping loses no word, and no line is longer than it has to be.
func TestFold(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.StringMatching(`( {0,3}[a-zé]{1,4}(  ?[a-z]{1,4}){0,9}:?)?`), 0, 6).Draw(t, "lines"), "\n")
		width := rapid.IntRange(24, 60).Draw(t, "width")
		got := fold(text, width)
		if a, b := strings.Join(strings.Fields(text), " "), strings.Join(strings.Fields(got), " "); a != b {
			t.Fatalf("%q became %q", a, b)
		}
		for line := range strings.SplitSeq(got, "\n") {
			if len([]rune(line)) > width {
				t.Fatalf("%q is longer than %d", line, width)
			}
		}
	})
}
