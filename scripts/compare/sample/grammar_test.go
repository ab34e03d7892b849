package sample

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGrammarExpands writes every rule, so that a form which no document happens to reach is tried too.
func TestGrammarExpands(t *testing.T) {
	t.Parallel()
	g, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for name := range g {
		w := newWriter(g, rand.New(rand.NewPCG(1, 2)))
		for range 200 {
			s := w.say(name)
			if s == "" || len(s) > 1<<16 {
				t.Errorf("%s: %d bytes", name, len(s))
			}
			if !strings.HasPrefix(name, "go.") && strings.Contains(s, "|") && g[name].words {
				t.Errorf("%s: %q holds the forms of a word", name, s)
			}
		}
		if w.depth != 0 || w.blocks != 0 {
			t.Errorf("%s: depth %d, blocks %d afterwards", name, w.depth, w.blocks)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	g, err := parse(map[string]string{
		"a": "%# a note\n%words fruit\nplum pear\nfig\n%lines basket\n{fruit.s.cap} {} {0} {\"x\"}\\n{>fruit}",
		"b": "%lines hand\n{fruit}, {small}",
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := len(g["fruit"].alts); got != 3 {
		t.Errorf("%d fruits", got)
	}
	w := newWriterOf(g)
	got := w.say("basket")
	if !strings.Contains(got, "s {} {0} {\"x\"}\n    ") {
		t.Errorf("basket is %q", got)
	}
	for text, want := range map[string]string{
		"plum":                         "in front of the first section",
		"%words a":                     "a has no alternatives",
		"%words a\nx\n%words a\ny":     "a:3: a is there twice",
		"%lines a\n{b}":                `nothing is called "b"`,
		"%words b\nx\n%lines a\n{b.q}": `"b" has no modifier "q"`,
	} {
		if _, err := parse(map[string]string{"a": text}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// newWriterOf is a writer for a grammar that lacks the lists that documents need.
func newWriterOf(g grammar) *writer {
	return &writer{Rand: rand.New(rand.NewPCG(3, 4)), g: g, indent: "    "}
}

// TestExpandEnds writes a rule that asks for itself.
func TestExpandEnds(t *testing.T) {
	t.Parallel()
	g, err := parse(map[string]string{"a": "%lines a\n({a}{a}{a})\n[{>a}]\nx"})
	if err != nil {
		t.Fatal(err)
	}
	w := newWriterOf(g)
	for range 50 {
		if s := w.say("a"); len(s) > 1<<21 {
			t.Fatalf("%d bytes", len(s))
		}
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, form, want string }{
		{"box", "s", "boxes"}, {"city", "s", "cities"}, {"day", "s", "days"}, {"watch", "s", "watches"}, {"write|wrote|writing", "s", "writes"},
		{"ask", "ed", "asked"}, {"move", "ed", "moved"}, {"carry", "ed", "carried"}, {"write|wrote|writing", "ed", "wrote"},
		{"ask", "ing", "asking"}, {"move", "ing", "moving"}, {"agree", "ing", "agreeing"}, {"write|wrote|writing", "ing", "writing"},
		{"élan", "cap", "Élan"}, {"", "cap", ""}, {"", "s", ""}, {"stop|stopped|stopping", "cap", "Stop"},
		{"due_date", "words", "due date"}, {"net/http", "base", "http"}, {`a "b"`, "plain", "a 'b'"},
	} {
		if got := modifiers[test.form](test.in); got != test.want {
			t.Errorf("%s of %q is %q, want %q", test.form, test.in, got, test.want)
		}
	}
	words := []string{"load", "user", "id"}
	for _, got := range [][2]string{
		{camel(words), "loadUserId"}, {pascal(words), "LoadUserId"}, {snake(words), "load_user_id"},
		{kebab(words), "load-user-id"}, {shouty(words), "LOAD_USER_ID"},
	} {
		if got[0] != got[1] {
			t.Errorf("%q, want %q", got[0], got[1])
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("%words a\nx y|z|zz\n%lines b\n{a.cap} {b} {>b}\\n{int}")
	f.Add("%lines a\n{a}")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := parse(map[string]string{"a": text})
		if err != nil {
			return
		}
		for name, r := range g {
			if len(r.alts) == 0 || len(r.alts) != len(r.sums) || r.shallow >= len(r.alts) {
				t.Errorf("%s: %d alternatives, %d sums, shallow %d", name, len(r.alts), len(r.sums), r.shallow)
			}
		}
	})
}
