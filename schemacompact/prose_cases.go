package schemacompact

import (
	"slices"
	"strings"
	"unicode"
)

// isCase reports whether a sentence speaks of one case only: "For text fields, provide a string." Without the comma, "When
// it begins" is no case.
func isCase(s string, words []string) bool {
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "for":
		return true
	case "if", "when", "on", "with":
		return strings.ContainsAny(s, ",，:")
	}
	return false
}

// standsAlone reports whether a sentence can open a description: it speaks of every case, begins with a word and says
// something.
func standsAlone(s string, words []string) bool {
	if isCase(s, words) || isWeak(words) || strings.IndexByte("`\"'([{-*", s[0]) >= 0 || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	switch words[0] {
	case "only", "also", "optional", "required", "it", "they", "this", "these", "omit", "otherwise", "and", "or", "unless":
		return false
	}
	return true
}

// instructs reports whether a sentence tells what to pass or what not to, in words that are no constraint elsewhere.
func (c proseContext) instructs(s string, words []string) bool {
	if len(words) < 2 {
		return false
	}
	second := words[1]
	switch words[0] {
	case "do", "dont", "avoid":
		return words[0] != "do" || second == "not"
	case "requires":
		// What the caller may do is not decided by an argument.
		return !slices.Contains(words, "permission") && !slices.Contains(words, "permissions")
	case "accepts":
		return true
	case "supports":
		return second != "filter" && second != "the" // how a value is queried, in the words of one large API
	case "supported":
		return true
	case "currently":
		return second == "only"
	case "set", "pass", "use", "send", "provide", "specify", "enter":
		return !c.hasEnum && c.typ != "boolean" && givesValue(s, words) || strings.Contains(s, "(not ")
	case "for", "if", "when":
		return slices.ContainsFunc(words, isInstruction) || slices.Contains(words, "use") && countLiterals(s) > 0
	}
	return false
}

// givesValue reports whether a value follows the first word, or "to" behind it: "Set to 0 to unassign", "Pass `null` to".
func givesValue(s string, words []string) bool {
	second := words[1]
	if second == "to" && len(words) > 2 {
		second = words[2]
	}
	if isPlainValue(second) {
		return true
	}
	_, rest, _ := strings.Cut(s, " ")
	rest = strings.TrimPrefix(rest, "to ")
	return rest != "" && strings.IndexByte("`\"'", rest[0]) >= 0
}

// isPlainValue reports whether a word is a value of its own.
func isPlainValue(w string) bool {
	switch w {
	case "null", "true", "false", "empty", "0", "1":
		return true
	}
	return false
}

// isInstruction reports whether a word tells a caller to give something.
func isInstruction(w string) bool {
	switch w {
	case "provide", "pass", "set", "specify", "send", "include", "should":
		return true
	}
	return false
}

// states reports whether every number of a sentence is a bound that the node has.
func (c proseContext) states(words []string) bool {
	for _, w := range words {
		if strings.IndexFunc(w, func(r rune) bool { return !unicode.IsDigit(r) }) < 0 && !slices.Contains(c.bounds, w) {
			return false
		}
	}
	return c.hasBound
}

// maxBinding is the length in bytes of the longest sentence that is taken to bind two parameters because it names the
// other one. "Pair with limit_enabled." does; long ones mention it in passing.
const maxBinding = 80

// namesSibling reports whether a short sentence speaks of another parameter, by a name that is no plain word.
func (c proseContext) namesSibling(s string) bool {
	if len(s) > maxBinding || c.siblings == nil {
		return false
	}
	for name := range c.siblings {
		if len(name) > 3 && strings.Contains(s, name) && (strings.Contains(name, "_") || strings.IndexFunc(name[1:], unicode.IsUpper) >= 0) {
			return true
		}
	}
	return false
}

// restatesPresence reports whether a sentence says no more than that the parameter is required or optional, which the
// schema says too: "Optional.", "This is a required field."
func (c proseContext) restatesPresence(words []string) bool {
	said := ""
	for _, w := range words {
		switch {
		case w == "required" || w == "optional":
			said = w
		case !isFiller(w):
			return false
		}
	}
	return said != "" && said == c.presence
}
