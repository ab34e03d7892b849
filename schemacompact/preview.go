package schemacompact

import (
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
)

// Preview shows what levels would make of a catalog, the lowest level first, to say what they would save: each level goes
// on from the one before it, which takes a fraction of the time of as many calls of [Compact]. What f gets may not be
// kept, and must not be served, since no bytes of it are verified. A level without transforms of its own is shown too.
//
// The tools of the highest level are compared with the originals as a whole, and those of the levels below it, which
// differ from them by fewer edits of the same transforms, are not. If one of the tools is not proved, Compact may leave it
// as it came, so that nothing that f saw is certain: ok is false then.
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
	draft := *c
	draft.Tools = slices.Clone(c.Tools)
	p := start(&draft, nil)
	for _, w := range p.tools {
		w.unnoted = true
	}
	shown := *c
	for i, transforms := range all {
		for _, t := range transforms {
			t.apply(p)
		}
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
	for i, w := range p.tools {
		if w.changed && w.skip == nil && !compare(&c.Tools[i], &shown.Tools[i]).Verdict.Proved() {
			return false, nil
		}
	}
	return true, nil
}
