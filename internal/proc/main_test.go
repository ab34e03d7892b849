package proc

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain makes the test binary play the children: with PROC_TEST_CHILD set it is one of the
// programs below instead of a test run.
func TestMain(m *testing.M) {
	if name := os.Getenv("PROC_TEST_CHILD"); name != "" {
		play, ok := children[name]
		if !ok {
			fmt.Fprintf(os.Stderr, "no child is called %q\n", name)
			os.Exit(99)
		}
		play()
		os.Exit(0)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // children that are built to look for races would end a second late
	os.Exit(m.Run())
}

var children = map[string]func(){
	"echo": func() { io.Copy(os.Stdout, os.Stdin) },
	"exit3": func() {
		fmt.Fprintln(os.Stderr, "config.json: no such workspace")
		os.Exit(3)
	},
	"flood": func() {
		line := []byte(strings.Repeat("x", 99) + "\n")
		for range 10 << 20 / len(line) {
			os.Stderr.Write(line)
		}
		fmt.Fprintln(os.Stderr, "last words")
		fmt.Println("flooded")
	},
	"env": func() {
		wd, _ := os.Getwd()
		fmt.Printf("%s|%s|%s\n", os.Getenv("PROC_TEST_A"), os.Getenv("PROC_TEST_INHERITED"), wd)
	},
	// stubborn survives both the end of its input and SIGTERM.
	"stubborn": func() {
		signal.Ignore(syscall.SIGTERM)
		callHome("stubborn")
		select {}
	},
	// polite cleans up on SIGTERM but does not mind the end of its input.
	"polite": func() {
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGTERM)
		callHome("polite")
		<-c
		fmt.Fprintln(os.Stderr, "saved")
	},
	// parent is a launcher: it starts a stubborn grandchild that shares its streams.
	"parent": func() {
		startGrandchild("stubborn")
		callHome("parent")
		io.Copy(io.Discard, os.Stdin)
		select {}
	},
	// deserter starts a grandchild and dies.
	"deserter": func() {
		startGrandchild("stubborn")
		callHome("deserter")
		// The grandchild must be there before we go, so that its end is what is tested.
		io.Copy(io.Discard, os.Stdin)
		os.Exit(4)
	},
	// host uses this package itself and is then killed the hard way.
	"host": func() {
		_, err := Start(context.Background(), Options{Command: os.Args[0], Env: []string{"PROC_TEST_CHILD=stubborn"}})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(5)
		}
		callHome("host")
		select {}
	},
}

// noRaceNap keeps children that were built with the race detector from sleeping a second at exit.
const noRaceNap = "GORACE=atexit_sleep_ms=0"

func startGrandchild(name string) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PROC_TEST_CHILD="+name)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(98)
	}
}

// callHome connects to the test and leaves the connection open: it breaks when the process ends,
// which tells the test so at once and on every system.
func callHome(name string) {
	conn, err := net.Dial("tcp", os.Getenv("PROC_TEST_HOME"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(97)
	}
	fmt.Fprintln(conn, name)
	kept = append(kept, conn)
}

var kept []net.Conn // keeps connections from being collected and closed

// home is the test's end of callHome.
type home struct {
	t  *testing.T
	ln net.Listener
}

func newHome(t *testing.T) *home {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	return &home{t: t, ln: ln}
}

// await returns the connections of the named processes once all of them have called.
func (h *home) await(names ...string) map[string]net.Conn {
	h.t.Helper()
	got := map[string]net.Conn{}
	for len(got) < len(names) {
		h.ln.(*net.TCPListener).SetDeadline(time.Now().Add(30 * time.Second))
		conn, err := h.ln.Accept()
		if err != nil {
			h.t.Fatalf("waiting for %v, have %d: %v", names, len(got), err)
		}
		name, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil {
			h.t.Fatal(err)
		}
		got[strings.TrimSpace(name)] = conn
		h.t.Cleanup(func() { conn.Close() })
	}
	for _, n := range names {
		if got[n] == nil {
			h.t.Fatalf("%s did not call", n)
		}
	}
	return got
}

// mustEnd fails the test unless every process has ended or ends soon.
func (h *home) mustEnd(conns map[string]net.Conn) {
	h.t.Helper()
	for name, c := range conns {
		c.SetReadDeadline(time.Now().Add(10 * time.Second))
		_, err := c.Read(make([]byte, 1))
		if ne, ok := err.(net.Error); err == nil || ok && ne.Timeout() {
			h.t.Errorf("%s is still running (%v)", name, err)
		}
	}
}

func (h *home) options(child string) Options {
	return Options{
		Command: os.Args[0],
		Env:     []string{"PROC_TEST_CHILD=" + child, "PROC_TEST_HOME=" + h.ln.Addr().String(), noRaceNap},
		Grace:   50 * time.Millisecond,
	}
}

func start(t *testing.T, ctx context.Context, opt Options) *Process {
	t.Helper()
	p, err := Start(ctx, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := p.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return p
}

func child(name string, env ...string) Options {
	return Options{Command: os.Args[0], Env: append([]string{"PROC_TEST_CHILD=" + name, noRaceNap}, env...)}
}
