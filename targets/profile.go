package targets

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Client is what is known of one MCP client. It does not change once made and is safe for concurrent use.
type Client struct {
	ID    string
	Title string
	AsOf  string // the newest date (YYYY-MM-DD) among its figures; empty if none has one
	Note  string // may be empty
	p     profile
}

// newClient returns the client of a profile that has been checked.
func newClient(p profile) *Client {
	c := &Client{ID: p.ID, Title: p.Title, Note: p.Note, p: p}
	if c.Title == "" {
		c.Title = p.ID
	}
	for _, f := range c.Facts() {
		c.AsOf = max(c.AsOf, f.AsOf)
	}
	return c
}

// profile is a client as it stands in a client file. A rule that is nil is not known and nothing is done about it.
type profile struct {
	ID           string      `json:"id"`
	Title        string      `json:"title"`
	Aliases      []string    `json:"aliases"`
	Note         string      `json:"note"`
	Name         *nameRule   `json:"name"`
	Description  *textRule   `json:"description"`
	Instructions *textRule   `json:"instructions"`
	Members      *memberRule `json:"members"`
	Schema       *schemaRule `json:"schema"`
	Deferral     *deferRule  `json:"deferral"`
	Tools        *countRule  `json:"tools"`
	NotCounted   []remark    `json:"not_counted"`
}

// figure is what every rule says about where it is from.
type figure struct {
	Source    string `json:"source"`
	AsOf      string `json:"as_of"`
	Confirmed *bool  `json:"confirmed"` // nil is true
	Note      string `json:"note"`
}

// textRule says what becomes of a text.
type textRule struct {
	figure
	Shown  *bool  `json:"shown"`  // whether the model gets it; nil is true
	Max    int    `json:"max"`    // in units; 0 is no limit
	Unit   string `json:"unit"`   // one of units
	Suffix string `json:"suffix"` // put behind what is kept of a text that was too long, and not counted
	Empty  string `json:"empty"`  // what stands in for a text that is missing
}

// memberRule names the members of a tool that do not reach the model.
type memberRule struct {
	figure
	Drop []string `json:"drop"`
}

// schemaRule names what is done to input schemas, in this order; see schemaSteps.
type schemaRule struct {
	figure
	Apply  []string `json:"apply"`
	Budget int      `json:"budget"` // bytes of compact JSON, for the step that has one
	Depth  int      `json:"depth"`  // levels that the same step leaves alone
}

// deferRule says which tools are loaded only on demand.
type deferRule struct {
	figure
	Mode    string  `json:"mode"`    // always, share, count or never
	Share   float64 `json:"share"`   // of the window, for the mode share
	Count   int     `json:"count"`   // of tools, for the mode count: from this many on, all are deferred
	Listing string  `json:"listing"` // what stays in the request of a deferred tool: names, servers or none
	Exempt  string  `json:"exempt"`  // the member of _meta that, when true, keeps a tool from being deferred
}

// countRule is a limit on the number of tools.
type countRule struct {
	figure
	Max  int    `json:"max"`
	Over string `json:"over"` // "first": only the first Max are sent; otherwise what happens is only said
}

// remark is something that the client adds to its requests and no projection can reproduce.
type remark struct {
	figure
	Text string `json:"text"`
}

// units are what lengths are counted in: bytes of UTF-8, characters, or the UTF-16 units that JavaScript calls characters.
func units() []string { return []string{"bytes", "chars", "utf16"} }

var (
	idForm   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	dateForm = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
)

func (f *figure) confirmed() bool { return f.Confirmed == nil || *f.Confirmed }

// check refuses a date that is none and, where sourced, a figure that does not say where it is from.
func (f *figure) check(sourced bool) error {
	switch {
	case sourced && (f.Source == "" || f.AsOf == ""):
		return errors.New("no source or no date")
	case f.AsOf == "":
		return nil
	case !dateForm.MatchString(f.AsOf):
		return fmt.Errorf("date %q; want YYYY-MM-DD", f.AsOf)
	}
	if _, err := time.Parse(time.DateOnly, f.AsOf); err != nil {
		return fmt.Errorf("%q is no day", f.AsOf)
	}
	return nil
}

// fill takes source and date from a file for a figure that has none of its own.
func (f *figure) fill(source, asOf string) {
	if f.Source == "" {
		f.Source = source
	}
	if f.AsOf == "" {
		f.AsOf = asOf
	}
}

// figures returns what all rules of a profile say about where they are from.
func (p *profile) figures() map[string]*figure {
	m := make(map[string]*figure)
	if r := p.Name; r != nil {
		m["name"] = &r.figure
	}
	if r := p.Description; r != nil {
		m["description"] = &r.figure
	}
	if r := p.Instructions; r != nil {
		m["instructions"] = &r.figure
	}
	if r := p.Members; r != nil {
		m["members"] = &r.figure
	}
	if r := p.Schema; r != nil {
		m["schema"] = &r.figure
	}
	if r := p.Deferral; r != nil {
		m["deferral"] = &r.figure
	}
	if r := p.Tools; r != nil {
		m["tools"] = &r.figure
	}
	for i := range p.NotCounted {
		m[fmt.Sprintf("not_counted/%d", i)] = &p.NotCounted[i].figure
	}
	return m
}

// fill takes source and date from the file for the figures that have none of their own.
func (p *profile) fill(file *clientFile) {
	for _, f := range p.figures() {
		f.fill(file.Source, file.AsOf)
	}
}

// replace takes the members that an entry has.
func (p *profile) replace(by *profile, has map[string]json.RawMessage) {
	for name := range has {
		switch strings.ToLower(name) { // as the decoder does
		case "title":
			p.Title = by.Title
		case "aliases":
			p.Aliases = by.Aliases
		case "note":
			p.Note = by.Note
		case "name":
			p.Name = by.Name
		case "description":
			p.Description = by.Description
		case "instructions":
			p.Instructions = by.Instructions
		case "members":
			p.Members = by.Members
		case "schema":
			p.Schema = by.Schema
		case "deferral":
			p.Deferral = by.Deferral
		case "tools":
			p.Tools = by.Tools
		case "not_counted":
			p.NotCounted = by.NotCounted
		}
	}
}

// check returns all that is wrong with a profile, in an order that does not depend on a map.
func (p *profile) check(sourced bool) error {
	var errs []error
	for at, f := range p.figures() {
		if err := f.check(sourced); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", at, err))
		}
	}
	errs = append(errs, p.Name.check(), p.Description.check("description"), p.Instructions.check("instructions"),
		p.Schema.check(), p.Deferral.check())
	if r := p.Tools; r != nil && r.Max <= 0 {
		errs = append(errs, fmt.Errorf("tools: a limit of %d", r.Max))
	}
	slices.SortStableFunc(errs, func(a, b error) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return errors.Join(errs...)
}

// check refuses a limit without a unit: 2,048 of what is the difference between a cut and none.
func (r *textRule) check(at string) error {
	switch {
	case r == nil:
		return nil
	case r.Max < 0:
		return fmt.Errorf("%s: a limit of %d", at, r.Max)
	case r.Max > 0 && !slices.Contains(units(), r.Unit):
		return fmt.Errorf("%s: unit %q; known: %s", at, r.Unit, strings.Join(units(), ", "))
	}
	return nil
}

// check refuses a mode without the figure that it goes by.
func (r *deferRule) check() error {
	modes, listings := []string{"always", "share", "count", "never"}, []string{"names", "servers", "none"}
	switch {
	case r == nil:
		return nil
	case !slices.Contains(modes, r.Mode):
		return fmt.Errorf("deferral: mode %q; known: %s", r.Mode, strings.Join(modes, ", "))
	case !slices.Contains(listings, r.Listing) && r.Mode != "never":
		return fmt.Errorf("deferral: listing %q; known: %s", r.Listing, strings.Join(listings, ", "))
	case r.Share < 0 || r.Share > 1 || r.Mode == "share" && r.Share == 0:
		return fmt.Errorf("deferral: a share of %v; want one above 0 and up to 1", r.Share)
	case r.Count < 0 || r.Mode == "count" && r.Count == 0:
		return fmt.Errorf("deferral: a count of %d", r.Count)
	}
	return nil
}
