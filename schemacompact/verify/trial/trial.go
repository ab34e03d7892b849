package trial

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/schema-bench/schema-bench/schema"
)

// Options bound a trial. The zero value of each field means its default.
type Options struct {
	Samples int           // instances to try; default 400, and for large schemas as many as every place needs, up to 2,000
	Mutants int           // faults to put into the second schema; default 40, and 10 for large schemas; none if negative
	Time    time.Duration // for all; default 5 s. What is found until then is the result, with a Reason
	Seed    uint64        // of what is chosen at random; the same seed gives the same result unless time runs out
	// Hints are instances to try before all others, as JSON. What is no JSON is passed over.
	Hints [][]byte
	// Equal, if set, reports whether two schemas are proved to accept the same instances. It is asked about the second
	// schema and faulty copies of it that no instance tells apart; those that are proved equal are no faults.
	Equal func(a, b *schema.Node) bool
}

// An Invalid says why one of the schemas is no schema, so that nothing can be said of what it accepts.
type Invalid struct {
	First  bool // the first of the two; otherwise the second
	At     schema.Pointer
	Reason string
}

// A Survivor is a fault that the instances did not find.
type Survivor struct {
	At   schema.Pointer // of the schema in the second document that was edited
	Edit string         // such as "drop maximum"
	// Telling is an instance that tells the fault from the second schema, found by a further search aimed at it; it was
	// then tried on both schemas too. Nil if there was none, and the fault may change nothing at all.
	Telling []byte
}

// A Result is what a trial found. The zero value says nothing.
type Result struct {
	Invalid *Invalid // nil if both are schemas
	// AnotB is an instance that the first schema accepts and the second refuses, BnotA the other way round, made as small
	// as was possible in short time; nil if none was found. The validator has confirmed them.
	AnotB, BnotA []byte
	Samples      int // instances with a verdict from both
	Accepted     int // of those, how many at least one of them accepts
	Undecided    int // instances without a verdict
	// Mutants are faulty copies of the second schema, each with one edit, that are schemas. Killed are those that Samples
	// tell from the second schema, Equal those that are proved to accept the same, and Survivors all others.
	// None are made if the schemas differ.
	Mutants, Killed, Equal int
	Survivors              []Survivor
	// KillRate is Killed / (Mutants - Equal), from 0 to 1; 0 without mutants.
	KillRate float64
	// Reason says what kept the trial from its full course; empty if nothing did.
	Reason string
}

// Different reports whether an instance was found that only one of the two accepts.
func (r Result) Different() bool { return r.AnotB != nil || r.BnotA != nil }

const (
	usualSamples = 400
	maxSamples   = 2000
	usualMutants = 40
	fewMutants   = 10
	// Compiling a faulty copy takes time that grows with its length, so long schemas get fewer: as many as cost about
	// what usualMutants cost of a schema this long.
	usualLength = 4 << 10
)

// orDefault fills in what does not depend on the schemas.
func (opt *Options) orDefault() Options {
	var out Options
	if opt != nil {
		out = *opt
	}
	if out.Time <= 0 {
		out.Time = 5 * time.Second
	}
	return out
}

// Run compares two schemas by trying instances on both, each under the draft that it declares, or else 2020-12, with
// formats as that draft has them and with formats asserted. Nil options are the zero options. Neither tree is changed.
func Run(a, b *schema.Node, opt *Options) Result {
	t := trial{opt: opt.orDefault()}
	t.random = rand.New(rand.NewPCG(t.opt.Seed, 1))
	j, invalid, err := newJudge(a, b, time.Now().Add(t.opt.Time))
	if err != nil {
		return Result{Reason: err.Error()}
	}
	if invalid != nil {
		return Result{Invalid: invalid, Reason: fmt.Sprintf("no valid schema: %s", invalid.Reason)}
	}
	t.judge = j
	t.sample()
	t.witness()
	if t.opt.Mutants == 0 {
		t.opt.Mutants = max(fewMutants, min(usualMutants, usualMutants*usualLength/max(1, j.sides[1].length)))
	}
	if !t.result.Different() && t.opt.Mutants > 0 {
		t.mutants()
		t.witness()
	}
	t.count()
	return t.result
}

// A trial is one comparison under way.
type trial struct {
	opt    Options
	judge  *judge
	random *rand.Rand
	result Result
	valid  []*value    // instances that the second schema accepts
	rest   []candidate // of the second schema, that there was no room for
}

// sample tries hints, what the schemas themselves suggest, and random edits of that.
func (t *trial) sample() {
	for _, hint := range t.opt.Hints {
		if n, err := schema.Parse(hint); err == nil {
			t.judge.try(valueOf(n), nil)
		}
	}
	sides := [2][]candidate{}
	need := 0
	for i := range sides {
		side := 1 - i // the second schema first: its faults are what the samples are measured by
		m := newMaker(t.judge.sides[side].root)
		sides[side] = explore(m, maxPlaces, t.judge.expired, func(v *value) bool {
			s := t.judge.try(v, nil)
			return s != nil && s.verdicts[side][len(t.judge.modes)-1] == yes
		})
		for _, c := range sides[side] {
			if c.turn == first {
				need++
			}
		}
	}
	if t.opt.Samples <= 0 {
		t.opt.Samples = min(max(usualSamples, need), maxSamples)
	}
	random := t.opt.Samples / 10
	i := 0
	for ; len(t.judge.samples) < t.opt.Samples-random && i < max(len(sides[0]), len(sides[1])); i++ {
		for side := 1; side >= 0; side-- {
			if i < len(sides[side]) {
				t.candidate(sides[side][i], side == 1)
			}
		}
		if t.judge.expired() {
			t.result.Reason = "time ran out while instances were tried"
			return
		}
	}
	t.rest = sides[1][min(i, len(sides[1])):]
	for try := 0; len(t.judge.samples) < t.opt.Samples && try < 2*random && len(t.valid) > 0; try++ {
		v := t.valid[t.random.IntN(len(t.valid))]
		for range 1 + t.random.IntN(2) {
			v = mutate(v, t.random)
		}
		t.judge.try(v, nil)
		if t.judge.expired() {
			t.result.Reason = "time ran out while instances were tried"
			return
		}
	}
}

// candidate tries an instance. Those that the second schema accepts are kept as a ground for random edits.
func (t *trial) candidate(c candidate, second bool) {
	v := c.make()
	at := c.at
	if !second {
		at = nil
	}
	s := t.judge.try(v, at)
	if s != nil && s.verdicts[1][0] == yes && len(t.valid) < 50 {
		t.valid = append(t.valid, v)
	}
}

// witness keeps the smallest instance for each way in which the schemas differ, and shrinks it.
func (t *trial) witness() {
	for side, kept := range []*[]byte{&t.result.AnotB, &t.result.BnotA} {
		if *kept != nil {
			continue
		}
		var best []byte
		for i := range t.judge.samples {
			s := &t.judge.samples[i]
			if s.differs(side, len(t.judge.modes)) && (best == nil || len(s.text) < len(best)) {
				best = s.text
			}
		}
		if best == nil {
			continue
		}
		*kept = bytes.Clone(shrink(best, func(text []byte) bool { return !t.judge.expired() && t.judge.disagree(text, side) }))
	}
}

// count adds up what was tried.
func (t *trial) count() {
	r, modes := &t.result, len(t.judge.modes)
	r.Undecided = t.judge.failed
	for i := range t.judge.samples {
		s := &t.judge.samples[i]
		if !s.decided(modes) {
			continue
		}
		r.Samples++
		for m := range modes {
			if s.verdicts[0][m] == yes || s.verdicts[1][m] == yes {
				r.Accepted++
				break
			}
		}
	}
	if proper := r.Mutants - r.Equal; proper > 0 {
		r.KillRate = float64(r.Killed) / float64(proper)
	}
	if r.Samples == 0 && r.Reason == "" {
		r.Reason = "no instance got a verdict from both schemas"
	}
}
