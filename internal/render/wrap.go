package render

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// paragraph writes a text behind a label, broken at words into lines that fit the terminal; lines after the first begin
// with hang. The text must be fit for a terminal. Without a terminal it is one line.
func paragraph(b *bytes.Buffer, label, hang, text, color string, opt Options) {
	first, rest := 0, 0
	if opt.Width > 0 {
		first, rest = max(1, opt.Width-columns(plain(label))), max(1, opt.Width-columns(hang))
	}
	for i, l := range wrap(text, first, rest, false) {
		if i > 0 {
			label = hang
		}
		b.WriteString(label + paint(l, color, opt) + "\n")
	}
}

// sentence writes a text that has no label.
func sentence(b *bytes.Buffer, text string, opt Options) { paragraph(b, "", "", text, "", opt) }

// foreign writes a text that may be of any words. None of them begins a line, where it could pass for one of ours.
func foreign(b *bytes.Buffer, text string, opt Options) { paragraph(b, "", "  ", text, "", opt) }

// warningsText writes warnings behind an empty line.
func warningsText(b *bytes.Buffer, warnings []error, opt Options) {
	for i, w := range warnings {
		if i == 0 {
			b.WriteByte('\n')
		}
		paragraph(b, paint("warning:", "33", opt)+" ", "  ", line(w.Error()), "", opt)
	}
}

// wrap breaks a text at spaces so that its first line takes at most first columns and every other one at most rest; 0
// breaks nothing. A longer word has a line of its own or, if it may be broken, several.
func wrap(s string, first, rest int, breakWords bool) []string {
	if first <= 0 || columns(s) <= first {
		return []string{s}
	}
	var lines []string
	current, used, room := "", 0, first
	flush := func() {
		lines = append(lines, strings.TrimRight(current, " "))
		current, used, room = "", 0, rest
	}
	for i, word := range words(s) {
		n := columns(word)
		if i > 0 && current != "" {
			if used+1+n <= room {
				current, used = current+" "+word, used+1+n
				continue
			}
			flush()
		}
		for breakWords && n > room {
			head := word[:prefix(word, room)]
			current = head
			flush()
			word = word[len(head):]
			n = columns(word)
		}
		current, used = word, n
	}
	if current != "" {
		flush()
	}
	return lines
}

// words splits a text at its spaces, but keeps a number together with its percent sign.
func words(s string) []string {
	var out []string
	for _, w := range strings.Split(s, " ") {
		if len(out) > 0 && strings.HasPrefix(w, "%") {
			out[len(out)-1] += " " + w
			continue
		}
		out = append(out, w)
	}
	return out
}

// prefix returns how many bytes of a text fit into a number of columns, at least those of its first character. A joiner
// or a mark takes no column and so stays with the character before it.
func prefix(s string, room int) int {
	end, taken := 0, 0
	for i, r := range s {
		if taken += columns(string(r)); taken > room && end > 0 {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return end
}
