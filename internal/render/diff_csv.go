package render

import (
	"bytes"
	"strconv"
)

// diffCSV writes one record per tool that changed, the largest difference first.
func diffCSV(b *bytes.Buffer, r *DiffReport, _ Options) error {
	d := r.Difference
	records := [][]string{{"kind", "name", "old_name", "base_tokens", "head_tokens", "delta", "name_delta", "description_delta", "input_delta",
		"output_delta", "framing_delta", "unit"}}
	for _, c := range d.Tools {
		r := []string{string(c.Kind), cell(c.Name), cell(c.OldName), strconv.Itoa(c.Base.Total()), strconv.Itoa(c.Head.Total())}
		records = append(records, append(append(r, costFields(c.Delta())...), d.Unit.String()))
	}
	return writeCSV(b, records)
}
