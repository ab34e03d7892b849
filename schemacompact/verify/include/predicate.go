package include

import (
	"regexp"
	"regexp/syntax"

	"github.com/schema-bench/schema-bench/schema"
)

// A truth is what is known of a statement. The zero value is nothing.
type truth int8

const (
	maybe truth = iota
	yes
	no
)

// known is what is known for certain.
func known(b bool) truth {
	if b {
		return yes
	}
	return no
}

// not is the truth of the opposite.
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
	traits  traits
	trivial bool // the pattern is found in every string
}

type predicateClass uint8

const (
	patternPredicate predicateClass = iota
	formatPredicate
	otherPredicate
)

// intern gives predicates with the same key the same number: what is the same is compared by its number alone.
func (p *program) intern(key string, build func() *predicate) int {
	if id, ok := p.byKey[key]; ok {
		return id
	}
	p.byKey[key] = len(p.predicates)
	p.predicates = append(p.predicates, build())
	return len(p.predicates) - 1
}

// pattern interns a pattern. It is known by its spelling: that two spellings mean the same is never made use of.
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

// opaque interns what nothing is known of.
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
