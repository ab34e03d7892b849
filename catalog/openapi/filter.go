package openapi

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/internal/near"
	"github.com/schema-bench/schema-bench/internal/safetext"
)

// A Filter says which operations become tools. Lists are globs as those of [path.Match]; an operation has to match one of
// each list that is not empty. The zero Filter lets all through.
type Filter struct {
	Tags []string // one of its tags has to match; * also stands for a slash
	// Paths are matched as they are written, braces included: * stays between two slashes, and ** stands for any number
	// of segments, so "/users/**" is "/users" and all below.
	Paths        []string
	Methods      []string // in any case
	IDs          []string // operationId; * also stands for a slash
	NoDeprecated bool
}

// A sieve is a filter at work. It remembers which globs matched something: one that never does is likely misspelt.
type sieve struct {
	kinds        []kind
	noDeprecated bool
}

// A kind is one list of globs with what they are matched against.
type kind struct {
	what   string // for messages
	globs  []string
	used   []bool
	values func(op *frame.Operation) []string
	match  func(glob, value string) bool
}

// newSieve checks the globs.
func newSieve(f *Filter) (*sieve, error) {
	s := &sieve{noDeprecated: f.NoDeprecated, kinds: []kind{
		{what: "tag", globs: f.Tags, values: func(op *frame.Operation) []string { return op.Tags }, match: anywhere},
		{what: "path", globs: f.Paths, values: func(op *frame.Operation) []string { return []string{op.Path} }, match: bySegment},
		{what: "method", globs: f.Methods, values: func(op *frame.Operation) []string { return []string{strings.ToUpper(op.Method)} },
			match: func(glob, value string) bool { return anywhere(strings.ToUpper(glob), value) }},
		{what: "operationId", globs: f.IDs, values: func(op *frame.Operation) []string { return []string{op.ID} }, match: anywhere},
	}}
	for i := range s.kinds {
		k := &s.kinds[i]
		k.used = make([]bool, len(k.globs))
		for _, g := range k.globs {
			if _, err := path.Match(g, ""); err != nil {
				return nil, fmt.Errorf("%q is no glob of a %s: %w", safetext.Line(g), k.what, err)
			}
		}
	}
	return s, nil
}

// pass reports whether an operation is wanted. All globs are tried, also when one was found that decides it.
func (s *sieve) pass(op *frame.Operation) bool {
	wanted := !s.noDeprecated || !op.Deprecated
	for i := range s.kinds {
		k := &s.kinds[i]
		any := len(k.globs) == 0
		for j, g := range k.globs {
			if slices.ContainsFunc(k.values(op), func(v string) bool { return k.match(g, v) }) {
				any, k.used[j] = true, true
			}
		}
		wanted = wanted && any
	}
	return wanted
}

// idle says of each glob that matched nothing what is near it.
func (s *sieve) idle(ops []frame.Operation) []string {
	var list []string
	for i := range s.kinds {
		k := &s.kinds[i]
		var all []string
		for j := range ops {
			if slices.Contains(k.used, false) {
				all = append(all, k.values(&ops[j])...)
			}
		}
		for j, g := range k.globs {
			if k.used[j] {
				continue
			}
			text := fmt.Sprintf("no operation has a %s that matches %q", k.what, safetext.Line(g))
			var like []string
			for _, name := range near.Names(strings.Trim(g, "*?/"), all, 3) {
				like = append(like, fmt.Sprintf("%q", clip(name)))
			}
			if len(like) > 0 {
				text += "; there is " + strings.Join(like, ", ")
			}
			list = append(list, text)
		}
	}
	return list
}

// anywhere is path.Match with * for slashes too: in tags and ids they separate nothing.
func anywhere(glob, value string) bool {
	const other = "\x01"
	ok, _ := path.Match(strings.ReplaceAll(glob, "/", other), strings.ReplaceAll(value, "/", other))
	return ok
}

// bySegment matches segment by segment. Only the last ** can have taken too little, so nothing is tried twice.
func bySegment(glob, value string) bool {
	if !strings.HasPrefix(glob, "/") && !strings.HasPrefix(glob, "*") {
		glob = "/" + glob
	}
	globs, segments := strings.Split(strings.TrimPrefix(glob, "/"), "/"), strings.Split(strings.TrimPrefix(value, "/"), "/")
	star, from := -1, 0 // the last **, and up to where it reaches
	g, s := 0, 0
	for s < len(segments) {
		if g < len(globs) && globs[g] == "**" {
			star, from = g, s
			g++
			continue
		}
		if g < len(globs) {
			if ok, _ := path.Match(globs[g], segments[s]); ok {
				g, s = g+1, s+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		from++
		g, s = star+1, from
	}
	for g < len(globs) && globs[g] == "**" {
		g++
	}
	return g == len(globs)
}
