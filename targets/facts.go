package targets

import (
	"fmt"
	"strings"
)

// Fact is one thing that a profile knows, in words, and where it is from.
type Fact struct {
	Figure    string // name, description, instructions, members, schema, deferral, tools, or not counted
	Value     string // "unknown" if nothing is known, so that nothing is done about it
	Source    string // an address, or a file of a repository at a commit
	AsOf      string // the day of which the source is or, of one without a date, the day it was read: YYYY-MM-DD
	Confirmed bool   // false for what was found but not confirmed; it is applied on request only
	Note      string
}

// Facts returns all that the profile knows and, with the value "unknown", what it does not.
func (c *Client) Facts() []Fact {
	p := &c.p
	at := p.figures()
	var facts []Fact
	add := func(figure, key, value string) {
		f := Fact{Figure: figure, Value: value}
		if from, ok := at[key]; ok {
			f.Source, f.AsOf, f.Note, f.Confirmed = from.Source, from.AsOf, from.Note, from.confirmed()
		}
		facts = append(facts, f)
	}
	add("name", "name", p.Name.String())
	add("description", "description", p.Description.String())
	add("instructions", "instructions", p.Instructions.String())
	add("members", "members", p.Members.String())
	add("schema", "schema", p.Schema.String())
	add("deferral", "deferral", p.Deferral.String())
	add("tools", "tools", p.Tools.String())
	for i := range p.NotCounted {
		add("not counted", fmt.Sprintf("not_counted/%d", i), p.NotCounted[i].Text)
	}
	return facts
}

// unknown is the value of a fact that nobody has published.
const unknown = "unknown"

func (r *nameRule) String() string {
	if r == nil {
		return unknown
	}
	s := r.Prefix + r.Format
	if r.Grouped {
		s += ", what stands before {tool} sent once"
	}
	if r.Max > 0 {
		s += fmt.Sprintf(", at most %d %s", r.Max, r.Unit)
		switch r.Cut {
		case "middle":
			s += ", cut in the middle"
		case "hash":
			s += fmt.Sprintf(", cut with %d digits of a hash", r.Hash)
		default:
			s += ", cut at the end"
		}
	}
	return s
}

func (r *textRule) String() string {
	switch {
	case r == nil:
		return unknown
	case !r.shown():
		return "not shown to the model"
	case r.Max == 0:
		return "whole"
	}
	return fmt.Sprintf("at most %d %s", r.Max, r.Unit)
}

func (r *memberRule) String() string {
	switch {
	case r == nil:
		return unknown
	case len(r.Drop) == 0:
		return "all kept"
	}
	return "without " + strings.Join(r.Drop, ", ")
}

func (r *schemaRule) String() string {
	switch {
	case r == nil:
		return unknown
	case len(r.Apply) == 0:
		return "unchanged"
	}
	s := strings.Join(r.Apply, ", ")
	if r.Budget > 0 {
		s += fmt.Sprintf(", %d bytes", r.Budget)
	}
	return s
}

func (r *deferRule) String() string {
	if r == nil {
		return unknown
	}
	s := r.Mode
	switch r.Mode {
	case "share":
		s = fmt.Sprintf("from %g %% of the window on", 100*r.Share)
	case "count":
		s = fmt.Sprintf("from %d tools on", r.Count)
	case "never":
		return s
	}
	return s + "; listed: " + r.Listing
}

func (r *countRule) String() string {
	switch {
	case r == nil:
		return unknown
	case r.Over == "first":
		return fmt.Sprintf("the first %d", r.Max)
	}
	return fmt.Sprintf("at most %d", r.Max)
}

// shown reports whether the model gets the text at all.
func (r *textRule) shown() bool { return r.Shown == nil || *r.Shown }
