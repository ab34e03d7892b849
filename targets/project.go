package targets

import (
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
)

// What a Change can be.
const (
	Renamed             = "renamed"
	DescriptionCut      = "description cut"
	DescriptionSet      = "description set" // one stands in for a missing one
	MemberDropped       = "member dropped"
	SchemaRewritten     = "schema rewritten"
	ToolDeferred        = "tool deferred"
	ToolDropped         = "tool dropped"
	InstructionsCut     = "instructions cut"
	InstructionsDropped = "instructions dropped"
)

// Change is one thing that a client does to a catalog.
type Change struct {
	Tool   string // as the server names it; empty for what is no tool's
	What   string // one of the constants
	Detail string // the new name, the member, the steps, the reason; may be empty
	Before int    // bytes of what is concerned, as UTF-8; of a schema, of its compact JSON
	After  int
}

// ProjectOptions say how to apply a profile. The zero value works, but names come out right only with a server.
type ProjectOptions struct {
	Server string // the server's name in the client's configuration; if empty, the catalog's name
	// Unconfirmed applies the figures that are not confirmed, too.
	Unconfirmed bool
	// Deferral overrides the client's: always, never, or share, which defers all tools if they take more than Share of the
	// window. Empty is what the client does by default.
	Deferral string
	Share    float64               // of the window, above 0 and up to 1; 0 is the client's own share, or a tenth
	Window   int                   // of the model, in tokens; needed for a share
	Tokens   func(text []byte) int // counts the tokens of a tool, for a share
}

// Projection is what a client makes of a catalog.
type Projection struct {
	Client  string
	Catalog *catalog.Catalog
	// Group is the name that the client sends once in front of the names of all tools; empty if each has its own in full.
	Group string
	// Listing is what the client says of deferred tools in every request, one per line: the names of the tools or of the
	// server. It is part of the floor; the words that the client puts around it are not known and not in it.
	Listing  string
	Changes  []Change
	Warnings []error // what the numbers measured from this leave out
}

// Project returns what the client makes of a server's catalog before it reaches the model. Nothing is done about what
// the profile does not know. Tools that the client defers are marked as such (see [catalog.Tool.Deferred]); tools that
// it leaves out are no longer there; every change is listed. Built-in tools of a provider are left as they are.
//
// The catalog is not changed. An error is one of the options or a catalog without tools.
func (c *Client) Project(cat *catalog.Catalog, opt *ProjectOptions) (*Projection, error) {
	if opt == nil {
		opt = &ProjectOptions{}
	}
	if cat == nil || len(cat.Tools) == 0 {
		return nil, fmt.Errorf("targets: %w", catalog.ErrNoTools)
	}
	w := &projector{client: c, opt: opt, out: &Projection{Client: c.ID}}
	rules, err := w.rules()
	if err != nil {
		return nil, fmt.Errorf("targets: %s: %w", c.ID, err)
	}
	w.p = rules
	copied := *cat
	copied.Tools, copied.Problems = slices.Clone(cat.Tools), slices.Clone(cat.Problems)
	w.cat, w.out.Catalog = &copied, &copied
	w.instructions()
	w.tools()
	w.limit()
	w.rename()
	w.deferTools()
	for _, r := range rules.NotCounted {
		w.warn("%s adds what is not in these numbers: %s", c.Title, r.Text)
	}
	return w.out, nil
}
