package schemacompact

import (
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
)

// Preview shows what levels would make of a catalog for any consumer, the lowest level first, to say what they would save:
// where a level only adds to the one before it, it goes on from there, which takes a fraction of the time of as many calls
// of [Compact]. What f gets may not be kept, and must not be served, since no bytes of it are verified. A level without
// transforms of its own is shown too.
//
// The tools of the last level of such a chain are compared with the originals as a whole, and those of the levels below
// it, which differ from them by fewer edits of the same transforms, are not. If one of the tools is not proved, Compact may
// leave it as it came, so that nothing that f saw is certain: ok is false then.
//
// The levels must be in the order of [Levels]. An unknown level is an error, and so is the first that f returns.
func Preview(c *catalog.Catalog, levels []Level, f func(Level, *catalog.Catalog) error) (ok bool, err error) {
	all, err := stages(levels)
	if err != nil {
		return false, err
	}
	if !slices.IsSortedFunc(levels, func(a, b Level) int { return slices.Index(Levels(), a) - slices.Index(Levels(), b) }) {
		return false, fmt.Errorf("schemacompact: levels in another order than %s", list(Levels()))
	}
	ok = true
	var p *pass
	shown := *c
	for i, s := range all {
		if s.afresh || p == nil {
			ok = ok && p.proved(c, &shown)
			draft := *c
			draft.Tools = slices.Clone(c.Tools)
			p = start(&draft, &Options{}, func(int) bool { return true })
			for _, w := range p.tools {
				w.unnoted = true
			}
		}
		p.expects(s.all)
		p.run(s.transforms, func(Transform) {})
		shown.Tools = slices.Clone(c.Tools)
		for k, w := range p.tools {
			if w.changed && w.skip == nil {
				shown.Tools[k] = *w.tool
			}
		}
		if err := f(levels[i], &shown); err != nil {
			return false, err
		}
	}
	return ok && p.proved(c, &shown), nil
}

// proved reports whether everything that the pass has changed is proved.
func (p *pass) proved(c, shown *catalog.Catalog) bool {
	if p == nil {
		return true
	}
	for i, w := range p.tools {
		if w.changed && w.skip == nil && !compare(&c.Tools[i], &shown.Tools[i], Prove).Verdict.Proved() {
			return false
		}
	}
	return true
}

// A stage is what a level adds to the one before it.
type stage struct {
	all        []Transform // of the level
	transforms []Transform // to run
	afresh     bool        // on the original, and not on what the level before it made
}

// stages returns the transforms of each level, without those that a level before it has done for good. Where a level
// before it has run what belongs behind a transform of this one, or something that is not in this one, it starts afresh.
func stages(levels []Level) ([]stage, error) {
	var stages []stage
	done := make(map[string]bool)
	for _, level := range levels {
		transforms, err := choose(level, nil, nil)
		if err != nil {
			return nil, err
		}
		s := stage{all: transforms}
		held := 0
		for _, t := range transforms {
			switch {
			case t.again():
				s.transforms = append(s.transforms, t)
			case done[t.Name]:
				held++
				s.afresh = s.afresh || slices.ContainsFunc(s.transforms, func(t Transform) bool { return !t.again() })
			default:
				s.transforms = append(s.transforms, t)
			}
		}
		if s.afresh = s.afresh || held < len(done); s.afresh {
			s.transforms = transforms
		}
		clear(done)
		for _, t := range transforms {
			if !t.again() {
				done[t.Name] = true
			}
		}
		stages = append(stages, s)
	}
	return stages, nil
}
