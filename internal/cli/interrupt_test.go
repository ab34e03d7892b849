package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// After an interrupt a command has a second to end, longer if servers run, and what is being written is written.
func TestAwait(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		signals []time.Duration
		done    time.Duration // 0: never
		serving time.Duration // how long servers run
		writing time.Duration // how long something is being written
		want    bool
		after   time.Duration
	}{
		{name: "no signal", done: time.Minute, want: false, after: time.Minute},
		{name: "ends by itself", signals: []time.Duration{0}, done: time.Second / 2, want: false, after: time.Second / 2},
		{name: "computes on", signals: []time.Duration{0}, want: true, after: graceComputing},
		{name: "second signal", signals: []time.Duration{0, time.Second / 4}, want: true, after: time.Second / 4},
		{name: "servers that do not end", signals: []time.Duration{0}, serving: time.Hour, want: true, after: graceServing},
		{name: "servers that end", signals: []time.Duration{0}, serving: 2 * time.Second, want: true, after: 2 * time.Second},
		{name: "servers and the command end", signals: []time.Duration{0}, serving: 2 * time.Second, done: 2 * time.Second, want: false, after: 2 * time.Second},
		{name: "a file being written", signals: []time.Duration{0}, writing: 3 * time.Second, want: true, after: 3 * time.Second},
		{name: "a pipe that nobody reads", signals: []time.Duration{0}, writing: time.Hour, want: true, after: graceServing},
		{name: "impatience at a pipe", signals: []time.Duration{0, 2 * time.Second}, writing: time.Hour, want: true, after: 2 * time.Second},
		{name: "ends while writing", signals: []time.Duration{0}, writing: 2 * time.Second, done: 2 * time.Second, want: false, after: 2 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				i := new(interrupts)
				signals, done := make(chan os.Signal, 2), make(chan struct{})
				start := time.Now()
				for _, at := range tt.signals {
					time.AfterFunc(at, func() { signals <- os.Interrupt })
				}
				if tt.done > 0 {
					time.AfterFunc(tt.done-time.Millisecond, func() { close(done) })
				}
				if tt.serving > 0 {
					time.AfterFunc(tt.serving-time.Millisecond, i.serve())
				}
				if tt.writing > 0 {
					i.writing.Lock()
					time.AfterFunc(tt.writing-time.Millisecond, i.writing.Unlock)
				}
				called := 0
				got := i.await(signals, done, func() { called++ })
				if took := time.Since(start); got != tt.want || (took-tt.after).Abs() > 300*time.Millisecond {
					t.Errorf("%v after %s, want %v after %s", got, took, tt.want, tt.after)
				}
				if called != len(tt.signals[:min(1, len(tt.signals))]) {
					t.Errorf("the first signal was told %d times", called)
				}
				time.Sleep(2 * time.Hour) // the timers of this test are over
			})
		})
	}
}

// Nothing is written once an interrupt came, by no command and to no place.
func TestNothingIsWrittenAfterAnInterrupt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errInterrupted)
	dir := t.TempDir()
	e, out, _ := testEnv(dir)
	e.interrupts = new(interrupts)
	if err := e.writeFile(ctx, "f", []byte("text")); !errors.Is(err, errInterrupted) {
		t.Errorf("a file: %v", err)
	}
	if err := e.writeFile(ctx, "-", []byte("text")); !errors.Is(err, errInterrupted) {
		t.Errorf("standard output: %v", err)
	}
	write(t, dir, "in.json", oneTool)
	for _, args := range [][]string{
		{"in.json"}, {"in.json", "--why", "add"}, {"compact", "in.json", "-o", "out.json"}, {"import", "in.json", "-o", "out.json"},
		{"compact", "in.json", "-o", "in.json", "--overwrite"}, {"verify", "in.json", "in.json"}, {"diff", "in.json", "in.json", "--report", "r.md"}, {"demo"},
	} {
		e, out, errw := testEnv(dir)
		e.interrupts = new(interrupts)
		if code := e.run(ctx, args); code != exitInterrupted || errw.String() != "schema-bench: interrupted\n" {
			t.Errorf("%v: exit code %d, %s", args, code, errw)
		}
		if args[0] != "demo" && out.Len() > 0 {
			t.Errorf("%v says: %s", args, out)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 || out.Len() > 0 {
		t.Errorf("%d files, %q, %v", len(entries), out, err)
	}
}

// manyTools is a catalog that takes long to compact.
func manyTools(n int) string {
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"tool_%d","description":"Does the thing of number %d.","inputSchema":{"type":"object","title":"Tool%d","properties":{`, i, i, i)
		for p := range 12 {
			if p > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"p%d":{"type":"string","title":"P%d","description":"The part %d of it. It is often left out. See the manual for more of it.","examples":["a","b"]}`, p, p, p)
		}
		b.WriteString(`}}}`)
	}
	b.WriteString(`]}`)
	return b.String()
}
