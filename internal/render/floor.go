package render

import (
	"io"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/llm"
	"github.com/schema-bench/schema-bench/targets"
	"github.com/schema-bench/schema-bench/tokens/calibrate"
)

// A FloorReport is what the floor command says. Floor must be set.
type FloorReport struct {
	Floor *bench.Floor
	// Sources is how many sources were read, and Failed how many could not be; nothing is said of them if none failed.
	Sources, Failed int
	// Session is the floor over the steps of a session of a model; nil leaves out window, price and growth.
	Session *bench.Session
	// Top is how many tools are listed in text and Markdown, the largest first, the rest being summed up; 0 lists all.
	// JSON and CSV always have all of them, in source order.
	Top int
	// Problems is how many problems, or groups of those that are alike, are listed in text and Markdown, the rest being
	// counted; 0 lists all, each by itself.
	Problems  int
	Offenders []bench.Weight // the places that cost most; may be empty
	Next      []string       // commands to run next, as they would be typed

	Documents    []Document    // the OpenAPI documents among the sources
	Naive        *Naive        // what the same operations would cost with their definitions inlined; nil if nobody asked
	Client       *ClientReport // what a client makes of the tools before it sends them; nil if they are measured as they are
	Estimate     *Estimate     // what the model's server is likely to count; nil if that is the count, or not known
	Billed       *llm.Billed   // what the provider counts; nil if it was not asked
	OverheadFrom string        // where the figure of the overhead is from; may be empty
}

// A ClientReport is what a client changes about the tools of its servers.
type ClientReport struct {
	ID, Title string
	AsOf      string // the day of which the newest figure of the profile is
	Changes   []targets.Change
	Listed    int // tokens of the instructions that are the client's own list of what it has deferred
}

// An Estimate is what a model's server is likely to count for a floor, in its own tokens.
type Estimate struct {
	Model string
	calibrate.Prediction
	Basis  string // what the figures rest on
	Source string // where they are from; may be empty
	// Text is how many times as many tokens the server makes of text that is no tool, at least and at most; zero if that
	// is not known apart.
	Text [2]float64
}

// Floor writes a floor in one of the formats of [Formats]("floor"); any other is a *[FormatError]. A number that a format
// cannot express, such as an infinite price in JSON, is an error, and nothing is written.
func Floor(w io.Writer, f Format, r *FloorReport, opt Options) error {
	return render(w, "floor", floorWriters(), f, r, opt)
}

func floorWriters() []writer[*FloorReport] {
	return []writer[*FloorReport]{{Text, floorText}, {JSON, floorJSON}, {Markdown, floorMarkdown}, {CSV, floorCSV}}
}

// listed returns the tools to list, the largest first, and the number and tokens of those left out.
func (r *FloorReport) listed() (tools []bench.ToolCost, rest, restTokens int) {
	all := r.Floor.Largest(-1)
	if r.Top <= 0 || r.Top >= len(all) {
		return all, 0, 0
	}
	for i := range all[r.Top:] {
		restTokens += all[r.Top+i].Tokens()
	}
	return all[:r.Top], len(all) - r.Top, restTokens
}

// read is the number of tools that the model reads.
func (r *FloorReport) read() int {
	deferred, _ := r.Floor.Deferred()
	return len(r.Floor.Tools) - deferred
}

// half returns how many of the largest tools make half of all tool tokens.
func (r *FloorReport) half() int {
	sum, half := 0, r.Floor.ToolTokens()
	n := 0
	for _, t := range r.Floor.Largest(-1) {
		if t.Deferred {
			continue
		}
		if 2*sum >= half {
			break
		}
		sum += t.Tokens()
		n++
	}
	return n
}

// sources returns short names for the catalogs that the tools come from, and nil if there is only one.
func (r *FloorReport) sources() map[string]string {
	var labels []string
	seen := map[string]bool{}
	for i := range r.Floor.Tools {
		if s := r.Floor.Tools[i].Source; !seen[s] {
			labels, seen[s] = append(labels, s), true
		}
	}
	if len(labels) < 2 {
		return nil
	}
	return shortSources(labels)
}

// headline is the answer in one sentence; quote makes the model's id, the only foreign text in it, fit for the format.
func (r *FloorReport) headline(quote func(string) string) string {
	f := r.Floor
	verb := " cost "
	if r.read() == 1 {
		verb = " costs "
	}
	s := plural(r.read(), "tool") + verb + plural(f.ToolTokens(), "token") + " at every step"
	every := "Every"
	if r.Failed > 0 {
		every = "every"
	}
	switch {
	case r.Estimate != nil:
		s = every + " step costs " + r.span(f.Total(), count) + " tokens of " + quote(r.Estimate.Model)
	case f.Total() != f.ToolTokens():
		s = every + " step costs " + plural(f.Total(), "token") + ", " + count(f.ToolTokens()) + " of them for " + plural(r.read(), "tool")
	}
	s = partly(r.Sources, r.Failed) + s
	if r.Session == nil {
		return s + "."
	}
	sep := ": "
	if _, ok := r.Session.WindowShare(f.Total()); ok {
		share := r.span(f.Total(), func(n int) string {
			share, _ := r.Session.WindowShare(n)
			return percent(share)
		})
		s += sep + share + " of " + quote(r.Session.Plan.Model.ID) + "'s window of " + count(r.Session.Plan.Model.Window) + " tokens"
		sep = ", "
	}
	if r.Session.FloorStep.Known {
		s += sep + r.usd(r.Session.FloorStep) + " a step"
		if n := r.Session.Plan.Steps; n > 1 {
			s += ", " + r.usd(r.Session.FloorRun) + " over " + count(n) + " steps"
		}
	}
	return s + "."
}

// texts are what of the floor is no tool, in words.
func (r *FloorReport) texts() []string {
	f := r.Floor
	var s []string
	if f.System > 0 {
		s = append(s, "system prompt "+count(f.System))
	}
	listed := 0
	if r.Client != nil {
		listed = r.Client.Listed
	}
	if f.Instructions-listed > 0 {
		s = append(s, "server instructions "+count(f.Instructions-listed))
	}
	if listed > 0 {
		s = append(s, "the client's list of deferred tools "+count(listed))
	}
	s = append(s, "tools "+count(f.ToolTokens()))
	if f.OverheadKnown {
		s = append(s, "overhead "+count(f.Overhead))
	}
	return s
}

// offenderWhere is a place without what all places begin with.
func offenderWhere(o bench.Weight) string {
	return strings.TrimPrefix(string(o.At), "/inputSchema")
}

// notes are sentences on what the numbers leave out.
func (r *FloorReport) notes() []string {
	var s []string
	if n, t := r.Floor.Deferred(); n > 0 {
		verb := "are"
		if n == 1 {
			verb = "is"
		}
		s = append(s, plural(n, "tool")+" "+verb+" deferred and in no total; loaded, "+plural(t, "token")+" more.")
	}
	switch {
	case r.Floor.OverheadKnown && r.OverheadFrom != "":
		s = append(s, "The overhead is what the provider adds to a request with tools, "+r.OverheadFrom+".")
	case !r.Floor.OverheadKnown && r.Floor.Unit.Ruler == bench.Rendered:
		s = append(s, "What the provider adds to a request with tools is not known and not included.")
	case !r.Floor.OverheadKnown && r.OverheadFrom != "":
		s = append(s, "What the provider adds to a request with tools is not included: "+r.OverheadFrom+".")
	case !r.Floor.OverheadKnown:
		s = append(s, "What the provider adds to a request with tools is not included.")
	}
	return s
}

// run says what a session of several steps sends; empty if there is none. Without growth there is no history to compare
// the floor with: every step is the floor again.
func (r *FloorReport) run() string {
	s := r.Session
	switch {
	case s == nil || s.Plan.Steps < 2:
		return ""
	case s.Plan.Growth == 0:
		return "To see the history on top of the floor, add --growth TOKENS."
	}
	text := "Over " + plural(s.Plan.Steps, "step") + ", with " + plural(s.Plan.Growth, "token") + " of history more at each: " +
		r.tokens(s.Tokens()) + " of input, " + percent(s.FloorShare()) + " of them the floor's. "
	if s.Overtakes > 0 {
		return text + "From step " + count(s.Overtakes) + " on a request holds more history than floor."
	}
	return text + "No step holds as much history as floor."
}
