package mcpwrap

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// An eventLog is a stream of messages to a client, that can be read again from any message on that is still kept.
type eventLog struct {
	name string // unique in its session

	mu      sync.Mutex
	events  [][]byte
	dropped int // events that are not kept any more, the first ones
	size    int // bytes of events
	done    bool
	changed chan struct{} // closed when something is added, and then replaced
	readers int
}

// What is kept of a stream.
const (
	maxLogEvents = 1000
	maxLogBytes  = 8 << 20
)

func newEventLog(name string) *eventLog { return &eventLog{name: name, changed: make(chan struct{})} }

// add appends a message. The first ones go when there are too many, but for the last one, whatever its size.
func (l *eventLog) add(b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, b)
	l.size += len(b)
	for len(l.events) > 1 && l.readers == 0 && (len(l.events) > maxLogEvents || l.size > maxLogBytes) {
		l.size -= len(l.events[0])
		l.events = l.events[1:]
		l.dropped++
	}
	l.wake()
}

func (l *eventLog) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done = true
	l.wake()
}

func (l *eventLog) wake() {
	close(l.changed)
	l.changed = make(chan struct{})
}

// open reports whether somebody reads the stream now.
func (l *eventLog) open() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.readers > 0 && !l.done
}

// from returns the messages from number n on, and what is closed when there are more; done says that there are none.
func (l *eventLog) from(n int) (events [][]byte, first int, more <-chan struct{}, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n = max(n, l.dropped)
	if at := n - l.dropped; at < len(l.events) {
		events = l.events[at:]
	}
	return events, n, l.changed, l.done
}

func (l *eventLog) read(delta int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.readers += delta
}

// serve writes the stream from message n on as events, until it ends or the client goes.
func (l *eventLog) serve(ctx context.Context, w http.ResponseWriter, n int) {
	l.read(1)
	defer l.read(-1)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	flusher, _ := w.(http.Flusher)
	w.WriteHeader(http.StatusOK)
	for {
		events, first, more, done := l.from(n)
		for i, b := range events {
			if _, err := fmt.Fprintf(w, "event: message\nid: %s-%d\ndata: %s\n\n", l.name, first+i, b); err != nil {
				return
			}
		}
		n = first + len(events)
		if flusher != nil {
			flusher.Flush()
		}
		if done && len(events) == 0 {
			return
		}
		if len(events) > 0 {
			continue
		}
		select {
		case <-more:
		case <-ctx.Done():
			return
		}
	}
}

// whole waits until the stream has ended, and returns its messages; nil if the client goes before. Nobody reads the stream
// by that: what is no answer would not be heard.
func (l *eventLog) whole(ctx context.Context) [][]byte {
	for {
		events, _, more, done := l.from(0)
		if done {
			return events
		}
		select {
		case <-more:
		case <-ctx.Done():
			return nil
		}
	}
}

// eventID takes the name of a stream and the number of a message apart.
func eventID(id string) (name string, n int, ok bool) {
	at := strings.LastIndexByte(id, '-')
	if at < 0 {
		return "", 0, false
	}
	n, err := strconv.Atoi(id[at+1:])
	return id[:at], n, err == nil && n >= 0
}
