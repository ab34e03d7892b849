package graph

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// A partition puts nodes into classes such that two of a class say the same by themselves and lead, by the same names, to
// nodes of the same classes. It is the coarsest there is but for the nodes on circles that only what they lead to makes
// equal. Equal classes are a bisimulation, so that whatever follows from a node by finitely many steps is the same for all
// of its class; and a validator makes finitely many on an instance.
type partition struct {
	nodes []vertex
	class []int // of each node

	limit, steps int
	ids          map[string]int // of texts and of signatures
	next         int
}

// vertex is a node of the graph that is partitioned.
type vertex struct {
	local int // what it says by itself
	out   []arrow
	set   bool // arrows count once
	// loose says that it says nothing but what it leads to: if that is all of one class, it belongs to it.
	loose bool
}

type arrow struct{ label, to int }

// maxArrows bounds the graph, since its numbers are kept as int32 in signatures.
const maxArrows = 1 << 30

// id returns the number of a text, the same for the same text.
func (p *partition) id(text string) int {
	if p.ids == nil {
		p.ids = map[string]int{}
	}
	n, ok := p.ids[text]
	if !ok {
		n = p.next
		p.next++
		p.ids[text] = n
	}
	return n
}

// signature returns what a node says and leads to, with the classes as they are.
func (p *partition) signature(n int) int {
	v := &p.nodes[n]
	pairs := make([]arrow, len(v.out))
	for i, a := range v.out {
		pairs[i] = arrow{a.label, p.class[a.to]}
	}
	slices.SortFunc(pairs, func(a, b arrow) int {
		return cmp.Or(cmp.Compare(a.label, b.label), cmp.Compare(a.to, b.to))
	})
	if v.set {
		pairs = slices.Compact(pairs)
	}
	p.steps += 1 + len(pairs)
	text := make([]byte, 0, 9+8*len(pairs))
	text = append(text, 0) // no text of id begins with it
	text = binary.BigEndian.AppendUint32(text, uint32(v.local))
	for _, a := range pairs {
		text = binary.BigEndian.AppendUint32(text, uint32(a.label))
		text = binary.BigEndian.AppendUint32(text, uint32(a.to))
	}
	return p.id(string(text))
}

// refine finds the classes. It reports false if that is more work than is allowed.
func (p *partition) refine() bool {
	n := len(p.nodes)
	p.class = make([]int, n)
	waits, behind := make([]int, n), make([][]int32, n)
	arrows := 0
	for i, v := range p.nodes {
		waits[i] = len(v.out)
		if arrows += len(v.out); arrows > maxArrows {
			return false
		}
		for _, a := range v.out {
			behind[a.to] = append(behind[a.to], int32(i))
		}
	}
	open := p.settle(waits, behind)
	return p.split(open, waits, behind) && p.steps <= p.limit
}

// settle numbers the nodes that do not lead to a circle, from the ends on, and returns the others. Their waits stay above 0.
func (p *partition) settle(waits []int, behind [][]int32) []int {
	var queue, open []int
	for i, w := range waits {
		if w == 0 {
			queue = append(queue, i)
		}
	}
	for q := 0; q < len(queue) && p.steps <= p.limit; q++ {
		i := queue[q]
		p.class[i] = p.signature(i)
		if v := &p.nodes[i]; v.loose && len(v.out) > 0 {
			first := p.class[v.out[0].to]
			if !slices.ContainsFunc(v.out, func(a arrow) bool { return p.class[a.to] != first }) {
				p.class[i] = first
			}
		}
		for _, up := range behind[i] {
			if waits[up]--; waits[up] == 0 {
				queue = append(queue, int(up))
			}
		}
	}
	for i, w := range waits {
		if w > 0 {
			open = append(open, i)
		}
	}
	return open
}

// block is a class of nodes that is still being split.
type block struct {
	nodes []int
	said  int // the signature of all in it that are not to be looked at again; -1 if there are none
}

// split starts with all open nodes in one class and takes them apart by their signatures. The largest part keeps its number,
// so that a node is looked at again only if what it leads to went to a class that is half as large at most.
func (p *partition) split(open, waits []int, behind [][]int32) bool {
	blocks := map[int]*block{}
	place := make(map[int]int, len(open)) // in the nodes of its block
	start := func(nodes []int, said int) {
		c := p.next
		p.next++
		for i, n := range nodes {
			p.class[n], place[n] = c, i
		}
		blocks[c] = &block{nodes, said}
	}
	start(slices.Clone(open), -1)
	dirty := open
	for len(dirty) > 0 {
		moved := map[int]map[int][]int{} // class, signature, nodes
		for _, n := range dirty {
			c, said := p.class[n], p.signature(n)
			if p.steps > p.limit {
				return false
			}
			if said == blocks[c].said {
				continue
			}
			if moved[c] == nil {
				moved[c] = map[int][]int{}
			}
			moved[c][said] = append(moved[c][said], n)
		}
		var changed []int
		for c, parts := range moved {
			b := blocks[c]
			for _, nodes := range parts {
				for _, n := range nodes {
					last := len(b.nodes) - 1
					i := place[n]
					b.nodes[i] = b.nodes[last]
					place[b.nodes[i]] = i
					b.nodes = b.nodes[:last]
				}
			}
			parts[b.said] = b.nodes // those that stay
			largest := b.said
			for said, nodes := range parts {
				if len(nodes) > len(parts[largest]) {
					largest = said
				}
			}
			if largest != b.said {
				b.nodes, b.said = parts[largest], largest
				for i, n := range b.nodes {
					place[n] = i
				}
			}
			for said, nodes := range parts {
				if said != largest && len(nodes) > 0 {
					start(nodes, said)
					changed = append(changed, nodes...)
				}
			}
		}
		seen := make(map[int]bool, len(changed))
		dirty = nil
		for _, n := range changed {
			for _, up := range behind[n] {
				if i := int(up); waits[i] > 0 && !seen[i] {
					seen[i] = true
					dirty = append(dirty, i)
				}
			}
		}
	}
	return true
}
