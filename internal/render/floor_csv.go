package render

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"github.com/schema-bench/schema-bench/bench"
)

// writeCSV writes records; a buffer takes whatever it is given.
func writeCSV(b *bytes.Buffer, records [][]string) {
	w := csv.NewWriter(b)
	for _, r := range records {
		// The error of a write is that of the buffer, which has none.
		_ = w.Write(r)
	}
	w.Flush()
}

// floorCSV writes one record per tool, in source order, and one for each other part of the floor.
func floorCSV(b *bytes.Buffer, r *FloorReport, _ Options) {
	f := r.Floor
	unit := f.Unit.String()
	records := [][]string{{"kind", "source", "name", "tokens", "name_tokens", "description_tokens", "input_tokens", "output_tokens",
		"framing_tokens", "bytes", "annotation_tokens", "unit"}}
	n := strconv.Itoa
	for _, t := range []struct {
		kind   string
		tokens int
		skip   bool
	}{{"system", f.System, f.System == 0}, {"instructions", f.Instructions, f.Instructions == 0}, {"overhead", f.Overhead, !f.OverheadKnown}} {
		if !t.skip {
			records = append(records, []string{t.kind, "", "", n(t.tokens), "", "", "", "", "", "", "", unit})
		}
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
	writeCSV(b, records)
}

// costFields are a total and its parts.
func costFields(c bench.Cost) []string {
	n := strconv.Itoa
	return []string{n(c.Total()), n(c.Name), n(c.Description), n(c.Input), n(c.Output), n(c.Framing)}
}
