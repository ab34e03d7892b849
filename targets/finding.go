package targets

import (
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// A Severity says how bad a finding is. The zero value is none.
type Severity string

// The severities.
const (
	Error   Severity = "error"   // the consumer refuses the tool, or the whole request
	Warning Severity = "warning" // the consumer takes it and does something else than the schema says
	Note    Severity = "note"    // it works, at a cost or with a reservation
)

// severityOff, in a user's file, takes a constraint away.
const severityOff Severity = "off"

// severities returns them, the worst first.
func severities() []Severity { return []Severity{Error, Warning, Note} }

// AtLeast reports whether s is as bad as other, or worse. What is no severity is as bad as nothing.
func (s Severity) AtLeast(other Severity) bool {
	at, limit := slices.Index(severities(), s), slices.Index(severities(), other)
	return at >= 0 && limit >= 0 && at <= limit
}

// The parts of a tool and of a catalog that a finding can be in.
const (
	partName         = "name"
	partDescription  = "description"
	partInput        = "input"
	partOutput       = "output"
	partInstructions = "instructions"
)

// A Finding is one thing about a tool, or a catalog, that a consumer refuses or mishandles.
type Finding struct {
	Tool      string         // its name; empty for a finding of the whole catalog
	Index     int            // of the tool in its catalog, since names can be missing or equal; -1 for the whole catalog
	Part      string         // name, description, input, output or instructions; empty for a number of tools
	At        schema.Pointer // of the place in the schema of that part
	Consumer  string         // the id of the target
	Rule      string         // the id of the rule
	Severity  Severity
	Message   string // what is wrong and what the consumer does about it
	Fix       string // what to do; may be empty
	AsOf      string // the day of the source: YYYY-MM-DD
	Source    string // an address, or a file of a repository
	Confirmed bool   // false for what was reported once and not confirmed
	Note      string // a reservation about the source; may be empty
	More      int    // the number of places with the same finding that are left out after this one
	Origin    catalog.Origin
}
