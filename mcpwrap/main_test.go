package mcpwrap

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/fixtures"
	"github.com/schema-bench/schema-bench/internal/proc"
	"github.com/schema-bench/schema-bench/mcpwrap/frame"
	"github.com/schema-bench/schema-bench/schemacompact"
)

// The test program is the server as well, when it is asked to be one: real processes and real pipes.
func TestMain(m *testing.M) {
	switch role := os.Getenv("MCPWRAP_ROLE"); role {
	case "":
		os.Setenv("GORACE", "atexit_sleep_ms=0") // a server that is built to look for races would end a second late
		os.Exit(m.Run())
	case "example":
		err := fixtures.Serve(context.Background(), os.Stdin, os.Stdout, fixtures.ServeOptions{Fault: os.Getenv("MCPWRAP_FAULT"), Stderr: os.Stderr})
		if err != nil {
			os.Exit(3)
		}
	default:
		if name, ok := strings.CutPrefix(role, "recite:"); ok {
			recite(name)
			return
		}
		echo(role)
	}
}

// echo answers every request with what it was asked, and does something else at some methods.
func echo(role string) {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			if role == "deaf" {
				time.Sleep(time.Hour) // a signal ends it
			}
			return
		}
		messages, err := frame.Read(line)
		if err != nil {
			fmt.Fprintf(os.Stderr, "unreadable: %d bytes\n", len(line))
			continue
		}
		for _, m := range messages {
			id := m.ID.Of(line)
			switch {
			case m.Method == "exit":
				code, _ := strconv.Atoi(string(m.Params.Of(line)))
				fmt.Fprintln(os.Stderr, "told to go")
				os.Exit(code)
			case m.Method == "never":
			case m.Method == "say":
				text := frame.Text(line, m.Params)
				fmt.Fprintf(out, "%s\n", text)
			case m.Method == "flood":
				n, _ := strconv.Atoi(string(m.Params.Of(line)))
				fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{"big":"%s"}}`+"\n", id, strings.Repeat("x", n))
			case m.Method == "storm":
				n, _ := strconv.Atoi(string(m.Params.Of(line)))
				for range n {
					fmt.Fprintln(out, `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
				}
				fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{}}`+"\n", id)
			case m.Method == "listen":
				fmt.Fprintln(out, `{"jsonrpc":"2.0","method":"notifications/acknowledged"}`)
			case m.Method == "tools/list":
				fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{"tools":%s}}`+"\n", id, verbose)
			case m.IsRequest():
				fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{"asked":%q,"pid":%d,"params":%s}}`+"\n", id, m.Method, os.Getpid(), or(m.Params.Of(line), "null"))
			}
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}

func or(b []byte, otherwise string) []byte {
	if b == nil {
		return []byte(otherwise)
	}
	return b
}

// verbose is a list with things to drop, spaces in odd places, and what is no tool.
const verbose = ` [ {"name":"a","description":"First.","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"x":{"type":"string","title":"X","$comment":"c"}}},"annotations":{"title":"A"}} ,{"name" : "b","inputSchema":{"type":"object"}} ,7, {"name":"c","inputSchema":{"type":"object","properties":{"y":{"type":"integer","title":"Y"}}}} ] `

// A conversation is a client that talks to a server through a proxy.
type conversation struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Reader
	log  *logged
	exit chan proc.Exit
	err  error
}

// logged is a buffer that is written to while it is read.
type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func newRewriter(t testing.TB, opt Options) *Rewriter {
	t.Helper()
	if opt.Level == "" {
		opt.Level = schemacompact.LevelSafe
	}
	r, err := NewRewriter(opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// talk starts a proxy with a server in a role.
func talk(t *testing.T, role string, change func(*Stdio)) *conversation {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	clientReads, proxyWrites := io.Pipe()
	proxyReads, clientWrites := io.Pipe()
	c := &conversation{t: t, in: clientWrites, out: bufio.NewReaderSize(clientReads, 1<<20), log: &logged{}, exit: make(chan proc.Exit, 1)}
	s := &Stdio{
		Command: []string{self}, Env: []string{"MCPWRAP_ROLE=" + role, "MCPWRAP_FAULT="},
		In: proxyReads, Out: proxyWrites, Log: c.log, Rewriter: newRewriter(t, Options{}), Grace: time.Second,
	}
	if change != nil {
		change(s)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		exit, err := s.Run(ctx)
		c.err = err
		proxyWrites.Close()
		proxyReads.Close()
		c.exit <- exit
	}()
	t.Cleanup(func() {
		cancel()
		clientReads.Close()
		clientWrites.Close()
	})
	return c
}

func (c *conversation) send(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, text+"\n"); err != nil {
		c.t.Fatalf("%v; log: %s", err, c.log)
	}
}

// next returns the next line from the server, "" at the end.
func (c *conversation) next() string {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	if err != nil && err != io.EOF {
		c.t.Fatal(err)
	}
	return strings.TrimSuffix(line, "\n")
}

// wait returns how the server ended.
func (c *conversation) wait() proc.Exit {
	c.t.Helper()
	select {
	case exit := <-c.exit:
		if c.err != nil {
			c.t.Fatal(c.err)
		}
		return exit
	case <-time.After(time.Minute):
		c.t.Fatalf("the proxy does not end; log: %s", c.log)
	}
	return proc.Exit{}
}
