package calibrate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var house = Key{Provider: "house", Model: "llm-1", Framing: "json"}

// feed observes estimates and what a server made of them.
func feed(t testing.TB, c *Calibration, k Key, tools bool, server func(estimate int) int, estimates ...int) {
	t.Helper()
	for _, x := range estimates {
		if err := c.Observe(Observation{Key: k, Estimate: x, Server: server(x), Tools: tools}); err != nil {
			t.Fatal(err)
		}
	}
}

func line(a, b float64) func(int) int {
	return func(x int) int { return int(math.Round(a*float64(x) + b)) }
}

func Example() {
	var c Calibration
	key := Key{Provider: "anthropic", Model: "claude-opus-4-6", Framing: "anthropic"}
	fit := c.Fit(key, true, Prior{})
	fmt.Println(fit.Predict(10_000))

	// Usage of three answers: what was counted here, and what the server said, cached input included.
	for _, o := range [][2]int{{10_000, 12_500}, {20_000, 24_500}, {40_000, 48_500}} {
		if err := c.Observe(Observation{Key: key, Estimate: o[0], Server: o[1], Tools: true}); err != nil {
			fmt.Println(err)
			return
		}
	}
	fit = c.Fit(key, true, Prior{})
	fmt.Println(fit.A, fit.B, fit.Predict(30_000))
	fmt.Println(fit.Anchored(Anchor{Usage: 48_500, Output: 300, Added: 1000}))
	// Output:
	// {13000 10000 19000 estimated}
	// 1.2 500 {36500 35997 37048 calibrated}
	// {50000 49982 50018 anchored}
}

func TestColdStart(t *testing.T) {
	t.Parallel()
	for provider, want := range map[string]Prediction{
		"openai":    {1000, 690, 1140, Estimated},
		"anthropic": {1300, 1000, 1900, Estimated},
		"mistral":   {1200, 920, 1510, Estimated},
		"":          {1200, 920, 1510, Estimated},
	} {
		var c Calibration
		k := Key{Provider: provider, Model: "m"}
		// Two answers are not enough, whatever they say.
		feed(t, &c, k, false, line(3, 0), 500, 5000)
		f := c.Fit(k, false, Prior{})
		if got := f.Predict(1000); got != want || f.Learned || f.N != 2 {
			t.Errorf("%s: %+v of %+v, want %+v", provider, got, f, want)
		}
		f = c.Fit(k, false, Prior{Ratio: 1.1, Low: 1, High: 1.25})
		if got, want := f.Predict(1000), (Prediction{1100, 1000, 1250, Estimated}); got != want {
			t.Errorf("%s with a prior: %+v, want %+v", provider, got, want)
		}
		feed(t, &c, k, false, line(1.05, 0), 7000)
		if f = c.Fit(k, false, Prior{}); !f.Learned || f.N != 3 {
			t.Errorf("%s: three answers: %+v", provider, f)
		}
	}
}

func TestLearns(t *testing.T) {
	t.Parallel()
	grown := []int{20_000, 31_000, 44_000, 52_000, 61_000, 75_000}
	for name, test := range map[string]struct {
		server func(int) int
		a, b   float64
	}{
		"line":              {line(1.25, 26_000), 1.25, 26_000},
		"identity":          {line(1, 0), 1, 0},
		"factor below":      {line(0.7, 300), 0.7, 300},
		"factor too large":  {line(3, 0), 2, 48_000},                                    // what the bound leaves of the middle estimate
		"offset below zero": {line(1.5, -15_000), (1.5 - 15./44 + 1.5 - 15./52) / 2, 0}, // the middle of the quotients
	} {
		var c Calibration
		feed(t, &c, house, true, test.server, grown...)
		f := c.Fit(house, true, Prior{})
		if math.Abs(f.A-test.a) > 1e-3 || math.Abs(f.B-test.b) > 150 || !f.Split {
			t.Errorf("%s: A %v, B %v; want %v, %v", name, f.A, f.B, test.a, test.b)
		}
	}
}

// A history that is estimated at 83,000 tokens and counted at 91,000: a factor of 1.096.
func TestFactor(t *testing.T) {
	t.Parallel()
	server := line(91_000./83_000, 0)
	var c Calibration
	feed(t, &c, house, true, server, 21_000, 40_000, 62_000, 70_000)
	f := c.Fit(house, true, Prior{})
	p := f.Predict(83_000)
	if math.Abs(float64(p.Tokens-91_000)) > 5 || p.Kind != Calibrated || p.Low > 91_000 || p.High < 91_000 {
		t.Errorf("%+v, want 91,000", p)
	}
	if math.Abs(f.A-1.096) > 0.001 {
		t.Errorf("factor %v, want 1.096", f.A)
	}

	// All requests of one size: no factor can be told from an offset, but the size is right, and the interval away from
	// it covers both readings.
	var flat Calibration
	feed(t, &flat, house, true, server, 82_999, 83_000, 83_001)
	f = flat.Fit(house, true, Prior{Ratio: 1, Low: 0.9, High: 1.2})
	if p = f.Predict(83_000); p.Tokens != 91_000 || f.Split {
		t.Errorf("%+v of %+v, want 91,000", p, f)
	}
	twice := f.Predict(166_000)
	if twice.Low > 83_000+91_000 || twice.High < 182_000 {
		t.Errorf("%+v; both 174,000 and 182,000 are possible", twice)
	}
}

func TestTools(t *testing.T) {
	t.Parallel()
	var c Calibration
	feed(t, &c, house, false, line(1.2, 10), 1000, 4000, 9000)
	with := c.Fit(house, true, Prior{})
	if p := with.Predict(5000); with.Learned || p.Kind != Estimated || p.Low > 5000*0.92 || p.High < 5000*1.51 {
		t.Errorf("tools were never seen: %+v", p)
	}
	feed(t, &c, house, true, line(1.2, 510), 2000, 5000, 8000)
	with, without := c.Fit(house, true, Prior{}), c.Fit(house, false, Prior{})
	if math.Abs(with.B-510) > 2 || math.Abs(without.B-10) > 2 || with.A != without.A || math.Abs(with.A-1.2) > 1e-3 {
		t.Errorf("with %+v\nwithout %+v", with, without)
	}
	if p := with.Predict(5000); p.Kind != Calibrated || p.Tokens != 6510 {
		t.Errorf("%+v, want 6,510", p)
	}
	if other := c.Fit(Key{Provider: "house", Model: "llm-2", Framing: "json"}, true, Prior{}); other.N != 0 || other.Learned {
		t.Errorf("another model has learned: %+v", other)
	}
}

func TestNotUsed(t *testing.T) {
	t.Parallel()
	good := Observation{Key: house, Estimate: 1000, Server: 1100}
	for name, change := range map[string]func(*Observation){
		"refused":            func(o *Observation) { o.Refused = true },
		"no usage":           func(o *Observation) { o.Server = 0 },
		"no estimate":        func(o *Observation) { o.Estimate = 0 },
		"negative":           func(o *Observation) { o.Server = -1 },
		"absurd":             func(o *Observation) { o.Server = math.MaxInt },
		"absurd estimate":    func(o *Observation) { o.Estimate = math.MaxInt },
		"uncached part only": func(o *Observation) { o.Estimate = 80_000 },
		"no model":           func(o *Observation) { o.Model = "" },
		"long name":          func(o *Observation) { o.Framing = string(make([]byte, 1000)) },
	} {
		var c Calibration
		o := good
		change(&o)
		for range 5 {
			if err := c.Observe(o); !errors.Is(err, ErrNotUsed) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if f := c.Fit(o.Key, false, Prior{}); f.N != 0 || f.Learned || len(c.Keys()) != 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
	var c Calibration
	if err := c.Observe(good); err != nil {
		t.Error(err)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	var c Calibration
	for i := range maxKeys + 20 {
		feed(t, &c, Key{Model: fmt.Sprint(i)}, false, line(1, 0), 10)
	}
	keys := c.Keys()
	if len(keys) != maxKeys || keys[0].Model != "20" || keys[maxKeys-1].Model != fmt.Sprint(maxKeys+19) {
		t.Errorf("%d keys, from %v", len(keys), keys[0])
	}
	for i := range 500 {
		feed(t, &c, house, i%10 == 0, line(1.1, 0), 100+i)
	}
	if with, without := c.Fit(house, true, Prior{}), c.Fit(house, false, Prior{}); with.N != 50 || without.N != window {
		t.Errorf("%d observations with tools and %d without, want 50 and %d", with.N, without.N, window)
	}
}

// A provider changes its tokenizer: the window follows.
func TestFollows(t *testing.T) {
	t.Parallel()
	var c Calibration
	for i := range 100 {
		feed(t, &c, house, true, line(1, 0), 10_000+300*i)
	}
	for i := range window {
		feed(t, &c, house, true, line(1.3, 0), 10_000+400*i)
	}
	if f := c.Fit(house, true, Prior{}); math.Abs(f.A-1.3) > 0.01 {
		t.Errorf("factor %v, want 1.3", f.A)
	}
	// What the oldest third keeps for its size never becomes the majority.
	old := c.observed(house)[0]
	if old.Server != old.Estimate {
		t.Errorf("nothing is left of the old run: %+v", old)
	}
}

func TestAnchored(t *testing.T) {
	t.Parallel()
	var c Calibration
	// The count is 10 % off and 3,000 tokens are new: the error is 300 tokens and not 8,300 of 83,000.
	f := c.Fit(Key{Provider: "openai", Model: "m"}, true, Prior{Ratio: 1, Low: 0.9, High: 1.1})
	p := f.Anchored(Anchor{Usage: 83_000, Added: 3000})
	if p != (Prediction{86_000, 85_700, 86_300, Anchored}) {
		t.Errorf("%+v", p)
	}
	f = c.Fit(Key{Provider: "anthropic", Model: "m"}, true, Prior{Ratio: 1.25, Low: 1, High: 1.5})
	for name, test := range map[string]struct {
		Anchor
		want Prediction
	}{
		"nothing changed": {Anchor{Usage: 500}, Prediction{500, 500, 500, Exact}},
		"answer kept":     {Anchor{Usage: 500, Output: 40}, Prediction{540, 540, 540, Anchored}},
		"growth":          {Anchor{Usage: 500, Output: 40, Added: 100}, Prediction{665, 640, 690, Anchored}},
		"compaction":      {Anchor{Usage: 10_000, Removed: 4000, Inserted: 400}, Prediction{5500, 4400, 6600, Anchored}},
		"all of it":       {Anchor{Usage: 100, Removed: 1000}, Prediction{0, 0, 0, Anchored}},
		"no usage":        {Anchor{Added: 100}, Prediction{}},
		"negative":        {Anchor{Usage: 100, Added: -1}, Prediction{}},
	} {
		if got := f.Anchored(test.Anchor); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
	if got := (&Fit{}).Anchored(Anchor{Usage: 1, Added: 1}); got != (Prediction{}) {
		t.Errorf("the zero fit predicts %+v", got)
	}
	if got := (&Fit{}).Predict(1); got != (Prediction{}) {
		t.Errorf("the zero fit predicts %+v", got)
	}
}

func TestOutliers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(0.55, 1.95).Draw(t, "a")
		b := rapid.Float64Range(0, 40_000).Draw(t, "b")
		n := rapid.IntRange(20, window).Draw(t, "n")
		wild := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), n/10, n/10, rapid.ID).Draw(t, "wild")
		var c Calibration
		for i := range n {
			x := 2000 + 1500*i
			y := line(a, b)(x)
			if slices.Contains(wild, i) {
				y = rapid.IntRange(x/4+1, 5_000_000).Draw(t, "y")
			}
			if err := c.Observe(Observation{Key: house, Estimate: x, Server: y, Tools: true}); err != nil {
				t.Fatal(err)
			}
		}
		f := c.Fit(house, true, Prior{})
		if math.Abs(f.A-a) > 0.01 || math.Abs(f.B-b) > 100+0.01*b {
			t.Fatalf("A %v, B %v; want %v, %v", f.A, f.B, a, b)
		}
	})
}

// TestLearnsSlowly shows what is not enough to learn from: counts of the other kind, and the same request again.
func TestLearnsSlowly(t *testing.T) {
	t.Parallel()
	var c Calibration
	feed(t, &c, house, true, line(1.2, 300), 900)
	feed(t, &c, house, false, line(1.2, 10), 20, 150)
	if f := c.Fit(house, true, Prior{}); f.Learned || f.N != 1 {
		t.Errorf("one request with tools and two without: %+v", f)
	}
	feed(t, &c, house, true, line(1.2, 300), 900, 900, 900)
	f := c.Fit(house, true, Prior{})
	if p := f.Predict(500_000); f.Learned || p.Kind != Estimated {
		t.Errorf("one request four times: %+v, %+v", f, p)
	}
	// Nor does it outweigh others: the middle of three is the middle, however often one of them was asked about.
	var often Calibration
	feed(t, &often, house, true, line(1, 100), 1000)
	feed(t, &often, house, true, line(1, 200), 1001)
	for range 20 {
		feed(t, &often, house, true, line(1, 300), 1002)
	}
	if f := often.Fit(house, true, Prior{Ratio: 1, Low: 0.9, High: 1.2}); f.N != 3 || f.B != 200 {
		t.Errorf("one of three requests twenty times: %+v", f)
	}
	// Wild residuals do not make a server that counts nothing.
	var wild Calibration
	for i, y := range []int{1043, 9000, 2100, 40_000} {
		if err := wild.Observe(Observation{Key: house, Estimate: 900 * (i + 1), Server: y, Tools: true}); err != nil {
			t.Fatal(err)
		}
	}
	f = wild.Fit(house, true, Prior{})
	if p := f.Predict(900); p.Low < int(minFactor*900) {
		t.Errorf("%+v of %+v", p, f)
	}
}

// Counts that scatter widely, as those of short texts do, leave a range that has them all and does not reach to nothing.
func TestRange(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		pairs [][2]int // estimate and count
		low   float64  // least share of any estimate
	}{
		"scatter":          {[][2]int{{800, 1043}, {900, 3000}, {1000, 1200}, {1100, 4100}}, 0.5},
		"half with tools":  {[][2]int{{899, 450}, {1800, 2900}, {2700, 1700}}, 0.5},
		"below the bounds": {[][2]int{{1000, 300}, {2000, 1600}, {3000, 900}, {4000, 3300}}, 0.3}, // 0.3 was seen
	} {
		var c Calibration
		for _, p := range test.pairs {
			if err := c.Observe(Observation{Key: house, Estimate: p[0], Server: p[1], Tools: true}); err != nil {
				t.Fatal(err)
			}
		}
		f := c.Fit(house, true, Prior{})
		if !f.Learned {
			t.Fatalf("%s: %+v", name, f)
		}
		plausible(t, c.observed(house), true, &f)
		for _, x := range []int{1, 899, 5000, 100_000} {
			if p := f.Predict(x); p.Low < int(test.low*float64(x)) {
				t.Errorf("%s: %+v for %d, of %+v", name, p, x, f)
			}
		}
	}
}

// plausible checks a learned fit against what it was learned from.
func plausible(t interface {
	Fatalf(format string, args ...any)
}, all []Observation, tools bool, f *Fit) {
	floor := min(minFactor, ColdStart(house.Provider).Low)
	for _, o := range all {
		off := math.Abs(float64(o.Server) - f.A*float64(o.Estimate) - f.B)
		if o.Tools != tools || off > 3*f.Sigma {
			continue
		}
		floor = min(floor, float64(o.Server)/float64(o.Estimate))
		if p := f.Predict(o.Estimate); o.Server < p.Low || o.Server > p.High {
			t.Fatalf("%+v does not contain %d, of %+v", p, o.Server, f)
		}
	}
	for _, x := range []int{1, 899, f.least, f.most, 3_000_000} {
		p, estimate := f.Predict(x), float64(x)
		// What the factor may be, the offset that goes with its least, and the deviation.
		high := maxFactor*estimate + f.B + (f.A-minFactor)*float64(f.least) + max(3*f.Sigma, minHalf*(f.A*estimate+f.B))
		if float64(p.Low) < math.Floor(floor*estimate) || float64(p.High) > math.Ceil(high)*(1+1e-9) {
			t.Fatalf("%+v for %d, want %v to %v, of %+v", p, x, floor*estimate, high, f)
		}
	}
}

func TestProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var c Calibration
		for range rapid.IntRange(0, 30).Draw(t, "n") {
			o := Observation{
				Key: house, Tools: rapid.Bool().Draw(t, "tools"),
				Estimate: rapid.OneOf(rapid.IntRange(1, 100), rapid.IntRange(1, 1_000_000), rapid.IntRange(-5, maxCount+5)).Draw(t, "estimate"),
				Server:   rapid.OneOf(rapid.IntRange(1, 100), rapid.IntRange(1, 1_000_000), rapid.IntRange(-5, maxCount+5)).Draw(t, "server"),
			}
			if err := c.Observe(o); err != nil && !errors.Is(err, ErrNotUsed) {
				t.Fatal(err)
			}
		}
		tools := rapid.Bool().Draw(t, "ask")
		f := c.Fit(house, tools, Prior{})
		if f.A < minFactor || f.A > maxFactor || f.B < 0 || f.low > f.A || f.high < f.A || f.Learned != (f.N >= MinObservations) {
			t.Fatalf("%+v", f)
		}
		if f.Learned {
			plausible(t, c.observed(house), tools, &f)
		}
		x := rapid.IntRange(0, 2_000_000).Draw(t, "x")
		more := x + rapid.IntRange(0, 2_000_000).Draw(t, "more")
		p, q := f.Predict(x), f.Predict(more)
		if p.Low < 0 || p.Low > p.Tokens || p.Tokens > p.High || p.Kind == "" {
			t.Fatalf("%+v", p)
		}
		if q.Tokens < p.Tokens || q.High < p.High {
			t.Fatalf("%d tokens: %+v, but %d tokens: %+v", x, p, more, q)
		}
		a := Anchor{Usage: 1 + x, Added: more}
		grown := f.Anchored(a)
		if grown.Low > grown.Tokens || grown.Tokens > grown.High || grown.Tokens < a.Usage {
			t.Fatalf("%+v", grown)
		}
		a.Removed, a.Inserted = x/2, x/2
		if cut := f.Anchored(a); cut.High-cut.Low < grown.High-grown.Low && cut.Low > 0 {
			t.Fatalf("after a compaction %+v is narrower than %+v", cut, grown)
		}
	})
}

func BenchmarkFit(b *testing.B) {
	var c Calibration
	for i := range 2 * window {
		feed(b, &c, house, i%2 == 0, line(1.1, 50), 1000+700*i)
	}
	for b.Loop() {
		c.Fit(house, true, Prior{})
	}
}
