package mcpwrap

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
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
// call besides: when it was, how long it took, how it ended, and the digest of the tool as the server listed it. What the
// user had asked for is not seen by a proxy: the query is empty, for somebody to fill in.
type Recorder struct {
	// Redact are globs of names, in any case of letters: values of arguments with such a name are not written, at any depth.
	Redact []string
	// Fail is told once that a line could not be written; nil is not told.
	Fail func(error)

	mu     sync.Mutex
	w      io.Writer
	failed bool
	prefix string
	n      int
	tools  map[string]string // digests by name
}

// NewRecorder writes to w, each line with one Write.
func NewRecorder(w io.Writer) *Recorder {
	return &Recorder{w: w, prefix: strings.ToLower(rand.Text()[:10]), tools: map[string]string{}}
}

// A recorded is a line. The order of its members is that in which people read it.
type recorded struct {
	ID       string         `json:"id"`
	Source   string         `json:"source"`
	Query    string         `json:"query"`
	Expected []expectedCall `json:"expected"`
	Expect   string         `json:"expect"`
	At       time.Time      `json:"at"`
	Millis   float64        `json:"ms"`
	Outcome  string         `json:"outcome"` // ok, error of the tool, protocol-error, or invalid: refused by --check-args
	Tool     string         `json:"tool_sha256,omitempty"`
	Redacted []string       `json:"redacted,omitempty"` // pointers into the arguments
	Omitted  int            `json:"args_bytes,omitempty"`
}

type expectedCall struct {
	Name string          `json:"name"`
	Args json.RawMessage `json:"args,omitempty"`
}

// List notes the tools that calls are made of.
func (r *Recorder) List(tools []Tool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range tools {
		if _, known := r.tools[t.Name]; known || len(r.tools) < maxStats {
			sum := sha256.Sum256(t.Before)
			r.tools[t.Name] = hex.EncodeToString(sum[:])
		}
	}
}

// Call does nothing: a call is written when it has ended.
func (r *Recorder) Call(string) {}

// Answer writes a line.
func (r *Recorder) Answer(a Answer) {
	task := recorded{Source: "schema-bench/wrap", Expected: []expectedCall{{Name: a.Tool}}, Expect: "call", At: time.Now().UTC().Add(-a.Took).Truncate(time.Millisecond),
		Millis: float64(a.Took.Microseconds()) / 1000, Outcome: outcome(&a)}
	args := a.Arguments
	if args == nil {
		args = []byte("{}")
	}
	if len(args) <= maxRecorded && json.Valid(args) {
		args, task.Redacted = redact(args, r.Redact)
		task.Expected[0].Args = bytes.ToValidUTF8(args, []byte("\ufffd"))
	} else {
		task.Omitted = len(args) // too long, or no JSON
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	task.ID = r.prefix + "-" + strconv.Itoa(r.n)
	task.Tool = r.tools[a.Tool]
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	err := enc.Encode(task)
	if err == nil {
		_, err = r.w.Write(line.Bytes())
	}
	if err != nil && !r.failed {
		r.failed = true
		if r.Fail != nil {
			r.Fail(err)
		}
	}
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
