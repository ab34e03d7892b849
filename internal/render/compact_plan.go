package render

import (
	"strings"

	"github.com/schema-bench/schema-bench/schemacompact"
)

// hideListed is how many tools are named that could be hidden.
const hideListed = 8

// planSentence says whether the limit is met and how far the plan could go, and otherwise what would help.
func (r *CompactReport) planSentence() string {
	p := r.Plan
	if p.Over > 0 {
		done := "With everything done"
		if r.Level != "" {
			done += " that " + r.bound() + " allows"
		}
		s := done + " the tools are still " + plural(p.Over, "token") + " over " + count(p.MaxTotal) + "."
		if len(p.Hide) == 0 {
			return s + " Not even the smallest of them would fit alone."
		}
		names := make([]string, 0, hideListed)
		for _, name := range p.Hide[:min(len(p.Hide), hideListed)] {
			names = append(names, line(name))
		}
		if n := len(p.Hide) - hideListed; n > 0 {
			names = append(names, plural(n, "more tool"))
		}
		return s + " The rest would fit without the largest: " + strings.Join(names, ", ") + " (--hide)."
	}
	s := "All tools fit " + plural(p.MaxTotal, "token")
	taken, asked := 0, 0
	for _, step := range p.Steps {
		switch {
		case step.Asked:
			asked++
		case step.Taken > 0:
			taken++
		}
	}
	switch {
	case taken == 0 && asked == 0:
		return s + " as they are."
	case taken == 0:
		return s + " after what was asked for."
	case asked > 0:
		s += " after what was asked for and what was taken below, the least lossy first."
	default:
		s += " after what was taken below, the least lossy first."
	}
	if r.Level == "" {
		return s + " How far to go was not limited; --level LEVEL limits it."
	}
	return s + " It could go as far as " + r.bound() + "."
}

// bound names the level that the plan could not go beyond.
func (r *CompactReport) bound() string {
	s := "level " + r.Level
	if r.Configured {
		s += " of the configuration"
	}
	return s
}

func planColumns() []column {
	return []column{{title: "step", name: true}, {title: "claim"}, {title: "would save", right: true}, {title: "would leave", right: true}, {title: "taken by", right: true}}
}

// planRows begins with what there was, so that each row leaves what the one before it left, less what it would save.
func planRows(p *schemacompact.Plan, name func(string) string) [][]string {
	rows := [][]string{{"original", "", "", count(p.Before), ""}}
	for _, s := range p.Steps {
		claim := string(s.Claim)
		if s.Asked {
			claim += ", asked for"
		}
		rows = append(rows, []string{name(s.Name), claim, count(s.Saves), count(s.Total), count(s.Taken) + " of " + plural(s.Tools, "tool")})
	}
	return rows
}
