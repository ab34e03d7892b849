package bench

import (
	"fmt"
	"strconv"

	"github.com/schema-bench/schema-bench/tokens"
)

// The largest session that [Project] computes. The bounds keep all sums well inside an int64.
const (
	MaxSteps  = 100_000
	MaxGrowth = 10_000_000
)

// A Plan is the session that a floor is projected over. The zero Plan is one step without growth of an unknown model.
type Plan struct {
	Model  tokens.Model
	Steps  int // requests that the agent makes; 0 is one
	Growth int // tokens that a step adds to the history
}

// A Step is one request of a session, in tokens.
type Step struct {
	Step    int // counted from 1
	Floor   int
	History int64 // what the steps so far have added
}

// Input returns the tokens of the request.
func (s Step) Input() int64 { return int64(s.Floor) + s.History }

// An Amount is a sum of US dollars. The zero Amount is unknown, which is not the same as nothing.
type Amount struct {
	USD   float64
	Known bool
}

// A Session is a floor projected over the steps of a session. Token sums are of input only.
type Session struct {
	Plan  Plan
	Steps []Step
	// FloorTokens and HistoryTokens are what all steps send of either: N·F and T·N²/2, rounded down.
	FloorTokens, HistoryTokens int64
	// Overtakes is the first step whose history is as large as the floor, PassesWindow the first that does not fit the
	// window. They are 0 if no step of the session is one, or if the window is unknown.
	Overtakes, PassesWindow int

	// FloorStep is what the floor costs at one step that reads nothing from a cache, and FloorStepCached at one that
	// reads all of it from there.
	FloorStep, FloorStepCached Amount
	// Run is what the input of all steps costs without a cache, and RunCached with one.
	Run, RunCached Amount
	// FloorRun is the part of Run that the floor makes, and FloorRunCached that of RunCached.
	FloorRun, FloorRunCached Amount
	Warnings                 []error
}

// Tokens returns the input tokens of the whole session.
func (s *Session) Tokens() int64 { return s.FloorTokens + s.HistoryTokens }

// FloorShare returns the floor's share of the session's input, from 0 to 1; 0 if nothing is sent at all.
func (s *Session) FloorShare() float64 {
	if s.Tokens() == 0 {
		return 0
	}
	return float64(s.FloorTokens) / float64(s.Tokens())
}

// WindowShare returns the part of the model's window that n tokens take; ok is false if the window is unknown.
func (s *Session) WindowShare(n int) (share float64, ok bool) {
	if s.Plan.Model.Window <= 0 {
		return 0, false
	}
	return float64(n) / float64(s.Plan.Model.Window), true
}

// Project runs a floor over the steps of a session and prices it.
//
// Step n sends the floor F and a history of T·(n−½) tokens: a step's growth is on average half there when a request
// goes out, because the task came before the first step and the results come one by one. The sum over N steps is
// N·F + T·N²/2. Histories are whole tokens, rounded so that they add up to that sum.
//
// Without a cache every step pays the full input price. With one, step 1 writes its whole input to the cache, and step n
// reads what step n−1 sent at the price of cached input and writes the T tokens that are new; writing costs the price
// of a cache write, or that of plain input where none is stated. The cache is taken to hit every time, so
// this is the least that a session can cost. Output is not included. An amount that needs a price which is not known
// is unknown.
//
// Steps and growth beyond [MaxSteps] and [MaxGrowth], or below zero, are an error.
func Project(f *Floor, p Plan) (*Session, error) {
	if p.Steps == 0 {
		p.Steps = 1
	}
	if p.Steps < 0 || p.Steps > MaxSteps {
		return nil, fmt.Errorf("bench: %d steps: must be from 1 to %d", p.Steps, MaxSteps)
	}
	if p.Growth < 0 || p.Growth > MaxGrowth {
		return nil, fmt.Errorf("bench: a growth of %d tokens a step: must be from 0 to %d", p.Growth, MaxGrowth)
	}
	total := f.Total()
	s := &Session{Plan: p, Steps: make([]Step, p.Steps)}
	for i := range s.Steps {
		step := Step{Step: i + 1, Floor: total, History: sent(p.Growth, i+1) - sent(p.Growth, i)}
		s.Steps[i] = step
		if s.Overtakes == 0 && step.History >= int64(total) && p.Growth > 0 {
			s.Overtakes = step.Step
		}
		if s.PassesWindow == 0 && p.Model.Window > 0 && step.Input() > int64(p.Model.Window) {
			s.PassesWindow = step.Step
		}
	}
	s.FloorTokens = int64(p.Steps) * int64(total)
	s.HistoryTokens = sent(p.Growth, p.Steps)
	s.price(total)
	return s, nil
}

// sent is the history that n steps send in sum, T·n²/2 rounded down.
func sent(growth, n int) int64 { return int64(growth) * int64(n) * int64(n) / 2 }

// price fills in the amounts.
func (s *Session) price(floor int) {
	price := s.Plan.Model.Price
	write := price.In
	if price.CacheWrite.Known {
		write = price.CacheWrite
	}
	last := s.Steps[len(s.Steps)-1]
	// Every step reads what the step before it sent, and writes the rest; summed up, the session writes what its last
	// step sends.
	written := last.Input()
	read := s.Tokens() - written
	steps := int64(s.Plan.Steps)

	s.FloorStep = amount(price.In, int64(floor))
	s.FloorStepCached = amount(price.Cached, int64(floor))
	s.Run = amount(price.In, s.Tokens())
	s.FloorRun = amount(price.In, s.FloorTokens)
	s.RunCached = sum(amount(write, written), amount(price.Cached, read))
	s.FloorRunCached = sum(amount(write, int64(floor)), amount(price.Cached, (steps-1)*int64(floor)))

	if price.UpTo > 0 && last.Input() > int64(price.UpTo) {
		s.Warnings = append(s.Warnings, fmt.Errorf("the prices of %s hold for requests of up to %s tokens: larger ones, here up to %s, cost more than is stated",
			s.Plan.Model.ID, grouped(int64(price.UpTo)), grouped(last.Input())))
	}
	if price.In.Known && price.Cached.Known && price.Cached.PerMillion > price.In.PerMillion {
		s.Warnings = append(s.Warnings, fmt.Errorf("a million tokens read from the cache cost $%g and others only $%g: a cache makes this session dearer, or the prices are wrong",
			price.Cached.PerMillion, price.In.PerMillion))
	}
	if s.PassesWindow > 0 {
		s.Warnings = append(s.Warnings, fmt.Errorf("from step %d on a request does not fit the window of %s, %s tokens", s.PassesWindow, s.Plan.Model.ID, grouped(int64(s.Plan.Model.Window))))
	}
}

// amount prices n tokens. Nothing costs nothing, whatever the price.
func amount(rate tokens.Rate, n int64) Amount {
	if n == 0 {
		return Amount{Known: true}
	}
	usd, known := rate.Cost(n)
	if !known {
		return Amount{}
	}
	return Amount{usd, true}
}

func sum(a, b Amount) Amount {
	if !a.Known || !b.Known {
		return Amount{}
	}
	return Amount{a.USD + b.USD, true}
}

// grouped writes a number for a sentence, with thousands separators. It is not negative.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
