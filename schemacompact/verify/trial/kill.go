package trial

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
)

// mutants puts faults into the second schema and counts those that the samples tell from it.
func (t *trial) mutants() {
	j := t.judge
	root := j.sides[1].root
	mode := len(j.modes) - 1 // formats asserted: there they make a difference
	near := map[schema.Pointer][]int{}
	for i := range j.samples {
		for _, at := range j.samples[i].at {
			near[at] = append(near[at], i)
		}
	}
	before := len(j.samples)
	faults := spread(newReader(root).faults(), t.opt.Mutants, rand.New(rand.NewPCG(t.opt.Seed, 2)))
	for _, f := range faults {
		if j.expired() {
			t.result.Reason = "time ran out while faults were tried"
			return
		}
		faulty := root.Clone()
		f.edit(faulty.Find(f.at))
		compiled, err := compile(faulty.Append(nil), j.modes[mode], time.Until(j.deadline))
		if err != nil {
			continue // no schema any more, or beyond a limit
		}
		t.result.Mutants++
		if t.killed(compiled, near[f.at], before, mode) {
			t.result.Killed++
			continue
		}
		if t.opt.Equal != nil && t.opt.Equal(root, faulty) {
			t.result.Equal++
			continue
		}
		t.result.Survivors = append(t.result.Survivors, Survivor{f.at, f.what, t.telling(faulty, compiled, f, mode)})
	}
}

// killed reports whether one of the first n samples gets another verdict from the faulty schema. Those that were made for
// the place of the fault come first: they decide most cases.
func (t *trial) killed(faulty checker, near []int, n, mode int) bool {
	whole := t.judge.sides[1].schemas[mode]
	tells := func(s *sample) bool {
		return apart(faulty, whole, faulty.ask(s.instance), s.verdicts[1][mode], s.instance)
	}
	for _, i := range near {
		if tells(&t.judge.samples[i]) {
			return true
		}
	}
	for i := range n {
		if tells(&t.judge.samples[i]) {
			return true
		}
		if i%64 == 63 && t.judge.expired() {
			return false
		}
	}
	return false
}

const (
	aimedPlaces = 300 // that a search for one fault goes into
	aimed       = 300 // instances that it tries
)

// telling searches for an instance that tells a fault from the second schema, among those for its place: first those
// that there was no room for, then those that the faulty schema suggests.
func (t *trial) telling(faulty *schema.Node, compiled checker, f fault, mode int) []byte {
	j := t.judge
	tried := 0
	tell := func(list []candidate) []byte {
		for _, c := range list {
			if !slices.ContainsFunc(c.at, func(at schema.Pointer) bool { return at == f.at || parent(at) == f.at }) {
				continue
			}
			if tried++; tried > aimed || j.expired() {
				return nil
			}
			s := j.try(c.make(), nil)
			if s != nil && apart(compiled, j.sides[1].schemas[mode], compiled.ask(s.instance), s.verdicts[1][mode], s.instance) {
				return s.text
			}
		}
		return nil
	}
	if text := tell(t.rest); text != nil {
		return text
	}
	m := newMaker(faulty)
	return tell(explore(m, aimedPlaces, j.expired, func(v *value) bool {
		if v.weight > maxWeight {
			return false
		}
		instance, err := validate.Decode(v.append(nil), validate.Limits{})
		return err == nil && compiled.ask(instance) == yes
	}))
}

// parent returns the pointer two names up, which is the schema that holds another in a map or a list.
func parent(at schema.Pointer) schema.Pointer {
	for range 2 {
		at = at[:max(0, strings.LastIndexByte(string(at), '/'))]
	}
	return at
}
