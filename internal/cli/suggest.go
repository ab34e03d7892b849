package cli

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/load"
)

// longestSuggestion is how long a command may be to be worth showing: a pattern that a shell expanded makes pages of it.
const longestSuggestion = 500

// again returns the command line that runs a command on the same sources, with flags, or nothing if it could not be run
// as it stands: standard input is gone, and what holds a secret is not repeated.
func (l *loaded) again(e *env, command string, flags ...string) []string {
	piped := func(s load.Source) bool { return s.String() == "-" }
	if l.secret || slices.ContainsFunc(l.sources, piped) {
		return nil
	}
	words := []string{"schema-bench", command}
	flags = slices.Concat(l.options, flags)
	switch {
	case l.configured:
		words = append(words, flags...)
	case l.dash >= 0: // flags have to stand before the command of the server
		words = append(words, flags...)
		words = append(words, l.spelled(e)...)
	default:
		words = append(words, l.spelled(e)...)
		words = append(words, flags...)
	}
	line := strings.Join(words, " ")
	if len(line) > longestSuggestion {
		return nil
	}
	return []string{line}
}

// spelled returns the sources as they would be typed again.
func (l *loaded) spelled(e *env) []string {
	var words []string
	for i, a := range l.args {
		if i == l.dash {
			words = append(words, "--")
		}
		if e.Self != "" && a == e.Self {
			a = "schema-bench"
		}
		words = append(words, shellWord(a))
	}
	return words
}

// single reports whether there is one catalog, of one source.
func (l *loaded) single() bool { return len(l.sources) == 1 && len(l.catalogs)+l.failed == 1 }

// shellWord quotes a word for a POSIX shell where it needs it.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("@%+=:,./_-#~", r)
	}
	if s != "" && s[0] != '~' && s[0] != '#' && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
