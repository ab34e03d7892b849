package chat

import (
	"bytes"
	"fmt"

	"github.com/schema-bench/schema-bench/tokens/framing"
)

// writer collects segments. Neighbours of the same message are one segment, so that fewer borders lie inside
// a stretch that is counted as one text.
type writer struct{ segments []Segment }

func (w *writer) text(message int, texts ...string) {
	for _, text := range texts {
		if text == "" {
			continue
		}
		if n := len(w.segments); n > 0 && w.segments[n-1].Message == message && !w.segments[n-1].Special {
			w.segments[n-1].Text = append(w.segments[n-1].Text, text...)
			continue
		}
		w.segments = append(w.segments, Segment{Message: message, Text: []byte(text)})
	}
}

func (w *writer) special(message int, token string) {
	w.segments = append(w.segments, Segment{Message: message, Text: []byte(token), Special: true})
}

// toolText returns the text of the tools in a framing.
func toolText(name string, tools []framing.Piece) (string, error) {
	f, err := framing.New(name)
	if err != nil {
		return "", fmt.Errorf("the tools: %w", err)
	}
	segments, err := f.Frame(tools)
	if err != nil {
		return "", fmt.Errorf("the tools: %w", err)
	}
	var b bytes.Buffer
	for _, s := range segments {
		b.Write(s.Text)
	}
	return b.String(), nil
}
