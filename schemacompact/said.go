package schemacompact

import (
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// sayOnceName is the one transform whose claim rests on other tools, so it has a name in the code too.
const sayOnceName = "say-once"

// A saying is a parameter's name and what its description says.
type saying struct{ name, text string }

// holdSaid checks the claim of say-once on the result: that every description it dropped still stands word for word on a
// parameter of that name in a tool that is in the same request. A tool of which that does not hold, because the tool
// with the copy was left as it came, is left as it came too.
func (r *Result) holdSaid(c *catalog.Catalog) error {
	for slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Transform == sayOnceName }) {
		said, err := sayings(r.Catalog)
		if err != nil {
			return err
		}
		var lost []int
		for _, step := range r.Steps {
			for _, e := range step.Edits {
				if step.Transform == sayOnceName && !said[dropped(e)] {
					r.Tools[step.Tool].Reason = fmt.Errorf("the description at %q would be said nowhere", e.At)
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
		if err := addSayings(said, &c.Tools[i]); err != nil {
			return nil, err
		}
	}
	return said, nil
}

// addSayings adds those of one tool.
func addSayings(said map[saying]bool, t *catalog.Tool) error {
	if t.Deferred() {
		return nil
	}
	err := schema.Walk(t.Input, func(s *schema.Site) error {
		if text, ok := s.Schema.Get("description").Text(); ok && s.Keyword == "properties" {
			said[saying{s.Name, text}] = true
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("schemacompact: tool %q: %w", t.Name, err)
	}
	return nil
}

// spoken is what a tool says of parameters, and what it leaves to others to say.
type spoken struct {
	says   map[saying]bool
	leaves []saying
}

// spoken collects that for each tool.
func (r *Result) spoken() ([]spoken, error) {
	all := make([]spoken, len(r.Catalog.Tools))
	for i := range r.Catalog.Tools {
		all[i].says = make(map[saying]bool)
		if err := addSayings(all[i].says, &r.Catalog.Tools[i]); err != nil {
			return nil, err
		}
	}
	for _, step := range r.Steps {
		if step.Transform != sayOnceName {
			continue
		}
		for _, e := range step.Edits {
			all[step.Tool].leaves = append(all[step.Tool].leaves, dropped(e))
		}
	}
	return all, nil
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
