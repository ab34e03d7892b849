package mcpwrap

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// Stats counts what passes through a proxy. It is an Observer, and safe for concurrent use; NewStats makes one.
type Stats struct {
	// Measure returns the size of a tool as it stands in a list, in tokens usually; nil measures nothing.
	Measure func(tool []byte) int

	mu    sync.Mutex
	tools map[string]*ToolStats
	held  []time.Duration // how long messages were held up, the first ones and then every so many
	seen  int
	every int
}

// ToolStats are the figures of one tool.
type ToolStats struct {
	Name          string `json:"name"`
	Bytes         int    `json:"bytes"` // in the list of the server
	ServedBytes   int    `json:"served_bytes"`
	Tokens        int    `json:"tokens,omitempty"`
	ServedTokens  int    `json:"served_tokens,omitempty"`
	Calls         int    `json:"calls,omitempty"`
	Errors        int    `json:"errors,omitempty"`  // answers that are an error, of the protocol or of the tool
	Invalid       int    `json:"invalid,omitempty"` // errors that say that the arguments are wrong
	Milliseconds  int64  `json:"ms,omitempty"`      // that all answers took together
	Kept          string `json:"kept,omitempty"`    // why the tool is served as it came, or at a lower level
	before, after string
	took          time.Duration
}

// Summary is what Stats come to.
type Summary struct {
	Tools        int         `json:"tools"`
	Bytes        int         `json:"bytes"`
	ServedBytes  int         `json:"served_bytes"`
	Tokens       int         `json:"tokens,omitempty"`
	ServedTokens int         `json:"served_tokens,omitempty"`
	Kept         int         `json:"kept"` // tools that are not at the level that was asked for
	Calls        int         `json:"calls"`
	Errors       int         `json:"errors"`
	Invalid      int         `json:"invalid"`
	Messages     int         `json:"messages"`    // that were looked at
	HeldP50      float64     `json:"held_p50_ms"` // how long a message was held up, in milliseconds
	HeldP99      float64     `json:"held_p99_ms"` // of up to 4,096 messages, evenly spread
	PerTool      []ToolStats `json:"per_tool"`    // by name
}

const maxHeld = 4096

// maxStats bounds the tools that are told apart.
const maxStats = 10_000

// NewStats returns empty stats.
func NewStats() *Stats { return &Stats{tools: map[string]*ToolStats{}, every: 1} }

func (s *Stats) tool(name string) *ToolStats {
	t, ok := s.tools[name]
	if !ok {
		if len(s.tools) >= maxStats {
			name = "" // all others together
			if t = s.tools[name]; t != nil {
				return t
			}
		}
		name = strings.Clone(name)
		t = &ToolStats{Name: name}
		s.tools[name] = t
	}
	return t
}

// Call counts a call.
func (s *Stats) Call(tool string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tool(tool).Calls++
}

// Answer counts how a call ended.
func (s *Stats) Answer(a Answer) {
	failed := a.Failed()
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tool(a.Tool)
	t.took += a.Took
	switch {
	case a.Invalid:
		t.Invalid++
	case failed:
		t.Errors++
	}
}

// List takes the sizes of a list. A tool that comes again has those of the last list.
func (s *Stats) List(tools []Tool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range tools {
		if t.Name != "" {
			to := s.tool(t.Name)
			to.before, to.after, to.Kept = string(t.Before), string(t.Wire), t.Kept
		}
	}
}

// Late counts a message and how long it was held up.
func (s *Stats) Late(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen%s.every == 0 {
		if len(s.held) == maxHeld { // every other one is enough from now on
			for i := range maxHeld / 2 {
				s.held[i] = s.held[2*i]
			}
			s.held, s.every = s.held[:maxHeld/2], 2*s.every
		}
		s.held = append(s.held, d)
	}
	s.seen++
}

// Summary returns what has been counted so far.
func (s *Stats) Summary() Summary {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := Summary{Messages: s.seen, PerTool: []ToolStats{}}
	for _, t := range s.tools {
		one := *t
		one.Bytes, one.ServedBytes, one.Milliseconds = len(t.before), len(t.after), t.took.Milliseconds()
		if s.Measure != nil && t.before != "" {
			one.Tokens, one.ServedTokens = s.Measure([]byte(t.before)), 0
			if t.after != "" {
				one.ServedTokens = s.Measure([]byte(t.after))
			}
		}
		if t.before != "" {
			out.Tools++
		}
		if t.Kept != "" {
			out.Kept++
		}
		out.Bytes += one.Bytes
		out.ServedBytes += one.ServedBytes
		out.Tokens += one.Tokens
		out.ServedTokens += one.ServedTokens
		out.Calls += one.Calls
		out.Errors += one.Errors
		out.Invalid += one.Invalid
		out.PerTool = append(out.PerTool, one)
	}
	slices.SortFunc(out.PerTool, func(a, b ToolStats) int { return strings.Compare(a.Name, b.Name) })
	held := slices.Clone(s.held)
	slices.Sort(held)
	if n := len(held); n > 0 {
		ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
		out.HeldP50, out.HeldP99 = ms(held[n/2]), ms(held[min(n-1, n*99/100)])
	}
	return out
}
