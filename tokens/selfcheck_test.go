package tokens

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/tokens/framing"
)

func ExampleSelfCheck() {
	for _, c := range SelfCheck() {
		if !c.OK() {
			fmt.Println(c.Kind, c.Name, "is off:", strings.Join(c.Wrong, "; "))
		}
	}
	// Output:
}

func TestSelfCheck(t *testing.T) {
	t.Parallel()
	checks := SelfCheck()
	if want := len(Encodings()) + len(framing.Names()); len(checks) != want {
		t.Fatalf("%d checks, want %d", len(checks), want)
	}
	for i, c := range checks {
		want := len(vectors())
		if i >= len(Encodings()) {
			want = len(Encodings())
		}
		if !c.OK() || c.Checked != want {
			t.Errorf("%s %s: %d checked, want %d; %s", c.Kind, c.Name, c.Checked, want, strings.Join(c.Wrong, "\n"))
		}
	}
}

// broken is a counter that is off in one way.
type broken struct {
	Counter
	name  string
	count func(text string, n int) int
}

func (b broken) Name() string {
	if b.name != "" {
		return b.name
	}
	return b.Counter.Name()
}

func (b broken) Count(text []byte) int { return b.count(string(text), b.Counter.Count(text)) }

func TestSelfCheckCatches(t *testing.T) {
	t.Parallel()
	same := func(_ string, n int) int { return n }
	for name, test := range map[string]struct {
		broken
		want string
	}{
		"off by one":    {broken{count: func(_ string, n int) int { return n + 1 }}, "english: 20 tokens, want 19"},
		"nothing":       {broken{count: func(string, int) int { return 0 }}, "english: 0 tokens, want 19"},
		"by characters": {broken{count: func(s string, _ int) int { return len(s) / 4 }}, "english: 22 tokens, want 19"},
		"blank lines": {broken{count: func(s string, n int) int {
			if strings.Contains(s, "\n    \n\t\n") {
				n++
			}
			return n
		}}, "blank line: 11 tokens, want 10"},
		"Unicode 15": {broken{count: func(s string, n int) int { return n + strings.Count(s, "\U000140F3's") }}, "unicode 16 letter: 19 tokens, want 18"},
		"specials": {broken{count: func(s string, n int) int {
			if strings.Contains(s, "<|endoftext|>") {
				n -= 6
			}
			return n
		}}, "special: 20 tokens, want 26"},
		"other name": {broken{name: "o100k", count: same}, `the counter calls itself "o100k"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checks := selfCheck([]string{O200kBase}, func(encoding string) (Counter, error) {
				c, err := NewCounter(encoding)
				test.broken.Counter = c
				return test.broken, err
			}, nil, nil)
			if len(checks) != 1 || checks[0].OK() || !strings.Contains(strings.Join(checks[0].Wrong, "\n"), test.want) {
				t.Errorf("%+v, want %q", checks, test.want)
			}
		})
	}
	// An encoding that cannot be had, and one that there are no counts for, are not OK either.
	checks := selfCheck([]string{"none", "p50k_base"}, func(encoding string) (Counter, error) {
		if encoding == "none" {
			return nil, errors.New("no such encoding")
		}
		c, err := NewCounter(O200kBase)
		return broken{Counter: c, name: encoding, count: same}, err
	}, nil, nil)
	if len(checks) != 2 || checks[0].OK() || checks[1].OK() || (&Check{}).OK() {
		t.Errorf("%+v", checks)
	}
}

// forgetful drops from a framing what a test wants dropped.
type forgetful struct {
	framing.Framing
	drop func([]framing.Segment) ([]framing.Segment, error)
}

func (f forgetful) Frame(tools []framing.Piece) ([]framing.Segment, error) {
	segments, err := f.Framing.Frame(tools)
	if err != nil {
		return nil, err
	}
	return f.drop(segments)
}

// splitting counts the parts of a text each for itself.
type splitting struct{ Counter }

func (s splitting) CountParts(parts [][]byte) []int {
	counts := make([]int, len(parts))
	for i, p := range parts {
		counts[i] = s.Count(p)
	}
	return counts
}

func TestSelfCheckCatchesFramings(t *testing.T) {
	t.Parallel()
	whole := func(s []framing.Segment) ([]framing.Segment, error) { return s, nil }
	for name, test := range map[string]struct {
		counter func(string) (Counter, error)
		drop    func([]framing.Segment) ([]framing.Segment, error)
		want    string
	}{
		"not additive": {func(e string) (Counter, error) { c, err := NewCounter(e); return splitting{c}, err }, whole, "the segments have"},
		"no descriptions": {NewCounter, func(s []framing.Segment) ([]framing.Segment, error) {
			var kept []framing.Segment
			for _, x := range s {
				if x.Part != framing.PartDescription {
					kept = append(kept, x)
				}
			}
			return kept, nil
		}, `tool "ping": the text has no "Answers`},
		"no schemas": {NewCounter, func(s []framing.Segment) ([]framing.Segment, error) {
			return slices.DeleteFunc(s, func(x framing.Segment) bool { return x.Part == framing.PartInput }), nil
		}, "o200k_base: the text has 93 tokens, want 395"},
		"one byte": {NewCounter, func(s []framing.Segment) ([]framing.Segment, error) {
			s[0].Text = append([]byte("{"), s[0].Text[1:]...) // as many tokens, but another text
			return s, nil
		}, "the text of the planted tools has the digest"},
		"empty":   {NewCounter, func([]framing.Segment) ([]framing.Segment, error) { return nil, nil }, `the text has no "move_file"`},
		"refuses": {NewCounter, func([]framing.Segment) ([]framing.Segment, error) { return nil, errors.New("no tools today") }, "no tools today"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checks := selfCheck([]string{O200kBase}, test.counter, []string{framing.JSON}, func(n string) (framing.Framing, error) {
				f, err := framing.New(n)
				return forgetful{f, test.drop}, err
			})
			if len(checks) != 2 || checks[1].OK() || !strings.Contains(strings.Join(checks[1].Wrong, "\n"), test.want) {
				t.Errorf("%+v, want %q", checks, test.want)
			}
		})
	}
	checks := selfCheck(nil, nil, []string{"none"}, func(string) (framing.Framing, error) { return nil, errors.New("no such framing") })
	if len(checks) != 1 || checks[0].OK() {
		t.Errorf("%+v", checks)
	}
}

// withoutSchemas is a framing that shows names and descriptions and forgets the rest.
type withoutSchemas struct{ framing.Framing }

func (f withoutSchemas) Frame(tools []framing.Piece) ([]framing.Segment, error) {
	bare := make([]framing.Piece, len(tools))
	for i, t := range tools {
		bare[i] = framing.Piece{Name: t.Name, Description: t.Description}
	}
	return f.Framing.Frame(bare)
}

func TestSelfCheckSeesTheText(t *testing.T) {
	t.Parallel()
	for _, c := range selfCheck(nil, NewCounter, framing.Names(), func(name string) (framing.Framing, error) {
		f, err := framing.New(name)
		return withoutSchemas{f}, err
	}) {
		if len(c.Wrong) == 0 {
			t.Errorf("%s: schemas are missing, and nothing is wrong", c.Name)
		}
	}
}

// A framing that nobody verified is not OK, however well it counts.
func TestSelfCheckUnverified(t *testing.T) {
	t.Parallel()
	checks := selfCheck([]string{O200kBase}, NewCounter, []string{"yaml"}, func(string) (framing.Framing, error) { return framing.New(framing.JSON) })
	if len(checks) != 2 || checks[1].OK() || !strings.Contains(strings.Join(checks[1].Wrong, "\n"), "no text of this framing was verified") {
		t.Errorf("%+v", checks)
	}
}
