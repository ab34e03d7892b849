package render

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

func floorMarkdown(b *bytes.Buffer, r *FloorReport, _ Options) error {
	f := r.Floor
	fmt.Fprintf(b, "**%s**\n", r.headline(code))
	if t := r.texts(); len(t) > 1 {
		fmt.Fprintf(b, "\n%s tokens\n", strings.Join(t, " + "))
	}
	for _, s := range []string{r.naive(), r.counted(), r.bill(), r.through()} {
		if s != "" {
			fmt.Fprintf(b, "\n%s\n", code(s))
		}
	}
	b.WriteByte('\n')
	floorTableMarkdown(b, r)
	if len(r.Offenders) > 0 {
		var rows [][]string
		for _, o := range r.Offenders {
			rows = append(rows, []string{codeCell(o.Tool), codeCell(offenderWhere(o)), count(o.Own), count(o.Description)})
		}
		b.WriteString("\nLargest places in the schemas\n\n")
		markdownTable(b, []column{{title: "tool"}, {title: "place"}, {title: "tokens", right: true}, {title: "description", right: true}}, rows)
	}
	if len(f.Savings) > 0 {
		var rows [][]string
		for _, s := range f.Savings {
			rows = append(rows, []string{codeCell(s.Level), count(s.After), delta(-s.Saved), part(s.Saved, f.ToolTokens())})
		}
		b.WriteString("\nWhat compaction saves\n\n")
		markdownTable(b, []column{{title: "level"}, {title: "tokens", right: true}, {title: "change", right: true}, {title: "saved", right: true}}, rows)
	}
	warnings := f.Warnings
	if r.Session != nil {
		sessionMarkdown(b, r)
		warnings = slices.Concat(warnings, r.Session.Warnings)
	}
	for _, n := range r.notes() {
		fmt.Fprintf(b, "\n%s\n", n)
	}
	warningsMarkdown(b, warnings)
	problemsMarkdown(b, f.Problems, r.Problems)
	fmt.Fprintf(b, "\n<sub>%s</sub>\n", unitLine(f))
	nextMarkdown(b, r.Next)
	return nil
}

func floorTableMarkdown(b *bytes.Buffer, r *FloorReport) {
	f := r.Floor
	sources, output := r.sources(), f.Parts().Output > 0
	cols := []column{{title: "tool"}}
	if sources != nil {
		cols = append(cols, column{title: "from"})
	}
	for _, title := range []string{"tokens", "share", "description", "input", "output", "name, framing"} {
		if title != "output" || output {
			cols = append(cols, column{title: title, right: true})
		}
	}
	tools, more, moreTokens := r.listed()
	var rows [][]string
	for _, t := range tools {
		share := part(t.Tokens(), f.ToolTokens())
		if t.Deferred {
			share = "deferred"
		}
		row := []string{codeCell(t.Name), codeCell(sources[t.Source]), count(t.Tokens()), share, count(t.Parts.Description),
			count(t.Parts.Input), count(t.Parts.Output), count(rest(t.Parts))}
		if !output {
			row = slices.Delete(row, 6, 7)
		}
		if sources == nil {
			row = slices.Delete(row, 1, 2)
		}
		rows = append(rows, row)
	}
	if more > 0 {
		row := []string{"and " + plural(more, "more tool"), "", count(moreTokens), part(moreTokens, f.ToolTokens())}
		if sources == nil {
			row = slices.Delete(row, 1, 2)
		}
		rows = append(rows, row)
	}
	if f.Around > 0 {
		row := []string{"around all tools", "", count(f.Around), part(f.Around, f.ToolTokens())}
		if sources == nil {
			row = slices.Delete(row, 1, 2)
		}
		rows = append(rows, row)
	}
	markdownTable(b, cols, rows)
}

func sessionMarkdown(b *bytes.Buffer, r *FloorReport) {
	s := r.Session
	if text := r.run(); text != "" {
		fmt.Fprintf(b, "\n%s\n", strings.ReplaceAll(text, "--growth TOKENS", "`--growth TOKENS`"))
	}
	if rows := r.costRows(); len(rows) > 0 {
		fmt.Fprintf(b, "\n%s\n\n", costTitle(s, code))
		markdownTable(b, []column{{}, {title: "without a cache", right: true}, {title: "cached", right: true}}, rows)
	}
}
