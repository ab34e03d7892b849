package probe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// An answer is what came back for a request. Both are nil if nothing did in time.
type answer struct{ result, err []byte }

// A peer is a client's end of a session. Its requests are made one after the other.
type peer interface {
	request(ctx context.Context, id int, method string, params []byte) (answer, error)
	notify(ctx context.Context, method string, params []byte) error
	// close ends the session and says how the server ended, if that can be seen.
	close() (end string)
}

// errGone says that the other side has ended.
var errGone = errors.New("the server is gone")

// lines is a peer of a server that talks in lines.
type lines struct {
	out    io.WriteCloser
	ears   *ears
	writes sync.Mutex
	mu     sync.Mutex
	open   map[string]chan answer
	done   chan struct{} // closed when the server's output has ended
	end    func() string
}

// newLines talks to a server over its streams; end is called when the client has closed its side.
func newLines(out io.WriteCloser, in io.Reader, ears *ears, end func() string) *lines {
	p := &lines{out: out, ears: ears, open: map[string]chan answer{}, done: make(chan struct{}), end: end}
	go p.listen(in)
	return p
}

func (p *lines) listen(in io.Reader) {
	defer close(p.done)
	var messages []frame.Message
	for l := frame.NewLines(in, 0); ; {
		line, whole, err := l.Next()
		if err != nil {
			return
		}
		if messages, err = frame.AppendMessages(messages[:0], line); err != nil || !whole {
			p.ears.noise()
			continue
		}
		for i := range messages {
			p.take(line, &messages[i])
		}
	}
}

func (p *lines) take(line []byte, m *frame.Message) {
	switch {
	case m.IsAnswer():
		key := frame.Key(m.ID.Of(line))
		p.mu.Lock()
		waiting := p.open[key]
		delete(p.open, key)
		p.mu.Unlock()
		if waiting == nil {
			p.ears.hear("answers that nobody waits for", clone(m.Span.Of(line)))
			return
		}
		waiting <- answer{clone(m.Result.Of(line)), clone(m.Error.Of(line))}
	case m.IsRequest():
		result, code := p.ears.ask(m.Method, clone(m.Params.Of(line)))
		text := `{"jsonrpc":"2.0","id":` + string(m.ID.Of(line)) + `,"result":` + string(result) + "}"
		if code != 0 {
			text = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"not known to this client"}}`, m.ID.Of(line), code)
		}
		go p.send(text) // a server that does not read while it writes must not be waited for here
	default:
		p.ears.hear(m.Method, clone(m.Params.Of(line)))
	}
}

func (p *lines) send(text string) error {
	p.writes.Lock()
	defer p.writes.Unlock()
	_, err := io.WriteString(p.out, text+"\n")
	return err
}

func (p *lines) request(ctx context.Context, id int, method string, params []byte) (answer, error) {
	key := frame.Key([]byte(strconv.Itoa(id)))
	c := make(chan answer, 1)
	p.mu.Lock()
	p.open[key] = c
	p.mu.Unlock()
	if err := p.send(message(fmt.Sprintf(`"id":%d,`, id), method, params)); err != nil {
		return answer{}, errGone
	}
	select {
	case a := <-c:
		return a, nil
	case <-ctx.Done():
		// What comes later is an answer that nobody waits for.
		p.mu.Lock()
		delete(p.open, key)
		p.mu.Unlock()
		return answer{}, ctx.Err()
	case <-p.done:
		select {
		case a := <-c: // it was the last that the server said
			return a, nil
		default:
			return answer{}, errGone
		}
	}
}

func (p *lines) notify(_ context.Context, method string, params []byte) error {
	if p.send(message("", method, params)) != nil {
		return errGone
	}
	return nil
}

func message(id, method string, params []byte) string {
	text := `{"jsonrpc":"2.0",` + id + `"method":` + quote(method)
	if params != nil {
		text += `,"params":` + string(params)
	}
	return text + "}"
}

func (p *lines) close() string {
	p.out.Close()
	end := p.end()
	<-p.done
	return end
}

// clone copies a part of a line, which the next line will overwrite. Nothing stays nothing.
func clone(b []byte) []byte {
	if b == nil {
		return nil
	}
	return append([]byte{}, b...)
}

// ears hold what a server says of its own accord, and answer what it asks. They are safe for concurrent use.
type ears struct {
	mu    sync.Mutex
	root  string // URI of the folder that the client has
	said  map[string][][]byte
	asked map[string]bool // which of the methods were requests
	noisy int
	last  time.Time
}

func newEars(root string) *ears {
	return &ears{root: root, said: map[string][][]byte{}, asked: map[string]bool{}, last: time.Now()}
}

func (e *ears) hear(method string, params []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last = time.Now()
	if params == nil {
		params = []byte("null")
	}
	e.said[method] = append(e.said[method], params)
}

func (e *ears) noise() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.noisy++
}

// ask answers a request of the server in a way that depends on nothing but the request. The code is that of an error.
func (e *ears) ask(method string, params []byte) (result []byte, code int) {
	e.hear(method, params)
	e.mu.Lock()
	e.asked[method] = true
	e.mu.Unlock()
	switch method {
	case "ping":
		return []byte("{}"), 0
	case "roots/list":
		return []byte(`{"roots":[{"uri":` + quote(e.root) + `,"name":"schema-bench"}]}`), 0
	case "sampling/createMessage":
		return []byte(`{"role":"assistant","content":{"type":"text","text":"an answer for a comparison"},"model":"none","stopReason":"endTurn"}`), 0
	case "elicitation/create":
		return elicited(params), 0
	}
	return nil, -32601
}

// quiet waits until the server has said nothing for a while: some go on setting themselves up when the session is open.
func (e *ears) quiet(ctx context.Context, while time.Duration) {
	until := time.Now().Add(10 * while)
	for tick := time.NewTicker(while / 10); ; {
		e.mu.Lock()
		last := e.last
		e.mu.Unlock()
		if now := time.Now(); now.Sub(last) >= while || now.After(until) {
			tick.Stop()
			return
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
		if ctx.Err() != nil {
			tick.Stop()
			return
		}
	}
}
