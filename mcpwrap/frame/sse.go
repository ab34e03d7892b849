package frame

import (
	"bytes"
)

// Events reads a stream of server-sent events piece by piece and keeps all of its bytes. The zero value is ready.
//
// The format is that of the HTML standard, section 9.2.6: lines end with CR, LF or both, an event ends with an empty
// line, and the data of an event are the values of its data fields, joined by LF.
type Events struct {
	buf      []byte
	line     int  // where the first line starts that has not ended, so far as is known
	searched int  // up to where there is no end of that line
	cr       bool // the last byte that was split off was a CR, so that a LF belongs to it
}

// An Event is one event of a stream.
type Event struct {
	Raw  []byte // all of its lines, with the empty one that ends it
	Data []byte // nil if the event has none
	ID   string
	Type string // "" is "message"
	// Retry and other fields are in Raw.
}

// Write takes the next bytes of the stream.
func (e *Events) Write(b []byte) { e.buf = append(e.buf, b...) }

// Pending is what has been written and belongs to no whole event yet.
func (e *Events) Pending() []byte { return e.buf }

// Next returns the next whole event, and false if more bytes are needed. Comments and lone empty lines are events without
// data. The bytes are valid until the next Write.
func (e *Events) Next() (Event, bool) {
	if e.cr && len(e.buf) > 0 {
		e.cr = false
		if e.buf[0] == '\n' { // the second half of the end of the event before
			return Event{Raw: e.cut(1)}, true
		}
	}
	for {
		k := bytes.IndexAny(e.buf[e.searched:], "\r\n")
		if k < 0 {
			e.searched = len(e.buf)
			return Event{}, false
		}
		end := e.searched + k
		next := end + 1
		last := next == len(e.buf) && e.buf[end] == '\r'
		if next < len(e.buf) && e.buf[end] == '\r' && e.buf[next] == '\n' {
			next++
		}
		switch {
		case end == e.line:
			e.cr = last
			return parseEvent(e.cut(next)), true
		case last: // a LF may follow that belongs to the same end
			e.searched = end
			return Event{}, false
		}
		e.line, e.searched = next, next
	}
}

func (e *Events) cut(n int) []byte {
	raw := e.buf[:n:n]
	e.buf, e.line, e.searched = e.buf[n:], 0, 0
	return raw
}

// cutLine returns the line that starts at from without its end, and where the next one starts, or -1 if it has not
// ended.
func cutLine(b []byte, from int) (line []byte, next int) {
	k := bytes.IndexAny(b[from:], "\r\n")
	if k < 0 {
		return nil, -1
	}
	end := from + k
	next = end + 1
	if b[end] == '\r' && next < len(b) && b[next] == '\n' {
		next++
	}
	return b[from:end], next
}

func parseEvent(raw []byte) Event {
	ev := Event{Raw: raw}
	first := true
	for from := 0; from < len(raw); {
		line, next := cutLine(raw, from)
		from = next
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(name) {
		case "data":
			if first {
				ev.Data = value[:len(value):len(value)]
				if ev.Data == nil {
					ev.Data = []byte{}
				}
				first = false
				continue
			}
			ev.Data = append(append(ev.Data, '\n'), value...)
		case "id":
			ev.ID = string(value)
		case "event":
			ev.Type = string(value)
		}
	}
	return ev
}

// WithData returns the lines of an event with other data, which may not hold a line end, in the place of its own.
func (ev Event) WithData(data []byte) []byte {
	out := make([]byte, 0, len(ev.Raw)+len(data))
	done := false
	for from := 0; from < len(ev.Raw); {
		line, next := cutLine(ev.Raw, from)
		name, _, _ := bytes.Cut(line, []byte(":"))
		switch {
		case string(name) != "data" || len(line) == 0:
			out = append(out, ev.Raw[from:next]...)
		case !done:
			out = append(append(out, "data: "...), data...)
			out = append(out, ev.Raw[from+len(line):next]...)
			done = true
		}
		from = next
	}
	return out
}
