package main

import (
	"strings"
	"unicode/utf8"
)

// A table is printed as Markdown whose columns are even in plain text too.
type table struct {
	head []string
	rows [][]string
}

// markdown returns the table: the first column to the left, the others to the right.
func (t table) markdown() string {
	widths := make([]int, len(t.head))
	for i, h := range t.head {
		widths[i] = max(3, utf8.RuneCountInString(h))
		for _, row := range t.rows {
			if i < len(row) {
				widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
			}
		}
	}
	var b strings.Builder
	line := func(cells []string) {
		for i, width := range widths {
			cell := ""
			if i < len(cells) {
				cell = cells[i]
			}
			gap := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
			if i == 0 {
				b.WriteString("| " + cell + gap)
			} else {
				b.WriteString(" | " + gap + cell)
			}
		}
		b.WriteString(" |\n")
	}
	line(t.head)
	rule := make([]string, len(widths))
	for i, width := range widths {
		rule[i] = strings.Repeat("-", width-1) + ":"
	}
	rule[0] = strings.Repeat("-", widths[0])
	line(rule)
	for _, row := range t.rows {
		line(row)
	}
	return b.String()
}
