package schemacompact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// abbreviationEnds reports whether a full stop after word ends a sentence when next (first rune r) follows. A word that
// is no abbreviation always does.
func abbreviationEnds(word string, r rune, next string) bool {
	lower := strings.ToLower(strings.TrimLeft(word, "(["))
	switch lower {
	case "e.g", "i.e", "eg", "ie", "vs", "cf", "viz", "resp", "approx", "ca", "incl", "excl", "esp", "mr", "mrs", "ms", "dr", "prof",
		"st", "fig", "figs", "eq", "vol", "ver", "pp", "al", "ff", "z.b", "d.h", "u.a", "bzw", "ggf", "vgl", "evtl", "inkl", "exkl",
		"p.ex", "p. ex", "ej", "p.ej", "т.е", "напр", "p.e", "a.k.a", "aka", "w.r.t", "abbr", "dept", "est":
		return false
	case "no", "nr", "nos", "art", "sec", "ch", "pos", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
		"dec", "p", "v", "n":
		return !unicode.IsDigit(r)
	case "max", "min", "avg", "std", "std.dev", "temp", "num":
		return unicode.IsUpper(r)
	case "etc", "usw", "a.m", "p.m", "etcetera":
		return unicode.IsUpper(r) || unicode.Is(unicode.Lo, r)
	case "inc", "ltd", "co", "corp", "jr", "sr", "llc", "gmbh":
		return isStarter(firstWord(next))
	}
	// Initials: "U.S." and "J. Doe" go on unless a word follows that only opens sentences.
	if isInitials(word) {
		return isStarter(firstWord(next))
	}
	return true
}

// isInitials recognises single letters joined by full stops.
func isInitials(w string) bool {
	if w == "" {
		return false
	}
	for part := range strings.SplitSeq(w, ".") {
		r, n := utf8.DecodeRuneInString(part)
		if n != len(part) || !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

// isStepWord reports whether s is nothing but a number, so that the full stop behind it numbers a step.
func isStepWord(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && len(s) <= 3 && strings.Trim(s, "0123456789") == ""
}

// lastWord returns the letters, digits and inner full stops at the end of s.
func lastWord(s string) string {
	i := strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' })
	if i < 0 {
		return s
	}
	_, n := utf8.DecodeRuneInString(s[i:])
	return s[i+n:]
}

// endsWord reports whether s ends with a word in lower case or with a closing bracket.
func endsWord(s string) bool {
	if strings.HasSuffix(s, ")") || strings.HasSuffix(s, "`") {
		return true
	}
	w := lastWord(s)
	return utf8.RuneCountInString(w) >= 3 && strings.ToLower(w) == w && !strings.Contains(w, ".")
}

// firstToken returns s up to its first space.
func firstToken(s string) string {
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		return s[:i]
	}
	return s
}

// firstWord returns the letters that s begins with, in lower case, if a word ends there.
func firstWord(s string) string {
	s = firstToken(s)
	i := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	if i < 0 {
		return strings.ToLower(s)
	}
	if strings.IndexByte("-,:'", s[i]) < 0 {
		return ""
	}
	return strings.ToLower(s[:i])
}

// isStarter reports whether the word opens sentences and hardly ever follows an abbreviation or a name.
func isStarter(w string) bool {
	switch w {
	case "the", "this", "that", "these", "those", "if", "when", "must", "only", "use", "used", "uses", "can", "cannot", "may", "might",
		"should", "will", "never", "always", "not", "no", "for", "to", "it", "its", "a", "an", "see", "set", "supports", "supported",
		"requires", "required", "returned", "returns", "read", "nullable", "inherited", "inherits", "specify", "default", "defaults",
		"optional", "note", "example", "valid", "possible", "in", "on", "by", "you", "leave", "pass", "each", "all", "any", "do",
		"with", "please", "max", "min", "maximum", "minimum", "format", "two", "one":
		return true
	}
	return false
}
