package render

import (
	"bytes"
	"regexp"

	"github.com/schema-bench/schema-bench/catalog"
)

// fewProblems is how many problems can be read one by one.
const fewProblems = 50

// A ProblemGroup is a problem, and how many more there are that say the same of other places.
type ProblemGroup struct {
	catalog.Problem
	More int
}

// GroupProblems puts problems together that differ in nothing but the tool, the place, and what they quote or count. A
// large document can have one oversight a thousand times, and the other problem between them. The order is that of the
// first of each. A few problems can be read one by one and are left apart.
func GroupProblems(problems []catalog.Problem) []ProblemGroup {
	if len(problems) <= fewProblems {
		return eachProblem(problems)
	}
	differs := regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\d+`)
	at := map[string]int{}
	var groups []ProblemGroup
	for _, p := range problems {
		key := differs.ReplaceAllString(p.Message, `"`)
		if i, seen := at[key]; seen {
			groups[i].More++
			continue
		}
		at[key] = len(groups)
		groups = append(groups, ProblemGroup{Problem: p})
	}
	return groups
}

func eachProblem(problems []catalog.Problem) []ProblemGroup {
	each := make([]ProblemGroup, len(problems))
	for i, p := range problems {
		each[i].Problem = p
	}
	return each
}

// String returns the problem on one line, with the number of those like it.
func (g ProblemGroup) String() string {
	s := g.Problem.String()
	if g.More > 0 {
		s += " (and " + count(g.More) + " more like it)"
	}
	return s
}

// listedProblems returns the problems to list, at most so many groups of them, and the number of problems that are left
// out. With 0 all are listed, each by itself.
func listedProblems(all []catalog.Problem, most int) (show []ProblemGroup, rest int) {
	if most <= 0 {
		return eachProblem(all), 0
	}
	show = GroupProblems(all)
	if len(show) > most {
		for _, g := range show[most:] {
			rest += 1 + g.More
		}
		show = show[:most]
	}
	return show, rest
}

// problemsText lists problems under a title that has their number. With most a number, not all need be listed.
func problemsText(b *bytes.Buffer, title string, all []catalog.Problem, most int, opt Options) {
	if len(all) == 0 {
		return
	}
	b.WriteString("\n" + title + "\n")
	show, rest := listedProblems(all, most)
	for _, p := range show {
		paragraph(b, "  ", "    ", line(p.String()), "", opt)
		if p.Hint != "" {
			paragraph(b, "    hint: ", "      ", line(p.Hint), "", opt)
		}
	}
	switch {
	case rest > 0:
		b.WriteString("  and " + count(rest) + " more; --verbose lists them\n")
	case len(show) < len(all):
		b.WriteString("  --verbose lists them all\n")
	}
}

func problemsMarkdown(b *bytes.Buffer, all []catalog.Problem, most int) {
	var items []string
	show, rest := listedProblems(all, most)
	for _, p := range show {
		s := code(p.String())
		if p.Hint != "" {
			s += ": " + code(p.Hint)
		}
		items = append(items, s)
	}
	if rest > 0 {
		items = append(items, "and "+count(rest)+" more")
	}
	markdownList(b, "Problems", items)
}
