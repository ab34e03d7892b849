package sample

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A writer writes one document. What the parts of a document share is here: the subject, the names in a program, the
// clock of a log.
type writer struct {
	*rand.Rand
	g       grammar
	subject uint64
	indent  string
	names   [][]string // of the variables, functions and types that this document speaks of
	short   []string   // of its local variables
	clock   int        // seconds since midnight
	day     int        // since 2019-01-01, in a log
	depth   int
	blocks  int
}

func newWriter(g grammar, r *rand.Rand) *writer {
	w := &writer{Rand: r, g: g, subject: r.Uint64(), indent: "    ", clock: r.IntN(86400), day: r.IntN(2500)}
	for range 10 {
		w.short = append(w.short, w.say("abbr"))
	}
	for range 24 {
		w.names = append(w.names, w.compound(1+w.IntN(3)))
	}
	return w
}

// say returns one expansion of a rule. A name that is no rule is a mistake in this package, which its test finds.
func (w *writer) say(name string) string {
	r := w.g[name]
	s := string(w.expand(nil, r))
	if r.words {
		s, _, _ = strings.Cut(s, "|") // the forms of an irregular word
	}
	return s
}

// compound returns words for a name in a program.
func (w *writer) compound(n int) []string {
	words := make([]string, 0, n)
	for len(words) < n {
		list := "tech"
		if len(words) == 0 && n > 1 && w.IntN(3) == 0 {
			list = "act"
		}
		word := w.say(list)
		if w.IntN(9) == 0 {
			word = w.say("abbr") + word
		}
		words = append(words, word)
	}
	return words
}

// name returns one of the names of the document; the earlier ones are used more often.
func (w *writer) name() []string {
	return w.names[min(w.IntN(len(w.names)), w.IntN(len(w.names)))]
}

// fresh returns a name that the document need not have used before.
func (w *writer) fresh() []string {
	if w.IntN(2) == 0 {
		return w.name()
	}
	return w.compound(1 + w.IntN(3))
}

func (w *writer) hex(n int) string {
	const digits = "0123456789abcdef"
	b := make([]byte, n)
	for i := range b {
		b[i] = digits[w.IntN(16)]
	}
	return string(b)
}

// number returns numbers as they occur: small ones more often than large ones.
func (w *writer) number() string {
	limit := 10
	for range w.IntN(6) {
		limit *= 10
	}
	return fmt.Sprint(w.IntN(limit))
}

// A builtin writes what no list holds.
type builtin func(w *writer) string

var months = []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}

var builtins = map[string]builtin{
	"a":      func(w *writer) string { return w.short[min(w.IntN(len(w.short)), w.IntN(len(w.short)))] },
	"v":      func(w *writer) string { return camel(w.name()) },
	"v_":     func(w *writer) string { return snake(w.name()) },
	"f":      func(w *writer) string { return camel(w.name()) },
	"f_":     func(w *writer) string { return snake(w.name()) },
	"T":      func(w *writer) string { return pascal(w.name()) },
	"id":     func(w *writer) string { return camel(w.fresh()) },
	"Id":     func(w *writer) string { return pascal(w.fresh()) },
	"id_":    func(w *writer) string { return snake(w.fresh()) },
	"id-":    func(w *writer) string { return kebab(w.fresh()) },
	"ID":     func(w *writer) string { return shouty(w.fresh()) },
	"int":    (*writer).number,
	"small":  func(w *writer) string { return fmt.Sprint(w.IntN(30)) },
	"year":   func(w *writer) string { return fmt.Sprint(2026 - min(w.IntN(400), w.IntN(400), w.IntN(400))) },
	"mm":     func(w *writer) string { return fmt.Sprintf("%02d", 1+w.day/30%12) },
	"dd":     func(w *writer) string { return fmt.Sprintf("%02d", 1+w.day%30) },
	"mon":    func(w *writer) string { return months[w.day/30%12] },
	"hh":     func(w *writer) string { w.clock += w.IntN(9); return fmt.Sprintf("%02d", w.clock/3600%24) },
	"mi":     func(w *writer) string { return fmt.Sprintf("%02d", w.clock/60%60) },
	"ss":     func(w *writer) string { return fmt.Sprintf("%02d", w.clock%60) },
	"ms":     func(w *writer) string { return fmt.Sprintf("%03d", w.IntN(1000)) },
	"hex3":   func(w *writer) string { return w.hex(3) },
	"hex6":   func(w *writer) string { return w.hex(6) },
	"hex8":   func(w *writer) string { return w.hex(8) },
	"hex16":  func(w *writer) string { return w.hex(16) },
	"hex32":  func(w *writer) string { return w.hex(32) },
	"hex40":  func(w *writer) string { return w.hex(40) },
	"hexlit": func(w *writer) string { return "0x" + w.hex(2<<w.IntN(3)) },
	"uuid": func(w *writer) string {
		return w.hex(8) + "-" + w.hex(4) + "-4" + w.hex(3) + "-a" + w.hex(3) + "-" + w.hex(12)
	},
	"ip": func(w *writer) string {
		return fmt.Sprintf("10.%d.%d.%d", w.IntN(256), w.IntN(256), w.IntN(256))
	},
	"port": func(w *writer) string { return fmt.Sprint(1024 + w.IntN(64000)) },
	"path": func(w *writer) string { return w.say("tech") + "/" + snake(w.fresh()) },
	"status": func(w *writer) string {
		return []string{"200", "200", "201", "304", "400", "404", "409", "429", "500", "503"}[w.IntN(10)]
	},
	"pad8": func(w *writer) string { return fmt.Sprintf("%8s", w.number()) },
	"pad8.name": func(w *writer) string {
		return fmt.Sprintf("%-8.8s", w.say("tech"))
	},
	"pad24.id": func(w *writer) string { return fmt.Sprintf("%-24s", camel(w.fresh())) },
	"pad24.pod": func(w *writer) string {
		return fmt.Sprintf("%-40s", kebab(w.name())+"-"+w.hex(9)+"-"+w.hex(5))
	},
	"blank": func(w *writer) string {
		return []string{"\u00a0", "\u2003", "\u3000", "\u2009", "\u200b", "\u202f"}[w.IntN(6)]
	},
	"scatter": scatter,
}

// scattered are ranges of assigned characters, none newer than Unicode 15: where one implementation has newer tables
// than another they may rightly differ, and here they are to agree.
var scattered = [][2]rune{
	{0x00a1, 0x024f}, {0x0250, 0x02af}, {0x0300, 0x036f}, {0x0391, 0x03a1}, {0x0410, 0x044f}, {0x05d0, 0x05ea},
	{0x0621, 0x063a}, {0x064b, 0x0652}, {0x0905, 0x0939}, {0x0e01, 0x0e30}, {0x10d0, 0x10f0}, {0x13a0, 0x13f5},
	{0x1e00, 0x1eff}, {0x2010, 0x2027}, {0x2190, 0x21ff}, {0x2200, 0x22ff}, {0x2460, 0x24ff}, {0x2500, 0x257f},
	{0x2801, 0x28ff}, {0x3041, 0x3096}, {0x30a1, 0x30fa}, {0x4e00, 0x9fa5}, {0xac00, 0xd7a3}, {0xff01, 0xff5e},
	{0x1d400, 0x1d454}, {0x1f300, 0x1f64f}, {0x20000, 0x2a6d0},
}

// scatter writes a few characters without sense, most of them near one another.
func scatter(w *writer) string {
	var b strings.Builder
	at := scattered[w.IntN(len(scattered))]
	for range 1 + w.IntN(12) {
		if w.IntN(4) == 0 {
			at = scattered[w.IntN(len(scattered))]
		}
		b.WriteRune(at[0] + w.Int32N(at[1]-at[0]+1))
		if w.IntN(5) == 0 {
			b.WriteByte(" \n\t.,-'9"[w.IntN(8)])
		}
	}
	return b.String()
}
