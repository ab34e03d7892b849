package render

import "strconv"

// A Document is an OpenAPI document among the sources, and what became of its operations: Operations is the sum of the
// other numbers.
type Document struct {
	Source     string `json:"source"`
	Version    string `json:"version"`
	Operations int    `json:"operations"`
	Tools      int    `json:"tools"` // before --only and --hide
	Refused    int    `json:"refused"`
	Excluded   int    `json:"excluded"` // by the flags that choose operations
}

// A Naive is what tools would cost if a converter had put every definition where it is used, in the unit of the floor.
type Naive struct {
	Tools  int
	Tokens int
	Ours   int // tokens of the same tools as they are measured
	// AtLeast says that the definitions of some tools contain themselves, or unfold without end for other reasons, so that
	// the tokens are those of what was unfolded before it was cut off.
	AtLeast bool
}

// Ratio is how many times as many tokens it takes; 0 if ours are none.
func (n *Naive) Ratio() float64 {
	if n.Ours == 0 {
		return 0
	}
	return float64(n.Tokens) / float64(n.Ours)
}

// naive says in a sentence what inlining would have cost; empty if nobody asked.
func (r *FloorReport) naive() string {
	n := r.Naive
	if n == nil {
		return ""
	}
	least := ""
	if n.AtLeast {
		least = "at least "
	}
	return "With every definition put where it is used, " + plural(n.Tools, "tool") + " would cost " + least + plural(n.Tokens, "token") +
		": " + least + strconv.FormatFloat(n.Ratio(), 'f', 2, 64) + " times the " + count(n.Ours) + " of the same tools here."
}

// jsonNaive is what tools would cost with every definition put where it is used.
type jsonNaive struct {
	Tokens  int     `json:"tokens"`
	Tools   int     `json:"tools"`
	Ours    int     `json:"ours"` // tokens of the same tools as they are measured
	Ratio   float64 `json:"ratio"`
	AtLeast bool    `json:"at_least"` // there is more, which was not unfolded
}

func (r *FloorReport) naiveJSON() *jsonNaive {
	n := r.Naive
	if n == nil {
		return nil
	}
	return &jsonNaive{n.Tokens, n.Tools, n.Ours, n.Ratio(), n.AtLeast}
}
