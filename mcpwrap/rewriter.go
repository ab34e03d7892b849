package mcpwrap

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/rawjson"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/targets"
)

// Options say what to make of the tools of a server. The zero value compacts at the level safe, for any client.
type Options struct {
	Level         schemacompact.Level
	With, Without []string // names of transforms
	// Target is the client or the API that the tools are for. The zero value makes only what all take; with Auto, a
	// client that says who it is, and is known, is the target instead.
	Target targets.Target
	Auto   bool
	// Only and Hide are globs of tool names: what none of Only matches, or one of Hide does, is left out of the list.
	Only, Hide []string
	// Warn is told, once each, what was not done and why. It may be called from several goroutines; nil is told nothing.
	Warn func(string)
}

// A Rewriter compacts lists of tools. What it makes depends on the list and the options alone, so that a client sees the
// same bytes whenever it asks. It is safe for concurrent use.
type Rewriter struct {
	opt Options

	mu    sync.Mutex
	pages map[[sha256.Size]byte]*page
	order [][sha256.Size]byte // of pages, oldest first
	bytes int                 // that pages hold
	told  map[string]bool
}

// A page is what became of one list.
type page struct {
	done  chan struct{} // closed when the rest is there
	array []byte        // nil if the list passes as it came
	tools []Tool
}

// A Tool is one tool of a list, before and after.
type Tool struct {
	Name         string
	Before, Wire []byte // as the server sent it, and as it is passed on; the same bytes if nothing was done, nil if it was hidden
	Kept         string // why the tool is not at the level that was asked for; empty if it is
}

// Bounds of what is kept of pages, and of what is told.
const (
	maxPages     = 256
	maxPageBytes = 64 << 20
	maxTold      = 1000
)

// NewRewriter checks the options. A list passes through several clients' hands, and some load tools one by one: a
// transform that needs other tools beside a tool, as say-once does, is an error.
func NewRewriter(opt Options) (*Rewriter, error) {
	for _, name := range opt.With {
		if name == "say-once" {
			return nil, errors.New("say-once keeps a text on one tool for several, and a client that loads tools one by one would lose it: use it with compact")
		}
	}
	for _, glob := range slices.Concat(opt.Only, opt.Hide) {
		if _, err := path.Match(glob, ""); err != nil {
			return nil, fmt.Errorf("the glob %q is malformed", glob)
		}
	}
	// The names of level and transforms are checked by using them.
	if _, err := schemacompact.Compact(&catalog.Catalog{Tools: []catalog.Tool{{Name: "any"}}}, opt.compact(targets.Target{})); err != nil {
		return nil, err
	}
	return &Rewriter{opt: opt, pages: map[[sha256.Size]byte]*page{}, told: map[string]bool{}}, nil
}

func (o *Options) compact(t targets.Target) *schemacompact.Options {
	return &schemacompact.Options{Level: o.Level, With: o.With, Without: o.Without, Target: t}
}

// Tools returns what to pass on in the place of the value of "tools" in a result: the same bytes if there is nothing to do
// or something is wrong with them, which Warn is told.
func (r *Rewriter) Tools(array []byte, target targets.Target) []byte {
	p := r.page(array, target)
	if p.array == nil {
		return array
	}
	return p.array
}

// page returns what becomes of a list, made once.
func (r *Rewriter) page(array []byte, target targets.Target) *page {
	h := sha256.New()
	h.Write([]byte(target.ID() + "\x00"))
	h.Write(array)
	key := [sha256.Size]byte(h.Sum(nil))
	r.mu.Lock()
	p, ok := r.pages[key]
	if !ok {
		p = &page{done: make(chan struct{})}
		r.pages[key] = p
		r.order = append(r.order, key)
		for len(r.order) > maxPages || r.bytes > maxPageBytes && len(r.order) > 1 {
			r.bytes -= len(r.pages[r.order[0]].array)
			delete(r.pages, r.order[0])
			r.order = r.order[1:]
		}
	}
	r.mu.Unlock()
	if ok {
		<-p.done
		return p
	}
	defer close(p.done)
	r.fill(p, bytes.Clone(array), target)
	r.mu.Lock()
	if r.pages[key] == p {
		r.bytes += len(p.array)
	}
	r.mu.Unlock()
	return p
}

// fill makes a page. The array is its own.
func (r *Rewriter) fill(p *page, array []byte, target targets.Target) {
	defer func() {
		// A fault of ours must not cost a user the tools.
		if fault := recover(); fault != nil {
			p.array, p.tools = nil, nil
			r.warn(fmt.Sprintf("the list of tools passes as it came: internal error: %v", fault))
		}
	}()
	at := rawjson.Space(array, 0)
	if at == len(array) || array[at] != '[' {
		r.warn("the list of tools passes as it came: it is no array")
		return
	}
	var items []rawjson.Span
	for from := range rawjson.Items(array, at) {
		items = append(items, rawjson.Span{From: from, To: rawjson.End(array, from)})
	}
	if len(items) == 0 {
		return
	}
	doc := slices.Concat([]byte(`{"tools":`), array, []byte(`}`))
	c, err := catalog.Read(doc, &catalog.ReadOptions{Source: "tools/list", Lenient: true})
	if err != nil {
		r.warn("the list of tools passes as it came: " + err.Error())
		return
	}
	compacted, err := schemacompact.Compact(c, r.opt.compact(target))
	if err != nil {
		r.warn("the list of tools passes as it came: " + err.Error())
		return
	}
	for _, w := range compacted.Warnings {
		r.warn(w.Error())
	}
	p.array, p.tools = r.splice(array, items, c, compacted)
}

// splice puts the tools that have changed in the place of those that the server sent.
func (r *Rewriter) splice(array []byte, items []rawjson.Span, before *catalog.Catalog, after *schemacompact.Result) ([]byte, []Tool) {
	out := append(make([]byte, 0, len(array)), array[:items[0].From]...)
	var tools []Tool
	next, changed, last := 0, false, -1
	for i, s := range items {
		raw := array[s.From:s.To]
		tool := Tool{Before: raw, Wire: raw}
		// What is no tool to the reader stands in the list all the same, and passes.
		if next < len(before.Tools) && bytes.Equal(before.Tools[next].Raw, raw) {
			tool.Name = before.Tools[next].Name
			if reason := after.Tools[next].Reason; reason != nil {
				tool.Kept = reason.Error()
			}
			if len(after.Tools[next].Edits) > 0 {
				tool.Wire = after.Catalog.Tools[next].Wire()
				changed = true
			}
			if !r.opt.Shows(tool.Name) {
				tool.Wire, changed = nil, true
			}
			next++
		}
		tools = append(tools, tool)
		if tool.Wire == nil {
			continue
		}
		switch {
		case last < 0:
		case last == i-1:
			out = append(out, array[items[last].To:s.From]...)
		default:
			out = append(out, ',')
		}
		out = append(out, tool.Wire...)
		last = i
	}
	if next < len(before.Tools) {
		r.warn("the list of tools passes as it came: it was not read as it is written")
		return nil, nil
	}
	if !changed {
		return nil, tools
	}
	return append(out, array[items[len(items)-1].To:]...), tools
}

// Shows reports whether a tool of that name is passed on.
func (o *Options) Shows(name string) bool {
	match := func(globs []string) bool {
		return slices.ContainsFunc(globs, func(g string) bool { ok, _ := path.Match(g, name); return ok })
	}
	return (len(o.Only) == 0 || match(o.Only)) && !match(o.Hide)
}

// warn tells something once.
func (r *Rewriter) warn(text string) {
	r.mu.Lock()
	known := r.told[text] || len(r.told) >= maxTold
	r.told[text] = true
	r.mu.Unlock()
	if !known && r.opt.Warn != nil {
		r.opt.Warn(strings.TrimPrefix(text, "schemacompact: "))
	}
}
