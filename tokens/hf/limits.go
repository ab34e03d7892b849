package hf

import "fmt"

// The limits on what a file may make of a text. Files in use have a handful of components, texts of a few bytes in them,
// and at most triple a blank.
const (
	maxSteps  = 64   // normalizers, and steps of the pre-tokenizer
	maxText   = 1024 // bytes of a text that is put into others
	maxGrowth = 64   // bytes that one may become
)

// checkLimits refuses a file that makes too much of every text: a few kilobytes of replacements could ask for any amount
// of memory, and thousands of steps for any amount of time.
func (t *Tokenizer) checkLimits(s *settings) error {
	for _, text := range []struct{ name, value string }{{"continuing_subword_prefix", s.prefix}, {"end_of_word_suffix", s.suffix}} {
		if len(text.value) > maxText {
			return fmt.Errorf("model.%s: it is longer than %d bytes", text.name, maxText)
		}
	}
	if len(t.steps) > maxSteps {
		return fmt.Errorf("pre_tokenizer: %d steps; at most %d are supported", len(t.steps), maxSteps)
	}
	growth, count := 1, 0
	return walkNormalizers(t.normalizer, func(n normalizer) error {
		if count++; count > maxSteps {
			return fmt.Errorf("normalizer: more than %d components", maxSteps)
		}
		from, to := 1, 1
		switch n := n.(type) {
		case prepend:
			to = len(n)
			if to <= maxText {
				return nil // once per text, not per byte
			}
		case replaceString:
			from, to = max(1, len(n.old)), len(n.with)
		case replacePattern:
			to = len(n.with)
		}
		if to > maxText {
			return fmt.Errorf("normalizer: a text of more than %d bytes is put into others", maxText)
		}
		if growth *= max(1, (to+from-1)/from); growth > maxGrowth {
			return fmt.Errorf("normalizer: its replacements can make more than %d bytes of one", maxGrowth)
		}
		return nil
	})
}

// walkNormalizers visits a normalizer and those inside it.
func walkNormalizers(n normalizer, visit func(normalizer) error) error {
	if s, ok := n.(sequence); ok {
		for _, child := range s {
			if err := walkNormalizers(child, visit); err != nil {
				return err
			}
		}
		return nil
	}
	if n == nil {
		return nil
	}
	return visit(n)
}
