package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// overHTTP measures the same server behind wrap --listen and behind another proxy that makes HTTP of stdio, the npm package
// mcp-proxy, and prints the ratios.
func overHTTP(out io.Writer, bin, node string, n int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	theirs, err := listen([]string{node, "--host", "127.0.0.1", "--port", port, "--server", "stream", "--", self, "serve"}, "http://127.0.0.1:"+port+"/mcp")
	if err != nil {
		return err
	}
	defer theirs.end()
	ours, err := listen([]string{bin, "wrap", "--listen", "127.0.0.1:0", "--", self, "serve"}, "")
	if err != nil {
		return err
	}
	defer ours.end()
	fmt.Fprintf(out, "\n%-28s %12s %12s %12s\n", "stdio behind HTTP", "wrap", "mcp-proxy", "ratio")
	for _, flying := range []int{1, 64} {
		var a, b []time.Duration
		var at, bt time.Duration
		for range 4 {
			x, took, err := ours.calls(n/4, flying)
			if err != nil {
				return fmt.Errorf("wrap: %w", err)
			}
			a, at = append(a, x...), at+took
			if x, took, err = theirs.calls(n/4, flying); err != nil {
				return fmt.Errorf("mcp-proxy: %w", err)
			}
			b, bt = append(b, x...), bt+took
		}
		slices.Sort(a)
		slices.Sort(b)
		for _, q := range []int{50, 99} {
			x, y := a[len(a)*q/100], b[len(b)*q/100]
			fmt.Fprintf(out, "%-28s %9.3f ms %9.3f ms %12.1f\n", fmt.Sprintf("p%d, %d in flight", q, flying), ms(x), ms(y), float64(y)/float64(x))
		}
		x, y := float64(len(a))/at.Seconds(), float64(len(b))/bt.Seconds()
		fmt.Fprintf(out, "%-28s %10.0f/s %10.0f/s %12.1f\n", fmt.Sprintf("calls, %d in flight", flying), x, y, x/y)
	}
	return nil
}

// A listener is a proxy that listens, with a session.
type listener struct {
	cmd          *exec.Cmd
	url, session string
	client       *http.Client
}

// listen starts a proxy and opens a session. Without a URL it says itself where it listens.
func listen(argv []string, url string) (*listener, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	l := &listener{cmd: cmd, url: url, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 128}}}
	lines := bufio.NewScanner(stderr)
	for url == "" && lines.Scan() {
		_, l.url, _ = strings.Cut(lines.Text(), "listening at ")
		url = l.url
	}
	go func() {
		for lines.Scan() { // a full pipe would stop it
		}
	}()
	const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"compare","version":"1"}}}`
	for until := time.Now().Add(20 * time.Second); ; {
		resp, err := l.post(hello)
		if err == nil && resp.StatusCode == http.StatusOK {
			l.session = resp.Header.Get("Mcp-Session-Id")
			_, err = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			return l, err
		}
		if err == nil {
			resp.Body.Close()
		}
		if time.Now().After(until) {
			l.end()
			return nil, errors.Join(errors.New(argv[0]+" does not answer"), err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (l *listener) end() {
	_ = l.cmd.Process.Signal(os.Interrupt)
	_ = l.cmd.Wait()
}

func (l *listener) post(body string) (*http.Response, error) {
	r, err := http.NewRequest(http.MethodPost, l.url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if l.session != "" {
		r.Header.Set("Mcp-Session-Id", l.session)
		r.Header.Set("Mcp-Protocol-Version", "2025-06-18")
	}
	return l.client.Do(r)
}

// calls makes n calls with so many in flight, and returns how long each took, and all.
func (l *listener) calls(n, flying int) ([]time.Duration, time.Duration, error) {
	took := make([]time.Duration, n)
	errs := make([]error, flying)
	text := strings.Repeat("word ", 40)
	begin := time.Now()
	var wg sync.WaitGroup
	for worker := range flying {
		wg.Go(func() {
			for i := worker; i < n; i += flying {
				sent := time.Now()
				resp, err := l.post(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":%q}}}`, i+1, text))
				if err == nil {
					var b []byte
					b, err = io.ReadAll(resp.Body)
					resp.Body.Close()
					if err == nil && (resp.StatusCode != http.StatusOK || !strings.Contains(string(b), `"content"`)) {
						err = fmt.Errorf("%s: %.200s", resp.Status, b)
					}
				}
				if err != nil {
					errs[worker] = err
					return
				}
				took[i] = time.Since(sent)
			}
		})
	}
	wg.Wait()
	return took, time.Since(begin), errors.Join(errs...)
}
