package probe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/schema-bench/schema-bench/internal/rawjson"
	"github.com/schema-bench/schema-bench/mcpwrap/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// A step is a request and what came back. Steps of one feature are told about together.
type step struct {
	feature string
	about   string // which one of the feature it is, for people
	method  string
	params  []byte
	answer  answer
}

// A recording is all that a client saw in a session.
type recording struct {
	opened  answer
	tools   [][]byte // as they stand in the pages of the list
	steps   []step   // the lists page by page, and then the plan
	plan    int      // where that starts
	ears    *ears
	end     string
	skipped []string // what was not tried, and why
}

// Bounds of a session.
const (
	maxPages  = 200
	maxReads  = 20 // resources, templates and prompts of each kind
	maxOffers = 40 // completions that are asked for
	maxTools  = 100
)

// A player plays one session.
type player struct {
	*Options
	peer    peer
	rec     *recording
	id      int
	capable string                                         // what the client says that it can do
	offered int                                            // completions that were asked for
	plain   func(context.Context) (map[string]bool, error) // names of the tools that a client without capabilities sees
}

// play plays a session whose plan, what is asked for after the lists, is made of the lists if it is nil.
func (p *player) play(ctx context.Context, plan []step) error {
	err := p.session(ctx, plan)
	p.rec.end = p.peer.close()
	return err
}

// capable is what the client of these sessions says that it can do, where it can.
const capable = `{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}`

func (p *player) session(ctx context.Context, plan []step) (err error) {
	if err := p.open(ctx, p.capable); err != nil {
		return err
	}
	if err = p.lists(ctx); err != nil {
		return err
	}
	p.rec.plan = len(p.rec.steps)
	if plan == nil {
		if err = p.explore(ctx); err != nil {
			return err
		}
	}
	for _, s := range plan {
		if _, err = p.do(ctx, s.feature, s.about, s.method, s.params); err != nil {
			return err
		}
	}
	// What is still on its way, answers to requests of the server among them, has come when the server is quiet.
	p.rec.ears.quiet(ctx, p.Settle)
	_, err = p.do(ctx, "ping", "", "ping", nil)
	return err
}

// glance looks at the tools that a client without capabilities sees.
func (p *player) glance(ctx context.Context) error {
	err := p.open(ctx, "{}")
	if err == nil {
		p.rec.tools, err = p.list(ctx, listTools, "tools/list", "tools")
	}
	p.peer.close()
	return err
}

// open opens the session.
func (p *player) open(ctx context.Context, capabilities string) (err error) {
	if p.rec.opened, err = p.ask(ctx, "initialize", introduction(p.Protocol, capabilities)); err != nil {
		return err
	}
	if p.rec.opened.result == nil {
		if p.rec.opened.err == nil {
			return fmt.Errorf("no answer to initialize in %s", p.Timeout)
		}
		return fmt.Errorf("the server refuses the session: %s", p.rec.opened.err)
	}
	if err = p.peer.notify(ctx, "notifications/initialized", nil); err != nil {
		return err
	}
	p.rec.ears.quiet(ctx, p.Settle)
	return nil
}

// introduction is what a client says of itself.
func introduction(protocol, capabilities string) []byte {
	client := params("name", `"schema-bench"`, "version", `"1"`)
	return params("protocolVersion", quote(protocol), "capabilities", capabilities, "clientInfo", string(client))
}

// ask sends a request, and waits for its answer as long as one may take.
func (p *player) ask(ctx context.Context, method string, params []byte) (answer, error) {
	p.id++
	limited, cancel := context.WithTimeout(ctx, p.Timeout)
	defer cancel()
	if p.Progress != nil {
		p.Progress(method)
	}
	a, err := p.peer.request(limited, p.id, method, params)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return answer{}, nil // no answer is what there is to compare
	}
	return a, err
}

// do makes one step.
func (p *player) do(ctx context.Context, feature, about, method string, params []byte) (answer, error) {
	a, err := p.ask(ctx, method, params)
	if err != nil {
		return a, fmt.Errorf("at %s %s: %w", method, about, err)
	}
	p.rec.steps = append(p.rec.steps, step{feature, about, method, params, a})
	return a, nil
}

// list reads all pages of a list and returns its items.
func (p *player) list(ctx context.Context, feature, method, member string) (items [][]byte, err error) {
	var cursor []byte
	seen := map[string]bool{}
	for page := 1; page <= maxPages; page++ {
		var with []byte
		if cursor != nil {
			with = params("cursor", string(cursor))
		}
		a, err := p.do(ctx, feature, "page "+strconv.Itoa(page), method, with)
		if err != nil || a.result == nil {
			return items, err
		}
		items = append(items, itemsOf(a.result, member)...)
		cursor = memberOf(a.result, "nextCursor")
		if cursor == nil || seen[string(cursor)] || bytes.Equal(cursor, []byte("null")) {
			return items, nil
		}
		seen[string(cursor)] = true
	}
	return items, nil
}

// features whose answers are lists of the server.
const (
	listTools     = "tools"
	listResources = "resources"
	listTemplates = "templates"
	listPrompts   = "prompts"
)

func (p *player) lists(ctx context.Context) (err error) {
	if p.rec.tools, err = p.list(ctx, listTools, "tools/list", "tools"); err != nil {
		return err
	}
	for _, l := range [][3]string{{listResources, "resources/list", "resources"}, {listTemplates, "resources/templates/list", "resourceTemplates"}, {listPrompts, "prompts/list", "prompts"}} {
		if _, err = p.list(ctx, l[0], l[1], l[2]); err != nil {
			return err
		}
	}
	return nil
}

// items returns the items of a list that has been read.
func (r *recording) items(feature, member string) (items [][]byte) {
	for i := range r.steps[:r.plan] {
		if s := &r.steps[i]; s.feature == feature {
			items = append(items, itemsOf(s.answer.result, member)...)
		}
	}
	return items
}

// offers reports whether the server says that it has a capability.
func (r *recording) offers(path ...string) bool {
	b := r.opened.result
	for _, name := range slices.Concat([]string{"capabilities"}, path) {
		if b = memberOf(b, name); b == nil {
			return false
		}
	}
	return !bytes.Equal(b, []byte("false")) && !bytes.Equal(b, []byte("null"))
}

func itemsOf(result []byte, member string) (items [][]byte) {
	list := memberOf(result, member)
	if !bytes.HasPrefix(list, []byte("[")) {
		return nil
	}
	for i := range rawjson.Items(list, 0) {
		items = append(items, list[i:rawjson.End(list, i)])
	}
	return items
}

// memberOf returns the value of a member of an object, or nil.
func memberOf(object []byte, name string) []byte {
	return frame.Member(object, frame.Span{To: len(object)}, name).Of(object)
}

func textOf(object []byte, name string) string {
	n, err := schema.Parse(memberOf(object, name))
	if err != nil {
		return ""
	}
	s, _ := n.Text()
	return s
}
