package probe

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// toolsRow holds the tools of the two lists against each other.
func (c *Options) toolsRow(direct, through [][]byte) Row {
	row := Row{Feature: "tools", Direct: count(len(direct), "tool"), Through: count(len(through), "tool"), Verdict: Same}
	var expected [][]byte
	hidden := 0
	for _, raw := range direct {
		if c.Wrap.Shows(textOf(raw, "name")) {
			expected = append(expected, raw)
		} else {
			hidden++
		}
	}
	if hidden > 0 {
		row.Notes = append(row.Notes, count(hidden, "tool")+" hidden, as asked")
	}
	if len(expected) != len(through) {
		row.different("%d were expected", len(expected))
		return row
	}
	compacted := 0
	for i := range expected {
		if bytes.Equal(expected[i], through[i]) {
			continue
		}
		compacted++
		if fault := c.toolFault(expected[i], through[i]); fault != "" {
			row.different("%s: %s", textOf(expected[i], "name"), fault)
		}
	}
	row.Through += fmt.Sprintf(", %d compacted", compacted)
	if compacted > 0 && row.Verdict == Same {
		row.Verdict = Proved
	}
	return row
}

// toolFault says what is wrong with a tool that came through the proxy as other bytes; "" if nothing is.
func (c *Options) toolFault(direct, through []byte) string {
	a, errA := one(direct)
	b, errB := one(through)
	switch {
	case errA != nil:
		return "it cannot be read, and was changed"
	case errB != nil:
		return "it cannot be read any more: " + errB.Error()
	case a.Name != b.Name:
		return fmt.Sprintf("it is called %q", b.Name)
	}
	for _, part := range []struct {
		what string
		a, b *schema.Node
	}{{"arguments", a.Input, b.Input}, {"results", a.Output, b.Output}} {
		if fault := schemaFault(part.a, part.b); fault != "" {
			return "its " + part.what + " are not proved to be the same: " + fault
		}
	}
	return c.membersFault(direct, through)
}

func one(raw []byte) (*catalog.Tool, error) {
	c, err := catalog.Read(raw, &catalog.ReadOptions{Lenient: true})
	if err != nil {
		return nil, err
	}
	if len(c.Tools) != 1 {
		return nil, fmt.Errorf("it is %d tools", len(c.Tools))
	}
	return &c.Tools[0], nil
}

func schemaFault(a, b *schema.Node) string {
	switch {
	case a == nil && b == nil:
		return ""
	case a == nil || b == nil:
		return "only one side has a schema"
	}
	p := verify.Compare(a, b, nil)
	switch {
	case p.Verdict.Proved():
		return ""
	case len(p.Witnesses) > 0:
		return fmt.Sprintf("%s, for example for %s", p.Verdict, p.Witnesses[0].Instance)
	}
	return fmt.Sprintf("%s %s", p.Verdict, p.Reason)
}

// membersFault holds the other members of a tool against each other: they have the same tokens in the same order, but for
// texts that a level shortens that was asked for. Blanks between tokens go where a tool is compacted.
func (c *Options) membersFault(direct, through []byte) string {
	a, errA := schema.Parse(direct)
	b, errB := schema.Parse(through)
	if errA != nil || errB != nil {
		return "it is no JSON"
	}
	var names []string
	for name, value := range a.Members() {
		if slices.Contains([]string{"inputSchema", "outputSchema"}, name) {
			names = append(names, name)
			continue
		}
		got := b.Get(name)
		if got == nil && c.Lossy {
			continue
		}
		if !(c.Lossy && got.Kind() == value.Kind()) && !bytes.Equal(value.Append(nil), got.Append(nil)) {
			return fmt.Sprintf("its %s is not the same", name)
		}
		names = append(names, name)
	}
	var got []string
	for name := range b.Members() {
		got = append(got, name)
	}
	if !slices.Equal(names, got) {
		return fmt.Sprintf("it has the members %q instead of %q", got, names)
	}
	return ""
}
