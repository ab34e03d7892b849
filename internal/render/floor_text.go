package render

import (
	"bytes"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
)

func partShades() []shade {
	return []shade{
		{"█", "D", "36", "description"},
		{"▓", "I", "34", "input schema"},
		{"▒", "O", "35", "output schema"},
		{"░", ".", "2", "rest: name, framing"},
	}
}

// byShade returns the parts as they are drawn. The rest is what no column of its own shows.
func byShade(c bench.Cost) []int {
	return []int{c.Description, c.Input, c.Output, rest(c)}
}

func rest(c bench.Cost) int { return c.Name + c.Framing }

func floorText(b *bytes.Buffer, r *FloorReport, opt Options) error {
	paragraph(b, "", "", r.headline(line), bold, opt)
	if t := r.texts(); len(t) > 1 {
		sentence(b, strings.Join(t, " + ")+" tokens", opt)
	}
	for _, s := range []string{r.naive(), r.counted(), r.bill(), r.through()} {
		if s != "" {
			sentence(b, line(s), opt)
		}
	}
	b.WriteByte('\n')
	floorTable(b, r, opt)
	if n, of := r.half(), r.read(); of > 3 && 3*n <= of {
		largest := "largest"
		if n > 1 {
			largest += " " + count(n)
		}
		b.WriteByte('\n')
		sentence(b, "Half of the tools' tokens are in the "+largest+" of "+plural(of, "tool")+".", opt)
	}
	offendersText(b, r, opt)
	savingsText(b, r.Floor, opt)
	sessionText(b, r, opt)
	remarks(b, r, opt)
	b.WriteByte('\n')
	paragraph(b, "", "  ", unitLine(r.Floor), dim, opt)
	nextText(b, r.Next, opt)
	return nil
}

func floorTable(b *bytes.Buffer, r *FloorReport, opt Options) {
	f := r.Floor
	tools, more, moreTokens := r.listed()
	if len(tools) == 0 {
		return
	}
	sources, output := r.sources(), f.Parts().Output > 0
	most := tools[0].Tokens()
	for _, t := range tools {
		most = max(most, t.Tokens())
	}
	drawn := 0
	cols := []column{{title: "tool", name: true}}
	if sources != nil {
		cols = append(cols, column{title: "from", name: true})
	}
	cols = append(cols, column{title: "tokens", right: true}, column{title: "share", right: true, drop: 1},
		column{title: "description", right: true, drop: 2}, column{title: "input", right: true, drop: 3})
	if output {
		cols = append(cols, column{title: "output", right: true, drop: 4})
	}
	cols = append(cols, column{title: "rest", right: true, drop: 5}, column{bar: 16, draw: func(row, width int) string {
		drawn = width
		if row >= len(tools) {
			return ""
		}
		return stack(byShade(tools[row].Parts), partShades(), most, width, opt)
	}})
	var rows [][]string
	for _, t := range tools {
		row := []string{line(t.Name)}
		if t.Name == "" {
			row[0] = "(no name)"
		}
		if sources != nil {
			row = append(row, line(sources[t.Source]))
		}
		share := part(t.Tokens(), f.ToolTokens())
		if t.Deferred {
			share = "deferred"
		}
		row = append(row, count(t.Tokens()), share, count(t.Parts.Description), count(t.Parts.Input))
		if output {
			row = append(row, count(t.Parts.Output))
		}
		rows = append(rows, append(row, count(rest(t.Parts))))
	}
	if more > 0 {
		row := []string{"and " + plural(more, "more tool")}
		if sources != nil {
			row = append(row, "")
		}
		rows = append(rows, append(row, count(moreTokens), part(moreTokens, f.ToolTokens())))
	}
	if f.Around > 0 {
		row := []string{"around all tools"}
		if sources != nil {
			row = append(row, "")
		}
		rows = append(rows, append(row, count(f.Around), part(f.Around, f.ToolTokens())))
	}
	if !table(b, "  ", cols, rows, opt) {
		return
	}
	shades := partShades()
	if !output {
		shades = slices.Delete(shades, 2, 3)
	}
	note := ""
	if cell := (most + drawn/2) / drawn; cell > 1 {
		note = "one cell: " + plural(cell, "token") + ", rounded"
	}
	legend(b, "  ", shades, note, opt)
}

func offendersText(b *bytes.Buffer, r *FloorReport, opt Options) {
	if len(r.Offenders) == 0 {
		return
	}
	b.WriteString("\nLargest places in the schemas\n")
	var rows [][]string
	for _, o := range r.Offenders {
		rows = append(rows, []string{line(o.Tool), line(offenderWhere(o)), count(o.Own), count(o.Description)})
	}
	table(b, "  ", []column{{title: "tool", name: true}, {title: "place", name: true, tail: true}, {title: "tokens", right: true},
		{title: "description", right: true, drop: 1}}, rows, opt)
}

func savingsText(b *bytes.Buffer, f *bench.Floor, opt Options) {
	if len(f.Savings) == 0 {
		return
	}
	b.WriteString("\nWhat compaction saves\n")
	var rows [][]string
	for _, s := range f.Savings {
		rows = append(rows, []string{line(s.Level), count(s.After), delta(-s.Saved), part(s.Saved, f.ToolTokens())})
	}
	table(b, "  ", []column{{title: "level", name: true}, {title: "tokens", right: true}, {title: "change", right: true}, {title: "saved", right: true},
		{bar: 24, draw: func(row, width int) string { return bar(f.Savings[row].Saved, f.ToolTokens(), width, opt) }}}, rows, opt)
}

// remarks writes what qualifies the numbers.
func remarks(b *bytes.Buffer, r *FloorReport, opt Options) {
	warnings := r.Floor.Warnings
	if r.Session != nil {
		warnings = slices.Concat(warnings, r.Session.Warnings)
	}
	for i, s := range r.notes() {
		if i == 0 {
			b.WriteByte('\n')
		}
		sentence(b, s, opt)
	}
	warningsText(b, warnings, opt)
	problemsText(b, plural(len(r.Floor.Problems), "problem"), r.Floor.Problems, r.Problems, opt)
}

// unitLine names the unit of all token numbers, and what the same tools measure under the other rulers.
func unitLine(f *bench.Floor) string {
	s := "unit: " + f.Unit.String()
	var others []string
	for _, o := range []struct {
		ruler  string
		tokens int
	}{{bench.Wire, f.Rulers.Wire}, {bench.Model, f.Rulers.Model}, {bench.Rendered, f.Rulers.Rendered}} {
		if o.ruler != f.Unit.Ruler {
			others = append(others, o.ruler+" "+count(o.tokens))
		}
	}
	return s + "; the tools under other rulers: " + strings.Join(others, ", ") + " tokens"
}

// nextText writes commands. They are never wrapped: a terminal does that in a way that lets them be copied.
func nextText(b *bytes.Buffer, next []string, opt Options) {
	for i, c := range next {
		label := "next: "
		if i > 0 {
			label = "      "
		}
		b.WriteString(label + paint(line(c), bold, opt) + "\n")
	}
}
