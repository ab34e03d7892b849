package sample

import (
	"fmt"
	"strings"
)

// proseDocument is a chapter or an article; every third is broken into lines, as in text files.
func proseDocument(w *writer) string {
	var b strings.Builder
	b.WriteString(w.say("heading") + "\n\n")
	wrap := w.IntN(3) == 0
	for range 6 + w.IntN(20) {
		var sentences []string
		for range 2 + w.IntN(7) {
			sentences = append(sentences, w.say("sentence"))
		}
		paragraph := strings.Join(sentences, " ")
		if wrap {
			paragraph = wrapped(paragraph, 72)
		}
		b.WriteString(paragraph + "\n\n")
		if w.IntN(12) == 0 {
			b.WriteString(w.say("heading") + "\n\n")
		}
	}
	return b.String()
}

func wrapped(s string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(s) {
		switch {
		case i == 0:
		case column+len(word) >= width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// codeDocument is a source file.
func codeDocument(w *writer) string {
	language := []string{"go", "rs", "cpp", "py"}[w.IntN(4)]
	return w.program(language, 4+w.IntN(12))
}

func (w *writer) program(language string, parts int) string {
	w.indent = "    "
	if language == "go" {
		w.indent = "\t"
	}
	var b strings.Builder
	b.WriteString(w.say(language+".head") + "\n")
	for range parts {
		b.WriteString(w.say(language+".top") + "\n")
		if language == "py" {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// cjkDocument is Chinese or Japanese: a document about software in Markdown, or an essay without a Latin letter. Essays
// are a quarter of the bytes.
func cjkDocument(w *writer) string {
	z := []string{"z", "j"}[w.IntN(2)]
	var b strings.Builder
	paragraph := func(rule string, n int) {
		for range n {
			b.WriteString(w.say(rule))
		}
		b.WriteString("\n\n")
	}
	if w.IntN(3) == 0 {
		for range 3 + w.IntN(14) {
			paragraph(z+"s", 3+w.IntN(6))
		}
		return b.String()
	}
	fmt.Fprintf(&b, "# %s %s\n\n", capital(w.say("tech")), w.say(z+"title"))
	for range 3 + w.IntN(5) {
		fmt.Fprintf(&b, "## %s\n\n", w.say(z+"title"))
		paragraph(z+"ds", 2+w.IntN(4))
		switch w.IntN(4) {
		case 0:
			for range 3 + w.IntN(5) {
				fmt.Fprintf(&b, "- **%s**: %s\n", w.say(z+"title"), w.say(z+"ds"))
			}
			b.WriteString("\n")
		case 1:
			fmt.Fprintf(&b, "| %s | %s | %s |\n| --- | --- | --- |\n", w.say(z+"n"), w.say(z+"n"), w.say(z+"n"))
			for range 3 + w.IntN(5) {
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", snake(w.fresh()), w.say(z+"np"), w.say(z+"c"))
			}
			b.WriteString("\n")
		case 2:
			fmt.Fprintf(&b, "```python\n%s```\n\n", w.program("py", 1))
		}
		paragraph(z+"s", 2+w.IntN(5))
	}
	return b.String()
}

// logDocument is the output of one program, or a table from a terminal.
func logDocument(w *writer) string {
	var b strings.Builder
	lines := []string{"line.java", "line.go", "line.sys", "line.access", "line.json", "line.dmesg"}
	rows := []string{"row.ls", "row.ps", "row.pods", "row.sql", "row.test", "row.build", "row.diff"}
	traces := []string{"trace.java", "trace.py", "trace.go"}
	if w.IntN(3) == 0 {
		row := rows[w.IntN(len(rows))]
		fmt.Fprintf(&b, "$ %s --%s\n%s\n", w.say("tech"), kebab(w.fresh()), strings.Repeat("-", 20+w.IntN(80)))
		for range 8 + w.IntN(40) {
			b.WriteString(w.say(row) + "\n")
		}
		return b.String()
	}
	line, trace := lines[w.IntN(len(lines))], traces[w.IntN(len(traces))]
	for range 15 + w.IntN(60) {
		b.WriteString(w.say(line) + "\n")
		switch w.IntN(40) {
		case 0:
			b.WriteString(w.say(trace) + "\n")
		case 1:
			b.WriteString("\n    \n\n" + strings.Repeat("=", 10+w.IntN(70)) + "\n")
		}
	}
	return b.String()
}

// mixedDocument is a handful of lines in as many scripts.
func mixedDocument(w *writer) string {
	var b strings.Builder
	for range 20 + w.IntN(40) {
		b.WriteString(w.say("ms"))
		b.WriteByte(" \n"[w.IntN(2)])
	}
	return b.String()
}
