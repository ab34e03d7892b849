package mcpwrap

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schemacompact"
)

const documented = `[{"name":"book","inputSchema":{"type":"object","required":["room","from"],"properties":{
	"room":{"type":"string","description":"The room. It must be free. Rooms are named after rivers, and there is a list of them in the hall."},
	"from":{"$ref":"#/$defs/day"},
	"guests":{"type":"array","items":{"type":"object","properties":{"age":{"type":"integer","minimum":0,"description":"In years. Children are guests as well."}}}}},
	"additionalProperties":false,"$defs":{"day":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","description":"A day. It is the day of arrival, in the hotel's time zone."}}}},
	{"name":"free"},{"name":"twice","inputSchema":{"type":"object","maxProperties":0}},{"name":"twice","inputSchema":{"type":"object"}},{"name":"broken","inputSchema":{"type":"what"}}]`

func TestComplaints(t *testing.T) {
	t.Parallel()
	c := newChecker()
	r := newRewriter(t, Options{Level: schemacompact.LevelTight})
	c.take(r.page([]byte(documented), r.opt.Target).tools)
	for _, row := range []struct {
		tool, arguments string
		says            []string // nothing if it is valid
	}{
		{"book", `{"room":"Elbe","from":"2026-12-01"}`, nil},
		{"book", `{"room":"Elbe","from":"2026-12-01","guests":[{"age":3},{}]}`, nil},
		{"book", `{"from":"2026-12-01"}`, []string{"missing", "'room'", "/room: ", "Rooms are named after rivers"}},
		{"book", `{"room":"Elbe","from":"tomorrow"}`, []string{"/from: ", "pattern", "in the hotel's time zone"}},
		{"book", `{"room":"Elbe","from":"2026-12-01","guests":[{"age":-1}]}`, []string{"/guests/0/age: ", "minimum", "Children are guests as well"}},
		{"book", `{"room":"Elbe","from":"2026-12-01","pets":1}`, []string{"the arguments: additional", "'pets'"}},
		{"book", ``, []string{"'room'", "'from'"}},
		{"book", `[]`, []string{"got array"}},
		{"free", `{"anything":1}`, nil},
		{"twice", `{"a":1}`, nil},
		{"broken", `{"a":1}`, nil},
		{"unlisted", `{"a":1}`, nil},
	} {
		var arguments []byte
		if row.arguments != "" {
			arguments = []byte(row.arguments)
		}
		got := c.complaint(row.tool, arguments)
		if (got == "") != (row.says == nil) {
			t.Errorf("%s %s: %q", row.tool, row.arguments, got)
		}
		for _, want := range row.says {
			if !strings.Contains(got, want) {
				t.Errorf("%s %s: %q is not in\n%s", row.tool, row.arguments, want, got)
			}
		}
	}
}

// An invalid call is answered as an error of the tool and does not reach the server; everything else does.
func TestCheckArgs(t *testing.T) {
	t.Parallel()
	stats := NewStats()
	c := talk(t, "echo", func(s *Stdio) { s.CheckArgs, s.Observer = true, stats })
	const invalid = `{"jsonrpc":"2.0","id":"i","method":"tools/call","params":{"name":"c","arguments":{"y":"no number"}}}`
	c.send(invalid)
	if got := c.next(); !strings.Contains(got, `"asked":"tools/call"`) {
		t.Errorf("before a list there is nothing to hold it against: %s", got)
	}
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	c.next()
	c.send(invalid)
	var answer struct {
		ID     string
		Result struct {
			Content []struct{ Type, Text string }
			IsError bool
		}
	}
	line := c.next()
	if err := json.Unmarshal([]byte(line), &answer); err != nil || answer.ID != "i" || !answer.Result.IsError || len(answer.Result.Content) != 1 || !strings.Contains(answer.Result.Content[0].Text, `"title":"Y"`) {
		t.Errorf("%s: %v", line, err)
	}
	c.send(`{"jsonrpc":"2.0","id":"v","method":"tools/call","params":{"name":"c","arguments":{"y":7}}}`)
	if got := c.next(); !strings.Contains(got, `"asked":"tools/call"`) {
		t.Error(got)
	}
	c.send("[" + invalid + "]")
	if got := c.next(); !strings.Contains(got, `"asked":"tools/call"`) {
		t.Errorf("a batch does not pass: %s", got)
	}
	c.in.Close()
	c.wait()
	sum := stats.Summary()
	if sum.Calls != 4 || sum.Invalid != 1 || sum.Errors != 0 || sum.Tools != 3 || sum.ServedBytes >= sum.Bytes {
		t.Errorf("%+v", sum)
	}
}
