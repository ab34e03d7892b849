package mcpwrap

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// maxRecorded is up to how many bytes arguments are kept.
const maxRecorded = 1 << 20

// A Recorder writes the calls of a session as tasks of an A/B trial, one JSON object a line. It is an Observer, and safe for
// concurrent use.
//
// A line is a task in the form that data sets of tool calls have, with one call expected, and with what is known of the
// call besides: when it was, how long it took in milliseconds, how it ended, and the digest of the tool as the server listed
// it. What the user had asked for is not seen by a proxy: the query is null, for somebody to fill in.
//
// The arguments are the bytes of the request. Only ends of lines between them become spaces, and bytes that are no UTF-8
// become U+FFFD, since the line would be none otherwise. Those of more than a megabyte are not written, and neither are those
// that are no JSON, or have more than a megabyte of pointers to what is left out; their length is.
type Recorder struct {
	// Redact are globs of names, in any case of letters: values of arguments with such a name are not written, at any depth.
	// A glob that is malformed matches all names.
	Redact []string
	// Fail is told once that a line could not be written; nil is not told.
	Fail func(error)

	mu     sync.Mutex
	w      io.Writer
	failed bool
	torn   bool // a part of a line was written
	prefix string
	n      int
	tools  map[string]string // digests by name
}

// NewRecorder writes to w, each line with one Write.
func NewRecorder(w io.Writer) *Recorder {
	return &Recorder{w: w, prefix: strings.ToLower(rand.Text()[:10]), tools: map[string]string{}}
}

// A line is made of a head, the call that is expected, and a tail, in the order in which people read it. The call is put
// between them by hand: package json would change the spelling of arguments.
type recordHead struct {
	ID     string  `json:"id"`
	Source string  `json:"source"`
	Query  *string `json:"query"` // always null
}

type recordTail struct {
	Expect   string   `json:"expect"`
	At       string   `json:"at"`
	Millis   float64  `json:"ms"`
	Outcome  string   `json:"outcome"` // ok, error of the tool, protocol-error, or invalid: refused by --check-args
	Tool     string   `json:"tool_sha256,omitempty"`
	Redacted []string `json:"redacted,omitempty"`   // pointers into the arguments
	Omitted  int      `json:"args_bytes,omitempty"` // of arguments that are not written
}

// List notes the tools that calls are made of.
func (r *Recorder) List(tools []Tool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range tools {
		if _, known := r.tools[t.Name]; known || len(r.tools) < maxStats {
			sum := sha256.Sum256(t.Before)
			r.tools[strings.Clone(t.Name)] = hex.EncodeToString(sum[:])
		}
	}
}

// Call does nothing: a call is written when it has ended.
func (r *Recorder) Call(string) {}

// Answer writes a line.
func (r *Recorder) Answer(a Answer) {
	tail := recordTail{Expect: "call", At: time.Now().UTC().Add(-a.Took).Truncate(time.Millisecond).Format(time.RFC3339Nano), Millis: float64(a.Took.Microseconds()) / 1000, Outcome: outcome(&a)}
	args := a.Arguments
	if args == nil {
		args = []byte("{}")
	}
	call := append([]byte(`,"expected":[{"name":`), encoded(a.Tool)...)
	size := len(args)
	if size <= maxRecorded && json.Valid(args) {
		args, tail.Redacted = redact(args, r.Redact)
	} else {
		args = nil
	}
	if args != nil {
		call = append(append(call, `,"args":`...), inLine(args)...)
	} else {
		tail.Omitted = size
	}
	call = append(call, "}],"...)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	tail.Tool = r.tools[a.Tool]
	head := encoded(recordHead{ID: r.prefix + "-" + strconv.Itoa(r.n), Source: "schema-bench/wrap"})
	r.write(slices.Concat(head[:len(head)-1], call, encoded(tail)[1:], []byte("\n")))
}

// write appends a line. Where only a part of one could be written, on a disk that was full for a while, the next line is
// not to become the rest of it.
func (r *Recorder) write(line []byte) {
	if r.torn {
		line = append([]byte("\n"), line...)
	}
	n, err := r.w.Write(line)
	if n > 0 {
		r.torn = n < len(line)
	}
	if err != nil && !r.failed {
		r.failed = true
		if r.Fail != nil {
			r.Fail(err)
		}
	}
}

// encoded is what v, which holds nothing but texts and numbers, is in JSON; that cannot go wrong.
func encoded(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// inLine is a JSON text that fits into a line: between its tokens alone, it may have had ends of lines.
func inLine(text []byte) []byte {
	text = bytes.ToValidUTF8(text, []byte("\ufffd"))
	if !bytes.ContainsAny(text, "\r\n") {
		return text
	}
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r"), []byte(" ")), []byte("\n"), []byte(" "))
}

func outcome(a *Answer) string {
	switch {
	case a.Invalid:
		return "invalid"
	case a.Result == nil:
		return "protocol-error"
	case a.Failed():
		return "error"
	}
	return "ok"
}

// Observers are several observers, each of which is told everything.
type Observers []Observer

// Call tells all.
func (o Observers) Call(tool string) {
	for _, one := range o {
		one.Call(tool)
	}
}

// Answer tells all.
func (o Observers) Answer(a Answer) {
	for _, one := range o {
		one.Answer(a)
	}
}

// List tells all.
func (o Observers) List(tools []Tool) {
	for _, one := range o {
		one.List(tools)
	}
}
