package openapi

import (
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// A hint is what the document says of the tool that is to become of an operation, beside what the specification knows.
type hint struct {
	off                      bool
	name, title, description string
}

// hintOf reads x-mcp and x-speakeasy-mcp. Whether there is a tool at all can stand at the operation, the path item or the
// root, and counts in that order; words can only be those of the operation.
func hintOf(op *frame.Operation, root *schema.Node) hint {
	var h hint
	for _, name := range []string{"x-mcp", "x-speakeasy-mcp"} {
		n := op.At.Node.Get(name)
		for word, to := range map[string]*string{"name": &h.name, "title": &h.title, "description": &h.description} {
			if s, ok := n.Get(word).Text(); ok && *to == "" {
				*to = s
			}
		}
	}
	for _, level := range []*schema.Node{op.At.Node, op.Item.Node, root} {
		for _, name := range []string{"x-mcp", "x-speakeasy-mcp"} {
			if off, says := switchedOff(level.Get(name)); says {
				h.off = off
				return h
			}
		}
	}
	return h
}

// switchedOff reads a switch: a boolean, or an object with enabled or disabled.
func switchedOff(n *schema.Node) (off, says bool) {
	if on, ok := n.Bool(); ok {
		return !on, true
	}
	if on, ok := n.Get("enabled").Bool(); ok {
		return !on, true
	}
	if off, ok := n.Get("disabled").Bool(); ok {
		return off, true
	}
	return false, false
}
