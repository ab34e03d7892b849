package include

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// A truth is what is known of a statement. The zero value is nothing.
type truth int8

const (
	maybe truth = iota
	yes
	no
)

func known(b bool) truth {
	if b {
		return yes
	}
	return no
}

func (t truth) not() truth {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return maybe
}

// A reading says what formats mean.
type reading int

const (
	opaque   reading = iota // nothing is known
	asserted                // a validator checks them
	ignored                 // a validator does not
	drafted                 // a validator does up to draft 7, as most do, and not in later ones
)

// A predicate is a pattern, a format or something else that an instance fulfils or not.
type predicate struct {
	class   predicateClass
	name    string // the pattern or the format; of the others, what they are known by
	at      schema.Pointer
	foreign bool // a format of no draft, which may mean something for other kinds than strings, too
	early   bool // of a format: it stands in a document of draft 4 to 7
	re      *regexp.Regexp
	tree    *syntax.Regexp
	spaces  bool // the pattern has \s, \S or a dot, on which engines differ
	trivial bool // the pattern is found in every string
}

type predicateClass uint8

const (
	patternPredicate predicateClass = iota
	formatPredicate
	otherPredicate
)

func (p *program) intern(key string, build func() *predicate) int {
	if id, ok := p.byKey[key]; ok {
		return id
	}
	p.byKey[key] = len(p.predicates)
	p.predicates = append(p.predicates, build())
	return len(p.predicates) - 1
}

func (p *program) pattern(text string) int {
	return p.intern("p"+text, func() *predicate { return newPattern(text) })
}

// format interns a format. Which one it is depends on the dialect, since validators assert formats in some drafts only.
func (p *program) format(name, dialect string, early bool) int {
	p.formats = true
	return p.intern("f"+dialect+" "+name, func() *predicate {
		return &predicate{class: formatPredicate, name: name, early: early, foreign: samples(name, 0) == nil}
	})
}

func (p *program) opaque(key string, at schema.Pointer) int {
	return p.intern("o"+key, func() *predicate { return &predicate{class: otherPredicate, name: key, at: at} })
}

// appliesTo reports whether a value of the kind can fail to fulfil the predicate.
func (q *predicate) appliesTo(k kind) bool {
	switch q.class {
	case patternPredicate:
		return k == kindString
	case formatPredicate:
		return k == kindString || q.foreign
	}
	return true
}

// inert reports whether everything fulfils the predicate in a reading, or always.
func (q *predicate) inert(r reading) bool {
	return q.trivial || q.class == formatPredicate && (r == ignored || r == drafted && !q.early)
}

// holds says whether a value fulfils a predicate.
func (q *predicate) holds(v *value, r reading) truth {
	if !q.appliesTo(v.kind) {
		return yes
	}
	switch q.class {
	case patternPredicate:
		return q.matches(v.text)
	case formatPredicate:
		switch {
		case q.inert(r):
			return yes
		case r != opaque && q.foreign:
			return yes // validators that do not know a format let everything through
		case r != opaque:
			return conforms(q.name, v.text)
		}
	}
	return maybe
}

// newPattern compiles a pattern. Strings can be made from all that can be parsed; what is in a pattern can only be said of
// those that mean the same in RE2 and in ECMA-262, whichever flags are used there.
func newPattern(text string) *predicate {
	q := &predicate{class: patternPredicate, name: text}
	if len(text) > 10_000 {
		return q
	}
	var err error
	if q.tree, err = syntax.Parse(text, syntax.Perl); err != nil {
		q.tree = nil
		return q
	}
	if !common(text) {
		return q
	}
	if q.re, err = regexp.Compile(text); err != nil {
		q.re = nil
		return q
	}
	q.spaces = strings.Contains(text, ".") || strings.Contains(text, `\s`) || strings.Contains(text, `\S`)
	switch q.tree.Op {
	case syntax.OpEmptyMatch, syntax.OpStar, syntax.OpQuest: // found at the start, with nothing in it
		q.trivial = true
	}
	return q
}

// matches says whether a pattern is found in a string, if all engines agree on it. They differ on white space outside of
// ASCII and line ends, and on characters that are two in UTF-16.
func (q *predicate) matches(s string) truth {
	if q.trivial {
		return yes
	}
	if q.re == nil || len(s) > 100_000 {
		return maybe
	}
	for _, r := range s {
		if r > 0xFFFF || q.spaces && (r > 0x7F || r == '\v' || r == '\r' || r == '\n') {
			return maybe
		}
	}
	return known(q.re.MatchString(s))
}

// common reports whether a pattern is spelled with what RE2 and both modes of ECMA-262 read alike.
func common(p string) bool {
	class := false
	for i := 0; i < len(p); i++ {
		switch c := p[i]; {
		case c > 0x7E || c < ' ': // outside of ASCII the modes of ECMA-262 count differently
			return false
		case c == '\\':
			i++
			allowed := `dDwWsSnrtfv^$\.*+?()[]{}|/-`
			if !class {
				allowed += "bB"
			}
			if i == len(p) || strings.IndexByte(allowed, p[i]) < 0 {
				return false
			}
		case class:
			switch c {
			case ']':
				class = false
			case '[', '&', '~': // of a nested set, in some engines
				return false
			}
		case c == '[':
			class = true
			rest := strings.TrimPrefix(p[i+1:], "^")
			if strings.HasPrefix(rest, "]") {
				return false // a set of nothing, or one that has a bracket in it
			}
		case c == ']' || c == '}':
			return false
		case c == '{':
			n := repetition(p[i:])
			if n == 0 {
				return false
			}
			i += n - 1
		case c == '(' && strings.HasPrefix(p[i:], "(?") && !strings.HasPrefix(p[i:], "(?:"):
			return false
		case (c == '*' || c == '+' || c == '?') && i > 0 && (p[i-1] == '^' || p[i-1] == '$') && !escaped(p, i-1):
			return false // an anchor that is repeated
		}
	}
	return !class
}

func escaped(p string, i int) bool {
	n := 0
	for i--; i >= 0 && p[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

// repetition returns the length of a repetition like {2,3} that a text begins with, or 0.
func repetition(p string) int {
	end := strings.IndexByte(p, '}')
	if end < 2 {
		return 0
	}
	low, high, _ := strings.Cut(p[1:end], ",")
	if low == "" || strings.Trim(low+high, "0123456789") != "" {
		return 0
	}
	return end + 1
}
