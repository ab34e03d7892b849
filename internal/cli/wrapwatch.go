package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/mcpwrap"
	"github.com/schema-bench/schema-bench/tokens"
)

// A wrapWatch is what looks on while wrap serves.
type wrapWatch struct {
	e        *env
	stats    *mcpwrap.Stats
	observer mcpwrap.Observer    // nil if nobody looks on
	late     func(time.Duration) // nil likewise
	file     *os.File            // that calls are recorded in
	path     string              // where the figures go, "" for nowhere
	quiet    bool
}

// watch opens what is to be written to.
func (o *wrapOptions) watch(e *env, g globals) (*wrapWatch, error) {
	w := &wrapWatch{e: e, stats: mcpwrap.NewStats(), quiet: g.quiet}
	if o.stats != "" {
		w.path = followLinks(e.path(o.stats))
	}
	// Looking on has its price, and a client that starts the proxy shows its last line to nobody.
	if o.stats != "" || o.record != "" || (g.verbose || e.ErrTTY) && !g.quiet {
		w.observer, w.late = w.stats, w.stats.Late
	}
	if o.record == "" {
		return w, nil
	}
	path := e.path(o.record)
	// What is no file is not waited for: to open a pipe that nobody reads takes for ever.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, withHint(usagef("--record: %s is no regular file", o.record), "lines are added to a file, which is made if it is not there")
	}
	if followLinks(path) == w.path {
		return nil, withHint(usagef("--record and --stats name the same file"), "--stats would replace what --record has added to it")
	}
	var err error
	if w.file, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err != nil {
		return nil, usageError{fmt.Errorf("--record: %w", err)}
	}
	recorder := mcpwrap.NewRecorder(w.file)
	recorder.Redact = o.redact
	recorder.Fail = func(err error) { w.say("calls are not recorded: " + message(err)) }
	w.observer = mcpwrap.Observers{w.stats, recorder}
	return w, nil
}

func (w *wrapWatch) close() {
	if w.file != nil {
		w.file.Close()
	}
}

func (w *wrapWatch) say(text string) {
	fmt.Fprintf(w.e.Err, "schema-bench wrap: %s\n", safetext.Line(text))
}

// report says what has passed, and writes it where it was asked for. The counter is made here: a proxy starts without one.
func (w *wrapWatch) report() {
	if w.observer == nil {
		return
	}
	if w.path == "" {
		if sum := w.stats.Summary(); w.quiet || sum.Tools == 0 && sum.Calls == 0 {
			return
		}
	}
	counter, err := tokens.NewCounter(tokens.O200kBase)
	if err != nil {
		w.say(message(err))
		return
	}
	w.stats.Measure = func(tool []byte) int {
		c, err := catalog.Read(tool, &catalog.ReadOptions{Lenient: true})
		if err != nil || len(c.Tools) != 1 {
			return counter.Count(tool)
		}
		return counter.Count(c.Tools[0].Model())
	}
	sum := w.stats.Summary()
	if !w.quiet {
		w.say(inShort(&sum))
	}
	if w.path == "" {
		return
	}
	b, err := json.MarshalIndent(struct {
		Schema   string `json:"schema"`
		Encoding string `json:"encoding"`
		mcpwrap.Summary
	}{"schema-bench/wrap/v1", tokens.O200kBase, sum}, "", "  ")
	if err == nil {
		// The session is over, so that an interrupt, which may have ended it, must not keep this from being written.
		err = replaceFile(w.path, append(b, '\n'))
	}
	if err != nil {
		w.say(message(err))
	}
}

// inShort says in a line what has passed.
func inShort(s *mcpwrap.Summary) string {
	var parts []string
	if s.Tools > 0 {
		parts = append(parts, fmt.Sprintf("%s in %d tokens instead of %d", number(s.Tools, "tool"), s.ServedTokens, s.Tokens))
		if s.Kept > 0 {
			parts[0] += fmt.Sprintf(", %d of them not at the level", s.Kept)
		}
	}
	calls := number(s.Calls, "call")
	if s.Errors > 0 {
		calls += fmt.Sprintf(", %d with an error", s.Errors)
	}
	if s.Invalid > 0 {
		calls += fmt.Sprintf(", %d with invalid arguments (%s)", s.Invalid, worst(s.PerTool))
	}
	parts = append(parts, calls)
	if s.Messages > 0 {
		parts = append(parts, fmt.Sprintf("%s held up for %.2f ms, the slowest of a hundred for %.2f", number(s.Messages, "message"), s.HeldP50, s.HeldP99))
	}
	return strings.Join(parts, "; ")
}

// worst names the tools that were called with invalid arguments most often.
func worst(tools []mcpwrap.ToolStats) string {
	tools = slices.DeleteFunc(slices.Clone(tools), func(t mcpwrap.ToolStats) bool { return t.Invalid == 0 })
	slices.SortStableFunc(tools, func(a, b mcpwrap.ToolStats) int { return cmp.Compare(b.Invalid, a.Invalid) })
	var names []string
	for _, t := range tools[:min(len(tools), 5)] {
		names = append(names, fmt.Sprintf("%s %d", t.Name, t.Invalid))
	}
	if len(tools) > len(names) {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
