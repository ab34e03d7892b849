package bench_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/tokens"
)

// floorOf makes a floor of that many tokens.
func floorOf(n int) *bench.Floor {
	return &bench.Floor{Tools: []bench.ToolCost{{Name: "t", Parts: bench.Cost{Input: n}}}}
}

func project(t testing.TB, f *bench.Floor, p bench.Plan) *bench.Session {
	t.Helper()
	s, err := bench.Project(f, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestProject(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                 string
		floor                int
		plan                 bench.Plan
		floors, histories    int64
		overtakes, overflows int
	}{
		{"the zero plan is one step", 1000, bench.Plan{}, 1000, 0, 0, 0},
		{"no growth", 1000, bench.Plan{Steps: 10}, 10_000, 0, 0, 0},
		{"one step of growth is half there", 1000, bench.Plan{Steps: 1, Growth: 500}, 1000, 250, 0, 0},
		{"N·F + T·N²/2", 4000, bench.Plan{Steps: 20, Growth: 1500}, 80_000, 300_000, 4, 0},
		{"an odd product is rounded down", 10, bench.Plan{Steps: 3, Growth: 1}, 30, 4, 0, 0},
		{"history as large as the floor", 1000, bench.Plan{Steps: 4, Growth: 400}, 4000, 3200, 3, 0},
		{"past the window", 4000, bench.Plan{Model: tokens.Model{Window: 10_000}, Steps: 20, Growth: 1500}, 80_000, 300_000, 4, 5},
		{"a floor that never fits", 4000, bench.Plan{Model: tokens.Model{Window: 3999}, Steps: 2}, 8000, 0, 0, 1},
		{"no floor", 0, bench.Plan{Steps: 2, Growth: 10}, 0, 20, 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := project(t, floorOf(tt.floor), tt.plan)
			if s.FloorTokens != tt.floors || s.HistoryTokens != tt.histories {
				t.Errorf("floor %d and history %d, want %d and %d", s.FloorTokens, s.HistoryTokens, tt.floors, tt.histories)
			}
			if s.Overtakes != tt.overtakes || s.PassesWindow != tt.overflows {
				t.Errorf("overtaken at %d, past the window at %d, want %d and %d", s.Overtakes, s.PassesWindow, tt.overtakes, tt.overflows)
			}
		})
	}
}

func TestProjectBounds(t *testing.T) {
	t.Parallel()
	for _, p := range []bench.Plan{{Steps: -1}, {Steps: bench.MaxSteps + 1}, {Growth: -1}, {Growth: bench.MaxGrowth + 1}, {Steps: math.MaxInt, Growth: math.MaxInt}} {
		if s, err := bench.Project(floorOf(1), p); err == nil || s != nil || !strings.HasPrefix(err.Error(), "bench: ") {
			t.Errorf("%+v: session %v, error %v", p, s, err)
		}
	}
	s := project(t, floorOf(1_000_000_000), bench.Plan{Steps: bench.MaxSteps, Growth: bench.MaxGrowth})
	if want := int64(bench.MaxGrowth) * bench.MaxSteps * bench.MaxSteps / 2; s.HistoryTokens != want || s.Tokens() < want {
		t.Errorf("the largest session overflows: %d of %d tokens", s.HistoryTokens, s.Tokens())
	}
}

// TestSessionIsTheSumOfItsSteps holds the closed forms of tokens and money against adding up step by step.
func TestSessionIsTheSumOfItsSteps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		floor := rapid.IntRange(0, 50_000).Draw(r, "floor")
		p := bench.Plan{
			Steps:  rapid.IntRange(1, 200).Draw(r, "steps"),
			Growth: rapid.IntRange(0, 5000).Draw(r, "growth"),
			Model:  tokens.Model{Price: tokens.Price{In: tokens.USD(2), Cached: tokens.USD(0.25), CacheWrite: tokens.USD(3)}},
		}
		s, err := bench.Project(floorOf(floor), p)
		if err != nil {
			r.Fatal(err)
		}
		var sum int64
		var plain, cached float64
		before := int64(0)
		for i, step := range s.Steps {
			want := float64(p.Growth) * (float64(i+1) - 0.5)
			if math.Abs(float64(step.History)-want) > 1 || step.Floor != floor || step.Step != i+1 {
				r.Fatalf("step %d is %+v, want a history of %g", i+1, step, want)
			}
			sum += int64(step.Input())
			plain += float64(step.Input()) * 2
			cached += float64(before)*0.25 + float64(step.Input()-before)*3
			before = step.Input()
		}
		if sum != s.Tokens() {
			r.Fatalf("the steps send %d tokens, the session %d", sum, s.Tokens())
		}
		if !near(s.Run.USD, plain/1e6) || !near(s.RunCached.USD, cached/1e6) {
			r.Fatalf("the session costs %v and cached %v, its steps %v and %v", s.Run, s.RunCached, plain/1e6, cached/1e6)
		}
	})
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) }

func TestPrices(t *testing.T) {
	t.Parallel()
	model := func(p tokens.Price) tokens.Model { return tokens.Model{ID: "m", Price: p} }
	plan := func(p tokens.Price) bench.Plan { return bench.Plan{Model: model(p), Steps: 10, Growth: 100} }

	s := project(t, floorOf(1_000_000), plan(tokens.Price{In: tokens.USD(2), Cached: tokens.USD(0.5)}))
	for _, tt := range []struct {
		name string
		got  bench.Amount
		want float64
	}{
		{"floor of a step", s.FloorStep, 2},
		{"floor of a cached step", s.FloorStepCached, 0.5},
		{"floor of the run", s.FloorRun, 20},
		{"floor of the cached run, written once at the plain price", s.FloorRunCached, 2 + 9*0.5},
	} {
		if !tt.got.Known || !near(tt.got.USD, tt.want) {
			t.Errorf("%s: %+v, want $%g", tt.name, tt.got, tt.want)
		}
	}

	none := project(t, floorOf(1000), plan(tokens.Price{}))
	for name, a := range map[string]bench.Amount{"step": none.FloorStep, "cached step": none.FloorStepCached, "run": none.Run,
		"cached run": none.RunCached, "floor": none.FloorRun, "cached floor": none.FloorRunCached} {
		if a.Known || a.USD != 0 {
			t.Errorf("%s costs %+v without any price", name, a)
		}
	}
	uncached := project(t, floorOf(1000), plan(tokens.Price{In: tokens.USD(1)}))
	if !uncached.Run.Known || uncached.RunCached.Known || uncached.FloorStepCached.Known {
		t.Errorf("without a price for cached input: %+v", uncached)
	}
	if free := project(t, floorOf(1000), plan(tokens.Price{In: tokens.USD(0), Cached: tokens.USD(0)})); !free.Run.Known || free.Run.USD != 0 {
		t.Errorf("a free model costs %+v", free.Run)
	}
	dear := project(t, floorOf(1000), plan(tokens.Price{In: tokens.USD(1.25), Cached: tokens.USD(12.5)}))
	if len(dear.Warnings) != 1 || !strings.Contains(dear.Warnings[0].Error(), "cost $12.5 and others only $1.25") {
		t.Errorf("warnings of a cache that costs more than none: %v", dear.Warnings)
	}
	if same := project(t, floorOf(1000), plan(tokens.Price{In: tokens.USD(1), Cached: tokens.USD(1)})); len(same.Warnings) != 0 {
		t.Errorf("warnings of a cache that saves nothing: %v", same.Warnings)
	}
	tiered := project(t, floorOf(1000), plan(tokens.Price{In: tokens.USD(1), UpTo: 1500}))
	if len(tiered.Warnings) != 1 || !strings.Contains(tiered.Warnings[0].Error(), "up to 1,500 tokens") {
		t.Errorf("warnings of a price that holds for small requests: %v", tiered.Warnings)
	}
}

func TestShares(t *testing.T) {
	t.Parallel()
	s := project(t, floorOf(300), bench.Plan{Model: tokens.Model{Window: 1200}, Steps: 2, Growth: 100})
	if got := s.FloorShare(); !near(got, 0.75) {
		t.Errorf("the floor is %g of the session", got)
	}
	if share, ok := s.WindowShare(300); !ok || share != 0.25 {
		t.Errorf("share of the window %g, %t", share, ok)
	}
	if _, ok := project(t, floorOf(300), bench.Plan{}).WindowShare(300); ok {
		t.Error("a share of an unknown window")
	}
	if got := project(t, &bench.Floor{}, bench.Plan{}).FloorShare(); got != 0 {
		t.Errorf("the floor is %g of nothing", got)
	}
}
