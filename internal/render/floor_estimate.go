package render

import (
	"math"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/tokens/calibrate"
)

// factors are how much lower and higher the server may count than the floor is.
func (r *FloorReport) factors() (low, high float64) {
	total := r.Floor.Total()
	if r.Estimate == nil || total <= 0 {
		return 1, 1
	}
	return float64(r.Estimate.Low) / float64(total), float64(r.Estimate.High) / float64(total)
}

// span writes a number of tokens between its bounds, and as it is where nothing is to be corrected.
func (r *FloorReport) span(n int, write func(int) string) string {
	if r.Estimate == nil {
		return write(n)
	}
	low, high := r.factors()
	from, to := write(int(low*float64(n))), write(int(high*float64(n)+0.5))
	if from == to {
		return from
	}
	return strings.TrimSuffix(from, " %") + " to " + to
}

// usd writes an amount between its bounds: it is in proportion to the tokens.
func (r *FloorReport) usd(a bench.Amount) string {
	if r.Estimate == nil || !a.Known {
		return usd(a)
	}
	low, high := r.factors()
	from, to := usd(bench.Amount{USD: low * a.USD, Known: true}), usd(bench.Amount{USD: high * a.USD, Known: true})
	if from == to {
		return from
	}
	return from + " to " + to
}

// runUSD writes an amount for the floor and the history of a session between its bounds. The history is text.
func (r *FloorReport) runUSD(all, floor bench.Amount) string {
	if r.Estimate == nil || !all.Known || !floor.Known {
		return r.usd(all)
	}
	low, high := r.factors()
	text := r.Estimate.Text
	if text == [2]float64{} {
		text = [2]float64{low, high}
	}
	history := all.USD - floor.USD
	from := usd(bench.Amount{USD: low*floor.USD + text[0]*history, Known: true})
	to := usd(bench.Amount{USD: high*floor.USD + text[1]*history, Known: true})
	if from == to {
		return from
	}
	return from + " to " + to
}

// tokens writes a number of counted tokens, and of what if the model's server counts others.
func (r *FloorReport) tokens(n int64) string {
	s := plural(n, "token")
	if r.Estimate != nil {
		s += " of " + r.Floor.Unit.Encoding
	}
	return s
}

// counted says what the numbers below are, where the headline has those of the model's server.
func (r *FloorReport) counted() string {
	e := r.Estimate
	if e == nil {
		return ""
	}
	if e.Kind == calibrate.Exact {
		return "That is " + e.Basis + ". The numbers below are tokens of " + r.Floor.Unit.Encoding + "."
	}
	return "The numbers below are tokens of " + r.Floor.Unit.Encoding + ". Those of " + e.Model + " are " + string(e.Kind) + ": " + e.Basis + "."
}

// bill says what the provider counts.
func (r *FloorReport) bill() string {
	b := r.Billed
	if b == nil {
		return ""
	}
	s := b.Provider + " counts " + plural(b.With, "token") + " with these tools and " + count(b.Without) + " without: " + plural(b.Tools(), "token") + " for the tools and what it adds for them"
	if own := r.Floor.ToolTokens() + r.Floor.Overhead; own > 0 {
		more := " more"
		if b.Tools() < own {
			more = " less"
		}
		s += ", " + percent(math.Abs(float64(b.Tools()-own))/float64(own)) + more + " than is counted here"
	}
	return s + "."
}

// through sums up what a client changes, the most frequent first.
func (r *FloorReport) through() string {
	c := r.Client
	if c == nil {
		return ""
	}
	s := "As " + c.Title + " sends them"
	if c.AsOf != "" {
		s += ", by its profile of " + c.AsOf
	}
	n := map[string]int{}
	var kinds []string
	for _, change := range c.Changes {
		if n[change.What] == 0 {
			kinds = append(kinds, change.What)
		}
		n[change.What]++
	}
	if len(kinds) == 0 {
		return s + ": nothing is changed."
	}
	slices.SortStableFunc(kinds, func(a, b string) int { return n[b] - n[a] })
	var parts []string
	for _, k := range kinds {
		parts = append(parts, changed(k, n[k]))
	}
	return s + ": " + strings.Join(parts, ", ") + "."
}

// changed writes a number of changes of one kind: "2 tools renamed".
func changed(kind string, n int) string {
	if strings.HasPrefix(kind, "instructions") {
		return kind
	}
	thing, what, ok := strings.Cut(kind, " ")
	if !ok {
		thing, what = "tool", kind
	}
	return plural(n, thing) + " " + what
}

type jsonClient struct {
	ID      string             `json:"id"`
	AsOf    string             `json:"as_of,omitempty"`
	Listed  int                `json:"listed"`  // tokens of the instructions that list what is deferred
	Changes []jsonClientChange `json:"changes"` // sizes in bytes
}

type jsonClientChange struct {
	Tool   string `json:"tool,omitempty"`
	What   string `json:"what"`
	Detail string `json:"detail,omitempty"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

func clientJSON(c *ClientReport) *jsonClient {
	if c == nil {
		return nil
	}
	j := &jsonClient{ID: c.ID, AsOf: c.AsOf, Listed: c.Listed, Changes: []jsonClientChange{}}
	for _, change := range c.Changes {
		j.Changes = append(j.Changes, jsonClientChange(change))
	}
	return j
}

type jsonEstimate struct {
	Model  string `json:"model"`
	Kind   string `json:"kind"` // calibrated or estimated
	Tokens int    `json:"tokens"`
	Low    int    `json:"low"`
	High   int    `json:"high"`
	Basis  string `json:"basis"`
	Source string `json:"source,omitempty"`
}

func estimateJSON(e *Estimate) *jsonEstimate {
	if e == nil {
		return nil
	}
	return &jsonEstimate{e.Model, string(e.Kind), e.Tokens, e.Low, e.High, e.Basis, e.Source}
}

type jsonBilled struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	With     int    `json:"with_tools"`
	Without  int    `json:"without_tools"`
	Tools    int    `json:"tools"`
}
