package targets

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
)

// errNoShare says what it takes to tell whether tools are deferred.
var errNoShare = errors.New("whether tools take their share of the window cannot be told without the window and a count of tokens")

// projector is one projection at work.
type projector struct {
	client *Client
	opt    *ProjectOptions
	p      profile
	cat    *catalog.Catalog // the copy
	given  []string         // the names that the server gave to the tools of the copy
	full   []string         // the names that the client gives to them, that of their group included
	exempt []bool           // which of them the server keeps from being deferred
	out    *Projection
}

// warn notes what the numbers measured from the projection leave out.
func (w *projector) warn(format string, args ...any) {
	w.out.Warnings = append(w.out.Warnings, fmt.Errorf(format, args...))
}

// change notes what was done. Sizes are in bytes, because what a token is depends on the model and is not known here.
func (w *projector) change(tool, what, detail string, before, after int) {
	w.out.Changes = append(w.out.Changes, Change{tool, what, detail, before, after})
}

// rules returns the figures to apply: those of the profile without the ones that are not confirmed, and with what the
// options say about deferral.
func (w *projector) rules() (profile, error) {
	p := w.client.p
	for at, f := range p.figures() {
		if f.confirmed() || w.opt.Unconfirmed {
			continue
		}
		switch at {
		case "name":
			p.Name = nil
		case "description":
			p.Description = nil
		case "instructions":
			p.Instructions = nil
		case "members":
			p.Members = nil
		case "schema":
			p.Schema = nil
		case "deferral":
			p.Deferral = nil
		case "tools":
			p.Tools = nil
		}
	}
	for _, f := range w.client.Facts() {
		if f.Value != unknown && f.Figure != "not counted" && !f.Confirmed && !w.opt.Unconfirmed {
			w.warn("not applied, since it is not confirmed: %s: %s", f.Figure, f.Value)
		}
	}
	own := w.opt.Deferral
	if own == "" {
		return p, nil
	}
	if own != "always" && own != "never" && own != "share" {
		return p, fmt.Errorf("deferral %q; known: always, never, share", own)
	}
	// The words of the client about what stays in the request hold for a deferral that the user switched on, too.
	rule := deferRule{Listing: "names"}
	if p.Deferral != nil {
		rule = *p.Deferral
	}
	rule.Mode = own
	if w.opt.Share != 0 {
		rule.Share = w.opt.Share
	}
	if rule.Share == 0 {
		rule.Share = 0.1
	}
	if err := rule.check(); err != nil {
		return p, err
	}
	if own == "share" && (w.opt.Window <= 0 || w.opt.Tokens == nil) {
		return p, errNoShare
	}
	p.Deferral = &rule
	return p, nil
}

// instructions cuts what the server says of itself, which the client puts into the system prompt.
func (w *projector) instructions() {
	r, was := w.p.Instructions, w.cat.Instructions
	if r == nil || was == "" {
		return
	}
	now := r.apply(was)
	w.cat.Instructions = now
	switch {
	case now == "":
		w.change("", InstructionsDropped, "", len(was), 0)
	case now != was:
		w.change("", InstructionsCut, r.String(), len(was), len(now))
	}
}

// tools changes each tool on its own, and takes out those that the client cannot read.
func (w *projector) tools() {
	kept := w.cat.Tools[:0]
	for i := range w.cat.Tools {
		t := w.cat.Tools[i]
		// Asked before members are dropped: the mark of the server is in one of them.
		exempt := t.BuiltIn() != "" || t.Deferred()
		if r := w.p.Deferral; r != nil && r.Exempt != "" && !exempt {
			exempt, _ = t.Extra.Get("_meta").Get(r.Exempt).Bool()
		}
		if t.BuiltIn() == "" {
			if err := w.tool(&t); err != nil {
				w.change(t.Name, ToolDropped, "its schema cannot be read: "+err.Error(), len(t.Model()), 0)
				w.warn("tool %q is left out by %s, which cannot read its schema: %w", t.Name, w.client.Title, err)
				continue
			}
		}
		kept = append(kept, t)
		w.given, w.exempt = append(w.given, t.Name), append(w.exempt, exempt)
	}
	w.cat.Tools, w.full = kept, slices.Clone(w.given)
}

// tool changes one tool. It edits no schema and no object of members in place: those are shared with the input.
func (w *projector) tool(t *catalog.Tool) error {
	if r := w.p.Schema; r != nil {
		n, err := r.apply(t.Input)
		if err != nil {
			return err
		}
		// Compared as text: a step that finds nothing to do leaves the tool the tree that it came with, source spelling
		// and all.
		if before, after := t.Input.AppendPlain(nil), n.AppendPlain(nil); t.Input != nil && string(before) != string(after) {
			t.Input = n
			w.change(t.Name, SchemaRewritten, strings.Join(r.Apply, ", "), len(before), len(after))
		}
	}
	if r := w.p.Members; r != nil {
		for _, member := range r.Drop {
			w.drop(t, member)
		}
	}
	if r := w.p.Description; r != nil {
		was := t.Description
		if t.Description = r.apply(was); t.Description != was {
			what := DescriptionCut
			if was == "" {
				what = DescriptionSet
			}
			w.change(t.Name, what, r.String(), len(was), len(t.Description))
		}
	}
	return nil
}

// drop takes a member out that does not reach the model.
func (w *projector) drop(t *catalog.Tool, member string) {
	before := 0
	switch {
	case member == "title":
		before = len(t.Title)
		t.Title = ""
	case member == "outputSchema":
		if t.Output != nil {
			before = len(t.Output.AppendPlain(nil))
		}
		t.Output = nil
	case t.Extra.Get(member) != nil:
		before = len(t.Extra.Get(member).AppendPlain(nil))
		t.Extra = t.Extra.Clone()
		t.Extra.Delete(member)
	}
	if before > 0 {
		w.change(t.Name, MemberDropped, member, before, 0)
	}
}

// limit takes out the tools beyond the client's number.
func (w *projector) limit() {
	r := w.p.Tools
	if r == nil || len(w.cat.Tools) <= r.Max {
		return
	}
	if r.Over != "first" {
		w.warn("%d tools, and %s takes at most %d of all servers together", len(w.cat.Tools), w.client.Title, r.Max)
		return
	}
	for i := r.Max; i < len(w.cat.Tools); i++ {
		w.change(w.given[i], ToolDropped, "beyond "+r.String(), len(w.cat.Tools[i].Model()), 0)
	}
	w.warn("%d of %d tools are left out by %s, which takes %s", len(w.cat.Tools)-r.Max, len(w.cat.Tools), w.client.Title, r)
	w.cat.Tools, w.given, w.full = w.cat.Tools[:r.Max], w.given[:r.Max], w.full[:r.Max]
}

// server returns the name that the client knows the server by, as far as it is known.
func (w *projector) server() string {
	if w.opt.Server != "" {
		return w.opt.Server
	}
	return w.cat.Name
}

// rename gives the tools the names that the model calls them by.
func (w *projector) rename() {
	r := w.p.Name
	if r == nil {
		return
	}
	server := w.server()
	if w.opt.Server == "" && strings.Contains(r.Format, "{server}") {
		if server == "" {
			server = "server"
		}
		w.warn("the names of the tools hold %q, since it is not said what the client's configuration calls the server", server)
	}
	n := r.of(server)
	var at []int
	var tools []string
	for i := range w.cat.Tools {
		if w.cat.Tools[i].BuiltIn() == "" {
			at, tools = append(at, i), append(tools, w.given[i])
		}
	}
	owner := make(map[string]string, len(tools))
	for k, full := range n.names(tools) {
		if o, taken := owner[full]; taken {
			w.warn("tools %q and %q both become %q", o, tools[k], full)
		}
		owner[full] = tools[k]
		w.full[at[k]] = full
		name := n.within(full)
		t := &w.cat.Tools[at[k]]
		if name != t.Name {
			w.change(t.Name, Renamed, name, len(t.Name), len(name))
			t.Name = name
		}
	}
	w.out.Group = n.group
}

// deferTools marks the tools that are loaded on demand and writes down what stands in their place. It comes last, because
// a share of the window is one of the tools as they are sent.
func (w *projector) deferTools() {
	r := w.p.Deferral
	if r == nil || r.Mode == "never" {
		return
	}
	var at []int
	for i := range w.cat.Tools {
		if !w.exempt[i] {
			at = append(at, i)
		}
	}
	switch r.Mode {
	case "count":
		if len(at) < r.Count {
			return
		}
	case "share":
		if w.opt.Window <= 0 || w.opt.Tokens == nil {
			w.warn("%w; all are taken to be loaded", errNoShare)
			return
		}
		total := 0
		for _, i := range at {
			total += w.opt.Tokens(w.cat.Tools[i].Model())
		}
		if float64(total) <= r.Share*float64(w.opt.Window) {
			return
		}
	}
	on, err := schema.Parse([]byte("true"))
	if err != nil {
		w.out.Warnings = append(w.out.Warnings, err)
		return
	}
	var lines []string
	for _, i := range at {
		t := &w.cat.Tools[i]
		size := len(t.Model())
		if t.Extra = t.Extra.Clone(); t.Extra == nil {
			t.Extra = schema.NewObject()
		}
		t.Extra.Set("defer_loading", on)
		w.change(w.given[i], ToolDeferred, "", size, 0)
		lines = append(lines, w.full[i])
	}
	switch {
	case len(lines) == 0 || r.Listing == "none":
	case r.Listing == "servers":
		w.out.Listing = cmp.Or(w.out.Group, w.server())
	default:
		w.out.Listing = strings.Join(lines, "\n")
	}
}
