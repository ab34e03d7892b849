package sample

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A modifier changes the form of a word or of a sentence.
type modifier func(string) string

var modifiers = map[string]modifier{
	"s":     plural,
	"ed":    past,
	"ing":   progressive,
	"cap":   capital,
	"words": func(s string) string { return strings.ReplaceAll(s, "_", " ") },
	"plain": func(s string) string { return strings.ReplaceAll(s, `"`, "'") },
	"base":  func(s string) string { return s[strings.LastIndexByte(s, '/')+1:] },
	"name":  func(s string) string { return s },
}

// form returns the part of an entry "stem|past|ing", or nothing if the word follows the rules.
func form(s string, i int) string {
	if f := strings.Split(s, "|"); i < len(f) {
		return f[i]
	}
	return ""
}

func plural(s string) string {
	s = form(s, 0)
	switch {
	case s == "":
		return ""
	case endsWith(s, "s", "x", "z", "ch", "sh"):
		return s + "es"
	case strings.HasSuffix(s, "y") && !vowelBefore(s):
		return s[:len(s)-1] + "ies"
	default:
		return s + "s"
	}
}

func past(s string) string {
	if f := form(s, 1); f != "" {
		return f
	}
	switch {
	case strings.HasSuffix(s, "e"):
		return s + "d"
	case strings.HasSuffix(s, "y") && !vowelBefore(s):
		return s[:len(s)-1] + "ied"
	default:
		return s + "ed"
	}
}

func progressive(s string) string {
	if f := form(s, 2); f != "" {
		return f
	}
	if strings.HasSuffix(s, "e") && !strings.HasSuffix(s, "ee") {
		s = s[:len(s)-1]
	}
	return s + "ing"
}

func endsWith(s string, ends ...string) bool {
	for _, e := range ends {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

// vowelBefore reports whether the last but one letter is a vowel.
func vowelBefore(s string) bool {
	return len(s) < 2 || strings.IndexByte("aeiou", s[len(s)-2]) >= 0
}

func capital(s string) string {
	s, _, _ = strings.Cut(s, "|")
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// The spellings of names in programs.

func camel(words []string) string {
	return words[0] + pascal(words[1:])
}

func pascal(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(capital(w))
	}
	return b.String()
}

func snake(words []string) string  { return strings.Join(words, "_") }
func kebab(words []string) string  { return strings.Join(words, "-") }
func shouty(words []string) string { return strings.ToUpper(snake(words)) }
