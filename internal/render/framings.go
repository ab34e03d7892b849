package render

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// A FramingsReport is what floor --framing all says: the same tools in every framing.
type FramingsReport struct {
	// Sources is how many sources were read, and Failed how many could not be; nothing is said of them if none failed.
	Sources, Failed int
	Tools           int // that the model reads
	Rows            []FramingRow
	// Model reads the framing Mark; both are empty if nobody chose a model.
	Model, Mark string
	Public      bool // how the model's tools are rendered has been published
	Warnings    []error
	Next        []string
}

// A FramingRow is the tools in one framing. Numbers of different rows have different units.
type FramingRow struct {
	Unit     bench.Unit
	Fidelity framing.Fidelity // of the text to what the model reads
	Tokens   int
	Bytes    int
	Savings  []bench.Saving // per level, in this framing
	Refused  error          // why the framing has no text for these tools; nil if it has
}

// Framings writes tools in every framing in one of the formats of [Formats]("framings"); any other is a *[FormatError].
func Framings(w io.Writer, f Format, r *FramingsReport, opt Options) error {
	return render(w, "framings", framingsWriters(), f, r, opt)
}

func framingsWriters() []writer[*FramingsReport] {
	return []writer[*FramingsReport]{{Text, framingsText}, {JSON, framingsJSON}, {Markdown, framingsMarkdown}, {CSV, framingsCSV}}
}

// headline compares the smallest text with the largest.
func (r *FramingsReport) headline() string {
	var least, most *FramingRow
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Refused != nil {
			continue
		}
		if least == nil || row.Tokens < least.Tokens {
			least = row
		}
		if most == nil || row.Tokens > most.Tokens {
			most = row
		}
	}
	s := partly(r.Sources, r.Failed)
	switch {
	case least == nil:
		return s + "no framing has a text for " + plural(r.Tools, "tool") + "."
	case least.Tokens == 0:
		return s + plural(r.Tools, "tool") + " in every framing."
	}
	verb := " are "
	if r.Tools == 1 {
		verb = " is "
	}
	return s + plural(r.Tools, "tool") + verb + plural(least.Tokens, "token") + " as " + least.Unit.Framing + " and " +
		strconv.FormatFloat(float64(most.Tokens)/float64(least.Tokens), 'f', 1, 64) + " times that as " + most.Unit.Framing + "."
}

// base is the row that the others are compared with.
func (r *FramingsReport) base() int {
	if len(r.Rows) > 0 && r.Rows[0].Refused == nil {
		return r.Rows[0].Tokens
	}
	return 0
}

// table returns the columns and cells that text and Markdown share; quote makes foreign text fit for the format.
func (r *FramingsReport) table(quote func(string) string) ([]column, [][]string) {
	cols := []column{{title: "framing"}, {title: "tokens", right: true}, {title: "bytes", right: true, drop: 3}}
	if r.base() > 0 {
		cols = append(cols, column{title: "to " + r.Rows[0].Unit.Framing, right: true, drop: 2})
	}
	levels := r.levels()
	for _, level := range levels {
		cols = append(cols, column{title: level + " saves", right: true, drop: 1})
	}
	cols = append(cols, column{title: "text"})
	var rows [][]string
	for i, row := range r.Rows {
		name := row.Unit.Framing
		if r.Mark != "" && name == r.Mark {
			name += " *"
		}
		text := string(row.Fidelity)
		if row.Refused != nil {
			cells := []string{name, "-", "-"}
			for range len(cols) - 4 {
				cells = append(cells, "-")
			}
			rows = append(rows, append(cells, "none: "+quote(row.Refused.Error())))
			continue
		}
		cells := []string{name, count(row.Tokens), count(row.Bytes)}
		if r.base() > 0 {
			change := ""
			if i > 0 {
				change = signedPart(row.Tokens-r.base(), r.base())
			}
			cells = append(cells, change)
		}
		for k := range levels {
			cells = append(cells, part(row.Savings[k].Saved, row.Tokens))
		}
		rows = append(rows, append(cells, text))
	}
	return cols, rows
}

func (r *FramingsReport) levels() []string {
	var names []string
	for _, row := range r.Rows {
		if row.Refused == nil {
			for _, s := range row.Savings {
				names = append(names, s.Level)
			}
			break
		}
	}
	return names
}

// notes say how to read the table.
func (r *FramingsReport) notes() []string {
	var s []string
	if r.Mark != "" {
		means := "* is the nearest to what " + r.Model + " reads: its own rendering is not public."
		for _, row := range r.Rows {
			if row.Unit.Framing == r.Mark && row.Fidelity == framing.Exact && r.Public {
				means = "* is what " + r.Model + " reads."
			}
		}
		s = append(s, means)
	}
	for _, f := range []struct {
		fidelity framing.Fidelity
		means    string
	}{
		{framing.Reconstructed, "What is reconstructed follows rules that were inferred from counts of the provider."},
		{framing.Estimate, "An estimate stands for a text that its provider has not published."},
	} {
		if slices.ContainsFunc(r.Rows, func(row FramingRow) bool { return row.Fidelity == f.fidelity }) {
			s = append(s, f.means)
		}
	}
	return append(s, "What a level saves depends on the framing: some show a keyword that others drop.")
}

// unit names what the rows share.
func (r *FramingsReport) unit() string {
	if len(r.Rows) == 0 {
		return ""
	}
	return "unit: " + strings.Join([]string{bench.Rendered, r.Rows[0].Unit.Encoding}, ", ") + "; each row is a framing of its own"
}

func framingsText(b *bytes.Buffer, r *FramingsReport, opt Options) error {
	paragraph(b, "", "", r.headline(), bold, opt)
	b.WriteByte('\n')
	cols, rows := r.table(line)
	table(b, "  ", cols, rows, opt)
	b.WriteByte('\n')
	for _, s := range r.notes() {
		sentence(b, line(s), opt)
	}
	warningsText(b, r.Warnings, opt)
	b.WriteByte('\n')
	paragraph(b, "", "  ", r.unit(), dim, opt)
	nextText(b, r.Next, opt)
	return nil
}

func framingsMarkdown(b *bytes.Buffer, r *FramingsReport, _ Options) error {
	b.WriteString("**" + r.headline() + "**\n\n")
	cols, rows := r.table(code)
	markdownTable(b, cols, rows)
	for _, s := range r.notes() {
		b.WriteString("\n" + strings.ReplaceAll(s, "*", `\*`) + "\n")
	}
	warningsMarkdown(b, r.Warnings)
	b.WriteString("\n" + r.unit() + "\n")
	nextMarkdown(b, r.Next)
	return nil
}

// framingsCSV writes one record per framing and level, level none being the tools as they are.
func framingsCSV(b *bytes.Buffer, r *FramingsReport, _ Options) error {
	records := [][]string{{"framing", "encoding", "text", "level", "tokens", "bytes", "refused"}}
	n := strconv.Itoa
	for _, row := range r.Rows {
		head := []string{row.Unit.Framing, row.Unit.Encoding, string(row.Fidelity)}
		if row.Refused != nil {
			records = append(records, append(head, "none", "", "", cell(row.Refused.Error())))
			continue
		}
		records = append(records, append(head[:3:3], "none", n(row.Tokens), n(row.Bytes), ""))
		for _, s := range row.Savings {
			records = append(records, append(head[:3:3], s.Level, n(s.After), "", ""))
		}
	}
	return writeCSV(b, records)
}

type framingsDocument struct {
	Schema   string        `json:"schema"`
	Sources  *jsonSources  `json:"sources,omitempty"`
	Tools    int           `json:"tools"`
	Model    string        `json:"model,omitempty"`
	Reads    string        `json:"model_reads,omitempty"`
	Framings []jsonFraming `json:"framings"`
	Warnings []string      `json:"warnings"`
}

type jsonFraming struct {
	Unit    bench.Unit       `json:"unit"`
	Text    framing.Fidelity `json:"text"`
	Tokens  *int             `json:"tokens"` // null if the framing has no text for these tools
	Bytes   *int             `json:"bytes"`
	Savings []jsonSaving     `json:"savings"`
	Refused string           `json:"refused,omitempty"`
}

func framingsJSON(b *bytes.Buffer, r *FramingsReport, _ Options) error {
	d := framingsDocument{Schema: "schema-bench/framings/v1", Sources: sourcesJSON(r.Sources, r.Failed), Tools: r.Tools, Model: r.Model, Reads: r.Mark,
		Framings: []jsonFraming{}, Warnings: jsonWarnings(r.Warnings)}
	for i := range r.Rows {
		row := &r.Rows[i]
		j := jsonFraming{Unit: row.Unit, Text: row.Fidelity, Savings: []jsonSaving{}}
		if row.Refused != nil {
			j.Refused = row.Refused.Error()
		} else {
			j.Tokens, j.Bytes = &row.Tokens, &row.Bytes
			for _, s := range row.Savings {
				j.Savings = append(j.Savings, jsonSaving(s))
			}
		}
		d.Framings = append(d.Framings, j)
	}
	return writeJSON(b, d)
}
