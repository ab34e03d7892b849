package recorded

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/fixtures"
	"github.com/schema-bench/schema-bench/internal/proc"
	"github.com/schema-bench/schema-bench/mcpwrap"
)

// The test program is also the server, the tee, the proxy and bad proxies.
func TestMain(m *testing.M) {
	role := ""
	if len(os.Args) > 1 {
		role = os.Args[1]
	}
	behind := func() []string { return os.Args[slices.Index(os.Args, "--")+1:] }
	switch role {
	case "tee":
		os.Exit(Tee(os.Args[2:]))
	case "server":
		if err := fixtures.Serve(context.Background(), os.Stdin, os.Stdout, fixtures.ServeOptions{Stderr: os.Stderr, Fault: os.Args[2]}); err != nil {
			os.Exit(3)
		}
	case "proxy":
		r, err := mcpwrap.NewRewriter(mcpwrap.Options{})
		if err != nil {
			os.Exit(4)
		}
		exit, err := (&mcpwrap.Stdio{Command: behind(), In: os.Stdin, Out: os.Stdout, Log: os.Stderr, Rewriter: r}).Run(context.Background())
		if err != nil {
			os.Exit(5)
		}
		os.Exit(exit.Code)
	case "bad":
		os.Exit(bad(os.Args[2], behind()))
	default:
		os.Setenv("GORACE", "atexit_sleep_ms=0") // children that are built to look for races would end a second late
		os.Exit(m.Run())
	}
}

// bad is a proxy that changes a message.
func bad(fault string, command []string) int {
	child, err := proc.Start(context.Background(), proc.Options{Command: command[0], Args: command[1:]})
	if err != nil {
		return 6
	}
	old, new, _ := strings.Cut(fault, "=>")
	pass := func(in *bufio.Reader, write func([]byte)) {
		for {
			line, err := in.ReadBytes('\n')
			line = bytes.Replace(line, []byte(old), []byte(new), 1)
			if len(bytes.TrimSpace(line)) > 0 {
				write(line)
			}
			if err != nil {
				return
			}
		}
	}
	go func() {
		pass(bufio.NewReader(os.Stdin), func(b []byte) { _, _ = child.Stdin().Write(b) })
		child.Stdin().Close()
	}()
	pass(bufio.NewReader(child.Stdout()), func(b []byte) { _, _ = os.Stdout.Write(b) })
	_, _ = child.Stop(context.Background())
	return 0
}

func play(t *testing.T, fault string, proxy ...string) (*Result, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Play(t.Context(), Options{Proxy: append([]string{self}, proxy...), Tee: []string{self, "tee"}, Server: []string{self, "server", fault}})
}

func TestPlay(t *testing.T) {
	t.Parallel()
	r, err := play(t, "", "proxy")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) > 0 || len(r.Dangling) > 0 || r.Tools != 16 || r.Lists != 5 || r.References == 0 || r.Upstream != 0 || len(r.Dialects) == 0 || r.Frames < 30 {
		t.Errorf("%+v", r)
	}
	if r, err = play(t, "banner", "proxy"); err != nil || len(r.Faults) > 0 {
		t.Errorf("%v: %+v", err, r)
	}
	// What the proxy says for a server that has died was not said by the server.
	if r, err = play(t, "die-mid-list", "proxy"); err == nil && len(r.Faults) == 0 {
		t.Error("a server that dies was played to the end, and nothing was wrong")
	}
}

// What a bad proxy does is found.
func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	for change, want := range map[string]string{
		`"serverInfo":{=>"serverInfo":{ `:          "message 0 of the server is not the same",
		`"arguments":{"a":1.0=>"arguments":{"a":1`: "to the server is not the same",
		`"nextCursor":=>"nextCursor": `:            "around the tools",
		`"name":"find_bikes"=>"name":"find-bikes"`: `the tool "find_bikes" became "find-bikes"`,
		`"definitions":{"condition"=>"x":{"c"`:     "dangling",
		`{"jsonrpc":"2.0","method":"notifications/schema-bench/nothing","params":{"y":"\ud83d\ude80"}}=>`: "messages to the server became",
	} {
		t.Run(change, func(t *testing.T) {
			t.Parallel()
			r, err := play(t, "", "bad", change)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(r.Faults, "\n")
			if len(r.Dangling) > 0 {
				got += "dangling " + fmt.Sprint(r.Dangling)
			}
			if !strings.Contains(got, want) {
				t.Errorf("%s, not %s", got, want)
			}
		})
	}
}
