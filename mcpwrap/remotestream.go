package mcpwrap

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/schema-bench/schema-bench/mcpwrap/frame"
)

// Streams of events that break are taken up again where they were, this often without a message in between.
const maxResumes = 5

// stream reads events until they end. It returns the ID of the last event, and how long the server wants clients to wait
// before they come back.
func (r *remoteRun) stream(body io.Reader, each func(frame.Event)) (last string, retry time.Duration, err error) {
	var events frame.Events
	buf := make([]byte, 32<<10)
	for {
		n, err := body.Read(buf)
		events.Write(buf[:n])
		for ev, ok := events.Next(); ok; ev, ok = events.Next() {
			if ev.ID != "" {
				last = ev.ID
			}
			if ms, ok := retryOf(ev.Raw); ok {
				retry = ms
			}
			each(ev)
		}
		if len(events.Pending()) > maxBody {
			return last, retry, errors.New("an event is too large")
		}
		if err != nil {
			return last, retry, err
		}
	}
}

func retryOf(raw []byte) (time.Duration, bool) {
	for line := range strings.Lines(string(raw)) {
		if text, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "retry:"); ok {
			if ms, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && ms >= 0 {
				return time.Duration(ms) * time.Millisecond, true
			}
		}
	}
	return 0, false
}

// events passes on the stream that answers requests. One that breaks before all are answered is taken up again, if the
// server has given its events IDs.
func (r *remoteRun) events(resp *http.Response, ids [][]byte, fail func(string, ...any)) {
	waiting := map[string]bool{}
	for _, id := range ids {
		waiting[frame.Key(id)] = true
	}
	each := func(ev frame.Event) {
		if len(ev.Data) == 0 {
			return
		}
		if messages, err := frame.Read(ev.Data); err == nil {
			for i := range messages {
				if messages[i].IsAnswer() {
					delete(waiting, frame.Key(messages[i].ID.Of(ev.Data)))
				}
			}
		}
		r.pass(ev.Data)
	}
	last, retry, err := r.stream(resp.Body, each)
	for tries := 0; len(waiting) > 0 && r.ctx.Err() == nil; tries++ {
		if last == "" || tries == maxResumes {
			fail("the server ended the stream before it answered: %v", plain(err))
			return
		}
		if !r.pause(retry, tries) {
			return
		}
		again, getErr := r.do(http.MethodGet, nil, nil, last, nil)
		if getErr != nil {
			err = getErr
			continue
		}
		if again.StatusCode != http.StatusOK {
			again.Body.Close()
			fail("the server does not take the stream up again: status %d", again.StatusCode)
			return
		}
		before := len(waiting)
		next, wait, streamErr := r.stream(again.Body, each)
		again.Body.Close()
		if err = streamErr; next != "" && next != last || len(waiting) < before {
			tries = -1
		}
		if next != "" {
			last = next
		}
		if wait > 0 {
			retry = wait
		}
	}
}

// pause waits before a stream is taken up again, and reports whether it is to be.
func (r *remoteRun) pause(retry time.Duration, tries int) bool {
	if retry <= 0 {
		retry = 100 * time.Millisecond
	}
	timer := time.NewTimer(min(retry<<min(tries, 8), 30*time.Second))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.ctx.Done():
		return false
	}
}

// listen opens the stream of what the server has to say by itself. Many servers have none.
func (r *remoteRun) listen() {
	if r.olderStream() != nil {
		return
	}
	r.streams.Go(func() {
		last, retry := "", time.Duration(0)
		for tries := 0; tries < maxResumes && r.ctx.Err() == nil; tries++ {
			resp, err := r.do(http.MethodGet, nil, nil, last, nil)
			if err == nil && (resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")) {
				resp.Body.Close()
				return
			}
			if err == nil {
				next, wait, _ := r.stream(resp.Body, func(ev frame.Event) {
					tries = -1
					if len(ev.Data) > 0 {
						r.pass(ev.Data)
					}
				})
				resp.Body.Close()
				if next != "" {
					last = next
				}
				if wait > 0 {
					retry = wait
				}
			}
			if !r.pause(retry, max(tries, 0)) {
				return
			}
		}
	})
}

// fallBack tries the transport of 2024-11-05, where all answers come on one stream, whose first event says where to send
// requests. It reports whether the server speaks it.
func (r *remoteRun) fallBack() bool {
	resp, err := r.do(http.MethodGet, nil, nil, "", nil)
	if err != nil {
		return false
	}
	if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		resp.Body.Close()
		return false
	}
	ready := make(chan bool, 1)
	older := make(chan error, 1)
	r.streams.Go(func() {
		defer resp.Body.Close()
		_, _, err := r.stream(resp.Body, func(ev frame.Event) {
			if ev.Type == "endpoint" {
				// Messages with all that they hold go to no other host than the one that the user named.
				to, err := r.URL.Parse(string(ev.Data))
				ok := err == nil && to.Host == r.URL.Host && to.Scheme == r.URL.Scheme
				if ok {
					r.mu.Lock()
					r.endpoint, r.older = to, older
					r.mu.Unlock()
				}
				select {
				case ready <- ok:
				default:
				}
				return
			}
			if len(ev.Data) > 0 {
				r.pass(ev.Data)
			}
		})
		older <- err
		for _, id := range r.session.Unanswered() {
			if r.ctx.Err() == nil {
				_ = r.client.send(failure(id, codeGone, "the server ended its stream before it answered"))
			}
		}
		select {
		case ready <- false:
		default:
		}
	})
	select {
	case ok := <-ready:
		return ok
	case <-time.After(15 * time.Second):
	case <-r.ctx.Done():
	}
	return false
}

// goodbye ends the session with the server, which need not have been one.
func (r *remoteRun) goodbye() {
	if r.sessionID() == "" || r.ctx.Err() != nil {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if resp, err := r.do(http.MethodDelete, nil, nil, "", nil); err == nil {
			resp.Body.Close()
		}
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
	}
}
