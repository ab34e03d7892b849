package validate

import "fmt"

// An InvalidError says that a text is no JSON, or a document no valid schema. Nothing is known of what it accepts.
type InvalidError struct {
	Pointer string // JSON pointer into the document; empty for its root
	Offset  int64  // in bytes, of what is no JSON; -1 for everything else
	Reason  string
}

func (e *InvalidError) Error() string {
	if e.Offset >= 0 {
		return fmt.Sprintf("validate: %s at %q, offset %d", e.Reason, e.Pointer, e.Offset)
	}
	return fmt.Sprintf("validate: %s at %q", e.Reason, e.Pointer)
}

// A LimitError says which of the [Limits] a document or an instance is beyond.
type LimitError struct {
	Limit   string // the name of the field, e.g. "Depth"
	Max     int    // its value
	Pointer string // JSON pointer to the place where that became clear; empty for the root or for all
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("validate: beyond the limit %s of %d at %q", e.Limit, e.Max, e.Pointer)
}

// An UndecidedError says that there is no verdict: time ran out, a pattern took too long or is beyond all engines, or the
// validator broke down. It never stands for a refusal.
type UndecidedError struct{ Reason string }

func (e *UndecidedError) Error() string { return "validate: undecided: " + e.Reason }
