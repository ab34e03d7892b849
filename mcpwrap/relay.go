package mcpwrap

import (
	"bytes"
	"io"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// A frameWriter writes frames of several goroutines to one stream, each whole.
type frameWriter struct {
	mu  sync.Mutex
	w   io.Writer
	mid bool // the last byte was not the end of a line
}

// write writes whole lines, or a piece of one that unlock says the end of.
func (f *frameWriter) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	f.mid = b[len(b)-1] != '\n'
	_, err := f.w.Write(b)
	return err
}

// send writes one frame of our own, in a line.
func (f *frameWriter) send(b []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.mid {
		if err := f.write([]byte("\n")); err != nil {
			return err
		}
	}
	return f.write(append(b, '\n'))
}

// maxJoined is how much of lines that have come together is written at once.
const maxJoined = 64 << 10

// A pump carries the lines of one direction.
type pump struct {
	in  *frame.Lines
	out *frameWriter
	// pass returns what a line becomes; nil passes nothing on.
	pass func(line []byte) []byte
	// begin is called before the first line that is written together with others is looked at, and end when they are
	// written; nil is not called.
	begin, end func()
	// late is told how long lines were held that were not joined with others; nil is told nothing.
	late func(time.Duration)
	// long is told once of a line that is too long to be looked at; it passes in pieces.
	long func()
}

// run carries lines until there are no more, and returns the error of reading, nil at the end of the input, or that of
// writing.
func (p *pump) run() (readErr, writeErr error) {
	var joined []byte
	begun := false
	begin := func() {
		if !begun && p.begin != nil {
			p.begin()
		}
		begun = true
	}
	finish := func() {
		if begun && p.end != nil {
			p.end()
		}
		begun = false
	}
	defer finish()
	flush := func() error {
		if len(joined) == 0 {
			return nil
		}
		p.out.mu.Lock()
		defer p.out.mu.Unlock()
		err := p.out.write(joined)
		joined = joined[:0]
		return err
	}
	for {
		line, whole, err := p.in.Next()
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return err, flush()
		}
		begin()
		if !whole {
			if err := flush(); err != nil {
				return nil, err
			}
			if err := p.pieces(line); err != nil {
				return nil, err
			}
			finish()
			continue
		}
		var start time.Time
		if p.late != nil {
			start = time.Now()
		}
		if b := p.pass(line); len(b) > maxJoined/2 {
			if err := flush(); err != nil {
				return nil, err
			}
			joined = b // its own memory is not kept
			err = flush()
			joined = nil
		} else {
			joined = append(joined, b...)
		}
		more := p.in.More()
		if err == nil && (len(joined) >= maxJoined || !more) {
			err = flush()
		}
		if err != nil {
			return nil, err
		}
		if !more {
			finish()
		}
		if p.late != nil {
			p.late(time.Since(start))
		}
	}
}

// pieces passes a line on that is beyond what is looked at, with nothing in between.
func (p *pump) pieces(piece []byte) error {
	if p.long != nil {
		p.long()
	}
	p.out.mu.Lock()
	defer p.out.mu.Unlock()
	for {
		if err := p.out.write(piece); err != nil {
			return err
		}
		if bytes.HasSuffix(piece, []byte("\n")) {
			return nil
		}
		next, whole, err := p.in.Next()
		if err != nil || whole {
			// The input ended inside of the line; Next never gives a whole line before the last piece.
			return nil
		}
		piece = next
	}
}
