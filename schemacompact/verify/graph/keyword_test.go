package graph

import (
	"slices"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// The table here and that of package schema were written apart, and say the same of what holds schemas. Where they do not,
// one of them is wrong, or the difference is listed here with its reason.
func TestKeywordsAgree(t *testing.T) {
	t.Parallel()
	shapes := map[schema.Shape][]shape{
		schema.Schema:          {one},
		schema.SchemaList:      {many},
		schema.SchemaMap:       {named},
		schema.SchemaOrList:    {items},
		schema.SchemaOrStrings: {either},
	}
	drafts := []schema.Draft{Draft4: schema.Draft4, Draft6: schema.Draft6, Draft7: schema.Draft7, Draft2019: schema.Draft2019, Draft2020: schema.Draft2020}
	theirs := map[string]bool{}
	for _, k := range schema.Keywords() {
		theirs[k.Name] = true
		mine, ok := keywords[k.Name]
		if k.Class == schema.Vendor {
			if ok {
				t.Errorf("%s is a keyword here and of a vendor there", k.Name)
			}
			continue
		}
		if !ok {
			t.Errorf("%s is missing", k.Name)
			continue
		}
		if want := shapes[k.Shape]; want != nil && !slices.Contains(want, mine.shape) || want == nil && mine.shape >= one {
			t.Errorf("%s has shape %d here and %d there", k.Name, mine.shape, k.Shape)
		}
		if k.Shape == schema.Data {
			continue // read in all drafts where that is the stricter reading
		}
		for d := Draft4; d <= Draft2020; d++ {
			if k.Name == "$defs" && d <= Draft7 {
				continue // no meta-schema of them knows it, so its parts need to be schemas only where a reference leads
			}
			if _, here := keywordOf(k.Name, d); here != (k.Drafts&drafts[d] != 0) {
				t.Errorf("%s in draft %d: %t here", k.Name, d, here)
			}
		}
	}
	for name := range keywords {
		if !theirs[name] {
			t.Errorf("%s is not known to package schema", name)
		}
	}
}
