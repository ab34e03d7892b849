package frame

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func ExampleRead() {
	b := []byte(`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"a"}}`)
	messages, err := Read(b)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := messages[0]
	fmt.Println(m.Method, Key(m.ID.Of(b)), Text(b, Member(b, m.Params, "cursor")))
	// Output: tools/list 7e0 a
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "notifications/initialized"},
		{` { "jsonrpc" : "2.0" , "id" : "a" , "result" : { } } ` + "\r\n", `"a" answer {}`},
		{`{"result":{"method":"x"},"id":1.0,"jsonrpc":"2.0"}`, `1.0 answer {"method":"x"}`},
		{`{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}`, `null answer {"code":-32700}`},
		{`{"jsonrpc":"2.0","id":1,"meth\u006fd":"ping"}`, `1 request ping`},
		{`[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":1,"result":2}]`, "1 request a|1 answer 2"},
		{`{"jsonrpc":"2.0","id":1,"id":2,"method":"a"}`, `2 request a`},
		{`{"jsonrpc":"2.0","id":1}`, "1"}, // neither: not ours to judge
	} {
		b := []byte(c.text)
		messages, err := Read(b)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var got []string
		for _, m := range messages {
			switch {
			case m.IsRequest():
				got = append(got, fmt.Sprintf("%s request %s", m.ID.Of(b), m.Method))
			case m.IsAnswer():
				got = append(got, strings.Join(strings.Fields(fmt.Sprintf("%s answer %s%s", m.ID.Of(b), m.Result.Of(b), m.Error.Of(b))), " "))
			default:
				got = append(got, m.Method+string(m.ID.Of(b)))
			}
		}
		if strings.Join(got, "|") != strings.ReplaceAll(c.want, "{}", "{ }") && strings.Join(got, "|") != c.want {
			t.Errorf("%s is read as %q, not %q", c.text, got, c.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "\n", "Server running on stdio", "[]", "[1]", "[INFO] started", "7", `"jsonrpc"`, "{", "{}",
		`{"level":"info","msg":"jsonrpc"}`, `{"jsonrpc":"2.0"`, `{"jsonrpc":"2.0","id":1,"result":{"a":1`, `{"jsonrpc":"2.0","id":1,"result":"a`,
		`{"jsonrpc":"2.0","id":1,"result":{}} {}`, `[{"jsonrpc":"2.0"},{"a":1}]`, `[{"jsonrpc":"2.0"}`, `{"jsonrpc"}`,
	} {
		if got, err := Read([]byte(text)); !errors.Is(err, ErrNoMessage) || len(got) != 0 {
			t.Errorf("%s is read as %v, %v", text, got, err)
		}
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	for _, same := range [][]string{{`1`, `1.0`, `1e0`, `10e-1`}, {`"a"`, `"\u0061"`}, {`9007199254740993`}, {`9007199254740992`}, {`"1"`}, {`null`}, {``}} {
		for _, id := range same {
			if Key([]byte(id)) != Key([]byte(same[0])) {
				t.Errorf("%s and %s are told apart", id, same[0])
			}
		}
	}
	seen := map[string]string{}
	for _, id := range []string{`1`, `"1"`, `9007199254740993`, `9007199254740992`, `null`, `"null"`, ``, `""`, `-1`} {
		if other, ok := seen[Key([]byte(id))]; ok {
			t.Errorf("%s and %s are the same", id, other)
		}
		seen[Key([]byte(id))] = id
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 200<<10)
	text := "a\n\nbb\r\n" + long + "\nlast"
	for name, r := range map[string]io.Reader{"at once": strings.NewReader(text), "in halves": iotest.HalfReader(strings.NewReader(text)), "byte by byte": iotest.OneByteReader(strings.NewReader(text))} {
		l := NewLines(r, 0)
		var got []string
		for {
			line, whole, err := l.Next()
			if err != nil {
				if err != io.EOF || line != nil {
					t.Errorf("%s: %q, %v", name, line, err)
				}
				break
			}
			if !whole {
				t.Errorf("%s: a piece", name)
			}
			got = append(got, string(line))
		}
		if strings.Join(got, "|") != "a\n|\n|bb\r\n|"+long+"\n|last" {
			t.Errorf("%s: %d lines", name, len(got))
		}
	}
}

func TestLinesBeyondTheLimit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1<<20)
	text := "a\n" + long + "\nb\n" + long
	l := NewLines(strings.NewReader(text), 100<<10)
	var all, wholes []byte
	pieces := 0
	for {
		line, whole, err := l.Next()
		if err != nil {
			break
		}
		all = append(all, line...)
		if whole {
			wholes = append(wholes, line...)
			continue
		}
		if pieces++; len(line) > 200<<10 {
			t.Errorf("a piece of %d bytes", len(line))
		}
	}
	if string(all) != text || string(wholes) != "a\nb\n" || pieces < 4 {
		t.Errorf("%d bytes of %d, whole are %q, %d pieces", len(all), len(text), wholes, pieces)
	}
}

func TestMore(t *testing.T) {
	t.Parallel()
	l := NewLines(strings.NewReader("a\nb\nc"), 0)
	for i, want := range []bool{true, false, false} {
		if _, _, err := l.Next(); err != nil {
			t.Fatal(err)
		}
		if got := l.More(); got != want {
			t.Errorf("behind line %d: %v", i, got)
		}
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	stream := "event: message\nid: 5\ndata: {\"a\":\ndata: 1}\n\n: ping\n\ndata:x\r\nretry: 9\r\n\r\nid\rdata\r\r\n"
	want := []string{"message|5|{\"a\":\n1}", "||x", "||"}
	for _, step := range []int{1, 2, 3, 7, len(stream)} {
		var e Events
		var got []string
		var raw []byte
		for from := 0; from < len(stream); from += step {
			e.Write([]byte(stream[from:min(from+step, len(stream))]))
			for {
				ev, ok := e.Next()
				if !ok {
					break
				}
				raw = append(raw, ev.Raw...)
				if ev.Data != nil {
					got = append(got, ev.Type+"|"+ev.ID+"|"+string(ev.Data))
				}
			}
		}
		raw = append(raw, e.Pending()...)
		if string(raw) != stream {
			t.Errorf("in steps of %d bytes: %q", step, raw)
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("in steps of %d bytes: %q", step, got)
		}
	}
}

func TestWithData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ raw, want string }{
		{"id: 1\ndata: old\nevent: message\n\n", "id: 1\ndata: new\nevent: message\n\n"},
		{"data: a\r\ndata: b\r\nretry: 1\r\n\r\n", "data: new\r\nretry: 1\r\n\r\n"},
		{": only a comment\n\n", ": only a comment\n\n"},
	} {
		var e Events
		e.Write([]byte(c.raw))
		ev, ok := e.Next()
		if got := ev.WithData([]byte("new")); !ok || string(got) != c.want {
			t.Errorf("%q becomes %q, not %q", c.raw, got, c.want)
		}
	}
}

// However a stream is cut, its bytes and its events are the same.
func TestEventsInAnyPieces(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			stream = append(stream, rapid.SampledFrom([]string{"data: a", "data:", "data", "id: 1", ": c", "", "x"}).Draw(t, "line")...)
			stream = append(stream, rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "end")...)
		}
		read := func(cuts []int) (raw []byte, data []string) {
			var e Events
			from := 0
			for _, to := range append(cuts, len(stream)) {
				if to < from || to > len(stream) {
					continue
				}
				e.Write(stream[from:to])
				from = to
				for ev, ok := e.Next(); ok; ev, ok = e.Next() {
					raw = append(raw, ev.Raw...)
					if ev.Data != nil {
						data = append(data, string(ev.Data))
					}
				}
			}
			return append(raw, e.Pending()...), data
		}
		_, whole := read(nil)
		raw, data := read(rapid.SliceOfN(rapid.IntRange(0, len(stream)), 0, 6).Draw(t, "cuts"))
		if !bytes.Equal(raw, stream) || strings.Join(data, "|") != strings.Join(whole, "|") {
			t.Fatalf("%q gives %q and %q, not %q", stream, raw, data, whole)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"a","params":{}}`))
	f.Add([]byte(`[{"jsonrpc":"2.0","id":1,"result":[]}]`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":`))
	f.Fuzz(func(t *testing.T, b []byte) {
		messages, err := Read(b)
		if err != nil && len(messages) > 0 {
			t.Fatal("messages with an error")
		}
		for _, m := range messages {
			if m.From >= m.To || m.To > len(b) || b[m.From] != '{' || b[m.To-1] != '}' {
				t.Fatalf("a message at %d to %d", m.From, m.To)
			}
			Key(m.ID.Of(b))
			Text(b, Member(b, m.Params, "name"))
		}
	})
}

func BenchmarkRead(b *testing.B) {
	line := []byte(`{"jsonrpc":"2.0","id":42,"method":"tools/call","params":{"name":"search","arguments":{"query":"` + strings.Repeat("word ", 200) + `"}}}`)
	var messages []Message
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		messages, _ = AppendMessages(messages[:0], line)
	}
}

// A stream of anything keeps its bytes, and no event is waited for that has ended.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("event: a\ndata: 1\n\n: x\r\n\r\ndata\r\r"), uint8(3))
	f.Fuzz(func(t *testing.T, stream []byte, step uint8) {
		var e Events
		var raw []byte
		for from := 0; from < len(stream); {
			to := min(from+int(step)+1, len(stream))
			e.Write(stream[from:to])
			from = to
			for ev, ok := e.Next(); ok; ev, ok = e.Next() {
				if len(ev.Raw) == 0 {
					t.Fatal("an event of nothing")
				}
				raw = append(raw, ev.Raw...)
				ev.WithData([]byte("x"))
			}
		}
		if raw = append(raw, e.Pending()...); !bytes.Equal(raw, stream) {
			t.Fatalf("%q becomes %q", stream, raw)
		}
	})
}
