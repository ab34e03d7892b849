package cli

import (
	"fmt"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

// A progress tells on stderr what is going on, on a terminal only: one line, erased at the end. Nothing is shown of what
// takes less than a second.
type progress struct {
	e     *env
	timer *time.Timer // draws what is going on after a second; nil if nothing is to be shown

	mu    sync.Mutex
	text  string
	late  bool // the second is over
	drawn bool
}

func newProgress(e *env, g globals) *progress {
	p := &progress{e: e}
	if g.progress && e.ErrTTY {
		p.timer = time.AfterFunc(time.Second, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.late = true
			p.draw()
		})
	}
	return p
}

// show says what is going on now.
func (p *progress) show(label, what string) {
	if p.timer == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = safetext.Plain(label + ": " + what)
	if p.late {
		p.draw()
	}
}

// draw replaces the line.
func (p *progress) draw() {
	text := []rune(p.text)
	if width := max(20, p.e.ErrWidth-1); len(text) > width {
		text = text[:width]
	}
	if len(text) > 0 {
		fmt.Fprintf(p.e.Err, "\r\x1b[K%s", string(text))
		p.drawn = true
	}
}

// clear erases the line, for good.
func (p *progress) clear() {
	if p.timer == nil {
		return
	}
	p.timer.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.e.Err, "\r\x1b[K")
	}
	p.text, p.drawn, p.late = "", false, false
}
