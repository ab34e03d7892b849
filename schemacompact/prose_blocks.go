package schemacompact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// unitKind says what a unit of prose is.
type unitKind int

const (
	unitSentence unitKind = iota
	unitList              // bulleted, numbered, or lines of "value: meaning"
	unitTable
	unitFence
)

// A proseUnit is the smallest piece that cutProse keeps or removes: a sentence, or a block together with the line
// that leads into it. Its span has no space at either end; what lies between two units is their separator.
type proseUnit struct {
	start, end int
	kind       unitKind
}

// splitProse splits text into units, in order. Everything outside of them is white space.
func splitProse(text string) []proseUnit {
	var units []proseUnit
	lines := splitLines(text)
	for i := 0; i < len(lines); {
		kind := lines[i].kind
		j := i + 1
		switch kind {
		case lineBlank:
			i++
			continue
		case lineFence:
			j = fenceEnd(text, lines, i)
			units = appendUnit(units, text, lines[i].start, lines[j-1].end, unitFence)
		case lineItem:
			j = listEnd(text, lines, i)
			units = appendUnit(units, text, lines[i].start, lines[j-1].end, unitList)
		case lineTable:
			for j < len(lines) && lines[j].kind == lineTable {
				j++
			}
			units = appendUnit(units, text, lines[i].start, lines[j-1].end, unitTable)
		case lineHeading:
			units = appendUnit(units, text, lines[i].start, lines[i].end, unitSentence)
		default:
			for j < len(lines) && lines[j].kind == lineText {
				j++
			}
			units = appendSentences(units, text, lines[i].start, lines[j-1].end)
		}
		i = j
	}
	return glue(text, units)
}

// glue joins units that mean nothing apart: a heading or a line that ends with a colon and what follows it, and the
// steps of a list that is written into the line.
func glue(text string, units []proseUnit) []proseUnit {
	out := units[:0]
	for _, u := range units {
		if n := len(out); n > 0 {
			prev := &out[n-1]
			step := stepNumber(text[u.start:u.end])
			switch {
			case leadsOn(text[prev.start:prev.end]) && prev.kind == unitSentence:
				prev.end, prev.kind = u.end, u.kind
				continue
			case step > 1 && u.kind == unitSentence && lastStep(text[prev.start:prev.end]) == step-1:
				prev.end, prev.kind = u.end, unitList
				continue
			}
		}
		out = append(out, u)
	}
	return out
}

// leadsOn reports whether s announces what comes after it.
func leadsOn(s string) bool {
	if strings.HasPrefix(s, "#") && !strings.Contains(s, "\n") && isHeading(s) {
		return true
	}
	s = strings.TrimRight(s, "*_ ")
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：")
}

// stepNumber returns n for a text that begins "n. " or "n) ", otherwise 0.
func stepNumber(s string) int {
	n, i := 0, 0
	for i < len(s) && i < 3 && s[i] >= '0' && s[i] <= '9' {
		n = n*10 + int(s[i]-'0')
		i++
	}
	if i == 0 || i+1 >= len(s) || s[i] != '.' && s[i] != ')' || s[i+1] != ' ' {
		return 0
	}
	return n
}

// lastStep returns the number of the last step written into s.
func lastStep(s string) int {
	last := stepNumber(s)
	for i := 1; i < len(s); i++ {
		if s[i-1] == ' ' && s[i] >= '0' && s[i] <= '9' {
			if n := stepNumber(s[i:min(len(s), i+5)]); n == last+1 {
				last = n
			}
		}
	}
	return last
}

type lineKind int

const (
	lineText lineKind = iota
	lineBlank
	lineFence
	lineItem
	lineTable
	lineHeading
)

type proseLine struct {
	start, end int // without the newline
	kind       lineKind
}

func splitLines(text string) []proseLine {
	var lines []proseLine
	for start := 0; start <= len(text); {
		end := len(text)
		if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i
		}
		lines = append(lines, proseLine{start, end, lineKindOf(text[start:end])})
		start = end + 1
	}
	return lines
}

func lineKindOf(line string) lineKind {
	s := strings.TrimSpace(line)
	switch {
	case s == "":
		return lineBlank
	case strings.Count(s, "```")%2 == 1, strings.HasPrefix(s, "~~~"):
		return lineFence
	case strings.HasPrefix(s, "|"):
		return lineTable
	case isHeading(s):
		return lineHeading
	case isItem(s):
		return lineItem
	}
	return lineText
}

func isHeading(s string) bool {
	n := len(s) - len(strings.TrimLeft(s, "#"))
	return n >= 1 && n <= 6 && n < len(s) && s[n] == ' '
}

// isItem reports whether s is a line of a list: a bullet, a number, or a value and its meaning.
func isItem(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	if strings.ContainsRune("-*+•‣·–—◦▪", r) && strings.HasPrefix(s[n:], " ") {
		return true
	}
	if stepNumber(s) > 0 {
		return true
	}
	if len(s) > 2 && r >= 'a' && r <= 'z' && s[1] == ')' && s[2] == ' ' {
		return true
	}
	return isValueLine(s)
}

// isValueLine recognises "fast: skips checks" and "0 = off". A label such as "Example:" is no value.
func isValueLine(s string) bool {
	i := strings.IndexAny(s, " \t:=")
	if i <= 0 || i > 40 {
		return false
	}
	word := s[:i]
	rest := strings.TrimLeft(s[i:], " \t")
	sep := false
	for _, p := range []string{": ", "= ", "=> ", "-> ", "→ ", "- ", "– ", "— "} {
		if strings.HasPrefix(rest, p) {
			sep = true
			break
		}
	}
	if !sep {
		return false
	}
	r, _ := utf8.DecodeRuneInString(word)
	if strings.ContainsRune("`'\"", r) || unicode.IsDigit(r) {
		return true
	}
	// A capital letter makes it a label, unless the whole word is a constant.
	return unicode.IsLower(r) || len(word) > 1 && strings.ToUpper(word) == word && !isLabel(strings.ToLower(word))
}

func isLabel(w string) bool {
	switch w {
	case "note", "notes", "example", "examples", "default", "warning", "important", "deprecated", "required", "optional", "todo", "tip", "caution", "format":
		return true
	}
	return false
}

// fenceEnd returns the line after the fence that opens on line i; an unclosed one runs to the end.
func fenceEnd(text string, lines []proseLine, i int) int {
	mark := "```"
	if strings.HasPrefix(strings.TrimSpace(text[lines[i].start:lines[i].end]), "~~~") {
		mark = "~~~"
	}
	for j := i + 1; j < len(lines); j++ {
		if strings.Contains(text[lines[j].start:lines[j].end], mark) {
			return j + 1
		}
	}
	return len(lines)
}

// listEnd returns the line after the list that begins on line i: items, the lines that continue them, and the blank
// lines between items.
func listEnd(text string, lines []proseLine, i int) int {
	end := i + 1
	for j := i + 1; j < len(lines); j++ {
		switch l := lines[j]; {
		case l.kind == lineBlank:
			continue
		case l.kind == lineItem:
		case l.kind == lineFence && isIndented(text[l.start:l.end]):
			j = fenceEnd(text, lines, j) - 1
		case l.kind == lineText && isIndented(text[l.start:l.end]):
		case l.kind == lineText && lines[j-1].kind != lineBlank && startsLower(text[l.start:l.end]):
		default:
			return end
		}
		end = j + 1
	}
	return end
}

func isIndented(line string) bool {
	return strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")
}

func startsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(s))
	return unicode.IsLower(r)
}

// appendUnit adds text[start:end] without the space around it, if anything is left.
func appendUnit(units []proseUnit, text string, start, end int, kind unitKind) []proseUnit {
	s := text[start:end]
	t := strings.TrimSpace(s)
	if t == "" {
		return units
	}
	start += strings.Index(s, t)
	return append(units, proseUnit{start, start + len(t), kind})
}
