package verify

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// maxSteps bounds what all references of a document may cost together. A real one needs some thousands.
const maxSteps = 5_000_000

func (d *document) spend(steps int) *obstacle {
	if d.steps += steps; d.steps > maxSteps {
		return &obstacle{"", fmt.Sprintf("following the references takes more than %d steps", maxSteps)}
	}
	return nil
}

// refer takes note of a reference and of what it leads to.
func (d *document) refer(value *schema.Node, at *step) *obstacle {
	text, ok := value.Text()
	if !ok {
		return nil // no reference, and compared as it is
	}
	if o := d.follow(text); o != nil {
		return o
	}
	if !strings.HasPrefix(text, "#") {
		d.linked = true
	} else if !d.leads[text] {
		d.dangling = append(d.dangling, dangling{at, text})
	}
	return nil
}

// follow pins everything that a reference can mean.
func (d *document) follow(ref string) *obstacle {
	if d.followed[ref] {
		return nil
	}
	d.followed[ref] = true
	targets, o := d.targets(ref)
	for _, names := range targets {
		d.pin(names)
	}
	return o
}

// targets returns the routes from the root to all that a reference can mean. Which base applies depends on the draft
// where a $id stands beside $ref, on the validator where it stands below an unknown keyword, and on where the document
// came from where it is relative; so each resource of the document is tried.
func (d *document) targets(ref string) (found [][]string, o *obstacle) {
	_, fragment, _ := strings.Cut(ref, "#")
	spellings := []string{fragment}
	if plain, err := url.PathUnescape(fragment); err == nil && plain != fragment {
		spellings = append(spellings, plain)
	}
	for _, f := range spellings {
		bases, names := d.resources, schema.Pointer(f).Names()
		if f != "" && f[0] != '/' {
			bases, names = d.anchors[f], nil
		} else {
			bases = append([]*step{nil}, bases...)
		}
		for _, base := range bases {
			route := append(base.names(), names...)
			if o := d.spend(1 + len(route)); o != nil {
				return nil, o
			}
			if d.nodesOn(route) != nil {
				found = append(found, route)
			}
		}
	}
	d.leads[ref] = len(found) > 0
	return found, nil
}

// nodesOn returns the values from the root to the end of a route, both included, or nil if it leads nowhere.
func (d *document) nodesOn(route []string) []*schema.Node {
	nodes := make([]*schema.Node, 1, len(route)+1)
	nodes[0] = d.root
	for i, name := range route {
		n := d.get(nodes[i], name)
		if n == nil {
			return nil
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// pin keeps every value on the way to a target, and visits the target.
func (d *document) pin(route []string) {
	nodes := d.nodesOn(route)
	var at *step
	for i, n := range nodes {
		d.pinned[n] = true
		if i > 0 {
			at = &step{at, route[i-1]}
		}
		// An entry of $defs that a reference leads into is compared whole, so what it refers to must stay as well.
		if i >= 2 && rows[route[i-2]].duty == locates && d.schemas[nodes[i-2]] {
			d.visit(site{node: n, at: at})
		}
	}
	d.visit(site{node: nodes[len(nodes)-1], at: at})
	d.routes = append(d.routes, route)
}

// checkRoute makes sure that no value on the way to the target of a reference is read in two ways: as a schema and as a
// map of schemas, say, or as data, which must not be altered, and as a schema, which may.
func (d *document) checkRoute(route []string) *obstacle {
	const (
		inSchema = iota
		inHolder // a map or list of schemas
		inFree   // data without a say in what is accepted
		inData
	)
	n, state := d.root, inSchema
	for _, name := range route {
		n = d.get(n, name)
		switch state {
		case inSchema:
			r, known := rows[name]
			switch {
			case !known || r.duty == vendor || r.duty == decorates || r.duty == informs && r.shape < one:
				state = inFree
			case (r.shape == named || r.shape == namedOrText) && n.Kind() == schema.Object,
				(r.shape == many || r.shape == oneOrMany) && n.Kind() == schema.Array:
				state = inHolder
			case (r.shape == one || r.shape == oneOrMany) && isSchema(n):
			default:
				state = inData
			}
		case inHolder:
			state = inData
			if isSchema(n) {
				state = inSchema
			}
		}
		if state == inFree && d.schemas[n] {
			state = inSchema
		}
		if state == inData {
			break
		}
	}
	if state == inSchema && isSchema(n) {
		return nil
	}
	var at schema.Pointer
	for _, name := range route {
		at = at.Child(name)
	}
	return &obstacle{at, "a reference leads to a place that is not only a schema"}
}
