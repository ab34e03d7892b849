package recorded

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/schema-bench/schema-bench/internal/proc"
	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// Options say what to play.
type Options struct {
	Proxy  []string // the command of the proxy, as far as --
	Tee    []string // what starts Tee
	Server []string
	Env    []string
	// Timeout bounds each answer; a minute if zero.
	Timeout time.Duration
}

// A record is what one side of the proxy has seen, in each direction, line by line.
type record struct{ up, down [][]byte }

// client is the client of the session.
type client struct {
	out   io.Writer
	lines chan []byte
	seen  record
	ctx   context.Context
	wait  time.Duration
	id    int
}

// Play plays the session and returns what was found. The error is that it could not be played to its end.
func Play(ctx context.Context, o Options) (*Result, error) {
	dir, err := os.MkdirTemp("", "recorded")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "tee")
	command := append(append(append(append([]string{}, o.Proxy...), "--"), o.Tee...), o.Server...)
	child, err := proc.Start(ctx, proc.Options{Command: command[0], Args: command[1:], Env: append(append([]string{}, o.Env...), TeeVar+"="+file)})
	if err != nil {
		return nil, err
	}
	defer child.Stop(context.WithoutCancel(ctx))
	c := &client{out: child.Stdin(), lines: make(chan []byte, 1000), ctx: ctx, wait: o.Timeout}
	if c.wait <= 0 {
		c.wait = time.Minute
	}
	go func() {
		defer close(c.lines)
		for r := bufio.NewReaderSize(child.Stdout(), 1<<16); ; {
			line, err := r.ReadBytes('\n')
			if len(line) > 0 {
				c.lines <- line
			}
			if err != nil {
				return
			}
		}
	}()
	if err := c.play(); err != nil {
		tail := child.Tail()
		return nil, fmt.Errorf("%w; the last that was said: %q", err, tail[max(0, len(tail)-5):])
	}
	child.Stdin().Close()
	for line := range c.lines { // what the server says until it ends
		c.seen.down = append(c.seen.down, line)
	}
	if _, err := child.Wait(ctx); err != nil {
		return nil, err
	}
	behind, err := read(file)
	if err != nil {
		return nil, err
	}
	return compare(&c.seen, behind), nil
}

// read reads what Tee has written.
func read(file string) (*record, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := &record{}
	for lines := bufio.NewReaderSize(f, 1<<16); ; {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 && line[0] == toServer {
			r.up = append(r.up, line[1:])
		} else if len(line) > 0 {
			r.down = append(r.down, line[1:])
		}
		if err != nil {
			return r, nil
		}
	}
}

func (c *client) say(text string) error {
	line := []byte(text + "\n")
	c.seen.up = append(c.seen.up, line)
	_, err := c.out.Write(line)
	return err
}

// ask makes a request and returns its answer. What the server asks meanwhile is answered.
func (c *client) ask(method, params string) ([]byte, error) {
	c.id++
	if err := c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.id, method, params)); err != nil {
		return nil, fmt.Errorf("at %s: %w", method, err)
	}
	timer := time.NewTimer(c.wait)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-c.lines:
			if !ok {
				return nil, fmt.Errorf("the server ended at %s", method)
			}
			c.seen.down = append(c.seen.down, line)
			messages, err := frame.Read(line)
			if err != nil {
				return nil, fmt.Errorf("no message came through: %.100q", line)
			}
			for i := range messages {
				m := &messages[i]
				if m.IsRequest() {
					if err := c.answer(line, m); err != nil {
						return nil, err
					}
				}
				if m.IsAnswer() && string(m.ID.Of(line)) == fmt.Sprint(c.id) {
					return m.Result.Of(line), nil
				}
			}
		case <-timer.C:
			return nil, fmt.Errorf("no answer to %s in %s", method, c.wait)
		case <-c.ctx.Done():
			return nil, c.ctx.Err()
		}
	}
}

func (c *client) answer(line []byte, m *frame.Message) error {
	id := m.ID.Of(line)
	switch m.Method {
	case "ping":
		return c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{}}`, id))
	case "roots/list":
		return c.say(fmt.Sprintf(`{ "jsonrpc":"2.0","id":%s, "result":{"roots":[{"uri":"file:///srv/r\u00f6d","name":"r\u00f6d"}]}}`, id))
	}
	return c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"not here"}}`, id))
}

// play is the session: all lists to their ends, what servers have besides, and what none has.
func (c *client) play() error {
	if _, err := c.ask("initialize", `{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true},"sampling":{},"elicitation":{}},"clientInfo":{"name":"recorded","version":"1"}}`); err != nil {
		return err
	}
	if err := c.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`); err != nil {
		return err
	}
	for _, method := range []string{"tools/list", "resources/list", "resources/templates/list", "prompts/list"} {
		cursor := ""
		for range 100 {
			params := "{}"
			if cursor != "" {
				quoted, _ := json.Marshal(cursor)
				params = `{"cursor":` + string(quoted) + `}`
			}
			result, err := c.ask(method, params)
			if err != nil {
				return err
			}
			if cursor = frame.Text(result, frame.Member(result, frame.Span{To: len(result)}, "nextCursor")); cursor == "" {
				break
			}
		}
	}
	for _, s := range [][2]string{
		{"ping", "{}"}, {"logging/setLevel", `{"level":"debug"}`}, {"completion/complete", `{"ref":{"type":"ref/prompt","name":"none"},"argument":{"name":"a","value":"\u0061"}}`},
		{"prompts/get", `{"name":"none"}`}, {"resources/read", `{"uri":"none:\/\/here"}`}, {"tools/call", `{"name":"schema-bench-no-such-tool","arguments":{"a":1.0,"b":[ ]}}`},
		{"schema-bench/no-such-method", `{"x":1e3}`}, {"tools/list", `{ "_meta":{"a/b":"c"} }`},
	} {
		if _, err := c.ask(s[0], s[1]); err != nil {
			return err
		}
	}
	if err := c.say(`{"jsonrpc":"2.0","method":"notifications/schema-bench/nothing","params":{"y":"\ud83d\ude80"}}`); err != nil {
		return err
	}
	_, err := c.ask("ping", "{}")
	return err
}
