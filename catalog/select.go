package catalog

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/internal/near"
)

// Select returns the catalog with the tools whose names match one of the globs of only, or all if there are none, and
// none of hide. Globs are those of [path.Match]. One that matches nothing is an error, which names similar names: a
// misspelled glob must not hide nothing, or everything.
func (c *Catalog) Select(only, hide []string) (*Catalog, error) {
	used := make(map[string]bool)
	matches := func(globs []string, name string) (bool, error) {
		any := false
		for _, g := range globs {
			ok, err := path.Match(g, name)
			if err != nil {
				return false, fmt.Errorf("catalog: %q is no glob: %w", g, err)
			}
			any, used[g] = any || ok, used[g] || ok
		}
		return any, nil
	}
	out := *c
	out.Tools = nil
	kept := make(map[string]bool)
	for i := range c.Tools {
		name := c.Tools[i].Name
		shown, err := matches(only, name)
		if err != nil {
			return nil, err
		}
		hidden, err := matches(hide, name)
		if err != nil {
			return nil, err
		}
		if (shown || len(only) == 0) && !hidden {
			out.Tools = append(out.Tools, c.Tools[i])
			kept[name] = true
		}
	}
	var errs []error
	for _, g := range slices.Concat(only, hide) {
		if !used[g] {
			used[g] = true
			errs = append(errs, c.noMatch(g))
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if len(out.Tools) == 0 && len(c.Tools) > 0 {
		return nil, fmt.Errorf("catalog: %w are left of %d", ErrNoTools, len(c.Tools))
	}
	out.Problems = nil
	for _, p := range c.Problems {
		if p.Tool == "" || kept[p.Tool] {
			out.Problems = append(out.Problems, p)
		}
	}
	return &out, nil
}

func (c *Catalog) noMatch(glob string) error {
	all := make([]string, len(c.Tools))
	for i := range c.Tools {
		all[i] = c.Tools[i].Name
	}
	var names []string
	for _, n := range near.Names(strings.Trim(glob, "*?"), all, 3) {
		names = append(names, quote(n))
	}
	e := &ReadError{Err: fmt.Errorf("catalog: no tool matches %q", glob)}
	if len(names) > 0 {
		e.Fix = "similar names: " + strings.Join(names, ", ")
		e.Err = fmt.Errorf("%w; there is %s", e.Err, strings.Join(names, ", "))
	}
	return e
}
