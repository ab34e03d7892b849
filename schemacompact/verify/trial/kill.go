package trial

import (
	"math/rand/v2"
	"slices"
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
func (t *trial) killed(faulty *validate.Schema, near []int, n, mode int) bool {
	tells := func(s *sample) bool {
		if s.verdicts[1][mode] == open {
			return false
		}
		v := ask(faulty, s.instance)
		return v != open && v != s.verdicts[1][mode]
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

// telling searches for an instance that tells a fault from the second schema among those that the faulty schema suggests
// for its place and those that the second schema has not had time for.
func (t *trial) telling(faulty *schema.Node, compiled *validate.Schema, f fault, mode int) []byte {
	j := t.judge
	m := &maker{newReader(faulty), newWriter()}
	tried := 0
	try := func(v *value) verdict {
		instance, err := validate.Decode(v.append(nil), validate.Limits{})
		if err != nil {
			return open
		}
		return ask(compiled, instance)
	}
	for _, c := range explore(m, func(v *value) bool { return !j.expired() && try(v) == yes }) {
		if !slices.ContainsFunc(c.at, func(at schema.Pointer) bool { return at == f.at || schema.Pointer(parent(at)) == f.at }) {
			continue
		}
		if tried++; tried > t.opt.Samples || j.expired() {
			return nil
		}
		v := c.make()
		s := j.try(v.append(nil), nil)
		if s == nil || s.verdicts[1][mode] == open {
			continue
		}
		if got := ask(compiled, s.instance); got != open && got != s.verdicts[1][mode] {
			return s.text
		}
	}
	return nil
}

// parent returns the schema that holds another in a map or list, by pointer.
func parent(at schema.Pointer) string {
	for range 2 {
		for i := len(at) - 1; i >= 0; i-- {
			if at[i] == '/' {
				at = at[:i]
				break
			}
		}
	}
	return string(at)
}
