package bench

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// A ChangeKind says what became of a tool. The zero value is no change.
type ChangeKind string

// The kinds of change.
const (
	Added   ChangeKind = "added"
	Removed ChangeKind = "removed"
	Changed ChangeKind = "changed" // other text under the ruler, with or without other tokens
	Renamed ChangeKind = "renamed" // proved to accept the same under another name; texts may differ as well
)

// A ToolChange is one tool that differs between two floors. The cost of a tool that was added has a zero base, that of a
// removed one a zero head; so has the side on which only the other side's tool is deferred.
type ToolChange struct {
	Kind       ChangeKind
	Name       string // in head, or in base if it was removed
	OldName    string // of a renamed tool
	Base, Head Cost
	Deferred   bool // the tool is deferred where it is: no total knows of the change
}

// Delta returns what the tool costs more in head, part by part.
func (c *ToolChange) Delta() Cost { return c.Head.Sub(c.Base) }

// A Difference is what changed from one floor to another, in tokens of Unit.
type Difference struct {
	Unit       Unit
	Base, Head int // totals
	// System, Instructions and Overhead are what they cost more in head.
	System, Instructions, Overhead int
	Tools                          []ToolChange // the largest difference first, equal ones by name
	Unchanged                      int          // tools that are the same in both
	Reordered                      bool         // the tools in both stand in another order, which a prompt cache notices
	Uncounted                      Uncounted    // what differs that the ruler does not read
	Joining                        int          // what unchanged tools and the text around all tools cost more because other tools stand next to them
	Warnings                       []error
}

// Uncounted is how many tools differ, by name, in what the ruler does not read: [Wire] counts it. Renamed tools are not
// looked at, and under Wire it is zero.
type Uncounted struct {
	Outputs int `json:"output_schemas"`
	Others  int `json:"other_members"` // titles, annotations and the like
}

// Delta returns what head costs more than base.
func (d *Difference) Delta() int { return d.Head - d.Base }

// Percent returns the delta in percent of base; ok is false if base is 0.
func (d *Difference) Percent() (percent float64, ok bool) {
	if d.Base == 0 {
		return 0, false
	}
	return 100 * float64(d.Delta()) / float64(d.Base), true
}

// key names a tool within a floor: of several with the same name, the how manieth it is.
type key struct {
	name string
	nth  int
}

// Diff compares two floors tool by tool. Tools are matched by name, whatever catalog they came in, and those left over as
// [Renames] finds them, if their schemas are proved to accept the same. The deltas of everything that is not deferred, and Joining, add up to that of the totals. Different units are a
// *[UnitError].
func Diff(base, head *Floor) (*Difference, error) {
	if err := same(base.Unit, head.Unit); err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	d := &Difference{
		Unit: base.Unit, Base: base.Total(), Head: head.Total(),
		System:       head.System - base.System,
		Instructions: head.Instructions - base.Instructions,
		Overhead:     head.Overhead - base.Overhead,
	}
	if base.OverheadKnown != head.OverheadKnown {
		d.Warnings = append(d.Warnings, errors.New("the overhead of only one side is known: it is part of the difference"))
	}
	d.Joining = head.Around - base.Around
	heads := index(head.Tools)
	matched := make(map[int]bool, len(head.Tools))
	var removed []int
	last := -1
	for i, k := range keys(base.Tools) {
		j, ok := heads[k]
		if !ok {
			removed = append(removed, i)
			continue
		}
		matched[j] = true
		d.Reordered = d.Reordered || j < last
		last = max(last, j)
		b, h := &base.Tools[i], &head.Tools[j]
		d.Uncounted.compare(b, h)
		if sameText(b, h) && b.Deferred == h.Deferred {
			d.Unchanged++
			if !b.Deferred {
				d.Joining += h.Tokens() - b.Tokens()
			}
			continue
		}
		d.change(ToolChange{Kind: Changed, Name: h.Name}, b, h)
	}
	var added []int
	for j := range head.Tools {
		if !matched[j] {
			added = append(added, j)
		}
	}
	d.leftOver(base.Tools, head.Tools, removed, added)
	slices.SortStableFunc(d.Tools, func(a, b ToolChange) int {
		da, db := a.Delta().Total(), b.Delta().Total()
		return cmp.Or(cmp.Compare(max(db, -db), max(da, -da)), cmp.Compare(a.Name, b.Name))
	})
	return d, nil
}

// sameText reports whether the model, or whoever the ruler speaks of, reads the same of both tools.
func sameText(a, b *ToolCost) bool {
	if a.tool == nil || b.tool == nil {
		return false
	}
	return a.tool == b.tool || bytes.Equal(text(a.tool, a.ruler), text(b.tool, b.ruler))
}

// compare counts a tool that both sides have and that differs in what its ruler does not read.
func (u *Uncounted) compare(a, b *ToolCost) {
	if a.tool == nil || b.tool == nil || a.ruler == Wire || a.tool == b.tool {
		return
	}
	if !schema.Equal(a.tool.Output, b.tool.Output) {
		u.Outputs++
	}
	if a.tool.Title != b.tool.Title || a.tool.Extra.Len()+b.tool.Extra.Len() > 0 && !schema.Equal(a.tool.Extra, b.tool.Extra) {
		u.Others++
	}
}

// leftOver finds the renamed tools among those that only one side has, and records the others as removed or added.
func (d *Difference) leftOver(base, head []ToolCost, removed, added []int) {
	tools := func(costs []ToolCost, at []int) []*catalog.Tool {
		ts := make([]*catalog.Tool, len(at))
		for i, k := range at {
			ts[i] = costs[k].tool
		}
		return ts
	}
	partner := make(map[int]int)
	for _, r := range Renames(tools(base, removed), tools(head, added), sameSchemas) {
		partner[removed[r[0]]] = added[r[1]]
	}
	paired := make(map[int]bool)
	for _, i := range removed {
		b := &base[i]
		j, ok := partner[i]
		if !ok {
			d.change(ToolChange{Kind: Removed, Name: b.Name}, b, nil)
			continue
		}
		paired[j] = true
		h := &head[j]
		d.change(ToolChange{Kind: Renamed, Name: h.Name, OldName: b.Name}, b, h)
	}
	for _, j := range added {
		if h := &head[j]; !paired[j] {
			d.change(ToolChange{Kind: Added, Name: h.Name}, nil, h)
		}
	}
}

// change records what became of a tool; base or head is nil where it is not.
func (d *Difference) change(c ToolChange, base, head *ToolCost) {
	c.Deferred = (base == nil || base.Deferred) && (head == nil || head.Deferred)
	if base != nil && base.Deferred == c.Deferred {
		c.Base = base.Parts
	}
	if head != nil && head.Deferred == c.Deferred {
		c.Head = head.Parts
	}
	d.Tools = append(d.Tools, c)
}

func keys(tools []ToolCost) []key {
	ks := make([]key, len(tools))
	seen := make(map[string]int, len(tools))
	for i := range tools {
		ks[i] = key{tools[i].Name, seen[tools[i].Name]}
		seen[tools[i].Name]++
	}
	return ks
}

func index(tools []ToolCost) map[key]int {
	m := make(map[key]int, len(tools))
	for i, k := range keys(tools) {
		m[k] = i
	}
	return m
}
