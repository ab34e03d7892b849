// Command wrap measures what the proxy costs: the same calls to the same server, directly and through schema-bench wrap,
// in one run.
//
//	wrap -bin SCHEMA_BENCH [-n CALLS] [-node MCP_PROXY]
//
// The server is this program itself, which answers as fast as it can; with a real one behind it the proxy's share is
// smaller. Printed are latencies and their differences, throughput and its ratio, the time until the first answer, and
// the memory of the proxy after a list of 400 tools, against what schema-bench version takes. With the program of the npm
// package mcp-proxy, the same server is also measured behind HTTP, which is what that one makes of stdio.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "serve" {
		serve()
		return
	}
	bin := flag.String("bin", "schema-bench", "the program to measure")
	n := flag.Int("n", 20_000, "calls for each figure")
	node := flag.String("node", "", "the program mcp-proxy of npm, to be measured beside it")
	flag.Parse()
	err := measure(os.Stdout, *bin, *n)
	if err == nil && *node != "" {
		err = overHTTP(os.Stdout, *bin, *node, *n/4)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "wrap:", err)
		os.Exit(1)
	}
}

func measure(out io.Writer, bin string, n int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	direct, proxied := []string{self, "serve"}, []string{bin, "wrap", "--", self, "serve"}
	fmt.Fprintf(out, "%-28s %12s %12s %12s\n", "", "direct", "through wrap", "difference")
	for _, flying := range []int{1, 64} {
		// Taking turns, so that what else the machine does hits both.
		var d, p []time.Duration
		var dt, pt time.Duration
		for range 4 {
			a, took, err := calls(direct, n/4, flying)
			if err != nil {
				return err
			}
			d, dt = append(d, a...), dt+took
			if a, took, err = calls(proxied, n/4, flying); err != nil {
				return err
			}
			p, pt = append(p, a...), pt+took
		}
		slices.Sort(d)
		slices.Sort(p)
		for _, q := range []int{50, 99} {
			x, y := d[len(d)*q/100], p[len(p)*q/100]
			fmt.Fprintf(out, "%-28s %9.3f ms %9.3f ms %+9.3f ms\n", fmt.Sprintf("p%d, %d in flight", q, flying), ms(x), ms(y), ms(y-x))
		}
		x, y := float64(len(d))/dt.Seconds(), float64(len(p))/pt.Seconds()
		fmt.Fprintf(out, "%-28s %10.0f/s %10.0f/s %10.0f %%\n", fmt.Sprintf("calls, %d in flight", flying), x, y, 100*y/x)
	}
	return startAndMemory(out, bin, direct, proxied)
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// A peer is a started server and what it answers.
type peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func start(argv []string) (*peer, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &peer{cmd, in, bufio.NewReaderSize(out, 1<<20)}, cmd.Start()
}

func (p *peer) stop() error {
	p.in.Close()
	io.Copy(io.Discard, p.out)
	return p.cmd.Wait()
}

func (p *peer) ask(method string) ([]byte, error) {
	if _, err := fmt.Fprintf(p.in, `{"jsonrpc":"2.0","id":"q","method":%q}`+"\n", method); err != nil {
		return nil, err
	}
	return p.out.ReadBytes('\n')
}

// calls makes n calls with so many in flight, and returns how long each took, and all.
func calls(argv []string, n, flying int) ([]time.Duration, time.Duration, error) {
	p, err := start(argv)
	if err != nil {
		return nil, 0, err
	}
	defer p.stop()
	for range 200 { // warm
		if _, err := p.ask("ping"); err != nil {
			return nil, 0, err
		}
	}
	sent, took := make([]time.Time, n), make([]time.Duration, n)
	slots := make(chan struct{}, flying)
	failed := make(chan error, 1)
	var wg sync.WaitGroup
	begin := time.Now()
	wg.Go(func() {
		for range n {
			line, err := p.out.ReadBytes('\n')
			var m struct{ ID int }
			if err == nil {
				err = json.Unmarshal(line, &m)
			}
			if err != nil {
				failed <- err
				return
			}
			took[m.ID] = time.Since(sent[m.ID])
			<-slots
		}
		failed <- nil
	})
	text := strings.Repeat("word ", 40)
	for i := range n {
		slots <- struct{}{}
		sent[i] = time.Now()
		if _, err := fmt.Fprintf(p.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":%q}}}`+"\n", i, text); err != nil {
			return nil, 0, err
		}
	}
	err = <-failed
	wg.Wait()
	return took, time.Since(begin), err
}

// startAndMemory prints how long the first answer takes, and what the proxy holds in memory.
func startAndMemory(out io.Writer, bin string, direct, proxied []string) error {
	first := func(argv []string) (time.Duration, error) {
		best := time.Hour
		for range 10 {
			begin := time.Now()
			p, err := start(argv)
			if err != nil {
				return 0, err
			}
			if _, err := p.ask("initialize"); err != nil {
				return 0, err
			}
			best = min(best, time.Since(begin))
			if err := p.stop(); err != nil {
				return 0, err
			}
		}
		return best, nil
	}
	a, err := first(direct)
	if err != nil {
		return err
	}
	b, err := first(proxied)
	if err != nil {
		return err
	}
	version, versionMemory := time.Hour, 0
	for range 10 {
		cmd := exec.Command(bin, "version")
		begin := time.Now()
		if err := cmd.Run(); err != nil {
			return err
		}
		version = min(version, time.Since(begin))
		versionMemory = peak(cmd.ProcessState)
	}
	fmt.Fprintf(out, "%-28s %9.1f ms %9.1f ms; version %.1f ms, wrap over it %+.1f ms\n", "until the first answer", ms(a), ms(b), ms(version), ms(b-version))
	p, err := start(proxied)
	if err != nil {
		return err
	}
	list, err := p.ask("tools/list")
	if err != nil {
		return err
	}
	if err := p.stop(); err != nil {
		return err
	}
	fmt.Fprintf(out, "%-28s %12s %9.1f MB; version %.1f MB, wrap over it %+.1f MB (%d tools, %d KB served)\n", "peak memory", "",
		float64(peak(p.cmd.ProcessState))/1024, float64(versionMemory)/1024, float64(peak(p.cmd.ProcessState)-versionMemory)/1024, bytes.Count(list, []byte(`"inputSchema"`)), len(list)>>10)
	return nil
}

// serve answers lines: a list of 400 tools, and to everything else what is as long as the question.
func serve() {
	var tools []string
	for i := range 400 {
		tools = append(tools, fmt.Sprintf(`{"name":"tool_%d","description":"Does thing number %d and returns what became of it.","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"id":{"type":"string","title":"Id","description":"Which one it is about."},"limit":{"type":"integer","title":"Limit","minimum":1,"maximum":100,"default":10,"description":"How many at most."},"filter":{"type":"object","title":"Filter","properties":{"from":{"type":"string","format":"date-time"},"to":{"type":"string","format":"date-time"},"state":{"enum":["open","closed","all"]}},"additionalProperties":false}},"required":["id"],"additionalProperties":false}}`, i, i))
	}
	list := `{"tools":[` + strings.Join(tools, ",") + `]}`
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), bufio.NewWriterSize(os.Stdout, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
		}
		if json.Unmarshal(line, &m) != nil || m.ID == nil {
			continue
		}
		result := list
		switch m.Method {
		case "tools/list":
		case "initialize":
			result = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"echo","version":"1"}}`
		default:
			result = `{"content":[{"type":"text","text":"` + strings.Repeat("x", len(m.Params)) + `"}]}`
		}
		fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", m.ID, result)
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}
