package render

import (
	"math"
	"testing"

	"github.com/schema-bench/schema-bench/bench"
)

func TestCount(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", -1000: "-1,000", -999: "-999", 1234567: "1,234,567", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := count(n); got != want {
			t.Errorf("count(%d) = %q, want %q", n, got, want)
		}
	}
	if got := delta(5) + delta(0) + delta(-5); got != "+50-5" {
		t.Errorf("deltas %q", got)
	}
}

func TestPercent(t *testing.T) {
	t.Parallel()
	for share, want := range map[float64]string{
		0: "0.0 %", 1: "100.0 %", 0.031: "3.1 %", 0.00001: "under 0.1 %", 0.9999: "99.9 %", -0.043: "-4.3 %", -0.0001: "over -0.1 %", 1.5: "150.0 %",
	} {
		if got := percent(share); got != want {
			t.Errorf("percent(%g) = %q, want %q", share, got, want)
		}
	}
	if got := part(1, 0); got != "0.0 %" {
		t.Errorf("a part of nothing: %q", got)
	}
}

func TestUSD(t *testing.T) {
	t.Parallel()
	for x, want := range map[float64]string{
		0: "$0", 0.00000123: "$0.00000123", 0.0050: "$0.00500", 0.0103: "$0.0103", 0.257: "$0.257", 1: "$1.00", 0.9999: "$1.00", 0.99999: "$1.00", 12.345: "$12.35",
		1999.999: "$2,000.00", 1234567.8: "$1,234,567.80",
	} {
		if got := usd(bench.Amount{USD: x, Known: true}); got != want {
			t.Errorf("usd(%g) = %q, want %q", x, got, want)
		}
	}
	if got := usd(bench.Amount{USD: 3}); got != "unknown" {
		t.Errorf("an unknown amount reads %q", got)
	}
}
