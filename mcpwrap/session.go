package mcpwrap

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"github.com/schema-bench/schema-bench/internal/rawjson"
	"github.com/schema-bench/schema-bench/mcpwrap/frame"
	"github.com/schema-bench/schema-bench/targets"
)

// A Session follows one conversation between a client and a server, and says what each frame of it becomes. It is safe
// for concurrent use, one goroutine for each direction.
type Session struct {
	r     *Rewriter
	o     Observer
	check *checker // nil if arguments pass unseen
	lists bool     // nothing but lists of tools is followed

	mu      sync.Mutex
	target  targets.Target
	open    map[string]openRequest // of the client, by the key of the ID
	order   uint64
	hello   []byte // the request that opened the session, and its notification that it is open; for another server
	ready   []byte
	scratch [2][]frame.Message // by direction
}

// An openRequest is one that has not been answered.
type openRequest struct {
	id     []byte
	method string
	tool   string // of a call
	at     time.Time
	order  uint64
	gone   bool // the client does not want the answer any more

	arguments []byte // of a call that is observed
}

// maxOpen bounds the requests that are followed; what is beyond passes unseen.
const maxOpen = 100_000

// An Observer is told what happens in a session. Its methods must not keep the bytes, and may be called from several
// goroutines. Nil is told nothing.
type Observer interface {
	// Call is told of a tool that is called.
	Call(tool string)
	// Answer is told how a call ended: once, unless the server was never to answer.
	Answer(Answer)
	// List is told of a list of tools that was passed on.
	List(tools []Tool)
}

// An Answer is how a call ended.
type Answer struct {
	Tool      string
	Arguments []byte // as they stand in the request; nil without any
	Took      time.Duration
	Result    []byte // nil for an error of the protocol, for a server that died or was not reached, and if it is Invalid
	Invalid   bool   // the call was answered without the server, since its arguments are not valid
}

// Failed reports whether the call did not do what it was for.
func (a *Answer) Failed() bool {
	return a.Result == nil || string(frame.Member(a.Result, frame.Span{To: len(a.Result)}, "isError").Of(a.Result)) == "true"
}

// NewSession starts to follow a conversation. With checkArgs, calls are held against the schemas that the server sent.
func NewSession(r *Rewriter, o Observer, checkArgs bool) *Session {
	s := &Session{r: r, o: o, target: r.opt.Target, open: map[string]openRequest{}}
	if checkArgs {
		s.check = newChecker()
	}
	return s
}

// FromClient looks at a frame on its way to the server. An answer that is not nil is for the client, and the frame, a
// call whose arguments are not valid, is not for the server. The error says that it is no message; it may be passed on
// all the same.
func (s *Session) FromClient(b []byte) (answer []byte, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	messages, err := frame.AppendMessages(s.scratch[0][:0], b)
	s.scratch[0] = messages
	if err != nil {
		return nil, err
	}
	// The answers to a batch come together, and what of it is to be answered here would have to be taken out: it passes.
	if len(messages) == 1 && messages[0].From == rawjson.Space(b, 0) {
		if answer := s.checked(b, &messages[0]); answer != nil {
			return answer, nil
		}
	}
	for i := range messages {
		s.sent(b, &messages[i])
	}
	return nil, nil
}

// checked answers a call whose arguments are not valid.
func (s *Session) checked(b []byte, m *frame.Message) []byte {
	if s.check == nil || m.Method != "tools/call" || !m.IsRequest() {
		return nil
	}
	tool, arguments := frame.Text(b, frame.Member(b, m.Params, "name")), frame.Member(b, m.Params, "arguments").Of(b)
	complaint := s.check.complaint(tool, arguments)
	if complaint == "" {
		return nil
	}
	if s.o != nil {
		s.o.Call(tool)
		s.o.Answer(Answer{Tool: tool, Arguments: arguments, Invalid: true})
	}
	return refusal(m.ID.Of(b), complaint)
}

func (s *Session) sent(b []byte, m *frame.Message) {
	switch {
	case m.IsRequest():
	case m.Method == "notifications/cancelled":
		key := frame.Key(frame.Member(b, m.Params, "requestId").Of(b))
		if r, ok := s.open[key]; ok {
			r.gone = true
			s.open[key] = r
		}
		return
	case m.Method == "notifications/initialized":
		s.ready = bytes.Clone(b)
		return
	default:
		return
	}
	r := openRequest{method: m.Method}
	switch m.Method {
	case "initialize":
		s.hello = bytes.Clone(b)
		s.meet(b, frame.Member(b, m.Params, "clientInfo"))
	case "tools/call":
		r.tool = frame.Text(b, frame.Member(b, m.Params, "name"))
		if s.o != nil {
			s.o.Call(r.tool)
			r.at, r.arguments = time.Now(), bytes.Clone(frame.Member(b, m.Params, "arguments").Of(b))
		}
	case "tools/list":
		// Since 2026-07-28 a client says with each request who it is.
		s.meet(b, frame.Member(b, frame.Member(b, m.Params, "_meta"), "io.modelcontextprotocol/clientInfo"))
	}
	if len(s.open) >= maxOpen || s.lists && m.Method != "tools/list" {
		return
	}
	r.id = bytes.Clone(m.ID.Of(b))
	s.order++
	r.order = s.order
	s.open[frame.Key(r.id)] = r
}

// meet takes a client for the target if it is known.
func (s *Session) meet(b []byte, info frame.Span) {
	if !s.r.opt.Auto || info.To == 0 {
		return
	}
	t, ok := consumer(frame.Text(b, frame.Member(b, info, "name")))
	if !ok {
		t = s.r.opt.Target // it may be another client than before
	}
	s.target = t
}

// FromServer returns what a frame from the server becomes on its way to the client: the same bytes, but for answers to
// tools/list. The error says that it is no message.
func (s *Session) FromServer(b []byte) ([]byte, error) {
	s.mu.Lock()
	messages, err := frame.AppendMessages(s.scratch[1][:0], b)
	s.scratch[1] = messages
	if err != nil {
		s.mu.Unlock()
		return b, err
	}
	var lists []frame.Span
	for i := range messages {
		m := &messages[i]
		if !m.IsAnswer() {
			continue
		}
		key := frame.Key(m.ID.Of(b))
		r, ok := s.open[key]
		if !ok {
			continue
		}
		delete(s.open, key)
		switch r.method {
		case "tools/list":
			if tools := frame.Member(b, m.Result, "tools"); tools.To != 0 {
				lists = append(lists, tools)
			}
		case "tools/call":
			if s.o != nil {
				s.o.Answer(Answer{Tool: r.tool, Arguments: r.arguments, Took: time.Since(r.at), Result: m.Result.Of(b)})
			}
		}
	}
	target := s.target
	s.mu.Unlock()
	if len(lists) == 0 {
		return b, nil
	}
	return s.rewrite(b, lists, target), nil
}

// rewrite puts compacted lists in the place of those that came.
func (s *Session) rewrite(b []byte, at []frame.Span, target targets.Target) []byte {
	slices.SortFunc(at, func(a, b frame.Span) int { return a.From - b.From })
	var out []byte
	last := 0
	for _, span := range at {
		p := s.r.page(span.Of(b), target)
		if s.o != nil {
			s.o.List(p.tools)
		}
		if s.check != nil {
			s.check.take(p.tools)
		}
		if p.array != nil {
			out = append(append(out, b[last:span.From]...), p.array...)
			last = span.To
		}
	}
	if last == 0 {
		return b
	}
	return append(out, b[last:]...)
}

// Unanswered returns the IDs, as they were spelled, of the requests of the client that it still waits for, in their order,
// and forgets them.
func (s *Session) Unanswered() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	var waiting []openRequest
	for _, r := range s.open {
		if !r.gone {
			waiting = append(waiting, r)
		}
	}
	clear(s.open)
	slices.SortFunc(waiting, func(a, b openRequest) int { return int(a.order) - int(b.order) })
	ids := make([][]byte, len(waiting))
	for i, r := range waiting {
		ids[i] = r.id
		if s.o != nil && r.method == "tools/call" {
			s.o.Answer(Answer{Tool: r.tool, Arguments: r.arguments, Took: time.Since(r.at)})
		}
	}
	return ids
}

// Waiting is how many requests the client waits for.
func (s *Session) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, r := range s.open {
		if !r.gone {
			n++
		}
	}
	return n
}

// Opening returns what the client opened the session with, the request and the notification, to open it again with
// another server; nil for what there was not.
func (s *Session) Opening() (hello, ready []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hello, s.ready
}

// Lists is how many lists of tools the client waits for.
func (s *Session) Lists() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, r := range s.open {
		if r.method == "tools/list" {
			n++
		}
	}
	return n
}

// Forget drops a request that has been answered without the server, with an error.
func (s *Session) Forget(id []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := frame.Key(id)
	r, ok := s.open[key]
	delete(s.open, key)
	if ok && s.o != nil && r.method == "tools/call" {
		s.o.Answer(Answer{Tool: r.tool, Arguments: r.arguments, Took: time.Since(r.at)})
	}
}
