package render

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/schema-bench/schema-bench/bench"
)

func stepShades() []shade {
	return []shade{{"█", "#", "36", "floor"}, {"░", ".", "33", "history, tokens of each request"}}
}

// sessionText writes what a session of several steps, or of a model with a price, costs.
func sessionText(b *bytes.Buffer, r *FloorReport, opt Options) {
	if text := r.run(); text != "" {
		b.WriteByte('\n')
		sentence(b, text, opt)
	}
	s := r.Session
	if s == nil {
		return
	}
	if s.Plan.Steps > 1 && s.Plan.Growth > 0 {
		curve(b, s, opt)
	}
	if rows := r.costRows(); len(rows) > 0 {
		b.WriteByte('\n')
		sentence(b, costTitle(s, line), opt)
		table(b, "  ", []column{{name: true}, {title: "without a cache", right: true}, {title: "cached", right: true}}, rows, opt)
	}
}

// costTitle names the model and the day of its prices; quote makes them fit for the format.
func costTitle(s *bench.Session, quote func(string) string) string {
	title := "Cost of input"
	if m := s.Plan.Model; m.ID != "" {
		title += " with " + quote(m.ID)
		if m.AsOf != "" {
			title += ", prices of " + date(m.AsOf, quote)
		}
	}
	return title
}

// date is a day as it is, and any other text quoted.
func date(s string, quote func(string) string) string {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return quote(s)
	}
	return s
}

// costRows are the amounts of a session that are known.
func (r *FloorReport) costRows() [][]string {
	s := r.Session
	var rows [][]string
	add := func(label string, plain, cached bench.Amount) {
		if plain.Known || cached.Known {
			rows = append(rows, []string{label, r.usd(plain), r.usd(cached)})
		}
	}
	addRun := func(label string) {
		if s.Run.Known || s.RunCached.Known {
			rows = append(rows, []string{label, r.runUSD(s.Run, s.FloorRun), r.runUSD(s.RunCached, s.FloorRunCached)})
		}
	}
	add("floor, one step", s.FloorStep, s.FloorStepCached)
	if s.Plan.Steps > 1 {
		add("floor, "+plural(s.Plan.Steps, "step"), s.FloorRun, s.FloorRunCached)
	}
	if s.Plan.Growth > 0 {
		addRun("floor and history, " + plural(s.Plan.Steps, "step"))
	}
	return rows
}

// curve draws the requests of a session, floor below and history above, with a line where the window ends.
func curve(b *bytes.Buffer, s *bench.Session, opt Options) {
	const height = 8
	most := s.Steps[len(s.Steps)-1].Input()
	if most == 0 {
		return
	}
	labels := max(columns(count(most)), len("window"))
	room := 60
	if opt.Width > 0 {
		room = max(10, min(room, opt.Width-labels-3))
	}
	width := min(room, len(s.Steps))
	// A column shows the last of the steps that it stands for, so that the last column is the last step.
	at := func(col int) bench.Step { return s.Steps[(col+1)*len(s.Steps)/width-1] }
	windowRow := -1
	if w := int64(s.Plan.Model.Window); w > 0 && w <= most {
		windowRow = scale(w, most, height)
	}
	cell := 1
	if width*2 <= room {
		cell = 2
	}
	shades := stepShades()
	for row := height; row >= 1; row-- {
		label := ""
		switch {
		case row == height:
			label = count(most)
		case row == windowRow:
			label = "window"
		}
		var l strings.Builder
		for col := range width {
			step := at(col)
			switch {
			case row <= scale(int64(step.Floor), most, height):
				l.WriteString(shades[0].draw(cell, opt))
			case row <= scale(step.Input(), most, height):
				l.WriteString(shades[1].draw(cell, opt))
			case row == windowRow:
				l.WriteString(strings.Repeat("-", cell))
			default:
				l.WriteString(strings.Repeat(" ", cell))
			}
		}
		fmt.Fprintf(b, "  %s %s\n", pad(label, labels, true), strings.TrimRight(l.String(), " "))
	}
	last := "step " + count(len(s.Steps))
	axis := pad("step 1", max(0, width*cell-len(last)-1), false)
	indent := strings.Repeat(" ", labels+3)
	fmt.Fprintf(b, "%s%s %s\n", indent, axis, last)
	legend(b, indent, shades, "", opt)
}
