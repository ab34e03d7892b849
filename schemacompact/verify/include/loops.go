package include

import (
	"slices"

	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

// checkLoops finds a schema that refers to itself without going into the instance: what it accepts is not defined.
func (p *program) checkLoops() *graph.Obstacle {
	const (
		fresh = iota
		entered
		left
	)
	marks := make([]byte, len(p.nodes))
	var enter func(id int) *graph.Obstacle
	enter = func(id int) *graph.Obstacle {
		switch marks[id] {
		case entered:
			return obstacle(p.nodes[id].at, "the schema refers to itself without going into the instance")
		case left:
			return nil
		}
		marks[id] = entered
		for _, child := range p.nodes[id].inPlace() {
			if o := enter(child); o != nil {
				return o
			}
		}
		marks[id] = left
		return nil
	}
	for id := range p.nodes {
		if o := enter(id); o != nil {
			return o
		}
	}
	return nil
}

// wellFormedNames is false if a name of a schema could stand for several.
func wellFormedNames(s *graph.Schema) bool {
	for _, list := range [][]graph.Named{s.Properties, s.PatternProperties} {
		for _, n := range list {
			if !wellFormed(n.Name) {
				return false
			}
		}
	}
	for _, r := range s.Required {
		if !wellFormed(r) {
			return false
		}
	}
	for _, d := range s.Dependent {
		if !wellFormed(d.Name) || slices.ContainsFunc(d.Required, func(r string) bool { return !wellFormed(r) }) {
			return false
		}
	}
	return true
}
