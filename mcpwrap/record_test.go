package mcpwrap

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A recordedLine is what a reader of such a file finds in a line.
type recordedLine struct {
	ID, Source string
	Query      *string
	Expected   []struct {
		Name string
		Args json.RawMessage
	}
	Expect, At string
	Outcome    string
	Tool       string `json:"tool_sha256"`
	Redacted   []string
	Omitted    int `json:"args_bytes"`
}

func recordedLines(t *testing.T, text string) []recordedLine {
	t.Helper()
	var lines []recordedLine
	for line := range strings.Lines(text) {
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		var ms struct {
			recordedLine
			MS float64
		}
		if err := dec.Decode(&ms); err != nil || !utf8.ValidString(line) || !strings.HasSuffix(line, "}\n") {
			t.Fatalf("%v: %s", err, line)
		}
		lines = append(lines, ms.recordedLine)
	}
	return lines
}

// A line is written for each call, whatever came of it, with what was said as it was said.
func TestRecorder(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	r := NewRecorder(&file)
	r.Redact = []string{"token"}
	s := NewSession(newRewriter(t, Options{}), Observers{r, NewStats()}, true)
	say := func(text string) {
		t.Helper()
		if _, err := s.FromClient([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	hear := func(text string) {
		t.Helper()
		if _, err := s.FromServer([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	const tool = `{"name":"a", "inputSchema":{"type":"object","required":["x"],"$comment":"c"}}`
	hear(`{"jsonrpc":"2.0","id":1,"result":{"tools":[` + tool + `]}}`)
	say(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","arguments":{"x": 1.0,"u":"<\u2028é>", "token":"t"}}}`)
	hear(`{"jsonrpc":"2.0","id":2,"result":{"content":[]}}`)
	say(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a","arguments":{"x":2}}}`)
	hear(`{"jsonrpc":"2.0","id":3,"result":{"content":[],"isError":true}}`)
	say(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"a","arguments":{"x":3}}}`)
	hear(`{"jsonrpc":"2.0","id":4,"error":{"code":1}}`)
	say(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"a"}}`) // refused: x is missing
	say(`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"other","arguments":{"x":"` + strings.Repeat("x", maxRecorded) + `"}}}`)
	s.Forget([]byte("6"))
	s.Forget([]byte("6"))
	say(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","arguments":{"x":1}}}`)
	s.Unanswered()
	s.Unanswered()
	lines := recordedLines(t, file.String())
	var outcomes []string
	ids := map[string]bool{}
	for _, line := range lines {
		outcomes = append(outcomes, line.Outcome)
		ids[line.ID] = true
		if line.Query != nil || line.Expect != "call" || len(line.Expected) != 1 || (line.Tool == "") != (line.Expected[0].Name == "other") {
			t.Errorf("%+v", line)
		}
	}
	if want := []string{"ok", "error", "protocol-error", "invalid", "protocol-error", "protocol-error"}; !slices.Equal(outcomes, want) || len(ids) != len(want) {
		t.Fatalf("%q, not %q", outcomes, want)
	}
	first, _, _ := strings.Cut(file.String(), "\n")
	if !strings.Contains(first, `"query":null,"expected":[{"name":"a","args":{"x": 1.0,"u":"<\u2028é>", "token":"[redacted]"}}],"expect":"call"`) || !strings.Contains(first, `"redacted":["/token"]`) {
		t.Error(first)
	}
	sum := sha256.Sum256([]byte(tool))
	if lines[0].Tool != hex.EncodeToString(sum[:]) {
		t.Errorf("the digest is %s", lines[0].Tool)
	}
	if long := lines[4]; long.Expected[0].Args != nil || long.Omitted != maxRecorded+8 {
		t.Errorf("long arguments are written: %d bytes, of %d", len(long.Expected[0].Args), long.Omitted)
	}
	file.Reset()
	bomb := `{"` + strings.Repeat("n", maxRecorded/2) + `":{"token":1,"token":2,"token":3}}`
	r.Answer(Answer{Tool: "a", Arguments: []byte(bomb)})
	if got := recordedLines(t, file.String()); got[0].Expected[0].Args != nil || got[0].Redacted != nil || got[0].Omitted != len(bomb) || file.Len() > 1000 {
		t.Errorf("a line of %d bytes", file.Len())
	}
}

// What would break a line of JSON is not written, and what is not there is an object without members.
func TestOddArguments(t *testing.T) {
	t.Parallel()
	for arguments, want := range map[string]string{
		"":                       `{}`,
		"{ \"a\" :\r\n1 }":       `{ "a" :  1 }`,
		"{\"a\":\"\xff\u2028\"}": "{\"a\":\"\ufffd\u2028\"}",
		`{"a":1,"a":2}`:          `{"a":1,"a":2}`,
		`{"a":1e400}`:            `{"a":1e400}`,
		`[1, 2]`:                 `[1, 2]`,
		`{"a":`:                  ``,
		"{\"a\":\"\n\"}":         ``,
	} {
		var file bytes.Buffer
		a := Answer{Tool: "a\n\xff\"<"}
		if arguments != "" {
			a.Arguments = []byte(arguments)
		}
		NewRecorder(&file).Answer(a)
		lines := recordedLines(t, file.String())
		if len(lines) != 1 || lines[0].Expected[0].Name != "a\n\ufffd\"<" || !strings.Contains(file.String(), `\"<"`) || string(lines[0].Expected[0].Args) != want {
			t.Fatalf("%q becomes %s", arguments, file.String())
		}
		if omitted := lines[0].Omitted; want == "" && omitted != len(arguments) || want != "" && omitted != 0 {
			t.Errorf("%q: %d bytes are not written", arguments, omitted)
		}
	}
}

type fullDisk struct{ writes int }

func (d *fullDisk) Write([]byte) (int, error) {
	d.writes++
	return 0, errors.New("no space left")
}

// A disk that is full is told once, and stops nothing.
func TestRecorderOnAFullDisk(t *testing.T) {
	t.Parallel()
	disk := &fullDisk{}
	r := NewRecorder(disk)
	var told []string
	r.Fail = func(err error) { told = append(told, err.Error()) }
	for range 3 {
		r.Answer(Answer{Tool: "a"})
	}
	if disk.writes != 3 || len(told) != 1 || told[0] != "no space left" {
		t.Errorf("%d writes, told %q", disk.writes, told)
	}
}

// A disk that was full in the middle of a line, and is not any more.
type halfDisk struct {
	bytes.Buffer
	room int
}

func (d *halfDisk) Write(b []byte) (int, error) {
	if d.room == 0 {
		return d.Buffer.Write(b)
	}
	n, _ := d.Buffer.Write(b[:d.room])
	d.room = 0
	return n, errors.New("no space left")
}

func TestTornLine(t *testing.T) {
	t.Parallel()
	disk := &halfDisk{room: 30}
	r := NewRecorder(disk)
	for range 3 {
		r.Answer(Answer{Tool: "a"})
	}
	_, rest, _ := strings.Cut(disk.String(), "\n")
	if got := recordedLines(t, rest); len(got) != 2 || strings.Index(disk.String(), "\n") != 30 {
		t.Errorf("%s", disk.String())
	}
}

const recordedCall = `{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"a","arguments":{"x": "y", "pin":1}}}`

// Whatever lies between client and server, the line is there when the client has its answer.
func TestRecorderOfEveryTransport(t *testing.T) {
	t.Parallel()
	const list = `{"jsonrpc":"2.0","id":"l","method":"tools/list"}`
	for name, ask := range map[string]func(t *testing.T, o Observer) func(string){
		"stdio": func(t *testing.T, o Observer) func(string) {
			c := talk(t, "echo", func(s *Stdio) { s.Observer = o })
			return func(text string) { c.send(text); c.next() }
		},
		"stdio behind HTTP": func(t *testing.T, o Observer) func(string) {
			_, to, _ := housed(t, func(l *Local) { l.Observer = o })
			id := begin(t, to)
			return func(text string) { post(t, to, text, "Mcp-Session-Id", id) }
		},
		"stdio behind HTTP without sessions": func(t *testing.T, o Observer) func(string) {
			_, to, _ := housed(t, func(l *Local) { l.Observer = o })
			return func(text string) {
				if text == list {
					alone(t, to, "1", "tools/list", "")
				} else {
					alone(t, to, "1", "tools/call", `"name":"a","arguments":{"x": "y", "pin":1}`, "Mcp-Name", "a")
				}
			}
		},
		"HTTP behind stdio": func(t *testing.T, o Observer) func(string) {
			d := reachOut(t, &upstream{t: t}, "/mcp", func(r *Remote) { r.Observer = o })
			return func(text string) { d.send(text); d.next() }
		},
		"HTTP": func(t *testing.T, o Observer) func(string) {
			_, proxy := served(t, "/mcp", func(h *HTTP) { h.Observer = o })
			return func(text string) { post(t, proxy.URL, text) }
		},
		"HTTP with streams": func(t *testing.T, o Observer) func(string) {
			_, proxy := served(t, "/mcp", func(h *HTTP) { h.Observer = o })
			return func(text string) {
				post(t, proxy.URL, strings.Replace(text, `"params":{`, `"params":{"as":"stream",`, 1))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, stats := &logged{}, NewStats()
			r := NewRecorder(file)
			r.Redact = []string{"p?n"}
			say := ask(t, Observers{stats, r})
			say(list)
			say(recordedCall)
			lines := recordedLines(t, file.String())
			if len(lines) != 1 || lines[0].Expected[0].Name != "a" || string(lines[0].Expected[0].Args) != `{"x": "y", "pin":0}` || lines[0].Outcome != "ok" || lines[0].Tool == "" || !slices.Equal(lines[0].Redacted, []string{"/pin"}) {
				t.Errorf("%s", file.String())
			}
			if sum := stats.Summary(); sum.Calls != 1 || sum.Errors != 0 {
				t.Errorf("%+v", sum)
			}
		})
	}
}

// A call that does not reach the server is one that went wrong.
func TestRecorderOfAServerThatIsNotThere(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := &url.URL{Scheme: "http", Host: l.Addr().String(), Path: "/mcp"}
	l.Close()
	for name, ask := range map[string]func(t *testing.T, o Observer){
		"from stdio": func(t *testing.T, o Observer) {
			d := reachOut(t, http.NotFoundHandler(), "/mcp", func(r *Remote) { r.URL, r.Observer = gone, o })
			d.send(recordedCall)
			d.next()
		},
		"from HTTP": func(t *testing.T, o Observer) {
			_, proxy := served(t, "/mcp", func(h *HTTP) { h.URL, h.Observer = gone, o })
			post(t, proxy.URL, recordedCall)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, stats := &logged{}, NewStats()
			ask(t, Observers{NewRecorder(file), stats})
			if lines := recordedLines(t, file.String()); len(lines) != 1 || lines[0].Outcome != "protocol-error" {
				t.Errorf("%s", file.String())
			}
			if sum := stats.Summary(); sum.Calls != 1 || sum.Errors != 1 {
				t.Errorf("%+v", sum)
			}
		})
	}
}
