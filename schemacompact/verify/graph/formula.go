package graph

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A formula is what a schema says of the values of one kind. Equal ones are the same pointer, so that they are built, and
// compared, once. What a formula says of parts of a value (properties, items) it says by the schemas that they must match.
type formula struct {
	op    op
	id    int
	depth int
	kids  []*formula // sorted by id: a set, but for one a multiset, and for choose condition, then and else
	name  string     // of when: the property
	all   *conj      // of and
	local string     // of and: its text without the schemas that it leads to
}

type op uint8

const (
	opTop    op = iota // accepts all
	opBottom           // accepts none
	opAnd              // all of a conj
	opOr
	opOne // exactly one
	opNot
	opChoose // if, then, else
	opWhen   // an object that has a property must match
	opCompat // the same of dependencies in drafts that may not know it
	opNames  // the names of an object must match
)

func (o op) String() string {
	return [...]string{"all", "none", "and", "or", "one", "not", "choose", "when", "compat", "names"}[o]
}

// forms makes formulas.
type forms struct {
	made   map[string]*formula
	list   []*formula // at the index that is its id
	top    *formula
	bottom *formula
	steps  int
	limits Options
	beyond bool // something is too deep or too long
}

// maxNested bounds formulas within formulas, which are walked by recursion.
const maxNested = 10_000

// newForms returns forms with the two constant formulas.
func newForms(limits Options) *forms {
	fs := &forms{made: map[string]*formula{}, limits: limits}
	fs.top, fs.bottom = fs.intern(&formula{op: opTop}, ""), fs.intern(&formula{op: opBottom}, "")
	return fs
}

// over reports whether the work is more than is allowed. What is built then is not used.
func (fs *forms) over() bool { return fs.steps > fs.limits.Steps || fs.beyond }

// intern returns the formula that has been made with the same operation, text and kids, or keeps this one. The text must say
// all that is not in the kids.
func (fs *forms) intern(f *formula, text string) *formula {
	var b strings.Builder
	b.WriteByte(byte('a' + f.op))
	b.WriteString(text)
	for _, k := range f.kids {
		b.WriteByte(' ')
		b.WriteString(strconv.Itoa(k.id))
		f.depth = max(f.depth, k.depth+1)
	}
	fs.steps += 1 + b.Len()/32
	if f.depth > maxNested {
		fs.beyond = true
	}
	key := b.String()
	if old := fs.made[key]; old != nil {
		return old
	}
	f.id = len(fs.made)
	fs.made[key] = f
	fs.list = append(fs.list, f)
	return f
}

// byID orders formulas in the order in which they were made.
func byID(a, b *formula) int { return cmp.Compare(a.id, b.id) }

// not is the complement within the kind, so that a double one is none.
func (fs *forms) not(f *formula) *formula {
	switch f.op {
	case opTop:
		return fs.bottom
	case opBottom:
		return fs.top
	case opNot:
		return f.kids[0]
	}
	return fs.intern(&formula{op: opNot, kids: []*formula{f}}, "")
}

// or is the union. Branches that list values become one list, which is a union too.
func (fs *forms) or(k kind, branches []*formula) *formula {
	var kids []*formula
	var values []listed
	lists := false
	for _, f := range branches {
		switch {
		case f.op == opTop:
			return fs.top
		case f.op == opBottom:
		case f.op == opOr:
			kids = append(kids, f.kids...)
		default:
			kids = append(kids, f)
		}
	}
	fs.steps += len(branches) + len(kids)
	kids = slices.DeleteFunc(kids, func(f *formula) bool {
		if f.isList() {
			lists, values = true, append(values, f.all.enum...)
			return true
		}
		return false
	})
	if lists {
		list := fs.and(&conj{kind: k, hasEnum: true, enum: sortValues(values)})
		if list.op == opTop {
			return list
		}
		kids = append(kids, list)
	}
	slices.SortFunc(kids, byID)
	kids = slices.Compact(kids)
	switch len(kids) {
	case 0:
		return fs.bottom
	case 1:
		return kids[0]
	}
	return fs.intern(&formula{op: opOr, kids: kids}, "")
}

// one is what exactly one branch accepts. Apart says of which pairs it is known that they have no value in common.
func (fs *forms) one(k kind, branches []*formula, apart func(a, b *formula) bool) *formula {
	var kids []*formula
	tops, lists := 0, 0
	for _, f := range branches {
		switch {
		case f.op == opTop:
			tops++
		case f.op != opBottom:
			kids = append(kids, f)
			if f.isList() {
				lists++
			}
		}
	}
	fs.steps += len(branches)
	switch {
	// Two branches that accept all are never exactly one.
	case tops > 1:
		return fs.bottom
	case tops == 1: // none of the others
		c := &conj{kind: k}
		for _, f := range kids {
			c.add(fs.not(f))
		}
		return fs.and(c)
	case len(kids) == 0:
		return fs.bottom
	case len(kids) == 1:
		return kids[0]
	case lists == len(kids):
		return fs.oneOfLists(k, kids)
	}
	if fs.allApart(kids, apart) {
		return fs.or(k, kids)
	}
	slices.SortFunc(kids, byID)
	return fs.intern(&formula{op: opOne, kids: kids}, "")
}

// oneOfLists are the values that stand in one list only.
func (fs *forms) oneOfLists(k kind, kids []*formula) *formula {
	times := map[string]int{}
	var values []listed
	for _, f := range kids {
		for _, v := range f.all.enum {
			times[v.key]++
			values = append(values, v)
		}
	}
	fs.steps += len(values)
	values = slices.DeleteFunc(values, func(v listed) bool { return times[v.key] > 1 })
	return fs.and(&conj{kind: k, hasEnum: true, enum: sortValues(values)})
}

// maxApart bounds the branches that are compared in pairs.
const maxApart = 300

// allApart reports whether no value is in two of the branches. A branch that is there twice is not apart from itself.
func (fs *forms) allApart(kids []*formula, apart func(a, b *formula) bool) bool {
	if len(kids) > maxApart {
		return false
	}
	for i, a := range kids {
		for _, b := range kids[:i] {
			if fs.steps++; a == b || !apart(a, b) {
				return false
			}
		}
	}
	return true
}

// choose is if, then and else.
func (fs *forms) choose(condition, then, otherwise *formula) *formula {
	switch {
	case condition.op == opTop || then == otherwise:
		return then
	case condition.op == opBottom:
		return otherwise
	}
	return fs.intern(&formula{op: opChoose, kids: []*formula{condition, then, otherwise}}, "")
}

// inside makes a formula that speaks of a part of an object by another formula.
func (fs *forms) inside(o op, name string, f *formula) *formula {
	if f.op == opTop {
		return f
	}
	return fs.intern(&formula{op: o, name: name, kids: []*formula{f}}, strconv.Quote(name))
}

// isList reports whether f does nothing but list values.
func (f *formula) isList() bool {
	return f.op == opAnd && f.all.hasEnum && f.all.listOnly
}
