package render

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
)

func partShades() []shade {
	return []shade{
		{"█", "D", "36", "description"},
		{"▓", "I", "34", "input schema"},
		{"▒", "O", "35", "output schema"},
		{"░", ".", "2", "name and framing"},
	}
}

func byShade(c bench.Cost) []int {
	return []int{c.Description, c.Input, c.Output, c.Name + c.Framing}
}

func floorText(b *bytes.Buffer, r *FloorReport, opt Options) {
	fmt.Fprintf(b, "%s\n", paint(r.headline(line), bold, opt))
	if t := r.texts(); len(t) > 1 {
		fmt.Fprintf(b, "%s tokens\n", strings.Join(t, " + "))
	}
	b.WriteByte('\n')
	floorTable(b, r, opt)
	if n, of := r.half(), r.read(); of > 3 && 3*n <= of {
		largest := "largest"
		if n > 1 {
			largest += " " + count(n)
		}
		fmt.Fprintf(b, "\nHalf of the tools' tokens are in the %s of %s.\n", largest, plural(of, "tool"))
	}
	offendersText(b, r, opt)
	savingsText(b, r.Floor, opt)
	if r.Session != nil {
		sessionText(b, r.Session, opt)
	}
	remarks(b, r, opt)
	fmt.Fprintf(b, "\n%s\n", paint(unitLine(r.Floor), dim, opt))
	nextText(b, r.Next, opt)
}

func floorTable(b *bytes.Buffer, r *FloorReport, opt Options) {
	f := r.Floor
	tools, rest, restTokens := r.listed()
	if len(tools) == 0 {
		return
	}
	sources, output := r.sources(), f.Parts().Output > 0
	cols := []column{{title: "tool"}}
	if sources {
		cols = append(cols, column{title: "from"})
	}
	cols = append(cols, column{title: "tokens", right: true}, column{title: "share", right: true},
		column{title: "description", right: true}, column{title: "input", right: true})
	if output {
		cols = append(cols, column{title: "output", right: true})
	}
	cols = append(cols, column{title: "framing", right: true}, column{title: ""})

	name := func(s string) string {
		if s = line(s); opt.Width > 0 {
			s = cut(s, max(16, opt.Width/3), opt)
		}
		return s
	}
	const barWidth = 16
	most := tools[0].Tokens()
	for _, t := range tools {
		most = max(most, t.Tokens())
	}
	var rows [][]string
	for _, t := range tools {
		row := []string{name(t.Name)}
		if t.Name == "" {
			row[0] = "(no name)"
		}
		if sources {
			row = append(row, name(t.Source))
		}
		share := part(t.Tokens(), f.ToolTokens())
		if t.Deferred {
			share = "deferred"
		}
		row = append(row, count(t.Tokens()), share, count(t.Parts.Description), count(t.Parts.Input))
		if output {
			row = append(row, count(t.Parts.Output))
		}
		rows = append(rows, append(row, count(t.Parts.Name+t.Parts.Framing), stack(byShade(t.Parts), partShades(), most, barWidth, opt)))
	}
	if rest > 0 {
		row := []string{"and " + plural(rest, "more tool")}
		if sources {
			row = append(row, "")
		}
		rows = append(rows, append(row, count(restTokens), part(restTokens, f.ToolTokens())))
	}
	table(b, "  ", cols, rows)
	shades := partShades()
	if !output {
		shades = slices.Delete(shades, 2, 3)
	}
	fmt.Fprintf(b, "  %s\n", legend(shades, opt))
}

func offendersText(b *bytes.Buffer, r *FloorReport, opt Options) {
	if len(r.Offenders) == 0 {
		return
	}
	b.WriteString("\nLargest places in the schemas\n")
	var rows [][]string
	for _, o := range r.Offenders {
		tool, where := line(o.Tool), line(offenderWhere(o))
		if opt.Width > 0 {
			tool, where = cut(tool, max(16, opt.Width/3), opt), cut(where, max(16, opt.Width/3), opt)
		}
		rows = append(rows, []string{tool, where, count(o.Own), count(o.Description)})
	}
	table(b, "  ", []column{{title: "tool"}, {title: "place"}, {title: "tokens", right: true}, {title: "description", right: true}}, rows)
}

func savingsText(b *bytes.Buffer, f *bench.Floor, opt Options) {
	if len(f.Savings) == 0 {
		return
	}
	b.WriteString("\nWhat compaction saves\n")
	var rows [][]string
	for _, s := range f.Savings {
		rows = append(rows, []string{line(s.Level), count(s.After), delta(-s.Saved), part(s.Saved, f.ToolTokens()), bar(s.After, f.ToolTokens(), 24, opt)})
	}
	table(b, "  ", []column{{title: "level"}, {title: "tokens", right: true}, {title: "change", right: true}, {title: "saved", right: true}, {}}, rows)
}

// remarks writes what qualifies the numbers.
func remarks(b *bytes.Buffer, r *FloorReport, opt Options) {
	warnings := r.Floor.Warnings
	if r.Session != nil {
		warnings = slices.Concat(warnings, r.Session.Warnings)
	}
	for _, s := range r.notes() {
		fmt.Fprintf(b, "\n%s", s)
	}
	if len(r.notes()) > 0 {
		b.WriteByte('\n')
	}
	for _, w := range warnings {
		fmt.Fprintf(b, "\n%s %s", paint("warning:", "33", opt), line(w.Error()))
	}
	if len(warnings) > 0 {
		b.WriteByte('\n')
	}
	if len(r.Floor.Problems) > 0 {
		fmt.Fprintf(b, "\n%s\n", plural(len(r.Floor.Problems), "problem"))
	}
	problems, more := r.problems()
	for _, p := range problems {
		fmt.Fprintf(b, "  %s\n", line(p.String()))
		if p.Hint != "" {
			fmt.Fprintf(b, "    hint: %s\n", line(p.Hint))
		}
	}
	if more > 0 {
		fmt.Fprintf(b, "  and %s more; --verbose lists them\n", count(more))
	}
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

func nextText(b *bytes.Buffer, next []string, opt Options) {
	for i, c := range next {
		label := "next: "
		if i > 0 {
			label = "      "
		}
		fmt.Fprintf(b, "%s%s\n", label, paint(line(c), bold, opt))
	}
}
