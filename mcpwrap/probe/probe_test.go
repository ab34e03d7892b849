package probe

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/mcpwrap"
	"github.com/schema-bench/schema-bench/schema"
)

func self(t *testing.T, fault string) []string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{path, fault}
}

func check(t *testing.T, change func(*Options)) *Report {
	t.Helper()
	o := &Options{Command: self(t, "none"), Env: []string{"PROBE_ROLE=server"}, Timeout: 20 * time.Second, Settle: 30 * time.Millisecond}
	if change != nil {
		change(o)
	}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *Report) row(t *testing.T, feature string) *Row {
	t.Helper()
	for i := range r.Rows {
		if r.Rows[i].Feature == feature {
			return &r.Rows[i]
		}
	}
	t.Fatalf("no row %s in %+v", feature, r.Rows)
	return nil
}

// Everything that a server has comes through, and was looked at.
func TestServerAndItselfThroughTheProxy(t *testing.T) {
	t.Parallel()
	r := check(t, nil)
	if r.Server != "full 1" || r.Differences() != 0 {
		t.Fatalf("%+v", r)
	}
	for feature, want := range map[string]string{
		"initialize": "answered same", "tools": "5 tools, 5 compacted proved", "pages of tools": "2 pages same", "resources": "2 same", "templates": "1 same", "prompts": "1 same",
		"logging": "1 answered same", "prompts read": "1 answered same", "completion": "2 answered same", "resources read": "2 answered varies", "templates read": "1 answered varies",
		"subscription": "2 answered same", "tasks": "1 answered same", "calls": "4 answered varies", "errors": "2 answered, 3 refused varies", "ping": "1 answered same",
		"elicitation/create": "1 request same", "sampling/createMessage": "1 request same", "notifications/progress": "3 notifications same", "notifications/message": "1 notification same",
		"notifications/tools/list_changed": "1 notification same", "end": "exited with status 0 same",
	} {
		if row := r.row(t, feature); row.Through+" "+string(row.Verdict) != want {
			t.Errorf("%s: %s %s, not %s", feature, row.Through, row.Verdict, want)
		}
	}
}

// What a proxy does wrong is found, in the row where one looks for it.
func TestFaultsOfProxies(t *testing.T) {
	t.Parallel()
	for fault, feature := range map[string]string{
		"no-capabilities": "initialize", "no-list-changed": "notifications/tools/list_changed", "no-resources": "resources", "no-templates": "templates", "no-completion": "completion",
		"other-code": "errors", "no-min": "tools", "no-required": "tools", "no-output": "tools", "no-execution": "tools", "more-annotations": "tools", "name": "tools", "no-ask": "tools",
		"order": "tools", "one-page": "pages of tools", "first-page-only": "tools", "no-asking": "sampling/createMessage", "lost-progress": "notifications/progress", "no-structure": "calls",
		"image-as-text": "calls", "spaces": "ping",
	} {
		again := fault == "no-min" || fault == "no-asking"
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			r := check(t, func(o *Options) { o.Through, o.hasty = self(t, fault), !again })
			row := r.row(t, feature)
			if row.Verdict != Different || len(row.Notes) == 0 {
				t.Errorf("%+v", r.Rows)
			}
		})
	}
}

// What was asked for is no difference.
func TestOptionsExplainDifferences(t *testing.T) {
	t.Parallel()
	r := check(t, func(o *Options) { o.Wrap.Hide = []string{"read", "write"} })
	row := r.row(t, "tools")
	if r.Differences() != 0 || row.Through != "3 tools, 3 compacted" || strings.Join(row.Notes, "") != "2 tools hidden, as asked" {
		t.Errorf("%+v", r.Rows)
	}
	r = check(t, func(o *Options) { o.NoCalls = true; o.Calls = map[string][]byte{"image": []byte(`{"q":"abc"}`)} })
	if row := r.row(t, "calls"); row.Direct != "1 answered" {
		t.Errorf("%+v", row)
	}
	r = check(t, func(o *Options) { o.Wrap = mcpwrap.Options{Level: "none"} })
	if row := r.row(t, "tools"); row.Through != "5 tools, 0 compacted" || row.Verdict != Same {
		t.Errorf("%+v", row)
	}
}

func TestWhatCannotBeCompared(t *testing.T) {
	t.Parallel()
	var unknown *UnknownToolError
	_, err := Run(t.Context(), &Options{Command: self(t, "none"), Env: []string{"PROBE_ROLE=server"}, Calls: map[string][]byte{"nothing": nil}})
	if !errors.As(err, &unknown) || unknown.Name != "nothing" {
		t.Error(err)
	}
	// Without the role it is a test program, which says that and ends.
	var broken *StartError
	_, err = Run(t.Context(), &Options{Command: append(self(t, "")[:1], "-test.run=^$")})
	if !errors.As(err, &broken) || broken.Side != "directly" {
		t.Error(err)
	}
	// A call that ends the server breaks the session, and says with what.
	_, err = Run(t.Context(), &Options{Command: self(t, "none"), Env: []string{"PROBE_ROLE=server"}, Calls: map[string][]byte{"write": []byte(`{"q":"xx"}`)}})
	if !errors.As(err, &broken) || !strings.Contains(err.Error(), "tools/call write") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = Run(ctx, &Options{Command: self(t, "none"), Env: []string{"PROBE_ROLE=server"}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAgree(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		direct       []string
		through      string
		place        string
		same, varied bool
	}{
		{[]string{`{"a":1}`, `{"a":1}`}, `{"a":1}`, "", true, false},
		{[]string{`{"a":1}`, `{"a":1}`}, `{"a": 1}`, "", false, false},
		{[]string{`{"a":1}`, `{"a":2}`}, `{"a":3}`, "", true, true},
		{[]string{`{"a":1}`, `{"a":2}`}, `{"a":"x"}`, "/a", false, true},
		{[]string{`{"a":1}`, `{"a":2}`}, `{"a":1}`, "", true, true},
		{[]string{`{"a":1,"b":[1,2]}`, `{"a":2,"b":[1,2]}`}, `{"a":2,"b":[1,3]}`, "/b/1", false, true},
		{[]string{`{"a":1,"b":0}`, `{"a":2,"b":0}`}, `{"a":2}`, "", false, false},
		{[]string{`{"a":1,"b":0}`, `{"a":2,"b":0}`}, `{"b":0,"a":2}`, "", false, false},
		{[]string{`[1]`, `[1,2]`}, `[1,2,3]`, "", true, true},
		{[]string{`[1]`, `[1,2]`}, `{}`, "", false, true},
		{[]string{`1`, `1`, `2`}, `7`, "", true, true},
		{[]string{`1`, `1`}, `1.0`, "", false, false},
	} {
		direct := make([][]byte, len(c.direct))
		for i := range direct {
			direct[i] = []byte(c.direct[i])
		}
		place, same, varied := agree(direct, []byte(c.through), true)
		if place != c.place || same != c.same || varied != c.varied {
			t.Errorf("%s against %s: %q %v %v", c.through, c.direct, place, same, varied)
		}
	}
	if _, same, _ := agree([][]byte{[]byte(`{"a":1,"b":2}`)}, []byte(`{"b":2.0,"a":1}`), false); !same {
		t.Error("the same value, written in another way, differs")
	}
}

// Arguments are made up that a validator accepts, or none are.
func TestArguments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ schema, want string }{
		{`{"type":"object"}`, `{}`},
		{`{"type":"object","properties":{"a":{"type":"string","minLength":3},"b":{"type":"number"}},"required":["a"]}`, `{"a":"xxx"}`},
		{`{"type":"object","properties":{"a":{"enum":["u","v"]},"b":{"const":7},"c":{"type":"boolean"},"d":{"default":[1]}},"required":["a","b","c","d"]}`, `{"a":"u","b":7,"c":false,"d":[1]}`},
		{`{"type":"object","properties":{"a":{"type":"integer","exclusiveMinimum":4,"multipleOf":3}},"required":["a"]}`, `{"a":6}`},
		{`{"type":"object","properties":{"a":{"type":"integer","maximum":-2}},"required":["a"]}`, `{"a":-2}`},
		{`{"type":"object","properties":{"a":{"$ref":"#/$defs/x"}},"required":["a"],"$defs":{"x":{"type":"array","items":{"type":"null"},"minItems":2}}}`, `{"a":[null,null]}`},
		{`{"type":"object","properties":{"a":{"anyOf":[{"type":"string","format":"date"},{"type":"null"}]}},"required":["a"]}`, `{"a":"2026-01-02"}`},
		{`{"type":"object","properties":{"a":{"type":"string","pattern":"^[0-9]+$"}},"required":["a"]}`, ``},
		{`{"type":"object","properties":{"a":{"$ref":"#/properties/a"}},"required":["a"]}`, ``},
		{`{"type":"object","properties":{"a":false},"required":["a"]}`, ``},
		{`{"type":"string"}`, ``},
	} {
		n, err := schema.Parse([]byte(c.schema))
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := arguments(n); ok != (c.want != "") || ok && string(got) != c.want {
			t.Errorf("%s: %s %v", c.schema, got, ok)
		}
	}
}
