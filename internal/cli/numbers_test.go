package cli

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestPlainNumber(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"600k": "600000", "1,000": "1000", "1_000_000": "1000000", "1.5M": "1500000", " 12'000 ": "12000", "400K": "400000",
		"1.5": "", "many": "", "": "", "k": "", "-5k": "", "1e9": "", "NaN": "", "0x10": "", "9999999999999999999k": "",
	} {
		if want != "" {
			want = "; here: " + want
		}
		if got := plainNumber(typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// A number is taken as it is or refused in words that name no parser, and what is refused changes nothing.
func FuzzNumbers(f *testing.F) {
	for _, s := range []string{"7", "0", "-1", "600k", "1,000", "NaN", "Inf", "-0", "1e999", "2", "90s", "1h2m", "-3s", "0x1p-2", "99999999999999999999", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, usd, long := 5, 5.0, 5*time.Second
		for kind, err := range map[string]error{"count": count{&n, 1}.Set(s), "price": price{&usd}.Set(s), "span": span{&long}.Set(s)} {
			if err != nil && (strings.Contains(err.Error(), "strconv") || strings.Contains(err.Error(), "time:")) {
				t.Errorf("%s %q: %v", kind, s, err)
			}
		}
		if want, err := strconv.Atoi(s); n != 5 && (err != nil || n != want) || n < 1 {
			t.Errorf("the count of %q is %d", s, n)
		}
		if math.IsNaN(usd) || math.IsInf(usd, 0) || usd < 0 {
			t.Errorf("the price of %q is %v", s, usd)
		}
		if want, err := time.ParseDuration(s); long != 5*time.Second && (err != nil || long != want) || long <= 0 {
			t.Errorf("the span of %q is %s", s, long)
		}
		if plain, ok := strings.CutPrefix(plainNumber(s), "; here: "); ok {
			if v, err := strconv.Atoi(plain); err != nil || v < 0 {
				t.Errorf("%q is proposed for %q", plain, s)
			}
		}
	})
}
