package frame

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// DefaultLimit is up to which size frames are looked at.
const DefaultLimit = 64 << 20

// Lines reads frames that stand on lines, as the stdio transport has them. The zero value is not usable.
type Lines struct {
	in    *bufio.Reader
	limit int
	long  []byte // a line that did not fit the buffer of in
	part  bool   // the line that is being read is beyond the limit
}

// NewLines reads from r. Lines of more than limit bytes come in parts; DefaultLimit if zero.
func NewLines(r io.Reader, limit int) *Lines {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return &Lines{in: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// Next returns the next line with the newline that ends it, which the last one may lack. Whole is false for a piece of
// a line that is beyond the limit; its pieces follow one another, and the last ends with the newline or the input. The
// bytes are valid until the next call. The error is that of the reader, io.EOF at its end, and comes without bytes.
func (l *Lines) Next() (line []byte, whole bool, err error) {
	l.long = l.long[:0]
	for {
		piece, err := l.in.ReadSlice('\n')
		full := errors.Is(err, bufio.ErrBufferFull)
		switch {
		case l.part && len(piece) > 0:
			l.part = full
			return piece, false, nil
		case err != nil && !full && len(l.long)+len(piece) == 0:
			return nil, false, err
		case !full && len(l.long) == 0:
			return piece, true, nil
		}
		l.long = append(l.long, piece...)
		if !full {
			line := l.long
			l.shrink()
			return line, true, nil
		}
		if len(l.long) > l.limit {
			l.part = true
			line := l.long
			l.long = nil
			return line, false, nil
		}
	}
}

// shrink lets go of the memory of a huge line, so that one such line is not paid for until the end.
func (l *Lines) shrink() {
	if cap(l.long) > 1<<20 {
		l.long = nil
	}
}

// More reports whether another whole line has been read already, so that Next will not wait.
func (l *Lines) More() bool {
	buffered, _ := l.in.Peek(l.in.Buffered())
	return bytes.IndexByte(buffered, '\n') >= 0
}
