// Package frame reads the envelopes of JSON-RPC messages and the streams that they travel in, without changing a byte
// of them.
//
// A frame is what a transport delivers at once: a line of standard input, the body of an HTTP request, an event of a
// stream. It holds one message, or a batch of them. Nothing here decodes what a message is about.
package frame

import (
	"errors"

	"github.com/schema-bench/schema-bench/internal/rawjson"
	"github.com/schema-bench/schema-bench/schema"
)

// ErrNoMessage says that a frame is no JSON-RPC message: a banner, a line of a log, or JSON that was cut off.
var ErrNoMessage = errors.New("not a JSON-RPC message")

// A Span is a part of a frame.
type Span = rawjson.Span

// A Message is where the parts of one message stand in its frame.
type Message struct {
	Span
	Method string // empty for an answer
	ID     Span   // as it is spelled; zero if there is none
	Params Span
	Result Span
	Error  Span
}

// IsRequest reports whether the message wants an answer.
func (m *Message) IsRequest() bool { return m.Method != "" && m.ID.To != 0 }

// IsAnswer reports whether the message answers a request, with a result or an error.
func (m *Message) IsAnswer() bool { return m.Method == "" && (m.Result.To != 0 || m.Error.To != 0) }

// maxBatch bounds the messages of a batch that are looked at, which in practice are a few.
const maxBatch = 10_000

// Read returns the messages of a frame: one, or those of a batch. The error is ErrNoMessage.
//
// It looks at the envelopes alone. Whether what they hold is well-formed is for those to find out that the frame is
// for; a frame that ends too early is found here.
func Read(b []byte) ([]Message, error) {
	return AppendMessages(nil, b)
}

// AppendMessages is Read into memory that is used again.
func AppendMessages(dst []Message, b []byte) ([]Message, error) {
	i := rawjson.Space(b, 0)
	if i == len(b) || b[i] != '[' {
		m, err := message(b, i)
		if err != nil {
			return dst, err
		}
		if rawjson.Space(b, m.To) != len(b) {
			return dst, ErrNoMessage
		}
		return append(dst, m), nil
	}
	end := rawjson.End(b, i)
	if !closed(b, i, end, ']') || rawjson.Space(b, end) != len(b) {
		return dst, ErrNoMessage
	}
	n := len(dst)
	for from := range rawjson.Items(b, i) {
		m, err := message(b, from)
		if err != nil || len(dst)-n == maxBatch {
			return dst[:n], ErrNoMessage
		}
		dst = append(dst, m)
	}
	if len(dst) == n {
		return dst, ErrNoMessage
	}
	return dst, nil
}

func closed(b []byte, from, end int, by byte) bool {
	return end > from+1 && b[end-1] == by
}

func message(b []byte, i int) (Message, error) {
	if i >= len(b) || b[i] != '{' {
		return Message{}, ErrNoMessage
	}
	m := Message{}
	var version bool
	last := i + 1
	for name, from := range rawjson.Members(b, i) {
		to := rawjson.End(b, from)
		last = to
		switch s := (Span{From: from, To: to}); name {
		case "jsonrpc":
			version = true
		case "id":
			m.ID = s
		case "method":
			m.Method, _ = rawjson.Text(b, from)
		case "params":
			m.Params = s
		case "result":
			m.Result = s
		case "error":
			m.Error = s
		}
	}
	end := rawjson.Space(b, last)
	if !version || end >= len(b) || b[end] != '}' {
		return Message{}, ErrNoMessage
	}
	m.Span = Span{From: i, To: end + 1}
	return m, nil
}

// Key returns an identifier in a form in which equal identifiers are equal, however they are spelled; "" for none.
func Key(id []byte) string {
	switch {
	case len(id) == 0:
		return ""
	case id[0] == '"':
		s, _ := rawjson.Text(id, 0)
		return `"` + s
	case id[0] == '-' || id[0] >= '0' && id[0] <= '9':
		return schema.CanonicalNumber(id)
	}
	return string(id)
}

// Member returns where the value of a member of an object stands, the last of that name, or the zero value if s is no
// object or has no such member.
func Member(frame []byte, s Span, name string) Span {
	found := Span{}
	if s.To == 0 || frame[s.From] != '{' {
		return found
	}
	for key, from := range rawjson.Members(frame, s.From) {
		if key == name {
			found = Span{From: from, To: rawjson.End(frame, from)}
		}
	}
	return found
}

// Text returns the string at a span, decoded, and "" for any other value.
func Text(frame []byte, s Span) string {
	if s.To == 0 {
		return ""
	}
	text, _ := rawjson.Text(frame, s.From)
	return text
}
