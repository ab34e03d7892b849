package llm

import (
	"strings"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

const (
	mask     = "***" // stands for what is not shown
	ellipsis = "…"   // stands for what was cut off

	maxText  = 4000 // bytes that are looked at of a text of a server
	maxShown = 400  // bytes that are shown of it
	// minPiece is how many characters in a row a text must share with the key to be taken for a piece of it. Servers
	// quote the first and the last few of a key, so that its owner knows which one it was.
	minPiece = 8
)

// A secret is a key that must not be shown.
type secret string

// safe returns text of a server fit for an error: one line, not long, without the key.
func (s secret) safe(t string) string {
	// Invisible characters are taken out before the key is looked for, which they could hide.
	return cut(s.mask(strings.TrimSpace(safetext.Plain(cut(t, maxText)))), maxShown)
}

// mask replaces the key and long pieces of it.
func (s secret) mask(t string) string {
	key := string(s)
	if len(key) < 4 {
		return t // a placeholder of a server that needs no key: it would garble everything
	}
	t = strings.ReplaceAll(t, key, mask)
	if len(key) < minPiece {
		return t
	}
	// The longest piece is taken at each place, so that no end of it is left over.
	var b strings.Builder
	for i := 0; i < len(t); {
		n := 0
		for i+n < len(t) && strings.Contains(key, t[i:i+n+1]) {
			n++
		}
		if n >= minPiece {
			b.WriteString(mask)
			i += n
			continue
		}
		b.WriteByte(t[i])
		i++
	}
	return b.String()
}

// cut shortens s to about n bytes, at the end of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + ellipsis
}
