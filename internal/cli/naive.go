package cli

import (
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schema"
)

// documents says what became of the operations of the OpenAPI documents among the sources.
func (l *loaded) documents() []render.Document {
	var out []render.Document
	for _, a := range l.apis {
		out = append(out, render.Document{
			Source: a.label, Version: a.Version.Text, Operations: a.Operations, Tools: len(a.Catalog.Tools), Refused: len(a.Refused), Excluded: a.Excluded,
		})
	}
	return out
}

// inlined measures what the tools would cost with every definition put where it is used. It is nil if nobody asked. What
// is compared are the same operations on both sides: those that were selected and that both have a tool for.
func (l *loaded) inlined(m *measure) (*render.Naive, error) {
	n := &render.Naive{}
	asked := false
	for _, a := range l.apis {
		if a.naive == nil {
			continue
		}
		asked = true
		for _, ours := range l.catalogs {
			if ours.Name != a.label {
				continue
			}
			theirs := *a.naive
			theirs.Tools = sharedPlaces(a.naive, ours)
			same := *ours
			same.Tools = sharedPlaces(ours, a.naive)
			if len(same.Tools) == 0 {
				continue
			}
			n.Tools += len(theirs.Tools)
			n.AtLeast = n.AtLeast || len(theirs.Problems) > 0 // each says of a tool that there was too much to write
			for _, c := range []struct {
				*catalog.Catalog
				sum *int
			}{{&theirs, &n.Tokens}, {&same, &n.Ours}} {
				sent, err := m.sent(c.Catalog)
				if err != nil {
					return nil, err
				}
				total, err := m.meter.Total(sent)
				if err != nil {
					return nil, err
				}
				*c.sum += total
			}
		}
	}
	if !asked {
		return nil, nil
	}
	return n, nil
}

// sharedPlaces returns the tools of a that stand where one of b does.
func sharedPlaces(a, b *catalog.Catalog) []catalog.Tool {
	at := map[schema.Pointer]bool{}
	for i := range b.Tools {
		at[b.Tools[i].Origin.At] = true
	}
	var shared []catalog.Tool
	for i := range a.Tools {
		if at[a.Tools[i].Origin.At] {
			shared = append(shared, a.Tools[i])
		}
	}
	return shared
}

// isDocument reports whether a catalog is of an OpenAPI document.
func (l *loaded) isDocument(c *catalog.Catalog) bool {
	return slices.ContainsFunc(l.apis, func(a api) bool { return a.label == c.Name })
}

// onlyDocuments refuses --naive for what is no OpenAPI document.
func (l *loaded) onlyDocuments() error {
	for _, c := range l.catalogs {
		if !l.isDocument(c) {
			return withHint(usagef("--naive is for OpenAPI documents, and %s is none", c.Name), "leave out --naive; --framing all compares the renderings of any tools")
		}
	}
	return nil
}
