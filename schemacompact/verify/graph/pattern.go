package graph

import (
	"regexp"
	"regexp/syntax"
)

// A regular expression is plain if it is built of nothing but what RE2 and ECMA-262 with its flag u read alike: letters and
// harmless signs, sets and groups without specialities, and repetitions of something that can be repeated. What it has of
// balance and order RE2 checks.
const (
	sign    = `[A-Za-z0-9 _@:;,=!#%&'"<>~/\x60-]`
	escape  = `\\[dDwWsSnrtfv^$\\.*+?()\[\]{}|/]`
	member  = `(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9 _@:;,=!#%'"<>/.*+?()$|{}]|\\[dDwWsSnrtfv^$\\.*+?()\[\]{}|/-])`
	class   = `\[\^?-?` + member + `+-?\]`
	repeats = `(?:(?:[*+?]|\{[0-9]{1,3}(?:,[0-9]{0,3})?\})\??)?`
)

var plain = regexp.MustCompile(`^(?:(?:` + sign + `|` + escape + `|` + class + `|\.|\))` + repeats + `|\((?:\?:)?|[|^$]|\\b)*$`)

// isPlain reports whether a pattern is one to every validator beyond doubt.
func isPlain(pattern string) bool {
	if !plain.MatchString(pattern) {
		return false
	}
	_, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil
}
