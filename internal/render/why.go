package render

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
)

// A WhyReport is what floor --why says of one tool.
type WhyReport struct {
	Tool    string
	Unit    bench.Unit
	Weights []bench.Weight // of [bench.Weigh]
	// Least is the tokens below which a place is left out of text and Markdown, with all that is inside it. 0 is as many
	// as it takes to list a screenful of the heaviest places; a negative number lists all.
	Least int
	Notes []string // what qualifies the numbers
	Next  []string
}

// Why writes where the tokens of a tool are in one of the formats of [Formats]("why"); any other is a *[FormatError].
func Why(w io.Writer, f Format, r *WhyReport, opt Options) error {
	return render(w, "why", whyWriters(), f, r, opt)
}

func whyWriters() []writer[*WhyReport] {
	return []writer[*WhyReport]{{Text, whyText}, {JSON, whyJSON}, {Markdown, whyMarkdown}, {CSV, whyCSV}}
}

// whyListed is how many places are listed where nobody asked for a number.
const whyListed = 40

// least resolves the zero Least. A place never weighs more than the one around it, so what is inside a listed place and
// left out is lighter than all that is listed.
func (r *WhyReport) least() int {
	if r.Least != 0 || len(r.Weights) <= whyListed+1 {
		return r.Least
	}
	sizes := make([]int, 0, len(r.Weights))
	for _, w := range r.Weights[1:] {
		sizes = append(sizes, w.Tokens)
	}
	slices.SortFunc(sizes, func(a, b int) int { return b - a })
	// Places of equal weight are listed all or not at all.
	return sizes[whyListed] + 1
}

// listed returns the places to list, and the number and the tokens of those left out.
func (r *WhyReport) listed() (places []bench.Weight, hidden, tokens int) {
	least, above := r.least(), -1
	for _, w := range r.Weights[1:] {
		if above >= 0 && w.Depth > above {
			hidden++
			continue
		}
		above = -1
		if w.Tokens < least {
			above = w.Depth
			hidden++
			tokens += w.Tokens
			continue
		}
		places = append(places, w)
	}
	return places, hidden, tokens
}

// others says what is not listed; empty if all is.
func (r *WhyReport) others() string {
	_, hidden, tokens := r.listed()
	if hidden == 0 {
		return ""
	}
	return "and " + plural(hidden, "place") + " of under " + plural(r.least(), "token") + ", " + plural(tokens, "token") + " together"
}

// unit explains the numbers.
func (r *WhyReport) unit() string {
	return "unit: " + r.Unit.String() + "; a place is counted with its member name; beside other tools a tool can count a token or two more or less" + strings.Join(append([]string{""}, r.Notes...), "; ")
}

func whyText(b *bytes.Buffer, r *WhyReport, opt Options) error {
	if len(r.Weights) == 0 {
		foreign(b, line(r.Tool)+" has nothing to weigh.", opt)
		return nil
	}
	total := r.Weights[0].Tokens
	paragraph(b, "", "  ", line(r.Tool)+" costs "+plural(total, "token")+":", bold, opt)
	b.WriteByte('\n')
	places, _, _ := r.listed()
	var rows [][]string
	for _, w := range places {
		rows = append(rows, []string{strings.Repeat("  ", w.Depth-1) + place(w), count(w.Tokens), part(w.Tokens, total), prose(w)})
	}
	rows = append(rows, []string{"in between", count(r.Weights[0].Own), part(r.Weights[0].Own, total)})
	table(b, "  ", []column{{title: "place", name: true}, {title: "tokens", right: true}, {title: "share", right: true},
		{title: "description", right: true, drop: 1}, {bar: 16, draw: func(row, width int) string {
			if row >= len(places) {
				return ""
			}
			return bar(places[row].Tokens, total, width, opt)
		}}}, rows, opt)
	if s := r.others(); s != "" {
		paragraph(b, "  ", "  ", s, "", opt)
	}
	if top := bench.Heaviest(r.Weights, 3); len(top) > 1 {
		b.WriteString("\nHeaviest by themselves\n")
		for _, w := range top {
			s := line(string(w.At)) + ": " + plural(w.Own, "token")
			if w.Description > 0 {
				s += ", " + count(w.Description) + " of them description"
			}
			paragraph(b, "  ", "    ", s, "", opt)
		}
	}
	b.WriteByte('\n')
	paragraph(b, "", "  ", r.unit(), dim, opt)
	nextText(b, r.Next, opt)
	return nil
}

func whyMarkdown(b *bytes.Buffer, r *WhyReport, _ Options) error {
	if len(r.Weights) == 0 {
		b.WriteString(code(r.Tool) + " has nothing to weigh.\n")
		return nil
	}
	total := r.Weights[0].Tokens
	fmt.Fprintf(b, "**%s costs %s:**\n\n", code(r.Tool), plural(total, "token"))
	places, _, _ := r.listed()
	var rows [][]string
	for _, w := range places {
		rows = append(rows, []string{codeCell(string(w.At)), count(w.Tokens), part(w.Tokens, total), prose(w)})
	}
	rows = append(rows, []string{"in between", count(r.Weights[0].Own), part(r.Weights[0].Own, total), ""})
	markdownTable(b, []column{{title: "place"}, {title: "tokens", right: true}, {title: "share", right: true}, {title: "description", right: true}}, rows)
	if s := r.others(); s != "" {
		b.WriteString("\n" + s + "\n")
	}
	fmt.Fprintf(b, "\n<sub>%s</sub>\n", r.unit())
	nextMarkdown(b, r.Next)
	return nil
}

// prose is the part of a place that is its description, where it is not all of it.
func prose(w bench.Weight) string {
	if w.Description == 0 || w.Description == w.Tokens {
		return ""
	}
	return count(w.Description)
}

// place is the name of a property, or the last words of the pointer to any other place.
func place(w bench.Weight) string {
	if w.Property != "" {
		return line(w.Property)
	}
	names := w.At.Names()
	if len(names) == 0 {
		return "tool"
	}
	last := names[len(names)-1]
	if _, err := strconv.Atoi(last); err == nil && len(names) > 1 {
		last = names[len(names)-2] + "/" + last
	}
	return line(last)
}

type whyDocument struct {
	Schema string       `json:"schema"`
	Unit   bench.Unit   `json:"unit"`
	Tool   string       `json:"tool"`
	Tokens int          `json:"tokens"`
	Places []jsonWeight `json:"places"`
}

type jsonWeight struct {
	At          string `json:"at"`
	Depth       int    `json:"depth"`
	Tokens      int    `json:"tokens"`
	Own         int    `json:"own"`
	Description int    `json:"description"`
}

func whyJSON(b *bytes.Buffer, r *WhyReport, _ Options) error {
	d := whyDocument{Schema: "schema-bench/why/v1", Unit: r.Unit, Tool: r.Tool, Places: make([]jsonWeight, len(r.Weights))}
	for i, w := range r.Weights {
		d.Places[i] = jsonWeight{string(w.At), w.Depth, w.Tokens, w.Own, w.Description}
	}
	if len(r.Weights) > 0 {
		d.Tokens = r.Weights[0].Tokens
	}
	return writeJSON(b, d)
}

func whyCSV(b *bytes.Buffer, r *WhyReport, _ Options) error {
	records := [][]string{{"tool", "at", "tokens", "own", "description", "unit"}}
	for _, w := range r.Weights {
		records = append(records, []string{cell(r.Tool), cell(string(w.At)), strconv.Itoa(w.Tokens), strconv.Itoa(w.Own), strconv.Itoa(w.Description), r.Unit.String()})
	}
	return writeCSV(b, records)
}
