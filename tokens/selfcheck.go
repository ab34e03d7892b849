package tokens

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/schema-bench/schema-bench/schema"
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
// frames planted tools in every framing and checks that the counts of the segments add up to the count of the text. It
// takes a fraction of a second and needs nothing from outside the program. The instrument is off unless every Check is OK.
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

// planted are two tools that every framing can render.
func planted() ([]framing.Piece, error) {
	move, err := schema.Parse([]byte(`{"type":"object","description":"What to move","properties":{` +
		`"from":{"type":"string","title":"From","description":"Path of the file","minLength":1,"examples":["/a"]},` +
		`"mode":{"type":"string","enum":["copy","move"],"default":"move"},` +
		`"to":{"oneOf":[{"type":"string","description":"A path"},{"type":"integer"}]},` +
		`"owner":{"type":["string","null"]},` +
		`"rules":{"type":"array","items":{"type":"object","description":"A rule","properties":{"size":{"type":"number"}},"required":["size"]}},` +
		`"extra":{"$ref":"#/$defs/extra"}},"required":["from"],"$defs":{"extra":{"type":"boolean"}}}`))
	if err != nil {
		return nil, err
	}
	ping, err := schema.Parse([]byte(`{"type":"object","properties":{}}`))
	if err != nil {
		return nil, err
	}
	text := []string{"Moves a file. Never overwrites: an existing target is an error.", "Answers with the time of the server"}
	return []framing.Piece{
		{Name: "move_file", Description: &text[0], Input: move},
		{Name: "ping", Description: &text[1], Input: ping},
	}, nil
}

// framed returns the first digits of the SHA-256 of the text that each framing makes of the planted tools.
func framed() map[string]string {
	return map[string]string{
		"json":         "f1be003517f9dc68",
		"json-spaced":  "31e880da39ad7935",
		"openai-ts":    "c64f63f4abb450f0",
		"harmony":      "28e6f25cdc5bbf03",
		"gptoss-jinja": "32e26b03db6ebcae",
		"hermes":       "1f70bcb71b500008",
		"llama3":       "b3dbcf92514d3f46",
		"mistral":      "2fe742713ff101f1",
		"anthropic":    "2548f87f75561c6f",
		"gemini":       "c2926bb066f750e6",
	}
}

// framing checks one framing: that its text is the planted one, that each tool's name and description are in the text
// that belongs to it, and that a count of the segments adds up to a count of the text.
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
	h := sha256.New()
	for _, s := range segments {
		h.Write(s.Text)
	}
	if got, want := fmt.Sprintf("%x", h.Sum(nil)[:8]), framed()[c.Name]; got != want {
		c.wrong("the text of the planted tools has the digest %s, want %s", got, want)
	}
	for i, tool := range tools {
		var text []byte
		for _, s := range segments {
			if s.Tool == i {
				text = append(text, s.Text...)
			}
		}
		for _, want := range []string{tool.Name, *tool.Description} {
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
		if want := countFramed(counter, segments); sum != want {
			c.wrong("%s: the segments have %d tokens, their text has %d", counter.Name(), sum, want)
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
