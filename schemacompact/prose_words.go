package schemacompact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// proseTraits is what chooseUnits wants to know of one unit.
type proseTraits struct {
	words      []string // lower case, without URLs
	norm       string   // words joined: equal for sentences that say the same
	constrains bool     // limits what may be passed, or says when or what happens if not
	example    bool     // shows a value
	reference  bool     // points elsewhere, or tells how the value is read back rather than written
	leansBack  bool     // answers the sentence before it
	oneCase    bool     // speaks of one case only
	droppable  bool     // removing it leaves no bracket or code span open
	literals   int      // quoted values
}

// A proseFact is what a unit says whatever stands around it.
type proseFact struct {
	proseTraits      // constrains is not set
	bonds       bond // every way in which it binds
}

func factOf(s string) proseFact {
	w := proseWords(s)
	t := proseTraits{words: w, norm: strings.Join(w, " "), literals: countLiterals(s), droppable: isBalanced(s)}
	padded := " " + t.norm + " "
	t.example = hasPhrase(padded, examplePhrases) || hasAny(s, exampleMarks)
	t.reference = isReference(t.norm)
	t.leansBack = leansBack(w)
	t.oneCase = isCase(s, w)
	return proseFact{t, bondsOf(s, w, padded)}
}

// A proseMemo remembers what was found in texts that are the same to the letter: the tools of a catalog describe the
// same parameters again and again. A nil memo remembers nothing.
type proseMemo struct {
	units map[string][]proseUnit
	facts map[string]proseFact
	words map[string][]string
	names map[string]map[string]bool
}

func newProseMemo() *proseMemo {
	return &proseMemo{map[string][]proseUnit{}, map[string]proseFact{}, map[string][]string{}, map[string]map[string]bool{}}
}

// wordsOf returns proseWords, which must not be changed.
func (m *proseMemo) wordsOf(text string) []string {
	if m == nil {
		return proseWords(text)
	}
	words, ok := m.words[text]
	if !ok {
		words = proseWords(text)
		m.words[text] = words
	}
	return words
}

// nameOf returns nameWords, which must not be changed.
func (m *proseMemo) nameOf(name string) map[string]bool {
	if m == nil {
		return nameWords(name)
	}
	words, ok := m.names[name]
	if !ok {
		words = nameWords(name)
		m.names[name] = words
	}
	return words
}

func (m *proseMemo) split(text string) []proseUnit {
	if m == nil {
		return splitProse(text)
	}
	units, ok := m.units[text]
	if !ok {
		units = splitProse(text)
		m.units[text] = units
	}
	return units
}

func (m *proseMemo) fact(s string) proseFact {
	if m == nil {
		return factOf(s)
	}
	f, ok := m.facts[s]
	if !ok {
		f = factOf(s)
		m.facts[s] = f
	}
	return f
}

func traitsOf(s string, kind unitKind, ctx proseContext) proseTraits {
	f := ctx.memo.fact(s)
	t, b, w := f.proseTraits, f.bonds, f.words
	if b&bondBound != 0 && !ctx.states(w) {
		t.constrains = true // a bound that the schema does not have
	}
	if b&^ctx.spared() != 0 || ctx.instructs(s, w) || ctx.namesSibling(s) {
		t.constrains = true
	}
	if t.literals >= 3 && !t.example && !ctx.hasEnum {
		t.constrains = true // the values in quotes are the only list of them
	}
	if t.literals > 0 && strings.IndexByte("`\"'", s[0]) >= 0 {
		t.constrains = true // "`asc` puts the oldest first" gives a value its meaning
	}
	if kind == unitFence {
		t.example = !t.constrains
	}
	if t.example && kind != unitSentence && startsWithExample(t.norm) {
		// A block of examples teaches by its first reader only: it is one example, whatever words stand in it.
		t.constrains = !ctx.tellsFormat()
	}
	return t
}

// isConstraint reports whether text says something that a caller can violate: such text is not moved or removed.
func isConstraint(text string) bool {
	for _, u := range splitProse(text) {
		if u.kind == unitList || u.kind == unitTable {
			return true
		}
		if traitsOf(text[u.start:u.end], u.kind, proseContext{}).constrains {
			return true
		}
	}
	return false
}

// isWeak reports whether a sentence tells nothing: a lone label such as "Required." or "Mode.", or the names of the
// parameter and of what is around it, given as sets of their words, in other words.
func isWeak(words []string, names ...map[string]bool) bool {
	fresh, content := 0, 0
	for _, w := range words {
		if isFiller(w) || isHandling(w) {
			continue
		}
		content++
		if one := singular(w); !slices.ContainsFunc(names, func(name map[string]bool) bool { return name[one] }) {
			fresh++
		}
	}
	// A script without spaces gives one long word per clause; only a short one is a label.
	long := len(words) == 1 && utf8.RuneCountInString(words[0]) > 4 && !isCased(words[0])
	return !long && (content <= 1 || fresh == 0)
}

// nameWords returns the words of an identifier, singular, for comparison with prose.
func nameWords(name string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range splitIdentifier(name) {
		m[singular(w)] = true
	}
	return m
}

func singular(w string) string {
	if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w[:len(w)-1]
	}
	return w
}

// isFiller reports whether a word carries nothing about a value.
func isFiller(w string) bool {
	switch w {
	case "the", "a", "an", "of", "for", "to", "in", "on", "this", "that", "is", "are", "be", "it", "its", "and", "or", "which", "will", "with", "by",
		"from", "as", "at", "value", "parameter", "param", "field", "argument", "property", "string", "number", "integer", "boolean",
		"object", "array", "required", "optional", "deprecated", "note", "given", "specified", "s", "read", "only", "nullable":
		return true
	}
	return false
}

func isCased(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsLower(r) || unicode.IsUpper(r)
}

// leansBack reports whether a sentence only makes sense after the one before it.
func leansBack(words []string) bool {
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "otherwise", "however", "but", "else", "then", "instead", "conversely":
		return true
	case "in", "if":
		return len(words) > 2 && (words[1] == "this" || words[1] == "that" || words[1] == "so" || words[1] == "not") && words[2] != "the"
	}
	return false
}

// isReference reports whether a sentence sends the reader elsewhere.
func isReference(norm string) bool {
	for p := range strings.SplitSeq(asidePhrases, "\n") {
		if strings.HasPrefix(norm, p) {
			return true
		}
	}
	for p := range strings.SplitSeq(referencePhrases, "\n") {
		if strings.HasPrefix(norm, p) {
			// "See RFC 3339 for the format" names the format.
			return !hasPhrase(" "+norm+" ", strongPhrases)
		}
	}
	return false
}

func startsWithExample(norm string) bool {
	for _, p := range []string{"example", "for example", "for instance", "e g ", "sample", "usage"} {
		if strings.HasPrefix(norm, p) {
			return true
		}
	}
	return false
}

// hasPhrase reports whether one of the lines of list stands in padded, whose words have a space on both sides.
func hasPhrase(padded, list string) bool {
	for p := range strings.SplitSeq(list, "\n") {
		for rest := padded; ; {
			i := strings.Index(rest, p)
			if i < 0 {
				break
			}
			if i > 0 && rest[i-1] == ' ' && rest[i+len(p)] == ' ' {
				return true
			}
			rest = rest[i+1:]
		}
	}
	return false
}

// hasAny reports whether one of the marks, which are separated by spaces, stands in s.
func hasAny(s, marks string) bool {
	ascii := true
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return false // all marks are from scripts without spaces between words
	}
	for m := range strings.FieldsSeq(marks) {
		if strings.Contains(s, m) {
			return true
		}
	}
	return false
}

// proseWords returns the words of s in lower case: runs of letters, digits and marks, apostrophes dropped. A percent
// sign is a word.
func proseWords(s string) []string {
	var words []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			words = append(words, b.String())
			b.Reset()
		}
	}
	for i := 0; i < len(s); {
		if b.Len() == 0 {
			if n := urlLen(s[i:]); n > 0 {
				i += n
				continue
			}
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b.WriteRune(unicode.ToLower(r))
		case (r == '\'' || r == '’') && b.Len() > 0:
		case r == '%':
			flush()
			words = append(words, "%")
		default:
			flush()
		}
	}
	flush()
	return words
}

// countLiterals counts the short quotations and code spans of s.
func countLiterals(s string) int {
	n := 0
	for at, end := range protectedSpans(s) {
		if strings.IndexByte("`\"'", s[at]) >= 0 && end-at <= 42 || strings.HasPrefix(s[at:], "“") && end-at <= 46 {
			n++
		}
	}
	return n
}

// assignsValues recognises "0 = off" and "1=on".
func assignsValues(s string) bool {
	for i := 1; i+1 < len(s); i++ {
		if s[i] != '=' {
			continue
		}
		before := strings.TrimRight(s[:i], " ")
		if before != "" && before[len(before)-1] >= '0' && before[len(before)-1] <= '9' || s[i-1] == ' ' && s[i+1] == ' ' {
			return true
		}
	}
	return false
}

// isBalanced reports whether every kind of bracket opens and closes equally often in s, and backticks pair.
func isBalanced(s string) bool {
	depth := make(map[rune]int)
	ticks := 0
	for _, r := range s {
		if c := closingBracket(r); c != 0 {
			depth[c]++
		} else if unicode.Is(unicode.Pe, r) {
			depth[r]--
		} else if r == '`' {
			ticks++
		}
	}
	for _, d := range depth {
		if d != 0 {
			return false
		}
	}
	return ticks%2 == 0 && strings.Count(s, "```")%2 == 0
}

// echoesName reports whether a description says nothing that the names beside it do not: every word is a filler or
// a word of names (the parameter's, and where it helps the tool's). Such a text has no informative sentence at all. A
// word about presence or life cycle, such as "optional" or "deprecated", is something said, and so is any value.
func (m *proseMemo) echoesName(text string, names ...string) bool {
	if strings.Contains(text, "s ") { // the user's ID is the ID of the user
		text = strings.ReplaceAll(strings.ReplaceAll(text, "'s ", " "), "’s ", " ")
	}
	if strings.ContainsAny(text, "`'’\"<>{}=:%$@#/\\\n") || len(names) == 0 {
		return false
	}
	own := m.nameOf(names[0])
	var known map[string]bool // the words of the other names, once one of them is needed
	said := 0
	for _, w := range m.wordsOf(text) {
		switch w {
		case "required", "optional", "deprecated", "note", "string", "number", "integer", "boolean", "object", "array", "read", "only", "nullable":
			return false
		}
		if own[singular(w)] {
			said++
			continue
		}
		if isFiller(w) || isHandling(w) {
			continue
		}
		if known == nil {
			known = make(map[string]bool)
			for _, n := range names[1:] {
				for w := range m.nameOf(n) {
					known[w] = true
				}
			}
		}
		if !known[singular(w)] {
			return false
		}
	}
	return said > 0
}

// namesItsType reports whether a description says no more than the name of a generated type, as in "UserSpec struct for
// UserSpec".
func namesItsType(text string) bool {
	words := strings.Fields(strings.TrimRight(text, "."))
	if len(words) < 2 {
		return false
	}
	for _, w := range words[1:] {
		switch {
		case w == words[0]:
		case w == "struct", w == "class", w == "model", w == "object", w == "schema", w == "type", w == "for", w == "of", w == "the":
		default:
			return false
		}
	}
	// A plain word is no type name: "User object" may be all there is to say.
	return len(splitIdentifier(words[0])) > 1 && words[len(words)-1] == words[0]
}

// isHandling reports whether a word says no more than that a tool does something with the argument.
func isHandling(w string) bool {
	switch w {
	case "get", "retrieve", "fetch", "use", "used", "using", "provide", "provided", "specify", "specifies", "pass", "want", "wants":
		return true
	}
	return false
}
