package proc

import (
	"io"
	"strings"
	"sync"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

// tail keeps the end of a stream.
type tail struct {
	maxLines, maxBytes int
	secrets            []string

	mu  sync.Mutex
	buf []byte // at most 2*maxBytes, so that trimming copies each byte once on average
	cut bool   // something before buf is gone
}

func newTail(opt Options) *tail {
	t := &tail{maxLines: opt.TailLines, maxBytes: opt.tailBytes}
	if t.maxLines <= 0 {
		t.maxLines = defaultTailLines
	}
	if t.maxBytes <= 0 {
		t.maxBytes = defaultTailBytes
	}
	for _, s := range opt.Secrets {
		// A key with several lines shows up line by line. Very short strings are no secrets, and
		// replacing them would garble everything else.
		for line := range strings.Lines(s) {
			if line = safetext.Plain(strings.TrimRight(line, "\r\n")); len(line) >= 4 {
				t.secrets = append(t.secrets, line)
			}
		}
	}
	return t
}

// drain reads src to its end, whatever happens to tee.
func (t *tail) drain(src io.Reader, tee io.Writer) {
	chunk := make([]byte, 32<<10)
	for {
		n, err := src.Read(chunk)
		if n > 0 {
			t.write(chunk[:n])
			if tee != nil {
				if _, err := tee.Write(chunk[:n]); err != nil {
					tee = nil
				}
			}
		}
		if err != nil {
			return
		}
	}
}

func (t *tail) write(p []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if over := len(p) - t.maxBytes; over > 0 {
		p = p[over:]
		t.buf = t.buf[:0]
		t.cut = true
	}
	t.buf = append(t.buf, p...)
	if len(t.buf) > 2*t.maxBytes {
		t.buf = append(t.buf[:0], t.buf[len(t.buf)-t.maxBytes:]...)
		t.cut = true
	}
}

// lines returns the last lines that are not blank. A carriage return ends a line too: progress
// bars are redrawn that way, and their last state is what a reader wants.
func (t *tail) lines() []string {
	t.mu.Lock()
	buf, cut := t.buf, t.cut
	if over := len(buf) - t.maxBytes; over > 0 {
		buf, cut = buf[over:], true
	}
	text := string(buf)
	t.mu.Unlock()

	if cut {
		// The first line is a piece of one, perhaps with half a secret in it. If it is all there
		// is, the piece after the next blank is better than nothing.
		if _, rest, ok := strings.Cut(text, "\n"); ok && strings.TrimSpace(rest) != "" {
			text = rest
		} else if _, rest, ok := strings.Cut(text, " "); ok {
			text = rest
		} else {
			return nil
		}
	}
	var out []string
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimRight(safetext.Plain(line), " "); line == "" {
			continue
		}
		for _, s := range t.secrets {
			line = strings.ReplaceAll(line, s, "[redacted]")
		}
		out = append(out, line)
	}
	return out[max(0, len(out)-t.maxLines):]
}
