package request

import (
	"strconv"

	"github.com/schema-bench/schema-bench/schema"
)

// a names the kind of a value in an error.
func a(n *schema.Node) string {
	switch n.Kind() {
	case schema.Null:
		return "null"
	case schema.Bool:
		return "a boolean"
	case schema.Number:
		return "a number"
	case schema.String:
		return "a string"
	case schema.Array:
		return "an array"
	case schema.Object:
		return "an object"
	}
	return "no JSON value"
}

// clip shortens a name for an error: names come from documents and models.
func clip(s string) string {
	const longest = 80
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest]) + "…"
	}
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}

// quote clips and spells out what could not be seen in an error.
func quote(s string) string { return `"` + clip(s) + `"` }
