package validate

import (
	"crypto/sha256"
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dlclark/regexp2"
	syntax2 "github.com/dlclark/regexp2/syntax"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	matchTime = 100 * time.Millisecond // for one text and one pattern of the backtracking engine
	// A pattern that ran out of time so often is not tried again: each try costs its time, and there may be thousands.
	maxTimeouts = 3
	maxPattern  = 1 << 16 // bytes, beyond which no engine is asked
	// Go's engine writes repetitions out, so that a short pattern can take much memory, and matching takes time that
	// grows with size of the program times length of the text.
	maxProgram  = 20_000  // instructions of a pattern
	maxPrograms = 300_000 // of all patterns of a document
	maxSteps    = 50_000_000
)

// An engine compiles the patterns of one document. It is not for concurrent use until it is done; after that it checks
// instances of the format regex and has no state.
type engine struct {
	guess        bool
	ignoreFormat bool
	done         bool
	patterns     map[string]*pattern // of the document; the meta-schema and the compiler ask for each of them
	programs     int                 // instructions of those in the linear engine
	backtracks   bool                // whether there are others
	guessed      []string
}

// compile is what the validator calls for patterns, names of patternProperties, and values of the format regex.
func (e *engine) compile(text string) (jsonschema.Regexp, error) {
	if e.done {
		if e.ignoreFormat {
			return nil, nil
		}
		p, err := newPattern(text, maxProgram)
		if err == nil && p.engine == opaque && !e.guess {
			panic(&UndecidedError{"no engine here can tell whether a text is a regular expression"})
		}
		return p, err
	}
	if p, ok := e.patterns[text]; ok {
		return p, nil
	}
	p, err := newPattern(text, min(maxProgram, maxPrograms-e.programs))
	if err != nil {
		return nil, err
	}
	e.programs += p.program
	e.backtracks = e.backtracks || p.engine == backtracking
	if p.guess = e.guess; p.engine == opaque {
		e.guessed = append(e.guessed, text)
	}
	e.patterns[text] = p
	return p, nil
}

// The engines. An opaque pattern has none.
const (
	opaque = iota
	linear
	backtracking
)

// A pattern is a regular expression in the engine that was found for it.
type pattern struct {
	text     string
	engine   int
	guess    bool
	linear   *regexp.Regexp
	program  int // instructions of linear
	back     *regexp2.Regexp
	timeouts atomic.Int32
}

// newPattern finds an engine. An error says that the text is no regular expression in any dialect.
func newPattern(text string, maxProgram int) (*pattern, error) {
	p := &pattern{text: text}
	if len(text) > maxPattern {
		return p, nil
	}
	if translated, ok := toRE2(text); ok && p.tryLinear(translated, maxProgram) {
		return p, nil
	}
	// What this engine takes it reads as ECMA-262, so it comes before the words of other dialects that Go's engine knows.
	back, err := regexp2.Compile(corrected(text), regexp2.ECMAScript|regexp2.Unicode)
	if err == nil {
		back.MatchTimeout = matchTime
		p.engine, p.back = backtracking, back
		return p, nil
	}
	if p.tryLinear(text, maxProgram) || !malformed(err) {
		return p, nil
	}
	return nil, errors.New("the regular expression is malformed: " + err.Error())
}

// tryLinear gives the pattern to Go's engine, in its own words, unless it gets too large there.
func (p *pattern) tryLinear(text string, maxProgram int) bool {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return false
	}
	size := programSize(tree)
	if size > maxProgram {
		return false
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return false
	}
	p.engine, p.linear, p.program = linear, re, size
	return true
}

// programSize is about the number of instructions that a pattern compiles to.
func programSize(re *syntax.Regexp) int {
	size := 1 + len(re.Rune) // of a class half as many, which is no harm
	for _, sub := range re.Sub {
		size += programSize(sub)
	}
	if re.Op == syntax.OpRepeat {
		size *= max(re.Min, re.Max, 1)
	}
	return size
}

// corrected puts into other words what the backtracking engine reads differently from ECMA-262: to it a dot matches two
// of the line ends, and \b knows letters of all alphabets.
func corrected(text string) string {
	const word = "[A-Za-z0-9_]"
	var b strings.Builder
	inClass := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			i++
			switch {
			case text[i] == 'b' && !inClass:
				b.WriteString("(?:(?<=" + word + ")(?!" + word + ")|(?<!" + word + ")(?=" + word + "))")
			case text[i] == 'B' && !inClass:
				b.WriteString("(?:(?<=" + word + ")(?=" + word + ")|(?<!" + word + ")(?!" + word + "))")
			default:
				b.WriteString(text[i-1 : i+1])
			}
			continue
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		case c == '.' && !inClass:
			b.WriteString(`[^\n\r\u2028\u2029]`)
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// malformed tells faults that no dialect allows from words that only this engine does not know.
func malformed(err error) bool {
	var e *syntax2.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code {
	case syntax2.ErrUnexpectedParen, syntax2.ErrMissingParen, syntax2.ErrUnterminatedBracket, syntax2.ErrReversedCharRange,
		syntax2.ErrMissingRepeatArgument, syntax2.ErrIllegalEndEscape:
		return true
	}
	return false
}

// String returns the pattern as it stands in the document.
func (p *pattern) String() string { return p.text }

// MatchString reports whether a match is somewhere in text. Where that stays open it panics with an *UndecidedError, for
// its caller knows nothing between yes and no; verdict recovers.
func (p *pattern) MatchString(text string) bool {
	switch p.engine {
	case linear:
		if p.program*len(text) > maxSteps {
			panic(&UndecidedError{"a text is too long for its pattern"})
		}
		return p.linear.MatchString(text)
	case backtracking:
		if p.timeouts.Load() < maxTimeouts {
			matched, err := p.back.MatchString(text)
			if err == nil {
				return matched
			}
			p.timeouts.Add(1)
		}
		panic(&UndecidedError{"a pattern takes too long"})
	}
	if !p.guess {
		panic(&UndecidedError{"no engine here knows all words of a pattern"})
	}
	sum := sha256.Sum256([]byte(p.text + "\x00" + text))
	return sum[0]&1 == 1
}
