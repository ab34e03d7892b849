package schemacompact

import (
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// A saying is a parameter's name and what its description says.
type saying struct{ name, text string }

// holdSaid checks the claim of say-once on the result: that every description it dropped still stands word for word on a
// parameter of that name in a tool that is in the same request. A tool of which that does not hold, because the tool
// with the copy was left as it came, is left as it came too.
func (r *Result) holdSaid(c *catalog.Catalog) error {
	for slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Transform == "say-once" }) {
		said, err := sayings(r.Catalog)
		if err != nil {
			return err
		}
		var lost []int
		for _, step := range r.Steps {
			for _, e := range step.Edits {
				if t := &r.Tools[step.Tool]; step.Transform == "say-once" && t.Level != LevelNone && !said[dropped(e)] {
					t.Reason = fmt.Errorf("the description at %q would be said nowhere", e.At)
					lost = append(lost, step.Tool)
				}
			}
		}
		if len(lost) == 0 {
			return nil
		}
		for _, i := range lost {
			r.leave(c, i)
		}
	}
	return nil
}

// sayings collects the descriptions of all parameters of the tools that a model is given.
func sayings(c *catalog.Catalog) (map[saying]bool, error) {
	said := make(map[saying]bool)
	for i := range c.Tools {
		if c.Tools[i].Deferred() {
			continue
		}
		err := schema.Walk(c.Tools[i].Input, func(s *schema.Site) error {
			if text, ok := s.Schema.Get("description").Text(); ok && s.Keyword == "properties" {
				said[saying{s.Name, text}] = true
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("schemacompact: tool %q: %w", c.Tools[i].Name, err)
		}
	}
	return said, nil
}

// dropped returns what an edit of say-once took away.
func dropped(e Edit) saying {
	names := e.At.Names()
	if len(names) < 2 {
		return saying{}
	}
	old, err := schema.Parse([]byte(e.Old))
	if err != nil {
		return saying{}
	}
	text, _ := old.Text()
	return saying{names[len(names)-2], text}
}
