package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/pkoukk/tiktoken-go"
	tiktoken_loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/schema-bench/schema-bench/tokens/bpe"
)

// The names of the implementations in output and between processes.
const (
	ours       = "ours"
	tiktokenGo = "tiktoken-go"
	npm        = "npm tiktoken"
)

// A counter counts the tokens of a text. It gets the text in the form in which it wants it, so that no conversion is timed.
type counter struct {
	count func(text []byte, s string) int
}

func newOurs(encoding string) (memo, plain counter, err error) {
	e, err := bpe.Load(encoding)
	if err != nil {
		return counter{}, counter{}, err
	}
	bare := e.WithoutMemo()
	return counter{func(text []byte, _ string) int { return e.Count(text) }},
		counter{func(text []byte, _ string) int { return bare.Count(text) }}, nil
}

func newTiktokenGo(encoding string) (counter, error) {
	tiktoken.SetBpeLoader(tiktoken_loader.NewOfflineLoader())
	t, err := tiktoken.GetEncoding(encoding)
	if err != nil {
		return counter{}, fmt.Errorf("tiktoken-go: %w", err)
	}
	return counter{func(_ []byte, s string) int { return len(t.EncodeOrdinary(s)) }}, nil
}

// A timing is a count and the CPU time of the fastest pass.
type timing struct {
	Count int
	CPU   time.Duration
}

// faster keeps the better of two timings.
func (t *timing) faster(o timing) {
	if t.CPU == 0 || o.CPU < t.CPU {
		*t = o
	}
}

// time makes passes over a text. The garbage of what ran before is collected first, so that it is not paid for here.
func (c counter) time(text []byte, passes int) (timing, error) {
	var best timing
	s := string(text)
	runtime.GC()
	for range passes {
		start, err := threadCPU()
		if err != nil {
			return best, err
		}
		n := c.count(text, s)
		end, err := threadCPU()
		if err != nil {
			return best, err
		}
		best.faster(timing{n, max(end-start, 1)})
	}
	return best, nil
}
