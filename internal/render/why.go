package render

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
)

// A WhyReport is what floor --why says of one tool.
type WhyReport struct {
	Tool    string
	Unit    bench.Unit
	Weights []bench.Weight // of [bench.Weigh]
	Least   int            // places below this many tokens are left out of text, with all that is inside them
	Next    []string
}

// Why writes where the tokens of a tool are in one of the formats of [Formats]("why"); any other is a *[FormatError].
func Why(w io.Writer, f Format, r *WhyReport, opt Options) error {
	return render(w, "why", whyWriters(), f, r, opt)
}

func whyWriters() []writer[*WhyReport] {
	return []writer[*WhyReport]{{Text, whyText}, {JSON, whyJSON}, {CSV, whyCSV}}
}

func whyText(b *bytes.Buffer, r *WhyReport, opt Options) {
	if len(r.Weights) == 0 {
		fmt.Fprintf(b, "%s has nothing to weigh.\n", line(r.Tool))
		return
	}
	total := r.Weights[0].Tokens
	fmt.Fprintf(b, "%s\n\n", paint(line(r.Tool)+" costs "+plural(total, "token")+":", bold, opt))
	var rows [][]string
	hidden, hiddenTokens, above := 0, 0, -1
	for _, w := range r.Weights[1:] {
		if above >= 0 && w.Depth > above {
			hidden++
			continue
		}
		above = -1
		if w.Tokens < r.Least {
			above = w.Depth
			hidden++
			hiddenTokens += w.Tokens
			continue
		}
		label := strings.Repeat("  ", w.Depth-1) + place(w)
		if opt.Width > 0 {
			label = cut(label, max(24, opt.Width/2), opt)
		}
		prose := ""
		if w.Description > 0 && w.Description != w.Tokens {
			prose = count(w.Description)
		}
		rows = append(rows, []string{label, count(w.Tokens), part(w.Tokens, total), prose, bar(w.Tokens, total, 16, opt)})
	}
	rows = append(rows, []string{"in between", count(r.Weights[0].Own), part(r.Weights[0].Own, total)})
	table(b, "  ", []column{{title: "place"}, {title: "tokens", right: true}, {title: "share", right: true}, {title: "description", right: true}, {}}, rows)
	if hidden > 0 {
		fmt.Fprintf(b, "  and %s of under %s, %s together\n", plural(hidden, "place"), plural(r.Least, "token"), plural(hiddenTokens, "token"))
	}
	if top := bench.Heaviest(r.Weights, 3); len(top) > 1 {
		b.WriteString("\nHeaviest by themselves\n")
		for _, w := range top {
			fmt.Fprintf(b, "  %s: %s", line(string(w.At)), plural(w.Own, "token"))
			if w.Description > 0 {
				fmt.Fprintf(b, ", %s of them description", count(w.Description))
			}
			b.WriteByte('\n')
		}
	}
	fmt.Fprintf(b, "\n%s\n", paint("unit: "+r.Unit.String()+"; a place is counted with its member name", dim, opt))
	nextText(b, r.Next, opt)
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

func whyJSON(b *bytes.Buffer, r *WhyReport, _ Options) {
	d := whyDocument{Schema: "schema-bench/why/v1", Unit: r.Unit, Tool: r.Tool, Places: make([]jsonWeight, len(r.Weights))}
	for i, w := range r.Weights {
		d.Places[i] = jsonWeight{string(w.At), w.Depth, w.Tokens, w.Own, w.Description}
	}
	if len(r.Weights) > 0 {
		d.Tokens = r.Weights[0].Tokens
	}
	writeJSON(b, d)
}

func whyCSV(b *bytes.Buffer, r *WhyReport, _ Options) {
	records := [][]string{{"tool", "at", "tokens", "own", "description", "unit"}}
	for _, w := range r.Weights {
		records = append(records, []string{cell(r.Tool), cell(string(w.At)), strconv.Itoa(w.Tokens), strconv.Itoa(w.Own), strconv.Itoa(w.Description), r.Unit.String()})
	}
	writeCSV(b, records)
}
