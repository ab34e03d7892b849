package verify

import (
	"bytes"
	"fmt"
	"time"

	"github.com/schema-bench/schema-bench/schema"
)

// A Proof is the result of a comparison. The zero value proves nothing.
type Proof struct {
	Verdict Verdict
	// Direction says what the second accepts, seen from the first. It is Equal with a proof. With Different it is Narrower or
	// Wider if that is proved, Incomparable if there is a witness for each of the two, and Undirected if there is one that
	// shows only that they differ.
	Direction Direction
	// Method says what carried the verdict: "same-bytes" (no more was needed), "erase-annotations", "bisimulation",
	// "inclusion" or "instances".
	Method string
	// Reason says why there is no stronger verdict, for people to read; it is empty if the verdict is a proof.
	// It can quote names from the documents, which come from strangers.
	Reason string
	// At points to the first difference or obstacle, in the first document where it is in both; it is empty for the root.
	At schema.Pointer
	// Witnesses are instances that only one of the two accepts, each confirmed by a validator, at most one for each of
	// the two. There are none unless the verdict is Different.
	Witnesses []Witness
	// Samples is how many instances were tried, 0 if none were. KillRate is the share of faults, put into the second
	// schema on purpose, that the same instances found: how much Samples is worth. It is 0 without samples.
	Samples  int
	KillRate float64
}

// A Witness is an instance that one of two schemas accepts and the other refuses.
type Witness struct {
	Instance []byte // compact JSON
	First    bool   // the first accepts it and the second does not; otherwise the second does and the first does not
}

// Options bound the work of a comparison. The zero value of each field means its default. What is beyond a bound is
// Unknown, never an error and never a pass.
type Options struct {
	Depth int // nested arrays and objects of one document; default 1,000, and never more than 10,000
	Nodes int // JSON values of one document; default 5,000,000
	Steps int // of the decision procedure, in each direction; its default is package include's
	// Instances is how many are tried where nothing is proved; the default is package trial's, and there are none, and no
	// witnesses, if it is negative.
	Instances int
	// Always tries instances after a proof too, which checks the proof: one that they refute is Different.
	Always bool
	Seed   uint64        // of the instances that are chosen at random
	Time   time.Duration // for the instances; default 1.5 s
}

func (opt *Options) orDefault() Options {
	var out Options
	if opt != nil {
		out = *opt
	}
	if out.Depth <= 0 {
		out.Depth = 1000
	}
	out.Depth = min(out.Depth, 10_000) // deeper ones could exhaust the stack
	if out.Nodes <= 0 {
		out.Nodes = 5_000_000
	}
	if out.Time <= 0 {
		out.Time = 1500 * time.Millisecond
	}
	return out
}

// Compare compares the schema that a tool came with, a, to the one that is served in its place, b. Identical, Canonical
// and Decided mean that both accept the same instances, to validators of every draft that readers can take them for; the
// package comment says why. Of the other verdicts, Different comes with a witness and all with a reason and a place.
//
// Neither tree is changed. Nil options are the zero options.
func Compare(a, b *schema.Node, opt *Options) Proof {
	limits := opt.orDefault()
	if !writable(a, limits) || !writable(b, limits) { // there is no telling what a validator would be given
		o, _ := compare(a, b, limits)
		return Proof{Method: "erase-annotations", Reason: o.reason, At: o.at}
	}
	if a == b || sameText(a, b) {
		return Proof{Verdict: Identical, Direction: Equal, Method: "same-bytes"}
	}
	o, alike := compare(a, b, limits)
	switch {
	case o == nil:
		return limits.try(a, b, Proof{Verdict: Identical, Direction: Equal, Method: "erase-annotations"}, nil)
	case alike == unreadable:
		return limits.try(a, b, Proof{Method: "erase-annotations", Reason: o.reason, At: o.at}, nil)
	}
	return limits.decide(a, b, o, alike == neutral)
}

// An accord says whether readers of different drafts make the same of two documents.
type accord int

const (
	unreadable accord = iota // one of them cannot be read with certainty
	dependent                // it depends on the draft, or is not known
	neutral                  // they do
)

// compare returns the first difference that could matter, or the first obstacle.
func compare(a, b *schema.Node, limits Options) (*obstacle, accord) {
	before, o := open(a, limits)
	if o != nil {
		return o, unreadable
	}
	after, o := open(b, limits)
	if o != nil {
		return o, unreadable
	}
	readers := before.drafts | after.drafts | assumed
	if before.mixed || after.mixed {
		readers = always
	}
	for _, d := range []*document{before, after} {
		d.readers = readers
		if o := d.explore(); o != nil {
			return o, dependent
		}
	}
	if o := newlyDangling(before, after); o != nil {
		return o, dependent
	}
	erased, o := identity(before, after)
	if o != nil {
		return o, dependent
	}
	c := comparison{a: before, b: after, erased: erased, readers: readers}
	o = c.schemas(before.root, after.root, nil)
	if o == nil {
		return nil, neutral // or dependent: nobody has to know any more
	}
	// What a format means to a draft is no question where both are read by the same one.
	before.formatsAlike = before.drafts == after.drafts
	after.formatsAlike = before.formatsAlike
	if before.independent("$schema") != nil || after.independent("$schema") != nil {
		return o, dependent
	}
	return o, neutral
}

// writable reports whether n is a JSON value within the limits, so that it has bytes to compare.
func writable(n *schema.Node, limits Options) bool {
	type entry struct {
		n     *schema.Node
		depth int
	}
	stack := []entry{{n, 0}}
	for count := 1; len(stack) > 0; count++ {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if e.n.Kind() == schema.Invalid || e.depth > limits.Depth || count > limits.Nodes {
			return false
		}
		for _, value := range e.n.Members() {
			stack = append(stack, entry{value, e.depth + 1})
		}
		for _, item := range e.n.Items() {
			stack = append(stack, entry{item, e.depth + 1})
		}
	}
	return true
}

// sameText reports whether two values have the same bytes. Both must be writable.
func sameText(a, b *schema.Node) bool {
	both := a.Append(make([]byte, 0, 8<<10)) // room for both of most
	n := len(both)
	both = b.Append(both)
	return bytes.Equal(both[:n], both[n:])
}

// newlyDangling finds a reference that leads nowhere in the second document and did not do so in the first.
func newlyDangling(a, b *document) *obstacle {
	before := map[schema.Pointer]bool{}
	for _, r := range a.dangling {
		before[r.at.pointer()] = true
	}
	for _, r := range b.dangling {
		if at := r.at.pointer(); !before[at] {
			return &obstacle{at, fmt.Sprintf("the reference %s leads nowhere", brief(schema.NewString(r.value)))}
		}
	}
	return nil
}
