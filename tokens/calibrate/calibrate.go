// Package calibrate learns how a server's token counts follow from one's own: server ≈ a·estimate + b, for every
// provider, model and framing, from the usage that comes back with each answer.
//
// The factor a is what a foreign tokenizer or rendering makes of the same text, the offset b is what the server adds
// unseen, such as its own prompt for tools. Both are fitted by medians, so that a few wild figures move neither.
package calibrate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// Key names what one fit is for. Keys are compared as they are written.
type Key struct {
	Provider string // as in the model table, such as "anthropic"
	Model    string // id of the model
	Framing  string // how the tools were rendered for the estimate
}

// Observation is one answered request: what was estimated before it and what the server counted. Both numbers are
// tokens of the whole input, the part that came from or went to a prompt cache included. The input_tokens of Anthropic's
// API, and inputTokens of Bedrock's, leave that part out, and what was read from the cache and written to it must be
// added to make Server. OpenAI's prompt_tokens and input_tokens and Gemini's promptTokenCount have it in them.
type Observation struct {
	Key
	Estimate int       // own count of the input, before any calibration
	Server   int       // the server's count of the same input
	Tools    bool      // the request had tools, for which servers add a prompt
	Refused  bool      // the server answered with an error: its figures, if any, are no count
	At       time.Time // when, for the reader of the file only; zero if not known
}

const (
	// MinObservations is how many different requests, with tools or without as the one that is asked about, must have
	// been observed before anything learned is used. Below it the [Prior] holds: two points make a line through any two
	// errors.
	MinObservations = 3

	// window is how many observations a fit looks back, with and without tools each: enough for medians, few enough to
	// follow a provider that changes its tokenizer under a name, and to keep the n² pairs at about four thousand.
	window = 64

	maxKeys  = 256     // fits that are kept; the one longest without news goes first
	maxName  = 256     // bytes of one part of a key
	maxCount = 1 << 30 // tokens; no window comes near
	// minShare is the least share of the estimate that a server's count may be. No tokenizer makes a quarter of another's
	// tokens of a text; a cache's field taken for the whole does.
	minShare = 0.25
)

// ErrNotUsed is what [Calibration.Observe] wraps when an observation does not feed the fit.
var ErrNotUsed = errors.New("observation not used")

// Calibration holds the latest observations of each key. The zero value has none and answers from priors. It is safe
// for concurrent use; it must not be copied.
type Calibration struct {
	mu     sync.Mutex
	saving sync.Mutex // held through Save, so that mu need not be while the disk works
	// A fit reads the three one after the other: what the file has, what a running Save is adding to it, and what came
	// since.
	filed, moving, fresh book
}

// Observe feeds one observation. An error that wraps [ErrNotUsed] says why it was left out: a refused request, a count
// that is zero, negative or too large for any window, a server's count below a quarter of the estimate, or a key without
// a model. Nothing else is an error, and leaving one out is no reason to stop. The same numbers again say nothing new:
// they take the place of the earlier ones.
func (c *Calibration) Observe(o Observation) error {
	if why := o.unusable(); why != "" {
		return fmt.Errorf("calibrate: %w: %s", ErrNotUsed, why)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fresh.add(o)
	return nil
}

// unusable says why an observation must not feed a fit, or nothing.
func (o *Observation) unusable() string {
	switch {
	case o.Refused:
		return "refused request"
	case o.Estimate <= 0 || o.Server <= 0:
		return fmt.Sprintf("estimate %d, server %d: both must be positive", o.Estimate, o.Server)
	case o.Estimate > maxCount || o.Server > maxCount:
		return fmt.Sprintf("estimate %d, server %d: more than any window holds", o.Estimate, o.Server)
	case float64(o.Server) < minShare*float64(o.Estimate):
		return fmt.Sprintf("server counted %d of %d: cached input is missing from the sum", o.Server, o.Estimate)
	case o.Model == "":
		return "no model"
	case len(o.Provider) > maxName || len(o.Model) > maxName || len(o.Framing) > maxName:
		return fmt.Sprintf("a name of more than %d bytes", maxName)
	}
	return ""
}

// Keys returns the keys that have observations, the one with the latest news last.
func (c *Calibration) Keys() []Key {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.filed.clone()
	all.append(&c.moving)
	all.append(&c.fresh)
	return all.order
}

// book keeps the latest observations of each key, within bounds. The zero value is empty.
type book struct {
	order []Key // the one with the latest news last
	of    map[Key][]Observation
}

func (b *book) add(o Observation) {
	if b.of == nil {
		b.of = map[Key][]Observation{}
	}
	list := slices.DeleteFunc(b.of[o.Key], func(p Observation) bool {
		return p.Estimate == o.Estimate && p.Server == o.Server && p.Tools == o.Tools
	})
	b.of[o.Key] = trim(append(list, o))
	if n := len(b.order); n == 0 || b.order[n-1] != o.Key {
		b.order = append(slices.DeleteFunc(b.order, func(k Key) bool { return k == o.Key }), o.Key)
	}
	if len(b.order) > maxKeys {
		delete(b.of, b.order[0])
		b.order = b.order[1:]
	}
}

// trim drops one observation with or without tools, whichever has grown past the window. Requests of one run are much
// alike, and the latest of them would soon be all that a fit knows; so of the oldest third the one goes that is nearest
// in size to the one after it.
func trim(list []Observation) []Observation {
	if len(list) <= window {
		return list
	}
	last := list[len(list)-1]
	same := make([]int, 0, window+1)
	for i := range list {
		if list[i].Tools == last.Tools {
			same = append(same, i)
		}
	}
	if len(same) <= window {
		return list
	}
	drop, least := 0, math.Inf(1)
	for i := range window / 3 {
		gap := math.Abs(math.Log(float64(list[same[i]].Estimate) / float64(list[same[i+1]].Estimate)))
		if gap < least {
			drop, least = same[i], gap
		}
	}
	return slices.Delete(list, drop, drop+1)
}

func (b *book) append(other *book) {
	for _, k := range other.order {
		for _, o := range other.of[k] {
			b.add(o)
		}
	}
}

func (b *book) clone() book {
	var c book
	c.append(b)
	return c
}

// observed returns the observations of a key, oldest first.
func (c *Calibration) observed(k Key) []Observation {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all book
	for _, b := range []*book{&c.filed, &c.moving, &c.fresh} {
		for _, o := range b.of[k] {
			all.add(o)
		}
	}
	return all.of[k]
}
