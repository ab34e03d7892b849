package tokens

import (
	"encoding/json"
	"fmt"
	"math"
)

// Rate is a price in US dollars per million tokens. The zero value is unknown, which is not the
// same as free. In JSON an unknown rate is null.
type Rate struct {
	PerMillion float64
	Known      bool
}

// USD returns a known rate of usd dollars per million tokens.
func USD(usd float64) Rate { return Rate{PerMillion: usd, Known: true} }

// Cost returns what n tokens cost in US dollars; ok is false if the rate is unknown.
func (r Rate) Cost(n int64) (usd float64, ok bool) {
	return r.PerMillion * float64(n) / 1e6, r.Known
}

// MarshalJSON writes the dollars per million tokens, or null.
func (r Rate) MarshalJSON() ([]byte, error) {
	if !r.Known {
		return []byte("null"), nil
	}
	return json.Marshal(r.PerMillion)
}

// UnmarshalJSON reads the dollars per million tokens, or null. A negative rate is an error.
func (r *Rate) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*r = Rate{}
		return nil
	}
	var usd float64
	if err := json.Unmarshal(b, &usd); err != nil {
		return fmt.Errorf("price %.40s: want dollars per million tokens, or null", b)
	}
	if usd < 0 {
		return fmt.Errorf("price %v is negative", usd)
	}
	*r = USD(usd)
	return nil
}

// Price holds what a model's tokens cost: list prices of a plain request, without discounts for
// batches and without surcharges for speed. The zero value is unknown throughout.
type Price struct {
	In         Rate `json:"in"`          // input that is not read from a cache
	Cached     Rate `json:"cached"`      // input read from the provider's prompt cache
	CacheWrite Rate `json:"cache_write"` // input written to the cache, for the shortest time offered
	Out        Rate `json:"out"`         // output
	// UpTo is the number of input tokens up to which these rates hold, where a longer request
	// costs more; 0 if no such limit is known.
	UpTo int `json:"up_to,omitempty"`
}

// perMillion turns a price per token into one per million, rounded so that the binary fraction
// of 1e-7 does not show.
func perMillion(perToken float64) Rate {
	return USD(math.Round(perToken*1e15) / 1e9)
}
