package schemacompact

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// foldDefault says the default in the description, so that the keyword can go. rawDefault is its JSON text. ok reports
// that newDesc states the value: because desc did already (newDesc is desc), or because it was added in the style of
// the text. Long strings, null, objects and arrays with elements are left to the keyword, and so is a text that speaks
// of a default which is not this one: the two together tell more than either.
func foldDefault(desc, rawDefault string) (newDesc string, ok bool) {
	v, ok := parseDefault(rawDefault)
	if !ok {
		return desc, false
	}
	if v.statedIn(desc) {
		return desc, true
	}
	if len(defaultWords(desc)) > 0 {
		return desc, false
	}
	newDesc = v.appendTo(desc)
	if !v.statedIn(newDesc) {
		return desc, false
	}
	return newDesc, true
}

type defaultKind int

const (
	defaultString defaultKind = iota + 1
	defaultNumber
	defaultBool
	defaultEmptyList
)

type defaultValue struct {
	kind defaultKind
	text string // decoded string, or the spelling of the number or boolean
}

// nearDefault is how far from the word, in bytes, a value is looked for.
const nearDefault = 160

// maxFoldedDefault is the longest string, in bytes, that reads well inside a sentence.
const maxFoldedDefault = 40

func parseDefault(raw string) (defaultValue, bool) {
	raw = strings.TrimSpace(raw)
	switch {
	case raw == "true" || raw == "false":
		return defaultValue{defaultBool, raw}, true
	case strings.HasPrefix(raw, "[") && strings.TrimSpace(strings.Trim(raw, "[]")) == "" && json.Valid([]byte(raw)) && strings.Count(raw, "[") == 1:
		return defaultValue{defaultEmptyList, "[]"}, true
	case strings.HasPrefix(raw, `"`):
		var s string
		if json.Unmarshal([]byte(raw), &s) != nil || len(s) > maxFoldedDefault || strings.TrimSpace(s) != s ||
			strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune("\"`\\“”", r) }) {
			return defaultValue{}, false
		}
		return defaultValue{defaultString, s}, true
	case raw != "" && strings.IndexByte("-0123456789", raw[0]) >= 0 && json.Valid([]byte(raw)):
		return defaultValue{defaultNumber, raw}, true
	}
	return defaultValue{}, false
}

// spell is how the value is written into prose: a string in quotes unless it is plainly a word.
func (v defaultValue) spell() string {
	if v.kind != defaultString {
		return v.text
	}
	r, _ := utf8.DecodeRuneInString(v.text)
	plain := v.text != "" && unicode.IsLetter(r) && !strings.ContainsFunc(v.text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	})
	switch strings.ToLower(v.text) {
	case "true", "false", "null", "none", "is", "to", "of", "the", "value", "empty":
		plain = false // would read as something else
	}
	if plain {
		return v.text
	}
	return `"` + v.text + `"`
}

// appendTo adds the value to a description that speaks of no default.
func (v defaultValue) appendTo(desc string) string {
	trimmed := strings.TrimRightFunc(desc, unicode.IsSpace)
	units := splitProse(trimmed)
	if len(units) == 0 {
		return "Default " + v.spell() + "."
	}
	last := units[len(units)-1]
	r, n := utf8.DecodeLastRuneInString(trimmed)
	switch {
	case last.kind != unitSentence || leadsOn(trimmed[last.start:last.end]) || strings.Contains(trimmed[last.start:], "\n"):
		return trimmed + "\nDefault " + v.spell() + "."
	case len(units) == 1 && r == '.' && !strings.HasSuffix(trimmed, ".."):
		return trimmed[:len(trimmed)-n] + " (default " + v.spell() + ")."
	case len(units) == 1 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		return trimmed + " (default " + v.spell() + ")"
	case isWideTerminator(r):
		return trimmed + "Default " + v.spell() + "."
	case isTerminator(r), unicode.In(r, unicode.Pe, unicode.Pf, unicode.Po) && len(units) > 1:
		return trimmed + " Default " + v.spell() + "."
	}
	return trimmed + ". Default " + v.spell() + "."
}

// statedIn reports whether desc states the value as the default.
func (v defaultValue) statedIn(desc string) bool {
	for _, w := range defaultWords(desc) {
		// A value stands close by; looking further would take time for every mention of a default.
		before, after := desc[max(0, w.start-nearDefault):w.start], desc[w.end:min(len(desc), w.end+nearDefault)]
		if v.follows(after) || v.precedes(before, after) {
			return true
		}
	}
	return false
}

// defaultWords finds the words of desc that speak of a default.
func defaultWords(desc string) []proseSpan {
	var out []proseSpan
	for i := 0; i < len(desc); {
		if n := defaultWordLen(desc[i:]); n > 0 && (desc[i] >= utf8.RuneSelf || !endsInWord(desc[:i])) {
			out = append(out, proseSpan{i, i + n})
			i += n
			continue
		}
		_, n := utf8.DecodeRuneInString(desc[i:])
		i += n
	}
	return out
}

// endsInWord reports whether s ends with a letter, a digit or an underscore.
func endsInWord(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && (r == '_' || unicode.IsLetter(r) && r < 0x2e80 || unicode.IsDigit(r))
}

// defaultWordLen returns the length of the word for "default" that s begins with, or 0.
func defaultWordLen(s string) int {
	for _, w := range []string{"defaulting", "defaulted", "defaults", "default", "standardmäßig", "standardwert", "défaut", "defecto",
		"predeterminado", "padrão", "predefinito", "умолчанию", "默认", "默認", "預設", "缺省", "デフォルト", "既定", "기본값", "डिफ़ॉल्ट"} {
		if len(s) < len(w) || !strings.EqualFold(s[:len(w)], w) {
			continue
		}
		if w[0] < utf8.RuneSelf && len(s) > len(w) && isWordByte(s[len(w)]) && s[len(w)] < utf8.RuneSelf {
			continue // "defaultValue"
		}
		return len(w)
	}
	return 0
}

// follows reports whether rest, which comes after a word for "default", states the value: "to 10", "value is `asc`",
// ": 5", " page size is 20".
func (v defaultValue) follows(rest string) bool {
	linked, nouns := true, 0
	for range 8 {
		rest = strings.TrimLeft(rest, " \t\n")
		if linked && v.leads(rest) {
			return true
		}
		if rest == "" || strings.IndexByte(".;)!?", rest[0]) >= 0 {
			return false
		}
		if n := linkLen(rest); n > 0 {
			rest, linked = rest[n:], true
			continue
		}
		word := firstWord(rest)
		nouns++
		if word == "" || nouns > 2 || !strings.HasPrefix(strings.ToLower(rest), word) {
			return false
		}
		rest, linked = rest[len(word):], false
	}
	return false
}

// linkLen returns the length of the word or sign at the start of s that ties a value to "default", or 0.
func linkLen(s string) int {
	for _, w := range []string{"value", "values", "is", "are", "to", "of", "as", "the", "be", "will", "being", "ist", "est", "es", "é", "à", "a",
		"valor", "valeur", "wert", "значение", "값은", "값", "은", "는"} {
		if len(s) >= len(w) && strings.EqualFold(s[:len(w)], w) && (len(s) == len(w) || !isWordByte(s[len(w)])) {
			return len(w)
		}
	}
	for _, w := range []string{":", "=", "：", "->", "→", "-", "–", "—", "(", "**", "*", "值", "为", "為", "是", "は", "値", "で", "的"} {
		if strings.HasPrefix(s, w) {
			return len(w)
		}
	}
	return 0
}

// precedes reports whether before, which comes right before the word for "default", ends with the value, as in "10 by
// default" and "`asc` (default)". after must not go on to name another value.
func (v defaultValue) precedes(before, after string) bool {
	if a := strings.TrimLeft(after, " "); a != "" && !strings.ContainsRune(").,;\n]*", firstRune(a)) {
		return false
	}
	before = strings.TrimRight(before, " ")
	for _, w := range []string{" by", " the", " is the", " is", "(the", "(", " -", " –", " —", ","} {
		if b, ok := strings.CutSuffix(before, w); ok {
			before = strings.TrimRight(b, " (,")
			break
		}
	}
	before = strings.TrimRight(before, "`'\"”*")
	if v.kind == defaultString && v.text == "" {
		return false
	}
	i := len(before) - len(v.text)
	if i < 0 {
		return false
	}
	if v.kind == defaultBool && !strings.EqualFold(before[i:], v.text) || v.kind != defaultBool && before[i:] != v.text {
		return false
	}
	return i == 0 || !isWordByte(before[i-1]) && strings.IndexByte("-./,", before[i-1]) < 0
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// leads reports whether s begins with the value and goes on with something else.
func (v defaultValue) leads(s string) bool {
	lower := strings.ToLower(s)
	switch v.kind {
	case defaultEmptyList:
		return strings.HasPrefix(strings.TrimLeft(s, "`'\"*"), "[]") || hasAnyPrefix(lower, "empty array", "empty list", "an empty array", "an empty list")
	case defaultString:
		if v.text == "" {
			return hasAnyPrefix(lower, `""`, "''", "``", "`\"\"`", "empty string", "an empty string")
		}
	}
	body := strings.TrimLeft(s, "`'\"“*")
	quoted := len(body) < len(s)
	switch v.kind {
	case defaultNumber:
		return sameNumber(body, v.text)
	case defaultBool:
		return len(body) >= len(v.text) && strings.EqualFold(body[:len(v.text)], v.text) && endsValue(body[len(v.text):])
	}
	rest, ok := strings.CutPrefix(body, v.text)
	if !ok {
		return false
	}
	if quoted {
		return rest != "" && strings.ContainsRune("`'\"”*", firstRune(rest))
	}
	return endsValue(rest)
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// endsValue reports whether a value can end where rest begins: not inside a longer word, path or number.
func endsValue(rest string) bool {
	if rest == "" {
		return true
	}
	r, n := utf8.DecodeRuneInString(rest)
	if r >= 0x2e80 {
		return true // no spaces between words
	}
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' {
		return false
	}
	if strings.ContainsRune("-./:@+", r) && n < len(rest) {
		q := firstRune(rest[n:])
		return !unicode.IsLetter(q) && !unicode.IsDigit(q) && q != '_'
	}
	return true
}

// sameNumber reports whether s begins with a number that equals want; "1,000" is 1000.
func sameNumber(s, want string) bool {
	i := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && !strings.ContainsRune("+-.,_eE", r) })
	if i < 0 {
		i = len(s)
	}
	got, rest := strings.TrimRight(s[:i], "+-.,_eE"), s[i:]
	if got == "" || !endsNumber(rest) {
		return false
	}
	if strings.Contains(got[1:], "-") && !strings.ContainsAny(got, "eE") {
		return false // a range or a date
	}
	if trailing := s[len(got):i]; strings.HasPrefix(trailing, "-") || strings.HasPrefix(trailing, "+") {
		return false
	}
	if got == want {
		return true
	}
	if j := strings.IndexByte(got, ','); j >= 0 {
		if len(got)-strings.LastIndexByte(got, ',') != 4 {
			return false
		}
		got = strings.ReplaceAll(got, ",", "")
	}
	if len(got) > 15 || len(want) > 15 {
		return false // beyond what a float tells apart; the spelling decided
	}
	a, err := strconv.ParseFloat(got, 64)
	b, err2 := strconv.ParseFloat(want, 64)
	return err == nil && err2 == nil && a == b
}

// endsNumber reports whether a number can end where rest begins: not before letters, unless they are a unit as in "30s".
func endsNumber(rest string) bool {
	i := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) || r >= 0x2e80 })
	if i < 0 {
		i = len(rest)
	}
	switch strings.ToLower(rest[:i]) {
	case "", "s", "ms", "px", "kb", "mb", "gb", "sec", "min":
		return true
	}
	return false
}
