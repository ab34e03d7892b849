package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

// hostile and line are the rules of package safetext for what may be shown.
func hostile(r rune) bool  { return safetext.Hostile(r) }
func line(s string) string { return safetext.Line(s) }

// code makes foreign text a Markdown code span. Inside of one nothing is markup: no HTML, no link and no mention, whatever
// the text says.
func code(s string) string {
	s = line(s)
	if strings.TrimSpace(s) == "" {
		return "(empty)"
	}
	fence, run := 1, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		fence = max(fence, run+1)
	}
	pad := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.HasPrefix(s, " ") && strings.HasSuffix(s, " ") {
		pad = " " // taken off again by the reader
	}
	ticks := strings.Repeat("`", fence)
	return ticks + pad + s + pad + ticks
}

// codeCell is code for a table. There a bar ends the cell even inside a code span; a backslash in front of it keeps it
// from doing so and is taken off again.
func codeCell(s string) string { return strings.ReplaceAll(code(s), "|", `\|`) }

// cell makes foreign text fit for a CSV field: no spreadsheet takes it for a formula. Some take off blanks before they
// look, and some read the wide forms of the signs as the signs.
func cell(s string) string {
	head := strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || hostile(r) })
	r, _ := utf8.DecodeRuneInString(head)
	if s = line(s); head != "" && strings.ContainsRune("=+-@＝＋－＠", r) {
		return "'" + s
	}
	return s
}

// escapeJSON spells what is hostile in the strings of a JSON text as escapes. Outside of strings JSON has nothing of the
// kind but line breaks and tabs, which stay.
func escapeJSON(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case r == '\n' || r == '\t' || !hostile(r):
			out = append(out, b[i:i+size]...)
		case r > 0xffff:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += size
	}
	return out
}
