package schemacompact

import (
	"regexp"
	"slices"
	"strings"
)

// markdownLink is a link with words of its own. Nested brackets and targets with spaces are left alone.
var markdownLink = regexp.MustCompile("\\[([^\\[\\]\n`]*[\\pL\\pN][^\\[\\]\n`]*)\\]\\(https?://[^()\\s]*\\)")

// unlink replaces Markdown links to the web by their words. A model cannot follow them from a description, and an
// address is paid for letter by letter. A link whose words are an address themselves stays, and so does everything in
// code, and an image.
func unlink(text string) string {
	if !strings.Contains(text, "](http") || strings.Contains(text, "```") {
		return text
	}
	var code []proseSpan
	for at, end := range protectedSpans(text) {
		if text[at] == '`' {
			code = append(code, proseSpan{at, end})
		}
	}
	slices.SortFunc(code, func(a, b proseSpan) int { return a.start - b.start })
	var b strings.Builder
	last := 0
	for _, m := range markdownLink.FindAllStringSubmatchIndex(text, -1) {
		for len(code) > 0 && code[0].end <= m[0] {
			code = code[1:]
		}
		inCode := len(code) > 0 && code[0].start < m[0]
		words := text[m[2]:m[3]]
		if inCode || strings.Contains(words, "://") || m[0] > 0 && text[m[0]-1] == '!' {
			continue
		}
		b.WriteString(text[last:m[0]])
		b.WriteString(words)
		last = m[1]
	}
	return b.String() + text[last:]
}
