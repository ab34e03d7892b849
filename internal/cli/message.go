package cli

import (
	"errors"
	"strings"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

// message is the text of an error for people: one line, without what could steer a terminal, and without the names of
// the packages that the error came through, which mean nothing to them.
func message(err error) string { return safetext.Plain(plain(err, false)) }

// plain takes the names of packages off the beginnings of an error and of what it wraps. Nothing else is a beginning:
// what an error quotes stays. Once a name was taken off, an error that wraps nothing keeps its own beginning: that is
// more likely the name of a file.
func plain(err error, taken bool) string {
	text := err.Error()
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		inner := several.Unwrap()
		if joined := errors.Join(inner...); joined == nil || joined.Error() != text {
			return text
		}
		var parts []string
		for _, e := range inner {
			if e != nil {
				parts = append(parts, plain(e, taken))
			}
		}
		return strings.Join(parts, "; ")
	}
	cause := errors.Unwrap(err)
	if cause == nil && taken {
		return text
	}
	own, rest := text, ""
	if cause != nil && strings.HasSuffix(text, cause.Error()) {
		own = strings.TrimSuffix(text, cause.Error())
	} else {
		cause = nil
	}
	if name, after, ok := strings.Cut(own, ": "); ok && isPackage(name) {
		own, taken = after, true
	}
	if cause != nil {
		rest = plain(cause, taken)
	}
	return own + rest
}

// isPackage reports whether a word is what the errors of a package of this program begin with.
func isPackage(word string) bool {
	switch word {
	case "load", "mcpsource", "catalog", "schema", "schemacompact", "verify", "bench", "tokens", "fixtures", "proc", "render", "targets", "openapi":
		return true
	}
	return false
}
