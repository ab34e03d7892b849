package tokens

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/tokens/framing"
)

// Check is what the self-check found of one encoding or framing.
type Check struct {
	Kind    string   // "encoding" or "framing"
	Name    string   // which one
	Checked int      // planted texts that were counted
	Wrong   []string // one line for each that came out wrong
}

// OK reports whether something was checked and nothing was wrong. It is false for the zero value.
func (c *Check) OK() bool { return c.Checked > 0 && len(c.Wrong) == 0 }

// SelfCheck counts planted texts in every encoding and compares with what the reference tokenizer makes of them, and
// frames planted tools in every framing, compares text and count with what was verified, and checks that the counts of
// the segments add up to the count of the text. It takes a fraction of a second and needs nothing from outside the
// program. The instrument is off unless every Check is OK.
func SelfCheck() []Check {
	return selfCheck(Encodings(), NewCounter, framing.Names(), framing.New)
}

func selfCheck(encodings []string, counter func(string) (Counter, error), framings []string, frame func(string) (framing.Framing, error)) []Check {
	checks := make([]Check, 0, len(encodings)+len(framings))
	counters := make([]Counter, 0, len(encodings))
	for _, name := range encodings {
		check := Check{Kind: "encoding", Name: name}
		if c, err := counter(name); err != nil {
			check.wrong("%v", err)
		} else {
			counters = append(counters, c)
			check.encoding(c)
		}
		checks = append(checks, check)
	}
	for _, name := range framings {
		check := Check{Kind: "framing", Name: name}
		if f, err := frame(name); err != nil {
			check.wrong("%v", err)
		} else {
			check.framing(f, counters)
		}
		checks = append(checks, check)
	}
	return checks
}

func (c *Check) wrong(format string, args ...any) {
	c.Wrong = append(c.Wrong, fmt.Sprintf(format, args...))
}

func (c *Check) encoding(counter Counter) {
	if counter.Name() != c.Name {
		c.wrong("the counter calls itself %q", counter.Name())
	}
	for _, v := range vectors() {
		want, ok := v.want(c.Name)
		if !ok {
			continue // then nothing is checked, which is not OK
		}
		c.Checked++
		if n := counter.Count([]byte(v.text)); n != want {
			c.wrong("%s: %d tokens, want %d", v.name, n, want)
		}
	}
}

// framing checks one framing: that its text of the planted tools is the one that was verified, to the byte and in
// tokens, that each tool's name and description are in the text that belongs to it, and that a count of the segments
// adds up to a count of the text.
func (c *Check) framing(f framing.Framing, counters []Counter) {
	tools, err := planted()
	if err != nil {
		c.wrong("%v", err)
		return
	}
	if f.Name() != c.Name {
		c.wrong("the framing calls itself %q", f.Name())
	}
	segments, err := f.Frame(tools)
	if err != nil {
		c.wrong("%v", err)
		return
	}
	want, ok := goldens()[c.Name]
	if !ok {
		c.wrong("no text of this framing was verified")
	}
	h := sha256.New()
	for _, s := range segments {
		h.Write(s.Text)
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); ok && got != want.digest {
		c.wrong("the text of the planted tools has the digest %s, want %s", got, want.digest)
	}
	for i, tool := range tools {
		var text []byte
		for _, s := range segments {
			if s.Tool == i {
				text = append(text, s.Text...)
			}
		}
		line, _, _ := strings.Cut(*tool.Description, "\n") // most framings escape what follows
		for _, want := range []string{tool.Name, line} {
			if !bytes.Contains(text, []byte(want)) {
				c.wrong("tool %q: the text has no %q", tool.Name, want)
			}
		}
	}
	for _, counter := range counters {
		c.Checked++
		sum := 0
		for i, n := range CountSegments(counter, segments) {
			if sum += n; n < 0 {
				c.wrong("%s: segment %d has %d tokens", counter.Name(), i, n)
			}
		}
		all := countFramed(counter, segments)
		if sum != all {
			c.wrong("%s: the segments have %d tokens, their text has %d", counter.Name(), sum, all)
		}
		if ok && counter.Name() == O200kBase && all != want.tokens {
			c.wrong("%s: the text has %d tokens, want %d", counter.Name(), all, want.tokens)
		}
	}
}

// countFramed counts the text of segments as a whole: special tokens are one each, and cut it into texts of their own.
func countFramed(c Counter, segments []framing.Segment) int {
	n := 0
	var text []byte
	for _, s := range segments {
		if s.Special {
			n += c.Count(text) + 1
			text = text[:0]
			continue
		}
		text = append(text, s.Text...)
	}
	return n + c.Count(text)
}
