package render

import (
	"bytes"
	"fmt"
	"strconv"
)

// verifyCSV writes one record per part of a tool. Of two witnesses there is the first.
func verifyCSV(b *bytes.Buffer, r *VerifyReport, _ Options) error {
	records := [][]string{{"name", "verdict", "allowed", "at", "reason", "part", "old_name", "direction", "method", "samples", "kill_rate", "witness", "accepted_by"}}
	for i := range r.Tools {
		t := &r.Tools[i]
		var j jsonVerified // the same words and the same figures
		if t.compared() {
			if err := j.prove(t.Proof); err != nil {
				return fmt.Errorf("tool %q: %w", t.Name, err)
			}
		}
		samples, rate, by := "", "", ""
		if j.Samples > 0 {
			samples = strconv.Itoa(j.Samples)
		}
		if j.KillRate != nil {
			rate = strconv.FormatFloat(*j.KillRate, 'f', -1, 64)
		}
		if len(j.Witnesses) > 0 {
			by = j.Witnesses[0].AcceptedBy
		}
		records = append(records, []string{cell(t.Name), t.verdict(), fmt.Sprint(t.Allowed), cell(j.At), cell(j.Reason), t.part(), cell(t.OldName),
			j.Direction, cell(j.Method), samples, rate, cell(string(escapeJSON(j.Witness))), by})
	}
	return writeCSV(b, records)
}
