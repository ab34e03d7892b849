package schemacompact

import (
	"regexp"
	"strings"
)

// markdownLink is a link with words of its own. Nested brackets and targets with spaces are left alone.
var markdownLink = regexp.MustCompile("\\[([^\\[\\]\n`]*[\\pL\\pN][^\\[\\]\n`]*)\\]\\(https?://[^()\\s]*\\)")

// unlink replaces Markdown links to the web by their words. A model cannot follow them from a description, and an
// address is paid for letter by letter. A link whose words are an address themselves stays, and so does everything in
// code, and an image.
func unlink(text string) string {
	if !strings.Contains(text, "](http") {
		return text
	}
	protected := protectedSpans(text)
	inCode := func(i int) bool {
		for at, end := range protected {
			if text[at] == '`' && at < i && i < end {
				return true
			}
		}
		return false
	}
	var b strings.Builder
	last := 0
	for _, m := range markdownLink.FindAllStringSubmatchIndex(text, -1) {
		words := text[m[2]:m[3]]
		if strings.Contains(words, "://") || m[0] > 0 && text[m[0]-1] == '!' || inCode(m[0]) || strings.Contains(text, "```") {
			continue
		}
		b.WriteString(text[last:m[0]])
		b.WriteString(words)
		last = m[1]
	}
	return b.String() + text[last:]
}
