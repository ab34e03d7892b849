package recorded

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/mcpwrap/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// A Result is what was found in a session.
type Result struct {
	Frames     int // that were compared, both ways
	Lists      int // answers to tools/list among them
	Tools      int
	References int             // tools with references
	Dialects   map[string]bool // that their schemas name
	Upstream   int             // references that lead nowhere as the server sent them
	Dangling   []string        // those that do as they are served, and did not before
	Faults     []string        // what is not the same and should be

	counted map[string]bool // tools, by name
}

func (r *Result) fault(format string, args ...any) {
	if len(r.Faults) < 20 {
		r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
	}
}

// compare holds the two sides of the proxy against each other.
func compare(front, behind *record) *Result {
	r := &Result{Dialects: map[string]bool{}, counted: map[string]bool{}}
	lists := map[string]bool{} // requests for tools
	for i, line := range front.up {
		if messages, err := frame.Read(line); err == nil && messages[0].Method == "tools/list" {
			lists[frame.Key(messages[0].ID.Of(line))] = true
		}
		if i >= len(behind.up) || !bytes.Equal(line, behind.up[i]) {
			r.fault("message %d to the server is not the same: %.200q", i, line)
		}
		r.Frames++
	}
	if len(front.up) != len(behind.up) {
		r.fault("%d messages to the server became %d", len(front.up), len(behind.up))
	}
	// The proxy leaves out what is no message.
	var sent [][]byte
	for _, line := range behind.down {
		if _, err := frame.Read(line); err == nil {
			sent = append(sent, line)
		}
	}
	if len(front.down) != len(sent) {
		r.fault("%d messages of the server became %d", len(sent), len(front.down))
	}
	for i := range min(len(front.down), len(sent)) {
		r.Frames++
		got, want := front.down[i], sent[i]
		messages, err := frame.Read(want)
		if err == nil && messages[0].IsAnswer() && lists[frame.Key(messages[0].ID.Of(want))] {
			r.list(want, got)
		} else if !bytes.Equal(got, want) {
			r.fault("message %d of the server is not the same: %.200q became %.200q", i, want, got)
		}
	}
	return r
}

// list compares an answer to tools/list: around the tools it is the same bytes, and what the schemas refer to is there.
func (r *Result) list(sent, got []byte) {
	r.Lists++
	a, aTools := around(sent)
	b, bTools := around(got)
	if !bytes.Equal(a, b) {
		r.fault("around the tools, %.200q became %.200q", a, b)
	}
	before, errA := catalog.Read(aTools, &catalog.ReadOptions{Lenient: true})
	after, errB := catalog.Read(bTools, &catalog.ReadOptions{Lenient: true})
	if aTools == nil && bTools == nil {
		return
	}
	if errA != nil || errB != nil {
		r.fault("a list of tools cannot be read: %v, and served: %v", errA, errB)
		return
	}
	if len(before.Tools) != len(after.Tools) {
		r.fault("%d tools became %d", len(before.Tools), len(after.Tools))
		return
	}
	for i := range before.Tools {
		x, y := &before.Tools[i], &after.Tools[i]
		if x.Name != y.Name {
			r.fault("the tool %q became %q", x.Name, y.Name)
		}
		refers := false
		for _, pair := range [][2]*schema.Node{{x.Input, y.Input}, {x.Output, y.Output}} {
			n, some := dangling(pair[0])
			m, _ := dangling(pair[1])
			refers = refers || some
			r.Upstream += n
			if m > n {
				r.Dangling = append(r.Dangling, x.Name)
			}
		}
		if !r.counted[x.Name] {
			r.counted[x.Name] = true
			r.Tools++
			if refers {
				r.References++
			}
		}
		if dialect, ok := x.Input.Get("$schema").Text(); ok {
			r.Dialects[dialect] = true
		}
	}
}

// around returns a list without its tools, and the tools.
func around(line []byte) (rest, tools []byte) {
	messages, err := frame.Read(line)
	if err != nil {
		return line, nil
	}
	span := frame.Member(line, messages[0].Result, "tools")
	if span.To == 0 {
		return line, nil
	}
	return append(append([]byte{}, line[:span.From]...), line[span.To:]...), span.Of(line)
}

// dangling counts the references of a schema that lead nowhere, and says whether it has any at all.
func dangling(n *schema.Node) (count int, some bool) {
	if n == nil {
		return 0, false
	}
	d, err := schema.Resolve(n)
	if err != nil {
		return 0, false
	}
	for i := range d.References {
		if errors.Is(d.References[i].Err, schema.ErrDangling) {
			count++
		}
	}
	return count, len(d.References) > 0
}
