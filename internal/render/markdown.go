package render

import (
	"bytes"
	"strings"
)

// markdownTable writes a table whose cells are fit for Markdown. Columns of numbers are aligned right.
func markdownTable(b *bytes.Buffer, cols []column, rows [][]string) {
	titles, rule := make([]string, len(cols)), make([]string, len(cols))
	for i, c := range cols {
		titles[i], rule[i] = c.title, "---"
		if c.right {
			rule[i] = "--:"
		}
	}
	for _, r := range append([][]string{titles, rule}, rows...) {
		b.WriteString("| " + strings.Join(r, " | ") + strings.Repeat(" |", 1+len(cols)-len(r)) + "\n")
	}
}

// markdownList writes foreign sentences as a list, each as code.
func markdownList(b *bytes.Buffer, title string, items []string) {
	if len(items) == 0 {
		return
	}
	b.WriteString("\n" + title + "\n\n")
	for _, s := range items {
		b.WriteString("- " + s + "\n")
	}
}

// nextMarkdown writes the commands to run next.
func nextMarkdown(b *bytes.Buffer, next []string) {
	var items []string
	for _, c := range next {
		items = append(items, code(c))
	}
	markdownList(b, "Next", items)
}

// warningsMarkdown writes warnings, each as code.
func warningsMarkdown(b *bytes.Buffer, lists ...[]error) {
	var items []string
	for _, l := range lists {
		for _, w := range l {
			items = append(items, code(w.Error()))
		}
	}
	markdownList(b, "Warnings", items)
}
