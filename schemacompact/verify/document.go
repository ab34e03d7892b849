package verify

import (
	"iter"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// document is one side of a comparison and what is known about it.
type document struct {
	root   *schema.Node
	limits Options
	drafts drafts // the one that it declares; 0 if it declares none, or one that is not known
	// readers are the drafts that it can be taken for, together with the document that it is compared to.
	readers drafts

	// found by scan
	nodes     int
	seen      map[*schema.Node]bool
	shared    bool               // one node stands in two places
	mixed     bool               // a subschema declares a draft of its own
	dynamic   bool               // somewhere stands a dynamic reference, which can lead to any definition
	anchors   map[string][]*step // by plain name
	resources []*step            // what has a base URI of its own, the root aside

	// found by explore
	schemas  map[*schema.Node]bool // schemas that a validator can get to
	pinned   map[*schema.Node]bool // values on the way from the root to the target of a reference
	sites    []site                // the schemas in the order in which they were found
	work     int                   // how many of the sites are explored
	checked  int                   // how many of the sites were searched for definitions that are not reached
	followed map[string]bool       // references whose targets are pinned
	leads    map[string]bool       // references that lead somewhere
	routes   [][]string            // from the root to each target
	steps    int                   // spent on following references
	members  map[*schema.Node]map[string]*schema.Node
	dangling []dangling
	linked   bool // some reference is more than a fragment

	formatsAlike bool // what a format means is not asked
}

// site is a schema and where it stands.
type site struct {
	node       *schema.Node
	at         *step
	keyword    string // that holds it; "" for the root and for targets that are in no schema position
	definition bool   // it is an entry of $defs or definitions
}

type dangling struct {
	at    *step
	value string
}

// open reads a document, whose schemas explore finds. Trees that were built by hand can have one node in several places, as a schema here and as data
// there, say; what is known about it would then be true of one of them only, so such a tree is copied first.
func open(root *schema.Node, limits Options) (*document, *obstacle) {
	d := &document{
		root:     root,
		limits:   limits,
		seen:     make(map[*schema.Node]bool, 128), // of most, without growing
		anchors:  map[string][]*step{},
		schemas:  map[*schema.Node]bool{},
		pinned:   map[*schema.Node]bool{},
		followed: map[string]bool{},
		leads:    map[string]bool{},
		members:  map[*schema.Node]map[string]*schema.Node{},
	}
	declared, ok := draftOf(root)
	if !ok {
		return nil, &obstacle{"/$schema", "the dialect that it names is not known, so every keyword can mean anything"}
	}
	d.drafts = declared
	if o := d.scan(root, nil, 0); o != nil {
		return nil, o
	}
	if d.shared {
		b := root.Append(nil)
		own, err := schema.ParseWith(b, &schema.ParseOptions{
			Limits: schema.Limits{Depth: limits.Depth + 1, Nodes: limits.Nodes, Bytes: len(b)}})
		if err != nil {
			return nil, &obstacle{"", err.Error()}
		}
		return open(own, limits)
	}
	d.seen = nil
	return d, nil
}

// below yields the schemas right below a schema. What has the wrong type in a schema position is passed over, its
// neighbours are not.
func below(s site) iter.Seq[site] {
	return func(yield func(site) bool) {
		for keyword, value := range s.node.Members() {
			r, ok := rows[keyword]
			if !ok || r.shape < one {
				continue
			}
			at := &step{s.at, keyword}
			switch {
			case r.shape == named || r.shape == namedOrText:
				for name, sub := range value.Members() {
					if isSchema(sub) && !yield(site{sub, &step{at, name}, keyword, r.duty == locates}) {
						return
					}
				}
			case value.Kind() == schema.Array && r.shape != one:
				for i, sub := range value.Items() {
					if isSchema(sub) && !yield(site{sub, &step{at, strconv.Itoa(i)}, keyword, false}) {
						return
					}
				}
			case isSchema(value) && r.shape != many:
				if !yield(site{value, at, keyword, false}) {
					return
				}
			}
		}
	}
}

// explore finds every schema that a validator can get to, by keywords and by references.
func (d *document) explore() *obstacle {
	d.visit(site{node: d.root})
	for {
		for ; d.work < len(d.sites); d.work++ {
			if o := d.exploreSite(d.sites[d.work]); o != nil {
				return o
			}
		}
		more, o := d.revive()
		if o != nil {
			return o
		}
		if !more {
			break
		}
	}
	for _, route := range d.routes {
		if o := d.checkRoute(route); o != nil {
			return o
		}
	}
	return d.noteUnreached()
}

func (d *document) visit(s site) {
	if isSchema(s.node) && !d.schemas[s.node] {
		d.schemas[s.node] = true
		d.sites = append(d.sites, s)
	}
}

func (d *document) exploreSite(s site) *obstacle {
	for sub := range below(s) {
		if !sub.definition || d.dynamic || d.pinned[sub.node] {
			d.visit(sub)
		}
	}
	for name, value := range s.node.Members() {
		var o *obstacle
		switch r, known := rows[name]; {
		case name == "$ref" || name == "$dynamicRef" || name == "$recursiveRef":
			o = d.refer(value, &step{s.at, name})
		case name == "discriminator":
			for _, target := range value.Get("mapping").Members() {
				// A mapping may also give the bare name of a schema, which leads nowhere by itself.
				if text, _ := target.Text(); strings.Contains(text, "#") && o == nil {
					o = d.follow(text)
				}
			}
		case !known || r.duty == vendor:
			// Whoever understands the keyword may follow the references that it holds.
			o = d.referInside(value, &step{s.at, name})
		}
		if o != nil {
			return o
		}
	}
	return nil
}

func (d *document) referInside(n *schema.Node, at *step) *obstacle {
	if o := d.spend(1); o != nil {
		return o
	}
	for name, value := range n.Members() {
		below := &step{at, name}
		if name == "$ref" && isText(value) {
			if o := d.refer(value, below); o != nil {
				return o
			}
		}
		if o := d.referInside(value, below); o != nil {
			return o
		}
	}
	for i, item := range n.Items() {
		if o := d.referInside(item, &step{at, strconv.Itoa(i)}); o != nil {
			return o
		}
	}
	return nil
}

// hasDefinitions reports whether a schema has a keyword that holds definitions.
func hasDefinitions(n *schema.Node) bool {
	return n.Get("$defs") != nil || n.Get("definitions") != nil
}

// revive takes definitions that nothing leads to for reachable unless they are valid beyond doubt: many readers check a
// document as a whole, so that to lose or gain one that is not makes the difference between a refused document and a
// good one. It reports whether there were any.
func (d *document) revive() (bool, *obstacle) {
	before := len(d.sites)
	for ; d.checked < before; d.checked++ {
		if !hasDefinitions(d.sites[d.checked].node) {
			continue
		}
		for sub := range below(d.sites[d.checked]) {
			if !sub.definition || d.schemas[sub.node] {
				continue
			}
			ok, o := d.valid(sub)
			if o != nil {
				return false, o
			}
			if !ok {
				d.visit(sub)
			}
		}
	}
	return len(d.sites) > before, nil
}

// noteUnreached notes the dangling references of definitions that nothing leads to: they do no harm to validation, but
// there are readers that resolve every reference.
func (d *document) noteUnreached() *obstacle {
	for _, s := range d.sites {
		if !hasDefinitions(s.node) {
			continue
		}
		for sub := range below(s) {
			if !sub.definition || d.schemas[sub.node] {
				continue
			}
			o := d.eachBelow(sub, func(s site) *obstacle {
				text, ok := s.node.Get("$ref").Text()
				if !ok || !strings.HasPrefix(text, "#") {
					return nil
				}
				if _, known := d.leads[text]; !known {
					if _, o := d.targets(text); o != nil {
						return o
					}
				}
				if !d.leads[text] {
					d.dangling = append(d.dangling, dangling{&step{s.at, "$ref"}, text})
				}
				return nil
			})
			if o != nil {
				return o
			}
		}
	}
	return nil
}

// eachBelow visits a schema and all below it by keywords alone.
func (d *document) eachBelow(root site, visit func(site) *obstacle) *obstacle {
	stack := []site{root}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if o := d.spend(1); o != nil {
			return o
		}
		if o := visit(s); o != nil {
			return o
		}
		for sub := range below(s) {
			stack = append(stack, sub)
		}
	}
	return nil
}

// get is Get, quick also for objects with very many members.
func (d *document) get(n *schema.Node, name string) *schema.Node {
	const few = 16
	if n.Kind() == schema.Array {
		i, err := strconv.Atoi(name)
		if err != nil || strconv.Itoa(i) != name {
			return nil
		}
		return n.Item(i)
	}
	if n.Len() <= few {
		return n.Get(name)
	}
	index := d.members[n]
	if index == nil {
		index = make(map[string]*schema.Node, n.Len())
		for name, value := range n.Members() {
			index[name] = value
		}
		d.members[n] = index
	}
	return index[name]
}
