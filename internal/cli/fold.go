package cli

import "strings"

// helpWidth is the width that help is wrapped to: that of the narrowest terminal in use.
const helpWidth = 80

// fold wraps a help text. Lines that follow each other are a paragraph; one that is indented stands alone, and what is
// too long of it goes on under its last column.
func fold(text string, width int) string {
	var out, paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			out = append(out, wrap(strings.Join(paragraph, " "), "", width)...)
		}
		paragraph = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		switch trimmed := strings.TrimLeft(line, " "); {
		case trimmed == "":
			flush()
			out = append(out, "")
		case trimmed != line || strings.HasSuffix(line, ":"):
			flush()
			out = append(out, hang(line, width)...)
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
	return strings.Join(out, "\n")
}

// hang wraps one line, and indents what follows to where its last column begins.
func hang(line string, width int) []string {
	text := strings.TrimLeft(line, " ")
	indent := len(line) - len(text)
	if i := strings.LastIndex(text, "  "); i >= 0 && len([]rune(text[:i])) < width/2 {
		column := len([]rune(line[:indent+i+2]))
		lines := wrap(text[i+2:], strings.Repeat(" ", column), width)
		lines[0] = line[:indent+i+2] + strings.TrimLeft(lines[0], " ")
		return lines
	}
	return wrap(text, strings.Repeat(" ", indent), width)
}

// wrap breaks a text at blanks into lines that begin with an indent. A word that is too long for a line gets its own.
func wrap(text, indent string, width int) []string {
	lines := []string{indent}
	used := len(indent)
	for i, word := range strings.Fields(text) {
		n := len([]rune(word))
		last := &lines[len(lines)-1]
		switch {
		case i == 0:
			*last += word
			used += n
		case used+1+n <= width:
			*last += " " + word
			used += 1 + n
		default:
			lines = append(lines, indent+word)
			used = len(indent) + n
		}
	}
	return lines
}
