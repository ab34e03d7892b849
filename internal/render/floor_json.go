package render

import (
	"bytes"

	"github.com/schema-bench/schema-bench/bench"
)

type floorDocument struct {
	Schema    string        `json:"schema"`
	Unit      bench.Unit    `json:"unit"`
	Sources   *jsonSources  `json:"sources,omitempty"`
	Total     jsonTotal     `json:"total"`
	Rulers    jsonRulers    `json:"rulers"`
	Estimate  *jsonEstimate `json:"estimate,omitempty"`
	Billed    *jsonBilled   `json:"billed,omitempty"`
	Client    *jsonClient   `json:"client,omitempty"`
	Naive     *jsonNaive    `json:"naive,omitempty"`
	Documents []Document    `json:"documents,omitempty"`
	Tools     []jsonTool    `json:"tools"`
	Deferred  jsonDeferred  `json:"deferred"`
	Savings   []jsonSaving  `json:"savings"`
	Largest   []jsonPlace   `json:"largest_places,omitempty"`
	Cost      *jsonCost     `json:"cost,omitempty"`
	Session   *jsonSession  `json:"session,omitempty"`
	Problems  []jsonProblem `json:"problems"`
	Warnings  []string      `json:"warnings"`
}

type jsonTotal struct {
	Tokens        int    `json:"tokens"`
	System        int    `json:"system"`
	Instructions  int    `json:"instructions"`
	Tools         int    `json:"tools"`
	Around        int    `json:"around,omitempty"` // the part of Tools that stands around all of them
	Overhead      *int   `json:"overhead"`         // null if it is not known, which is not the same as none
	OverheadKnown bool   `json:"overhead_known"`
	OverheadFrom  string `json:"overhead_from,omitempty"`
	Bytes         int    `json:"bytes"`
}

// jsonRulers has a null for what only a provider's own count can say.
type jsonRulers struct {
	Wire     int  `json:"wire"`
	Model    int  `json:"model"`
	Rendered int  `json:"rendered"`
	Billed   *int `json:"billed"`
}

type jsonTool struct {
	Name        string     `json:"name"`
	Source      string     `json:"source"`
	Tokens      int        `json:"tokens"`
	Bytes       int        `json:"bytes"`
	Parts       bench.Cost `json:"parts"`
	Annotations int        `json:"annotations"`
	Deferred    bool       `json:"deferred,omitempty"`
}

type jsonDeferred struct {
	Tools  int `json:"tools"`
	Tokens int `json:"tokens"`
}

type jsonSaving struct {
	Level string `json:"level"`
	After int    `json:"after"`
	Saved int    `json:"saved"`
}

type jsonPlace struct {
	Tool        string `json:"tool"`
	Source      string `json:"source"`
	At          string `json:"at"` // inside the tool
	Tokens      int    `json:"tokens"`
	Description int    `json:"description"`
}

type jsonCost struct {
	Model         string   `json:"model"`
	AsOf          string   `json:"as_of,omitempty"`
	Window        int      `json:"window,omitempty"`
	WindowShare   *float64 `json:"window_share,omitempty"`
	PerStep       *float64 `json:"per_step,omitempty"`
	PerStepCached *float64 `json:"per_step_cached,omitempty"`
	// Of the whole session's input, history included; the floor's part of it follows.
	PerRun         *float64 `json:"per_run,omitempty"`
	PerRunCached   *float64 `json:"per_run_cached,omitempty"`
	FloorRun       *float64 `json:"floor_per_run,omitempty"`
	FloorRunCached *float64 `json:"floor_per_run_cached,omitempty"`
	Steps          int      `json:"steps"`
	// The amounts and the share are those of the counted tokens. The model's server counts between Low and High times as many.
	Low  *float64 `json:"times_at_least,omitempty"`
	High *float64 `json:"times_at_most,omitempty"`
}

type jsonSession struct {
	Steps         int        `json:"steps"`
	Growth        int        `json:"growth"`
	Tokens        int64      `json:"tokens"`
	FloorTokens   int64      `json:"floor_tokens"`
	HistoryTokens int64      `json:"history_tokens"`
	FloorShare    float64    `json:"floor_share"`
	Overtakes     int        `json:"overtakes_at,omitempty"`
	PassesWindow  int        `json:"passes_window_at,omitempty"`
	Curve         []jsonStep `json:"curve"`
}

type jsonStep struct {
	Step    int   `json:"step"`
	Floor   int   `json:"floor"`
	History int64 `json:"history"`
}

func floorJSON(b *bytes.Buffer, r *FloorReport, _ Options) error {
	f := r.Floor
	d := floorDocument{
		Schema:  "schema-bench/floor/v1",
		Unit:    f.Unit,
		Sources: sourcesJSON(r.Sources, r.Failed),
		Total: jsonTotal{Tokens: f.Total(), System: f.System, Instructions: f.Instructions, Tools: f.ToolTokens(), Around: f.Around,
			OverheadKnown: f.OverheadKnown, Bytes: f.Bytes()},
		Rulers:   jsonRulers{Wire: f.Rulers.Wire, Model: f.Rulers.Model, Rendered: f.Rulers.Rendered},
		Tools:    make([]jsonTool, len(f.Tools)),
		Savings:  make([]jsonSaving, len(f.Savings)),
		Problems: jsonProblems(f.Problems),
		Warnings: jsonWarnings(f.Warnings),
	}
	if f.OverheadKnown {
		d.Total.Overhead, d.Total.OverheadFrom = &f.Overhead, r.OverheadFrom
	}
	d.Estimate, d.Client = estimateJSON(r.Estimate), clientJSON(r.Client)
	d.Documents, d.Naive = r.Documents, r.naiveJSON()
	if b := r.Billed; b != nil {
		tools := b.Tools()
		d.Rulers.Billed = &tools
		d.Billed = &jsonBilled{b.Provider, b.Model, b.With, b.Without, tools}
	}
	for i := range f.Tools {
		t := &f.Tools[i]
		d.Tools[i] = jsonTool{t.Name, t.Source, t.Tokens(), t.Bytes, t.Parts, t.Annotations, t.Deferred}
	}
	for i, s := range f.Savings {
		d.Savings[i] = jsonSaving(s)
	}
	for _, o := range r.Offenders {
		d.Largest = append(d.Largest, jsonPlace{o.Tool, o.Source, string(o.At), o.Own, o.Description})
	}
	d.Deferred.Tools, d.Deferred.Tokens = f.Deferred()
	if s := r.Session; s != nil {
		d.Cost, d.Session = costJSON(s, f.Total()), sessionJSON(s)
		if low, high := r.factors(); d.Cost != nil && low != high {
			d.Cost.Low, d.Cost.High = &low, &high
		}
		d.Warnings = jsonWarnings(f.Warnings, s.Warnings)
	}
	return writeJSON(b, d)
}

// costJSON returns nil where there is no model to ask a price of.
func costJSON(s *bench.Session, floor int) *jsonCost {
	m := s.Plan.Model
	if m.ID == "" && !s.FloorStep.Known {
		return nil
	}
	c := &jsonCost{
		Model: m.ID, AsOf: m.AsOf, Window: m.Window, Steps: s.Plan.Steps,
		PerStep: dollars(s.FloorStep), PerStepCached: dollars(s.FloorStepCached),
		PerRun: dollars(s.Run), PerRunCached: dollars(s.RunCached),
		FloorRun: dollars(s.FloorRun), FloorRunCached: dollars(s.FloorRunCached),
	}
	if share, ok := s.WindowShare(floor); ok {
		c.WindowShare = &share
	}
	return c
}

func sessionJSON(s *bench.Session) *jsonSession {
	j := &jsonSession{
		Steps: s.Plan.Steps, Growth: s.Plan.Growth, Tokens: s.Tokens(), FloorTokens: s.FloorTokens,
		HistoryTokens: s.HistoryTokens, FloorShare: s.FloorShare(), Overtakes: s.Overtakes, PassesWindow: s.PassesWindow,
		Curve: make([]jsonStep, len(s.Steps)),
	}
	for i, step := range s.Steps {
		j.Curve[i] = jsonStep(step)
	}
	return j
}
