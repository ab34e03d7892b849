package hf

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxExpression bounds the bytes of an expression; the longest in use, a list of ranges, has about 2,000.
const maxExpression = 10_000

// compile reads a regular expression. What it accepts is the part of the reference's syntax that
// tokenizer files use; everything else is an error that names it, because a construct that means
// something slightly different would count wrong.
func compile(expression string) (*pattern, error) {
	p, err := parseExpression(expression)
	if err != nil {
		return nil, fmt.Errorf("regular expression %s: %w", clip(expression), err)
	}
	return p, nil
}

func parseExpression(expression string) (*pattern, error) {
	if !utf8.ValidString(expression) {
		return nil, fmt.Errorf("it is not UTF-8")
	}
	if len(expression) > maxExpression {
		return nil, fmt.Errorf("it is longer than %d bytes", maxExpression)
	}
	r := &reader{s: []rune(expression), sets: map[string]*charSet{}, named: map[string]*charSet{}}
	var alternatives [][]element
	for {
		es, err := r.sequence()
		if err != nil {
			return nil, fmt.Errorf("at character %d: %w", r.i+1, err)
		}
		alternatives = append(alternatives, es)
		if len(alternatives) > maxAlternatives {
			break // newPattern refuses it
		}
		if r.i == len(r.s) {
			break
		}
		r.i++ // sequence stops before | only
	}
	return newPattern(alternatives)
}

// reader reads an expression from left to right.
type reader struct {
	s     []rune
	i     int
	sets  map[string]*charSet // by spelling, so that equal sets are made once
	named map[string]*charSet // by name: what escapes stand for, ^ in front of a complement
}

func (r *reader) peek() rune {
	if r.i < len(r.s) {
		return r.s[r.i]
	}
	return 0
}

func (r *reader) accept(s string) bool {
	for k, c := range []rune(s) {
		if r.i+k >= len(r.s) || r.s[r.i+k] != c {
			return false
		}
	}
	r.i += len([]rune(s))
	return true
}

// sequence reads one alternative.
func (r *reader) sequence() ([]element, error) {
	var es []element
	for r.i < len(r.s) && r.peek() != '|' {
		if len(es) == maxAlternatives {
			return nil, fmt.Errorf("more than %d elements in one alternative", maxAlternatives)
		}
		e, err := r.element()
		if err != nil {
			return nil, err
		}
		es = append(es, e)
	}
	return es, nil
}

func (r *reader) element() (element, error) {
	switch {
	case r.accept("$"):
		return element{kind: lineEnd}, r.noQuantifier()
	case r.accept("(?!"), r.accept("(?="):
		kind := notAhead
		if r.s[r.i-1] == '=' {
			kind = ahead
		}
		set, err := r.set(false)
		if err != nil {
			return element{}, err
		}
		if !r.accept(")") {
			return element{}, fmt.Errorf("a condition on more than one character is not supported")
		}
		return element{kind: kind, set: set}, r.noQuantifier()
	case r.accept("(?i:"):
		return r.group(true)
	case r.accept("(?:"):
		return r.group(false)
	case r.accept("(?"):
		return element{}, fmt.Errorf("(?%c is not supported; known: (?:…), (?i:…), (?=…), (?!…)", r.peek())
	case r.accept("("):
		return r.group(false)
	}
	set, err := r.set(false)
	if err != nil {
		return element{}, err
	}
	e := element{kind: run, set: set, min: 1, max: 1}
	return e, r.quantifier(&e)
}

func (r *reader) noQuantifier() error {
	if c := r.peek(); c != 0 && strings.ContainsRune("*+?{", c) {
		return fmt.Errorf("%c is not supported here", c)
	}
	return nil
}

func (r *reader) quantifier(e *element) error {
	simple := true
	switch {
	case r.accept("?"):
		e.min = 0
	case r.accept("*"):
		e.min, e.max = 0, unbounded
	case r.accept("+"):
		e.max = unbounded
	case r.accept("{"):
		simple = false
		var ok bool
		if e.min, ok = r.number(); !ok {
			return fmt.Errorf("{ without a number is not supported")
		}
		e.max = e.min
		if r.accept(",") {
			if e.max, ok = r.number(); !ok {
				e.max = unbounded
			}
		}
		if !r.accept("}") || e.max < e.min || e.max == 0 || e.min > maxRepeat || e.max > maxRepeat && e.max != unbounded {
			return fmt.Errorf("a repetition is {n}, {n,} or {n,m} with at most %d", maxRepeat)
		}
	default:
		return nil
	}
	if simple && r.accept("+") {
		e.possessive = true
	}
	return r.noQuantifier()
}

func (r *reader) number() (n int, ok bool) {
	for ; r.i < len(r.s) && r.s[r.i] >= '0' && r.s[r.i] <= '9'; r.i++ {
		n, ok = min(n*10+int(r.s[r.i]-'0'), maxRepeat+1), true
	}
	return n, ok
}

// group reads strings, of which characters may be sets, up to the closing parenthesis.
func (r *reader) group(fold bool) (element, error) {
	e := element{kind: group}
	total := 0
	for {
		var branch []*charSet
		for r.i < len(r.s) && r.peek() != '|' && r.peek() != ')' {
			if r.peek() == '(' {
				return e, fmt.Errorf("a group in a group is not supported")
			}
			set, err := r.set(fold)
			if err != nil {
				return e, err
			}
			if err := r.noQuantifier(); err != nil {
				return e, fmt.Errorf("repetition in a group: %w", err)
			}
			branch = append(branch, set)
			if total++; total > 4*maxClasses {
				return e, fmt.Errorf("the group is too long")
			}
		}
		if len(branch) == 0 {
			return e, fmt.Errorf("an empty alternative in a group is not supported")
		}
		if fold && ligature(branch) {
			return e, fmt.Errorf("ss, ff, fi, fl and st in a group without case are not supported")
		}
		e.sets = append(e.sets, branch)
		if r.accept(")") {
			break
		}
		if !r.accept("|") {
			return e, fmt.Errorf("a group is not closed")
		}
	}
	if r.accept("?") {
		e.optional = true
	}
	return e, r.noQuantifier()
}

// ligature reports whether a branch may match two letters that equal one character when case does not
// matter, as ss equals ß: the reference matches that too.
func ligature(branch []*charSet) bool {
	for i := range len(branch) - 1 {
		for _, pair := range []string{"ss", "ff", "fi", "fl", "st"} {
			if branch[i].has(rune(pair[0])) && branch[i+1].has(rune(pair[1])) {
				return true
			}
		}
	}
	return false
}

// set reads one character, escape or class.
func (r *reader) set(fold bool) (*charSet, error) {
	start := r.i
	s, err := r.freshSet()
	if err != nil {
		return nil, err
	}
	key := string(r.s[start:r.i])
	if fold {
		key = "(?i)" + key
		if err := foldCase(s); err != nil {
			return nil, err
		}
	}
	if known := r.sets[key]; known != nil {
		return known, nil
	}
	if len(r.sets) == 4*maxClasses {
		return nil, fmt.Errorf("more than %d different characters and classes", 4*maxClasses)
	}
	r.sets[key] = s
	return s, nil
}

// foldCase adds to ASCII letters what equals them when case does not matter.
func foldCase(s *charSet) error {
	for i := range s {
		if i >= 2 && s[i] != 0 {
			return fmt.Errorf("only ASCII characters are supported in a group without case")
		}
	}
	for c := 'a'; c <= 'z'; c++ {
		if s.has(c) || s.has(c-0x20) {
			s.add(c, c)
			s.add(c-0x20, c-0x20)
		}
	}
	if s.has('s') {
		s.add('ſ', 'ſ')
	}
	if s.has('k') {
		s.add('\u212a', '\u212a') // the kelvin sign
	}
	return nil
}

func (r *reader) freshSet() (*charSet, error) {
	if r.i >= len(r.s) {
		return nil, fmt.Errorf("it ends too early")
	}
	s := new(charSet)
	c := r.s[r.i]
	switch c {
	case '[':
		return r.class(0)
	case '\\':
		_, err := r.escape(s)
		return s, err
	case '.':
		r.i++
		s.add('\n', '\n')
		return s.complement(), nil
	case '*', '+', '?', '{', ')', '^', '$', '(', '|':
		return nil, fmt.Errorf("%c is not supported here", c)
	}
	r.i++
	s.add(c, c)
	return s, nil
}

// class reads a class in brackets, which may hold classes and intersections.
func (r *reader) class(depth int) (*charSet, error) {
	if depth > 8 {
		return nil, fmt.Errorf("classes are nested too deeply")
	}
	r.i++
	negated := r.accept("^")
	s, all := new(charSet), (*charSet)(nil)
	empty := true
	for {
		if r.i >= len(r.s) {
			return nil, fmt.Errorf("a class is not closed")
		}
		c := r.s[r.i]
		switch {
		case c == ']' && !empty:
			r.i++
			if all != nil {
				s.intersect(all)
			}
			if negated {
				s.complement()
			}
			return s, nil
		case c == ']':
			return nil, fmt.Errorf("an empty class, or one that begins with ], is not supported")
		case c == '[':
			if r.i+1 < len(r.s) && r.s[r.i+1] == ':' {
				return nil, fmt.Errorf("[: is not supported; write \\p{…}")
			}
			inner, err := r.class(depth + 1)
			if err != nil {
				return nil, err
			}
			s.union(inner)
		case c == '&' && r.accept("&&"):
			if empty {
				return nil, fmt.Errorf("&& without a left side is not supported")
			}
			if all != nil {
				s.intersect(all)
			}
			all, s, empty = s, new(charSet), true
			continue
		default:
			if err := r.item(s); err != nil {
				return nil, err
			}
		}
		empty = false
	}
}

// item reads a character, a range or an escape of a class and adds it to s.
func (r *reader) item(s *charSet) error {
	first, err := r.classChar(s)
	if err != nil {
		return err
	}
	if r.peek() != '-' || r.i+1 < len(r.s) && r.s[r.i+1] == ']' {
		if first >= 0 {
			s.add(first, first)
		}
		return nil
	}
	if first < 0 {
		return fmt.Errorf("- behind a class is not supported")
	}
	r.i++
	if r.peek() == '[' {
		return fmt.Errorf("a range up to a class is not supported")
	}
	last, err := r.classChar(s)
	if err != nil {
		return err
	}
	if last < first {
		return fmt.Errorf("a range is empty or ends in a class")
	}
	s.add(first, last)
	return nil
}

// classChar returns a character of a class, or -1 after adding the set that an escape stands for.
func (r *reader) classChar(s *charSet) (rune, error) {
	if r.i >= len(r.s) {
		return 0, fmt.Errorf("a class is not closed")
	}
	if r.s[r.i] == '\\' {
		return r.escapeChar(s)
	}
	r.i++
	return r.s[r.i-1], nil
}

// escape adds what an escape stands for to s.
func (r *reader) escape(s *charSet) (rune, error) {
	c, err := r.escapeChar(s)
	if err == nil && c >= 0 {
		s.add(c, c)
	}
	return c, err
}

// escapeChar returns the character that an escape stands for, or -1 after adding its set to s.
func (r *reader) escapeChar(s *charSet) (rune, error) {
	r.i++
	if r.i >= len(r.s) {
		return 0, fmt.Errorf("it ends in a backslash")
	}
	c := r.s[r.i]
	r.i++
	negated := c >= 'A' && c <= 'Z'
	name := ""
	switch c {
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'f':
		return '\f', nil
	case 'v':
		return '\v', nil
	case 's', 'S':
		name = "}s" // no property can be named so
	case 'd', 'D':
		name = "Nd"
	case 'w', 'W':
		name = "}w"
	case 'p', 'P':
		caret, property, err := r.property()
		if err != nil {
			return 0, err
		}
		name, negated = property, negated != caret
	case 'x', 'u':
		return r.hex(c)
	default:
		if c < utf8.RuneSelf && !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') {
			return c, nil
		}
		return 0, fmt.Errorf("\\%c is not supported", c)
	}
	set := r.byName(name, negated)
	if set == nil {
		return 0, fmt.Errorf("property %q is not supported; known: the general categories and %s", name, scripts)
	}
	s.union(set)
	return -1, nil
}

// byName returns the set of a name or its complement, which must not be changed; nil if it is not known.
func (r *reader) byName(name string, negated bool) *charSet {
	key := name
	if negated {
		key = "^" + name
	}
	if s := r.named[key]; s != nil {
		return s
	}
	var s *charSet
	switch name {
	case "}s":
		s = whiteSpace()
	case "}w":
		s = wordChars()
	default:
		if s = property(name); s == nil {
			return nil
		}
	}
	if negated {
		s.complement()
	}
	r.named[key] = s
	return s
}

// property reads the name of a property in braces, and whether ^ excludes it.
func (r *reader) property() (negated bool, name string, err error) {
	if !r.accept("{") {
		return false, "", fmt.Errorf("\\p without {…} is not supported")
	}
	negated = r.accept("^")
	start := r.i
	for r.i < len(r.s) && r.s[r.i] != '}' {
		r.i++
	}
	name = string(r.s[start:r.i])
	if !r.accept("}") {
		return false, "", fmt.Errorf("\\p{ is not closed")
	}
	return negated, name, nil
}

// hex reads the digits of \x and \u.
func (r *reader) hex(kind rune) (rune, error) {
	digits, braces := 2, kind == 'x' && r.accept("{")
	if kind == 'u' {
		digits = 4
	}
	var c rune
	n := 0
	for ; r.i < len(r.s) && (braces && n < 8 || n < digits); r.i++ {
		k := strings.IndexRune("0123456789abcdef", r.s[r.i]|0x20)
		if k < 0 {
			break
		}
		c, n = c<<4|rune(k), n+1
	}
	switch {
	case braces && !r.accept("}"), n == 0, !braces && n != digits:
		return 0, fmt.Errorf("\\%c is not followed by hexadecimal digits", kind)
	case kind == 'x' && !braces && c >= utf8.RuneSelf, c > 0x10ffff, c < 0:
		return 0, fmt.Errorf("\\%c with %#x is not a character", kind, c)
	}
	return c, nil
}

// clip quotes text of a file for an error, shortened.
func clip(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
