package login

import (
	"net/http"
	"strings"
)

// A Challenge is what a server says when it wants a login, or a better one. Members that it does not mention are empty.
type Challenge struct {
	Metadata string // the address of its protected resource metadata
	Scope    string // what the login needs, names with blanks between
	Error    string // such as insufficient_scope
}

// ReadChallenge reads the WWW-Authenticate headers of an answer. It takes the parameters of bearer challenges; those of
// other schemes are skipped. A header that is malformed counts as far as it can be read.
func ReadChallenge(h http.Header) Challenge {
	var c Challenge
	for _, text := range h.Values("WWW-Authenticate") {
		bearer := false
		for text != "" {
			text = strings.TrimLeft(text, " \t,")
			n := tokenLength(text)
			if n == 0 {
				if text != "" {
					text = text[1:]
				}
				continue
			}
			name, rest := text[:n], strings.TrimLeft(text[n:], " \t")
			if !strings.HasPrefix(rest, "=") { // a scheme: what follows belongs to it
				bearer, text = strings.EqualFold(name, "Bearer"), rest
				continue
			}
			var value string
			value, text = paramValue(strings.TrimLeft(rest[1:], " \t"))
			if !bearer {
				continue
			}
			for _, p := range []struct {
				name string
				to   *string
			}{{"resource_metadata", &c.Metadata}, {"scope", &c.Scope}, {"error", &c.Error}} {
				if strings.EqualFold(name, p.name) && *p.to == "" {
					*p.to = value
				}
			}
		}
	}
	return c
}

// tokenLength is how many bytes at the beginning are letters, digits and what else names are made of.
func tokenLength(s string) int {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"(),/:;<=>?@[\\]{}", c) >= 0 {
			return i
		}
	}
	return len(s)
}

// paramValue takes a value, in quotes or without, off the beginning of a text.
func paramValue(s string) (value, rest string) {
	if !strings.HasPrefix(s, `"`) {
		n := strings.IndexAny(s, ", \t")
		if n < 0 {
			n = len(s)
		}
		return s[:n], s[n:]
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
			fallthrough
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), ""
}
