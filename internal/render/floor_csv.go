package render

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
)

// writeCSV writes records.
func writeCSV(b *bytes.Buffer, records [][]string) error { return csv.NewWriter(b).WriteAll(records) }

// floorCSV writes one record for each part of the floor that is no tool and one per tool, in source order. The kinds are
// system, instructions, overhead, around (what a framing writes around all tools) and tool, whose tokens add up to the floor; server_at_least and
// server_at_most, what the model's server is expected to count for it; and deferred, whose tokens are no part of it.
func floorCSV(b *bytes.Buffer, r *FloorReport, _ Options) error {
	f := r.Floor
	unit := f.Unit.String()
	records := [][]string{{"kind", "source", "name", "tokens", "name_tokens", "description_tokens", "input_tokens", "output_tokens",
		"framing_tokens", "bytes", "annotation_tokens", "unit"}}
	n := strconv.Itoa
	for _, t := range []struct {
		kind, name string
		tokens     int
		skip       bool
	}{
		{"system", "(system prompt)", f.System, f.System == 0},
		{"instructions", "(instructions)", f.Instructions, f.Instructions == 0},
		{"overhead", "(overhead)", f.Overhead, !f.OverheadKnown},
		{"around", "(around all tools)", f.Around, f.Around == 0},
	} {
		if !t.skip {
			records = append(records, []string{t.kind, "", t.name, n(t.tokens), "", "", "", "", "", "", "", unit})
		}
	}
	if e := r.Estimate; e != nil { // of the model's server, beside the numbers of the unit
		for kind, tokens := range map[string]int{"server_at_least": e.Low, "server_at_most": e.High} {
			records = append(records, []string{kind, "", cell(e.Model), n(tokens), "", "", "", "", "", "", "", "tokens of " + cell(e.Model)})
		}
		slices.SortFunc(records[len(records)-2:], func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	}
	for i := range f.Tools {
		t := &f.Tools[i]
		kind := "tool"
		if t.Deferred {
			kind = "deferred"
		}
		records = append(records, append(append([]string{kind, cell(t.Source), cell(t.Name)}, costFields(t.Parts)...),
			n(t.Bytes), n(t.Annotations), unit))
	}
	return writeCSV(b, records)
}

// costFields are a total and its parts.
func costFields(c bench.Cost) []string {
	n := strconv.Itoa
	return []string{n(c.Total()), n(c.Name), n(c.Description), n(c.Input), n(c.Output), n(c.Framing)}
}
