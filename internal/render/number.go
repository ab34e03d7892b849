package render

import (
	"math"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/bench"
)

// count writes a whole number with thousands separators.
func count[N int | int64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	sign := ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	b.WriteString(sign)
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// delta writes a difference with its sign.
func delta(n int) string {
	if n > 0 {
		return "+" + count(n)
	}
	return count(n)
}

// plural writes a number of things.
func plural[N int | int64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return count(n) + " " + thing + "s"
}

// percent writes a share from 0 to 1. What is not nothing never reads as 0.0 %, and what is not all never as 100.0 %.
func percent(share float64) string {
	p := 100 * share
	text := strconv.FormatFloat(p, 'f', 1, 64)
	switch {
	case p != 0 && math.Abs(p) < 0.05:
		text = "under 0.1"
		if p < 0 {
			text = "over -0.1"
		}
	case text == "100.0" && p < 100:
		text = "99.9"
	}
	return text + " %"
}

// part writes n as a share of total; nothing of nothing is 0.
func part(n, total int) string {
	if total == 0 {
		return percent(0)
	}
	return percent(float64(n) / float64(total))
}

// signedPart writes a difference as a share of total, with its sign.
func signedPart(n, total int) string {
	if n > 0 {
		return "+" + part(n, total)
	}
	return part(n, total)
}

// usd writes an amount of money, below a dollar with three digits that say something.
func usd(a bench.Amount) string {
	switch x := a.USD; {
	case !a.Known:
		return "unknown"
	case !(x < 1e15): // more digits than a float64 has, or no number at all
		return "$" + strconv.FormatFloat(x, 'g', 3, 64)
	case x == 0:
		return "$0"
	case x >= 0.9995: // which is a dollar to three digits
		whole, cents := math.Modf(math.Round(x*100) / 100)
		return "$" + count(int64(whole)) + strconv.FormatFloat(cents, 'f', 2, 64)[1:]
	default:
		// Three digits that say something.
		return "$" + strconv.FormatFloat(x, 'f', 2-int(math.Floor(math.Log10(x))), 64)
	}
}
