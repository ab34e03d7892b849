package framing

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schema"
)

const (
	// maxText bounds a framed text. Framings that indent pay for depth on every line, so that a
	// hostile schema of a megabyte could become gigabytes.
	maxText = 128 << 20
	// maxDepth bounds the recursion: what package schema reads at most, and what is put around it.
	maxDepth = 10_000 + 16
)

var errDeep = errors.New("the schema is nested too deeply to be rendered")

// A writer collects a framed text and where in it one part ends and another begins. All of it is one
// buffer: segments are cut out of it at the end, so that nothing is copied twice.
type writer struct {
	buf   []byte
	spans []span // the last one is open
	limit int    // of bytes

	nullScanned, nullAt int // see hasNull
}

type span struct {
	tool    int
	part    Part
	start   int
	special bool
}

// newWriter starts with room for a typical catalog, so that small ones are one allocation.
func newWriter(tools []Piece) *writer {
	return &writer{
		buf:    make([]byte, 0, 1024*(1+len(tools))),
		spans:  make([]span, 0, 8*len(tools)+4),
		limit:  maxText,
		nullAt: -1,
	}
}

// as makes what is written from here on a part of a tool.
func (w *writer) as(tool int, part Part) {
	if n := len(w.spans); n > 0 {
		top := &w.spans[n-1]
		if top.tool == tool && top.part == part && !top.special {
			return
		}
		if top.start == len(w.buf) {
			w.spans = w.spans[:n-1]
		}
	}
	w.spans = append(w.spans, span{tool: tool, part: part, start: len(w.buf)})
}

// put writes text that belongs to a part of a tool.
func (w *writer) put(tool int, part Part, text string) {
	if text == "" {
		return
	}
	w.as(tool, part)
	w.buf = append(w.buf, text...)
}

// special writes a special token of the model, if there is one.
func (w *writer) special(token string) {
	if token == "" {
		return
	}
	w.spans = append(w.spans, span{tool: -1, part: PartFraming, start: len(w.buf), special: true})
	w.buf = append(w.buf, token...)
}

// plain writes a text of the tool as it is, with U+FFFD for every byte that is not UTF-8.
func (w *writer) plain(tool int, part Part, text string) {
	if utf8.ValidString(text) {
		w.put(tool, part, text)
		return
	}
	w.put(tool, part, string([]rune(text)))
}

// add writes to the part that is being written.
func (w *writer) add(text string) { w.buf = append(w.buf, text...) }

// text writes the value of a string to the part that is being written. What is no string is empty.
func (w *writer) text(n *schema.Node) {
	s, _ := n.Text()
	w.add(s)
}

// blanks writes n blanks.
func (w *writer) blanks(n int) {
	const some = "                                "
	for ; n > len(some); n -= len(some) {
		w.add(some)
	}
	w.add(some[:n])
}

// full returns an error if the text is longer than anything that a model could read.
func (w *writer) full() error {
	if len(w.buf) > w.limit {
		return fmt.Errorf("the rendered text is longer than %d bytes", w.limit)
	}
	return nil
}

// hasNull reports whether the text from start on holds "null". Asked for every level of a deep
// schema, it looks at each byte once.
func (w *writer) hasNull(start int) bool {
	from := max(0, w.nullScanned-len("null")+1)
	if i := bytes.LastIndex(w.buf[from:], []byte("null")); i >= 0 {
		w.nullAt = from + i
	}
	w.nullScanned = len(w.buf)
	return w.nullAt >= start
}

// segments returns what was written. The texts have no room behind them, so that appending to one
// does not write over the next.
func (w *writer) segments() []Segment {
	segments := make([]Segment, 0, len(w.spans))
	for i, s := range w.spans {
		end := len(w.buf)
		if i+1 < len(w.spans) {
			end = w.spans[i+1].start
		}
		if s.start < end {
			segments = append(segments, Segment{s.tool, s.part, w.buf[s.start:end:end], s.special})
		}
	}
	return segments
}
