package include

import (
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// A status says whether there is a value in a goal. The zero value is that it is not known.
type status uint8

const (
	unsettled status = iota
	empty
	inhabited
)

// A found is what a search came to. If inhabited, val can still be nil: it is known that there is a value, but it is
// too large. If unsettled, val is worth a try.
type found struct {
	status status
	val    *value
	why    *graph.Obstacle // of what is unsettled
}

// either is the result for a union: one value is enough, and nothing is empty but what is so on both sides.
func either(a, b found) found {
	switch {
	case a.status == inhabited && (a.val != nil || b.status != inhabited), b.status == empty:
		return a
	case b.status == inhabited, a.status == empty:
		return b
	case a.val == nil && b.val != nil:
		return found{val: b.val, why: a.why}
	}
	return a
}

// both is the result for parts that are all needed, without their values.
func both(a, b found) found {
	switch {
	case a.status == empty || b.status == empty:
		return found{status: empty}
	case a.status == unsettled:
		return found{why: a.why}
	case b.status == unsettled:
		return found{why: b.why}
	}
	return found{status: inhabited}
}
