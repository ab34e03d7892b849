package render

import (
	"bytes"

	"github.com/schema-bench/schema-bench/bench"
)

type diffDocument struct {
	Schema       string          `json:"schema"`
	Unit         bench.Unit      `json:"unit"`
	Base         int             `json:"base"`
	Head         int             `json:"head"`
	Delta        int             `json:"delta"`
	System       int             `json:"system"`
	Instructions int             `json:"instructions"`
	Overhead     int             `json:"overhead"`
	Joining      int             `json:"joining"`
	Unchanged    int             `json:"unchanged"`
	Reordered    bool            `json:"reordered"`
	Uncounted    bench.Uncounted `json:"uncounted"` // tools that differ in what the ruler does not read
	Tools        []jsonChange    `json:"tools"`
	Warnings     []string        `json:"warnings"`
}

type jsonChange struct {
	Kind     bench.ChangeKind `json:"kind"`
	Name     string           `json:"name"`
	OldName  string           `json:"old_name,omitempty"`
	Base     int              `json:"base"`
	Head     int              `json:"head"`
	Delta    int              `json:"delta"`
	Parts    bench.Cost       `json:"parts"` // what each part costs more
	Deferred bool             `json:"deferred,omitempty"`
}

func diffJSON(b *bytes.Buffer, r *DiffReport, _ Options) error {
	d := r.Difference
	doc := diffDocument{
		Schema: "schema-bench/diff/v1", Unit: d.Unit, Base: d.Base, Head: d.Head, Delta: d.Delta(), System: d.System,
		Instructions: d.Instructions, Overhead: d.Overhead, Joining: d.Joining, Unchanged: d.Unchanged, Reordered: d.Reordered,
		Uncounted: d.Uncounted,
		Tools:     make([]jsonChange, len(d.Tools)), Warnings: jsonWarnings(d.Warnings),
	}
	for i, c := range d.Tools {
		doc.Tools[i] = jsonChange{c.Kind, c.Name, c.OldName, c.Base.Total(), c.Head.Total(), c.Delta().Total(), c.Delta(), c.Deferred}
	}
	return writeJSON(b, doc)
}
