package bench

import (
	"errors"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
)

// A Cost is what one tool costs, part by part, in tokens of the unit of its floor. The parts add up to the tool.
type Cost struct {
	Name        int `json:"name"`
	Description int `json:"description"`
	Input       int `json:"input"`   // the schema of the arguments
	Output      int `json:"output"`  // the schema of the results; the model ruler does not count it
	Framing     int `json:"framing"` // the rest: member names, punctuation, other members, joining
}

// Total returns the tokens of all parts.
func (c Cost) Total() int { return c.Name + c.Description + c.Input + c.Output + c.Framing }

// Add returns the sum of two costs, part by part.
func (c Cost) Add(o Cost) Cost {
	return Cost{c.Name + o.Name, c.Description + o.Description, c.Input + o.Input, c.Output + o.Output, c.Framing + o.Framing}
}

// Sub returns what c costs more than o, part by part.
func (c Cost) Sub(o Cost) Cost {
	return Cost{c.Name - o.Name, c.Description - o.Description, c.Input - o.Input, c.Output - o.Output, c.Framing - o.Framing}
}

// A ToolCost is one tool of a floor.
type ToolCost struct {
	Name   string
	Source string // the label of the catalog that it came in
	Parts  Cost
	Bytes  int // of its text, with the bracket or comma that joins it to the others
	// Annotations is how many of these tokens level safe would drop. Measure leaves it 0: what a level drops is for the
	// caller to find out, since finding out means compacting.
	Annotations int
	// Deferred tools are declared but not read by the model until it asks for them: no total includes them.
	Deferred bool

	// What was measured, and by which ruler: [Diff] tells an unchanged tool from a changed one, and a renamed one from a
	// new one. It is nil in a cost that Measure did not make.
	tool  *catalog.Tool
	ruler string
}

// Tokens returns the tokens of the tool: those of all of its parts.
func (t *ToolCost) Tokens() int { return t.Parts.Total() }

// A Saving is what the tools of a floor would cost at one level of compaction.
type Saving struct {
	Level string
	After int // tokens of all tools, in the unit of the floor
	Saved int // tokens less than the tools as they are
}

// A Floor is what is sent again at every step of an agent. All numbers are tokens of Unit unless their name says bytes.
// The zero Floor has an unknown unit and no tools.
type Floor struct {
	Unit         Unit
	System       int // the system prompt
	Instructions int // what the servers send along for the model to read
	// Overhead is what the provider adds to every request that has tools. Measure leaves it 0 and OverheadKnown false,
	// since it belongs to a provider and not to the tools: a caller who knows it fills it in.
	Overhead      int
	OverheadKnown bool
	// Around is the text that a framing writes around all tools of a catalog, such as the instructions how to call them.
	Around int
	Tools  []ToolCost // in source order, catalog after catalog
	// Rulers has the tokens of the same tools under every ruler, each in its own unit: they are shown side by side and
	// never compared.
	Rulers    struct{ Wire, Model, Rendered int }
	TextBytes int // of system prompt, instructions and what stands around the tools
	Savings   []Saving
	Problems  []catalog.Problem
	Warnings  []error // what qualifies the numbers
}

// ToolTokens returns the tokens of all tools that the model reads, deferred ones not included, and of the text around
// them.
func (f *Floor) ToolTokens() int { return f.Parts().Total() + f.Around }

// Parts returns the tokens of all tools that the model reads, part by part.
func (f *Floor) Parts() Cost {
	var sum Cost
	for i := range f.Tools {
		if !f.Tools[i].Deferred {
			sum = sum.Add(f.Tools[i].Parts)
		}
	}
	return sum
}

// Deferred returns the number of deferred tools and the tokens that they add once all of them are loaded.
func (f *Floor) Deferred() (tools, tokens int) {
	for i := range f.Tools {
		if f.Tools[i].Deferred {
			tools++
			tokens += f.Tools[i].Tokens()
		}
	}
	return tools, tokens
}

// Total returns the tokens of the floor: system prompt, instructions, tools and overhead.
func (f *Floor) Total() int { return f.System + f.Instructions + f.Overhead + f.ToolTokens() }

// Bytes returns the bytes of system prompt, instructions and tools, deferred ones not included.
func (f *Floor) Bytes() int {
	n := f.TextBytes
	for i := range f.Tools {
		if !f.Tools[i].Deferred {
			n += f.Tools[i].Bytes
		}
	}
	return n
}

// Largest returns the n tools with the most tokens, the largest first and equal ones in source order; all tools if n is
// negative.
func (f *Floor) Largest(n int) []ToolCost {
	tools := slices.Clone(f.Tools)
	slices.SortStableFunc(tools, func(a, b ToolCost) int { return b.Tokens() - a.Tokens() })
	if n >= 0 && n < len(tools) {
		tools = tools[:n]
	}
	return tools
}

// Add adds another floor to f: its texts and its tools, which keep an array of their own. A floor of a different unit is
// a *[UnitError]. The overhead, which is one per request, is not added up: it stays what it is if both say the same, and
// becomes unknown otherwise. Savings add up level by level; levels that only one of the two has are dropped.
func (f *Floor) Add(o *Floor) error {
	if err := same(f.Unit, o.Unit); err != nil {
		return err
	}
	if f.Overhead != o.Overhead || f.OverheadKnown != o.OverheadKnown {
		f.Overhead, f.OverheadKnown = 0, false
		f.Warnings = append(f.Warnings, errors.New("the overhead is not included: the floors that were added up differ in it"))
	}
	f.System += o.System
	f.Instructions += o.Instructions
	f.Around += o.Around
	f.TextBytes += o.TextBytes
	f.Tools = append(f.Tools, o.Tools...)
	f.Rulers.Wire += o.Rulers.Wire
	f.Rulers.Model += o.Rulers.Model
	f.Rulers.Rendered += o.Rulers.Rendered
	var savings []Saving
	for _, s := range f.Savings {
		if i := slices.IndexFunc(o.Savings, func(t Saving) bool { return t.Level == s.Level }); i >= 0 {
			savings = append(savings, Saving{s.Level, s.After + o.Savings[i].After, s.Saved + o.Savings[i].Saved})
		}
	}
	f.Savings = savings
	f.Problems = append(f.Problems, o.Problems...)
	f.Warnings = append(f.Warnings, o.Warnings...)
	return nil
}
