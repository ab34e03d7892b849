package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// A count is a flag that is a whole number. Its errors name no parser: they say what to type.
type count struct {
	value *int
	least int
}

// Set implements pflag.Value.
func (c count) Set(s string) error {
	n, err := strconv.Atoi(s)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return errors.New("is too large")
	case err != nil:
		return errors.New("must be a whole number without separators or suffix, such as 600000" + plainNumber(s))
	case n < c.least && c.least == 0:
		return errors.New("must not be negative")
	case n < c.least:
		return errors.New("must be at least " + strconv.Itoa(c.least))
	}
	*c.value = n
	return nil
}

// String implements pflag.Value.
func (c count) String() string {
	if c.value == nil {
		return "0"
	}
	return strconv.Itoa(*c.value)
}

// Type implements pflag.Value.
func (c count) Type() string { return "int" }

// plainNumber spells a number as it has to be typed, if it is one that people write with separators or a suffix.
func plainNumber(s string) string {
	factor := 1.0
	digits := strings.NewReplacer(",", "", "_", "", "'", "", " ", "").Replace(strings.ToLower(strings.TrimSpace(s)))
	for suffix, f := range map[string]float64{"k": 1e3, "m": 1e6} {
		if rest, ok := strings.CutSuffix(digits, suffix); ok {
			digits, factor = rest, f
		}
	}
	v, err := strconv.ParseFloat(digits, 64)
	if v *= factor; err != nil || v < 0 || v > 1e15 || v != math.Trunc(v) || strings.Trim(digits, "0123456789.") != "" {
		return ""
	}
	return "; here: " + strconv.FormatFloat(v, 'f', -1, 64)
}

// A price is a flag that is an amount of US dollars.
type price struct{ usd *float64 }

// Set implements pflag.Value.
func (p price) Set(s string) error {
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange), math.IsNaN(v), math.IsInf(v, 0):
		return errors.New("must be a number of US dollars per million tokens, such as 1.25")
	case v < 0:
		return errors.New("must not be negative")
	}
	*p.usd = v
	return nil
}

// String implements pflag.Value.
func (p price) String() string {
	if p.usd == nil {
		return "0"
	}
	return strconv.FormatFloat(*p.usd, 'g', -1, 64)
}

// Type implements pflag.Value.
func (p price) Type() string { return "float64" }

// A span is a flag that is a length of time.
type span struct{ value *time.Duration }

// Set implements pflag.Value.
func (d span) Set(s string) error {
	v, err := time.ParseDuration(s)
	if _, number := strconv.ParseFloat(s, 64); err != nil && number == nil {
		return errors.New("has no unit: write " + s + "s for seconds")
	}
	switch {
	case err != nil:
		return errors.New("must be a length of time with its unit, such as 90s or 2m")
	case v <= 0:
		return errors.New("must be longer than nothing")
	}
	*d.value = v
	return nil
}

// String implements pflag.Value.
func (d span) String() string {
	if d.value == nil {
		return "0s"
	}
	return d.value.String()
}

// Type implements pflag.Value.
func (d span) Type() string { return "duration" }
