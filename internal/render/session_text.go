package render

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
)

func stepShades() []shade {
	return []shade{{"█", "#", "36", "floor"}, {"░", ".", "33", "history"}}
}

// sessionText writes what a session of several steps, or of a model with a price, costs.
func sessionText(b *bytes.Buffer, s *bench.Session, opt Options) {
	p := s.Plan
	if p.Steps > 1 {
		fmt.Fprintf(b, "\nOver %s", plural(p.Steps, "step"))
		if p.Growth > 0 {
			fmt.Fprintf(b, ", with %s of history more at each", plural(p.Growth, "token"))
		}
		fmt.Fprintf(b, ": %s of input, %s of them the floor's.\n", plural64(s.Tokens(), "token"), percent(s.FloorShare()))
		if p.Growth > 0 {
			curve(b, s, opt)
		}
		switch {
		case s.Overtakes > 0:
			fmt.Fprintf(b, "  From step %s on a request holds more history than floor.\n", count(s.Overtakes))
		case p.Growth > 0:
			b.WriteString("  No step holds as much history as floor.\n")
		}
	}
	if rows := costRows(s); len(rows) > 0 {
		title := "Cost of input with " + line(p.Model.ID)
		if p.Model.AsOf != "" {
			title += ", prices of " + line(p.Model.AsOf)
		}
		fmt.Fprintf(b, "\n%s\n", title)
		table(b, "  ", []column{{}, {title: "without a cache", right: true}, {title: "cached", right: true}}, rows)
	}
}

// costRows are the amounts of a session that are known.
func costRows(s *bench.Session) [][]string {
	var rows [][]string
	add := func(label string, plain, cached bench.Amount) {
		if plain.Known || cached.Known {
			rows = append(rows, []string{label, usd(plain), usd(cached)})
		}
	}
	add("floor, one step", s.FloorStep, s.FloorStepCached)
	if s.Plan.Steps > 1 {
		add("floor, "+plural(s.Plan.Steps, "step"), s.FloorRun, s.FloorRunCached)
	}
	if s.Plan.Growth > 0 {
		add("floor and history, "+plural(s.Plan.Steps, "step"), s.Run, s.RunCached)
	}
	return rows
}

func plural64(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return count(n) + " " + thing + "s"
}

// curve draws the requests of a session, floor below and history above, with a line where the window ends.
func curve(b *bytes.Buffer, s *bench.Session, opt Options) {
	const height = 8
	width := 60
	if opt.Width > 0 {
		width = max(10, min(width, opt.Width-16))
	}
	width = min(width, len(s.Steps))
	// A column shows the last of the steps that it stands for, so that the last column is the last step.
	at := func(col int) bench.Step { return s.Steps[(col+1)*len(s.Steps)/width-1] }
	most := s.Steps[len(s.Steps)-1].Input()
	if most == 0 {
		return
	}
	windowRow := -1
	if w := s.Plan.Model.Window; w > 0 && w <= most {
		windowRow = scale(w, most, height)
	}
	cell := 1
	if width*2 <= 60 {
		cell = 2
	}
	shades := stepShades()
	labels := columns(count(most))
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
			case row <= scale(step.Floor, most, height):
				l.WriteString(shades[0].draw(cell, opt))
			case row <= scale(step.Input(), most, height):
				l.WriteString(shades[1].draw(cell, opt))
			case row == windowRow:
				l.WriteString(strings.Repeat("-", cell))
			default:
				l.WriteString(strings.Repeat(" ", cell))
			}
		}
		fmt.Fprintf(b, "  %s %s\n", pad(label, max(labels, len("window")), true), strings.TrimRight(l.String(), " "))
	}
	last := "step " + count(len(s.Steps))
	axis := pad("step 1", max(0, width*cell-len(last)), false)
	fmt.Fprintf(b, "  %s %s%s\n", strings.Repeat(" ", max(labels, len("window"))), axis+" ", last)
	fmt.Fprintf(b, "  %s tokens a request: %s\n", strings.Repeat(" ", max(labels, len("window"))), legend(shades, opt))
}
