package sample

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed grammar/*.txt
var files embed.FS

// A grammar is what the files under grammar/ say. "%words NAME" lists words by rank, parted by white space; "%lines NAME"
// lists alternatives, one a line. {NAME} in an alternative is an expansion, {NAME.MODIFIER} one that is changed
// afterwards, {>NAME} a few expansions, one a line and indented. Any other brace stands for itself.
type grammar map[string]*rule

// A rule is one section of a grammar.
type rule struct {
	name    string
	alts    []alternative
	sums    []uint64 // running sums of the weights of alts
	words   bool
	shallow int // the alternative that goes least deep
}

type alternative struct {
	parts []part
	block bool // has an indented block
}

// A part is literal text if it has neither rule nor builtin.
type part struct {
	text    string
	rule    *rule
	builtin builtin
	mods    []modifier
	block   bool
}

// load reads the grammars once; they are not changed afterwards.
var load = sync.OnceValues(func() (grammar, error) {
	entries, err := files.ReadDir("grammar")
	if err != nil {
		return nil, err
	}
	sources := make(map[string]string, len(entries))
	for _, e := range entries {
		b, err := files.ReadFile(path.Join("grammar", e.Name()))
		if err != nil {
			return nil, err
		}
		sources[e.Name()] = string(b)
	}
	return parse(sources)
})

// parse reads all files before it reads any alternative, since a slot may name a rule of another file.
func parse(sources map[string]string) (grammar, error) {
	g := grammar{}
	lines := map[*rule][]string{}
	for file, text := range sources {
		var r *rule
		for n, line := range strings.Split(text, "\n") {
			head, name, _ := strings.Cut(line, " ")
			switch {
			case line == "" || head == "%#":
			case head == "%words" || head == "%lines":
				if g[name] != nil {
					return nil, fmt.Errorf("%s:%d: %s is there twice", file, n+1, name)
				}
				r = &rule{name: name, words: head == "%words"}
				g[name] = r
			case r == nil:
				return nil, fmt.Errorf("%s:%d: text in front of the first section", file, n+1)
			case r.words:
				lines[r] = append(lines[r], strings.Fields(line)...)
			default:
				lines[r] = append(lines[r], line)
			}
		}
	}
	for name, r := range g {
		if len(lines[r]) == 0 {
			return nil, fmt.Errorf("%s has no alternatives", name)
		}
		fewest := -1
		for i, line := range lines[r] {
			alt, deep, err := g.alternative(line, r.words)
			if err != nil {
				return nil, fmt.Errorf("%s: %q: %w", name, line, err)
			}
			if fewest < 0 || deep < fewest {
				r.shallow, fewest = i, deep
			}
			r.alts = append(r.alts, alt)
		}
		r.weigh()
	}
	return g, nil
}

// weigh gives the alternatives their weights. Words follow Zipf's law with Mandelbrot's shift, weight 1/(rank+2.7); whole
// forms differ less. Integers, because rounding differs between processors and the text must not.
func (r *rule) weigh() {
	shift := uint64(27)
	if !r.words {
		shift = 120
	}
	sum := uint64(0)
	for i := range r.alts {
		sum += 1 << 30 / (10*uint64(i) + shift)
		r.sums = append(r.sums, sum)
	}
}

// alternative reads one form; deep is how many expansions of lines it asks for.
func (g grammar) alternative(line string, word bool) (alt alternative, deep int, err error) {
	if word {
		return alternative{parts: []part{{text: line}}}, 0, nil
	}
	line = strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(line)
	for literal := 0; ; {
		i := strings.IndexByte(line[literal:], '{')
		if i < 0 {
			if line != "" {
				alt.parts = append(alt.parts, part{text: line})
			}
			return alt, deep, nil
		}
		i += literal
		name := slotName(line[i+1:])
		if name == "" {
			literal = i + 1
			continue
		}
		if i > 0 {
			alt.parts = append(alt.parts, part{text: line[:i]})
		}
		p, err := g.slot(name)
		if err != nil {
			return alt, 0, err
		}
		alt.parts = append(alt.parts, p)
		alt.block = alt.block || p.block
		if p.rule != nil && !p.rule.words {
			deep++
		}
		line, literal = line[i+len(name)+2:], 0
	}
}

// slotName returns the name that s begins with, up to a closing brace; "" if the brace in front of s opens no slot.
func slotName(s string) string {
	name, _, ok := strings.Cut(s, "}")
	if !ok || name == "" || name[0] != '>' && !letter(name[0]) {
		return ""
	}
	for i := 1; i < len(name); i++ {
		if c := name[i]; !letter(c) && (c < '0' || c > '9') && c != '_' && c != '.' && c != '-' {
			return ""
		}
	}
	return name
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// slot resolves a name: the longest front that is a rule or a builtin, and modifiers behind it.
func (g grammar) slot(name string) (part, error) {
	bare, block := strings.CutPrefix(name, ">")
	p := part{block: block}
	front := bare
	for {
		if p.rule, p.builtin = g[front], builtins[front]; p.rule != nil || p.builtin != nil {
			break
		}
		i := strings.LastIndexByte(front, '.')
		if i < 0 {
			return p, fmt.Errorf("nothing is called %q", name)
		}
		front = front[:i]
	}
	for _, m := range strings.Split(strings.TrimPrefix(bare[len(front):], "."), ".") {
		if m == "" {
			continue
		}
		mod := modifiers[m]
		if mod == nil {
			return p, fmt.Errorf("%q has no modifier %q", front, m)
		}
		p.mods = append(p.mods, mod)
	}
	return p, nil
}

// pick draws an alternative. A document has its subject: half the words come from a stretch of the list of its own, so
// that words repeat within a document more than between documents, as they do in what people write.
func (w *writer) pick(r *rule) int {
	x := w.Uint64N(r.sums[len(r.sums)-1])
	i, found := slices.BinarySearch(r.sums, x)
	if found {
		i++
	}
	const subjects = 60 // shorter lists are too short for a subject
	if r.words && len(r.alts) >= subjects && w.IntN(100) < 55 {
		i = (i + int(w.subject%1009)*7 + len(r.name)*w.IntN(3)) % len(r.alts)
	}
	return i
}

const (
	maxDepth = 9 // of expansions; below it the shallow alternative is taken
	maxBlock = 3 // of indented blocks
)

// expand appends one expansion of a rule.
func (w *writer) expand(dst []byte, r *rule) []byte {
	i := w.pick(r)
	for tries := 0; r.alts[i].block && w.blocks >= maxBlock; tries++ {
		if i = w.pick(r); tries == 20 {
			i = r.shallow
			break
		}
	}
	if w.depth >= maxDepth && !r.words {
		i = r.shallow
	}
	w.depth++
	for _, p := range r.alts[i].parts {
		switch {
		case p.block:
			dst = w.block(dst, p.rule)
		case p.rule == nil && p.builtin == nil:
			dst = append(dst, p.text...)
		case len(p.mods) == 0 && p.rule != nil:
			at := len(dst)
			dst = w.expand(dst, p.rule)
			if p.rule.words { // the forms of an irregular word
				if j := slices.Index(dst[at:], '|'); j > 0 {
					dst = dst[:at+j]
				}
			}
		default:
			dst = append(dst, w.modified(p)...)
		}
	}
	w.depth--
	return dst
}

func (w *writer) modified(p part) string {
	var s string
	if p.builtin != nil {
		s = p.builtin(w)
	} else {
		s = string(w.expand(nil, p.rule))
	}
	for _, m := range p.mods {
		s = m(s)
	}
	return s
}

// block appends one to four expansions, each on lines of its own and indented by one step.
func (w *writer) block(dst []byte, r *rule) []byte {
	w.blocks++
	depth := w.depth
	w.depth = min(depth, maxDepth-3) // statements deep inside are statements still
	for range 1 + w.IntN(4) {
		for line := range strings.Lines(strings.TrimSuffix(string(w.expand(nil, r)), "\n") + "\n") {
			if line != "\n" {
				dst = append(dst, w.indent...)
			}
			dst = append(dst, line...)
		}
	}
	w.depth = depth
	w.blocks--
	return dst
}
