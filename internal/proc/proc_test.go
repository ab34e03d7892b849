package proc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestEcho(t *testing.T) {
	t.Parallel()
	p := start(t, t.Context(), child("echo"))
	r := bufio.NewReader(p.Stdout())
	for _, msg := range []string{"one\n", "two\n"} {
		if _, err := io.WriteString(p.Stdin(), msg); err != nil {
			t.Fatal(err)
		}
		if got, err := r.ReadString('\n'); err != nil || got != msg {
			t.Fatalf("got %q, %v; want %q", got, err, msg)
		}
	}
	exit, err := p.Stop(t.Context())
	if want := (Exit{Stopped: true}); err != nil || exit != want {
		t.Errorf("Stop = %+v, %v; want a clean end that was asked for", exit, err)
	}
	if again, err := p.Stop(t.Context()); err != nil || again != exit {
		t.Errorf("second Stop = %+v, %v", again, err)
	}
	if err := p.Stdout().Close(); err != nil {
		t.Errorf("closing the output again: %v", err)
	}
}

func TestDiesAtOnce(t *testing.T) {
	t.Parallel()
	p := start(t, t.Context(), child("exit3"))
	exit, err := p.Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if exit.Code != 3 || exit.Stopped || exit.String() != "exited with status 3" {
		t.Errorf("exit = %+v (%s)", exit, exit)
	}
	if got := strings.Join(p.Tail(), "\n"); got != "config.json: no such workspace" {
		t.Errorf("tail = %q", got)
	}
	if _, err := io.ReadAll(p.Stdout()); err != nil {
		t.Errorf("output of a dead child must end, not fail: %v", err)
	}
}

func TestOutputStaysReadableAfterTheEnd(t *testing.T) {
	t.Parallel()
	p := start(t, t.Context(), child("flood"))
	<-p.Done()
	got, err := io.ReadAll(p.Stdout())
	if err != nil || string(got) != "flooded\n" {
		t.Errorf("read %q, %v", got, err)
	}
}

func TestStderrFlood(t *testing.T) {
	t.Parallel()
	var tee countingWriter
	opt := child("flood")
	opt.Stderr = &tee
	opt.TailLines = 3
	p := start(t, t.Context(), opt)
	// Nobody reads standard error here, and the child writes 10 MB of it before it answers.
	got, err := bufio.NewReader(p.Stdout()).ReadString('\n')
	if err != nil || got != "flooded\n" {
		t.Fatalf("read %q, %v", got, err)
	}
	<-p.Done()
	lines := p.Tail()
	if len(lines) != 3 || lines[2] != "last words" || len(lines[0]) != 99 {
		t.Errorf("tail = %q", lines)
	}
	if tee.n < 10<<20-100 {
		t.Errorf("only %d bytes were copied", tee.n)
	}
}

type countingWriter struct{ n int }

func (w *countingWriter) Write(p []byte) (int, error) { w.n += len(p); return len(p), nil }

func TestBrokenTeeDoesNotStopTheDrain(t *testing.T) {
	t.Parallel()
	opt := child("flood")
	opt.Stderr = brokenWriter{}
	p := start(t, t.Context(), opt)
	if _, err := p.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if lines := p.Tail(); len(lines) == 0 || lines[len(lines)-1] != "last words" {
		t.Errorf("tail = %q", lines)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestStopEndsTheTree(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	p := start(t, t.Context(), h.options("parent"))
	conns := h.await("parent", "stubborn")
	if _, err := p.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.mustEnd(conns)
}

func TestCancelEndsTheTree(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	ctx, cancel := context.WithCancel(t.Context())
	p := start(t, ctx, h.options("parent"))
	conns := h.await("parent", "stubborn")
	cancel()
	h.mustEnd(conns)
	<-p.Done()
}

func TestDeathOfTheFirstEndsTheRest(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	p := start(t, t.Context(), h.options("deserter"))
	conns := h.await("deserter", "stubborn")
	p.Stdin().Close()
	exit, err := p.Wait(t.Context())
	if err != nil || exit.Code != 4 || exit.Stopped {
		t.Errorf("Wait = %+v, %v", exit, err)
	}
	h.mustEnd(conns)
}

func TestStopDoneContextKillsAtOnce(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	opt := h.options("stubborn")
	opt.Grace = time.Hour
	p := start(t, t.Context(), opt)
	conns := h.await("stubborn")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	h.mustEnd(conns)
}

func TestConcurrentStop(t *testing.T) {
	t.Parallel()
	p := start(t, t.Context(), child("echo"))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, err := p.Stop(t.Context()); err != nil {
				t.Error(err)
			}
			p.Tail()
		})
	}
	wg.Wait()
}

func TestWaitHonoursItsContext(t *testing.T) {
	t.Parallel()
	p := start(t, t.Context(), child("echo"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
	select {
	case <-p.Done():
		t.Error("waiting ended the child")
	default:
	}
}

// TestCancelMidStart cancels while Start runs, at whatever point that hits.
func TestCancelMidStart(t *testing.T) {
	t.Parallel()
	for i := range 12 {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for range i * 200 {
				runtime.Gosched()
			}
			cancel()
		}()
		p, err := Start(ctx, child("echo"))
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("err = %v", err)
			}
			continue
		}
		<-p.Done()
		if _, err := p.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestEnvAndDir(t *testing.T) {
	t.Setenv("PROC_TEST_INHERITED", "from parent")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	opt := child("env", "PROC_TEST_A=first", "PROC_TEST_A=second")
	opt.Command, opt.Dir = exe, dir
	p := start(t, t.Context(), opt)
	got, err := io.ReadAll(p.Stdout())
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("second|from parent|%s\n", dir); string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestNoGoroutineLeft runs alone: it counts goroutines of this package by their stacks.
func TestNoGoroutineLeft(t *testing.T) {
	for range 3 {
		p, err := Start(t.Context(), child("echo"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	buf := make([]byte, 1<<20)
	for range 1000 {
		// Done is closed by the last statement of the last goroutine, which may still be returning.
		if n := runtime.Stack(buf, true); !bytes.Contains(buf[:n], []byte("proc.(*Process).")) {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("goroutines left:\n%s", buf[:runtime.Stack(buf, true)])
}

func TestStartRefusals(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tc := range map[string]struct {
		ctx  context.Context
		opt  Options
		want string
	}{
		"cancelled before": {done, child("echo"), "context canceled"},
		"no command":       {t.Context(), Options{}, "is empty"},
		"no such dir":      {t.Context(), Options{Command: absExe(t), Dir: filepath.Join(dir, "gone")}, "working directory"},
		"unknown":          {t.Context(), Options{Command: "no-such-server-here"}, "not found in PATH"},
	} {
		if p, err := Start(tc.ctx, tc.opt); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: Start = %v, %v; want an error with %q", name, p, err, tc.want)
		}
	}
}

func absExe(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}
