package cli

import (
	"errors"
	"regexp"
	"strings"

	"github.com/schema-bench/schema-bench/internal/proc"
)

// message is the text of an error for people: one line, without what could steer a terminal, and without the names of
// the packages that the error came through, which mean nothing to them.
func message(err error) string {
	return proc.Sanitize(strings.Join(sentences(err, false), "; "))
}

// sentences returns the texts of an error, several if it joins several. Names of packages are taken off where an error
// begins, and never from what it quotes: inside says that one was taken off further out, after which the beginning of a
// last cause is more likely the name of a file.
func sentences(err error, inside bool) []string {
	text := err.Error()
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		var out []string
		for _, e := range several.Unwrap() {
			out = append(out, sentences(e, inside)...)
		}
		if joined := errors.Join(several.Unwrap()...); joined != nil && joined.Error() == text {
			return out
		}
		return []string{text}
	}
	cause := errors.Unwrap(err)
	if cause == nil {
		if inside {
			return []string{text}
		}
		return []string{packageName().ReplaceAllString(text, "")}
	}
	before, ok := strings.CutSuffix(text, cause.Error())
	if !ok {
		return []string{packageName().ReplaceAllString(text, "")}
	}
	plain := packageName().ReplaceAllString(before, "")
	rest := sentences(cause, inside || plain != before)
	for i := range rest {
		rest[i] = plain + rest[i]
	}
	return rest
}

func packageName() *regexp.Regexp {
	return regexp.MustCompile(`^(load|mcpsource|catalog|schema|schemacompact|verify|bench|tokens|fixtures|proc|render): `)
}
