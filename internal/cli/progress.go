package cli

import (
	"fmt"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/internal/proc"
)

// A progress tells on stderr what is going on, on a terminal only: one line, erased at the end.
type progress struct {
	e     *env
	on    bool
	start time.Time

	mu    sync.Mutex
	drawn bool
}

func newProgress(e *env, g globals) *progress {
	return &progress{e: e, on: g.progress && e.ErrTTY, start: time.Now()}
}

// show replaces the line. What takes less than a second shows nothing.
func (p *progress) show(label, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.on || time.Since(p.start) < time.Second && !p.drawn && what == "reading" {
		return
	}
	text := []rune(proc.Sanitize(label + ": " + what))
	if width := max(20, p.e.ErrWidth-1); len(text) > width {
		text = text[:width]
	}
	fmt.Fprintf(p.e.Err, "\r\x1b[K%s", string(text))
	p.drawn = true
}

func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.e.Err, "\r\x1b[K")
		p.drawn = false
	}
}
