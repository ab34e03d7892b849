package render

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

type verifyDocument struct {
	Schema   string         `json:"schema"`
	A        string         `json:"a"`
	B        string         `json:"b"`
	Tools    []jsonVerified `json:"tools"`   // one for each part: see Part
	Summary  map[string]int `json:"summary"` // tools of both sides, by the weaker of the verdicts on their schemas
	Changes  jsonChanges    `json:"changes"`
	Findings int            `json:"findings"` // entries of Tools that are not allowed
	Warnings []string       `json:"warnings"`
}

type jsonChanges struct {
	Added   int `json:"added"`
	Removed int `json:"removed"`
	Renamed int `json:"renamed"`
}

type jsonVerified struct {
	Name    string `json:"name"`
	OldName string `json:"old_name,omitempty"`
	Part    string `json:"part,omitempty"`    // input, output or name; absent if only one side has the tool
	Verdict string `json:"verdict,omitempty"` // absent if only one side has the tool, and of a name
	Change  string `json:"change,omitempty"`  // added, removed or renamed, where there is no verdict
	Only    string `json:"only,omitempty"`
	Allowed bool   `json:"allowed"`
	// Direction is absent where nothing is known of it.
	Direction string `json:"direction,omitempty"`
	Method    string `json:"method,omitempty"`
	// Samples is absent where no instance was tried. KillRate is absent where it was not measured: nobody plants faults
	// to see whether a difference would be found once there is one, and some schemas have no place for any.
	Samples  int      `json:"samples,omitempty"`
	KillRate *float64 `json:"kill_rate,omitempty"`
	// Witness is the first of the witnesses: the instance itself.
	Witness   json.RawMessage `json:"witness,omitempty"`
	Witnesses []jsonWitness   `json:"witnesses,omitempty"`
	At        string          `json:"at,omitempty"`
	Reason    string          `json:"reason,omitempty"`
}

type jsonWitness struct {
	AcceptedBy string          `json:"accepted_by"` // a or b
	RefusedBy  string          `json:"refused_by"`
	Instance   json.RawMessage `json:"instance"`
}

func verifyJSON(b *bytes.Buffer, r *VerifyReport, _ Options) error {
	d := verifyDocument{Schema: "schema-bench/verify/v1", A: r.A, B: r.B, Tools: make([]jsonVerified, len(r.Tools)), Summary: map[string]int{},
		Findings: r.Findings(), Warnings: jsonWarnings(r.Warnings)}
	n, _ := r.tally()
	for _, v := range verdicts() {
		d.Summary[v.String()] = n[v]
	}
	d.Changes.Added, d.Changes.Removed, d.Changes.Renamed = r.changes()
	for i := range r.Tools {
		t := &r.Tools[i]
		j := jsonVerified{Name: t.Name, OldName: t.OldName, Part: t.part(), Only: t.Only, Allowed: t.Allowed}
		if t.compared() {
			if err := j.prove(t.Proof); err != nil {
				return fmt.Errorf("tool %q: %w", t.Name, err)
			}
		} else {
			j.Change = t.verdict()
		}
		d.Tools[i] = j
	}
	return writeJSON(b, d)
}

func (j *jsonVerified) prove(p verify.Proof) error {
	j.Verdict, j.Direction = p.Verdict.String(), p.Direction.String()
	if p.Verdict.Proved() {
		j.Direction = verify.Equal.String()
	}
	j.Method, j.At, j.Reason = p.Method, string(p.At), p.Reason
	if p.Samples > 0 {
		j.Samples = p.Samples
	}
	if measured(p) {
		j.KillRate = &p.KillRate
	}
	for i, w := range p.Witnesses {
		if !json.Valid(w.Instance) {
			return fmt.Errorf("its witness %d is no JSON", i+1)
		}
		out := jsonWitness{AcceptedBy: "b", RefusedBy: "a", Instance: w.Instance}
		if w.First {
			out.AcceptedBy, out.RefusedBy = "a", "b"
		}
		if i == 0 {
			j.Witness = w.Instance
		}
		j.Witnesses = append(j.Witnesses, out)
	}
	return nil
}
