package calibrate

import (
	"math"
	"slices"
)

// The bounds of a learned factor. A factor beyond them is not one of tokenizers or renderings, but of text that was
// counted on one side only.
const (
	minFactor = 0.5
	maxFactor = 2.0
)

// minGap is how far apart two estimates must be, as a share of the larger one, for their slope to say anything of the
// factor: nearer, the quotient is one of rounding and of the kind of text.
const minGap = 0.05

// Fit is what is known of one key: server ≈ A·estimate + B.
type Fit struct {
	A float64 // server's tokens for one of ours, within [0.5, 2.0]
	B float64 // tokens that the server adds to every request, at least 0
	// Sigma is the robust standard deviation of what the server counted around the fit, in tokens.
	Sigma float64
	N     int // different requests behind the fit, with tools or without as asked, within the window
	// Learned says that A and B come from usage; otherwise they are the prior's.
	Learned bool
	// Split says that factor and offset could be told apart. If not, because all requests were of one length, the prior's
	// factor stands and B takes the rest.
	Split bool

	low, high   float64 // bounds of A
	floor       float64 // the least share of an estimate that a count can be
	step        float64 // deviation of what one request adds to the last around A times its estimate, in tokens
	least, most int     // the range of estimates observed
	prior       Prior
}

// Fit returns what is known of a key, for requests with or without tools: both share the factor, and each has its own
// offset. A zero prior is the one of [ColdStart] for the key's provider. It takes less than a millisecond.
//
// The factor is Siegel's repeated median of the slopes between observations, which up to half of them may not upset, and
// an offset is the median of what is left (A. F. Siegel, Robust regression using repeated medians, Biometrika 69 (1982)
// 242–244). Slopes are taken between observations that both have tools or both have none, where the offset cancels out.
func (c *Calibration) Fit(k Key, tools bool, prior Prior) Fit {
	if prior == (Prior{}) {
		prior = ColdStart(k.Provider)
	}
	all := c.observed(k)
	groups := map[bool][]Observation{}
	for _, o := range all {
		groups[o.Tools] = append(groups[o.Tools], o)
	}
	f := Fit{A: prior.Ratio, low: prior.Low, high: prior.High, prior: prior, N: len(groups[tools])}
	if f.N < MinObservations {
		return f
	}
	f.Learned = true
	slopes := repeatedMedians(all)
	f.Split = len(slopes) >= MinObservations
	if f.Split {
		f.A = clamp(median(slopes))
	}
	f.settle(groups)
	f.B = max(0, offset(groups[tools], f.A))

	residuals := make([]float64, 0, len(all))
	for _, group := range groups {
		b := max(0, offset(group, f.A))
		for _, o := range group {
			residuals = append(residuals, math.Abs(float64(o.Server)-f.A*float64(o.Estimate)-b))
		}
	}
	parameters := len(groups)
	if f.Split {
		parameters++
	}
	f.Sigma = spread(residuals, parameters)
	f.least, f.most = groups[tools][0].Estimate, groups[tools][0].Estimate
	for _, o := range groups[tools] {
		f.least, f.most = min(f.least, o.Estimate), max(f.most, o.Estimate)
	}
	f.bound(slopes, all)
	f.support(groups[tools])
	f.step = spread(steps(all, f.A), 1)
	return f
}

// settle corrects the factor where it leaves an offset below zero, which no server has: then there all is factor.
func (f *Fit) settle(groups map[bool][]Observation) {
	a := f.A
	for _, group := range groups {
		if offset(group, f.A) < 0 {
			a = min(a, clamp(median(ratios(group))))
		}
	}
	f.A = a
}

// bound sets how far the factor may be off: three deviations of the slopes, and no less than what the deviation of the
// counts makes of the range observed. Where factor and offset cannot be told apart, the factor is anything that the prior
// allows and the counts, whose offset is not negative, do not exclude.
func (f *Fit) bound(slopes []float64, all []Observation) {
	if !f.Split {
		f.high = max(f.A, min(f.prior.High, median(ratios(all))))
		f.low = min(f.A, f.prior.Low)
		return
	}
	for i := range slopes {
		slopes[i] = math.Abs(slopes[i] - f.A)
	}
	half := deviations * spread(slopes, 1)
	if f.most > f.least {
		half = max(half, deviations*max(f.Sigma, 1)/float64(f.most-f.least))
	}
	f.low, f.high = min(f.A, clamp(f.A-half)), max(f.A, clamp(f.A+half))
}

// support sets the least share of an estimate that a count can be: what the bounds of the factor leave, or less where it
// was seen. What is further from the fit than an interval reaches is a wild figure, and supports nothing.
func (f *Fit) support(group []Observation) {
	f.floor = f.low
	for _, o := range group {
		x, y := float64(o.Estimate), float64(o.Server)
		if math.Abs(y-f.A*x-f.B) <= deviations*f.Sigma {
			f.floor = min(f.floor, y/x)
		}
	}
}

// repeatedMedians returns for every observation the median of its slopes to the others of its kind. Observations that
// have no other far enough away have none.
func repeatedMedians(all []Observation) []float64 {
	var medians []float64
	slopes := make([]float64, 0, len(all))
	for i, p := range all {
		slopes = slopes[:0]
		for j, q := range all {
			gap := float64(q.Estimate - p.Estimate)
			if i == j || p.Tools != q.Tools || math.Abs(gap) < minGap*float64(max(p.Estimate, q.Estimate)) {
				continue
			}
			slopes = append(slopes, float64(q.Server-p.Server)/gap)
		}
		if len(slopes) > 0 {
			medians = append(medians, median(slopes))
		}
	}
	return medians
}

// steps returns how far each request that followed another was from what an anchor on that one would have said.
func steps(all []Observation, a float64) []float64 {
	var off []float64
	last := map[bool]Observation{}
	for _, o := range all {
		if p, ok := last[o.Tools]; ok {
			off = append(off, math.Abs(float64(o.Server-p.Server)-a*float64(o.Estimate-p.Estimate)))
		}
		last[o.Tools] = o
	}
	return off
}

// offset is the median of what a factor leaves unexplained.
func offset(group []Observation, a float64) float64 {
	rest := make([]float64, len(group))
	for i, o := range group {
		rest[i] = float64(o.Server) - a*float64(o.Estimate)
	}
	return median(rest)
}

func ratios(all []Observation) []float64 {
	r := make([]float64, len(all))
	for i, o := range all {
		r[i] = float64(o.Server) / float64(o.Estimate)
	}
	return r
}

// spread turns absolute residuals into a standard deviation: 1.4826 times their median, with a factor for few
// observations, 1 + 5/(n−p) for p parameters (P. J. Rousseeuw and A. M. Leroy, Robust Regression and Outlier Detection,
// 1987, p. 202).
func spread(residuals []float64, parameters int) float64 {
	free := max(1, len(residuals)-parameters)
	return 1.4826 * (1 + 5/float64(free)) * median(residuals)
}

func clamp(a float64) float64 { return min(max(a, minFactor), maxFactor) }

// median sorts values and returns the middle one, or the mean of the two; 0 if there are none.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	switch {
	case n == 0:
		return 0
	case n%2 == 1:
		return values[n/2]
	}
	return (values[n/2-1] + values[n/2]) / 2
}
