package calibrate

import (
	"regexp"
	"testing"
)

func TestPriors(t *testing.T) {
	t.Parallel()
	f, err := priors()
	if err != nil {
		t.Fatal(err)
	}
	date := regexp.MustCompile(`^20\d\d-(0[1-9]|1[0-2])(-\d\d)?$`)
	seen := map[string]bool{}
	for i, r := range f.Priors {
		if r.Provider == "" || seen[r.Provider] || !date.MatchString(r.AsOf) || r.Source == "" {
			t.Errorf("/priors/%d: provider %q, as of %q, source %q", i, r.Provider, r.AsOf, r.Source)
		}
		seen[r.Provider] = true
		if r.Low < minFactor || r.Low > r.Ratio || r.Ratio > r.High || r.High > maxFactor {
			t.Errorf("/priors/%d: %v within %v and %v", i, r.Ratio, r.Low, r.High)
		}
		if got := ColdStart(r.Provider); got != (Prior{r.Ratio, r.Low, r.High}) {
			t.Errorf("%s: %+v", r.Provider, got)
		}
	}
	if !seen["*"] || ColdStart("house") != ColdStart("*") {
		t.Error("no row for the other providers")
	}
}
