package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/tokens/bpe"
)

// repeated is a text a number of times.
type repeated struct {
	unit  string
	times int
}

func (r *repeated) UnmarshalJSON(b []byte) error {
	var pair [2]json.RawMessage
	if err := json.Unmarshal(b, &pair); err != nil {
		return err
	}
	if err := json.Unmarshal(pair[0], &r.unit); err != nil {
		return err
	}
	return json.Unmarshal(pair[1], &r.times)
}

type vector struct {
	Text   string    `json:"text"`
	Repeat *repeated `json:"repeat"`

	O200k      []int    `json:"o200k_base"`
	O200kRuns  [][2]int `json:"o200k_base_rle"`
	Cl100k     []int    `json:"cl100k_base"`
	Cl100kRuns [][2]int `json:"cl100k_base_rle"`
}

func vectors(dir string, t *tally) error {
	var file struct {
		Vectors []vector `json:"vectors"`
	}
	if err := readJSON(dir, "vectors.json", &file); err != nil {
		return err
	}
	for i, v := range file.Vectors {
		text := v.Text
		if v.Repeat != nil {
			text = strings.Repeat(v.Repeat.unit, v.Repeat.times)
		}
		for _, c := range []struct {
			encoding string
			ids      []int
			runs     [][2]int
		}{{bpe.O200kBase, v.O200k, v.O200kRuns}, {bpe.Cl100kBase, v.Cl100k, v.Cl100kRuns}} {
			e, err := bpe.Load(c.encoding)
			if err != nil {
				return err
			}
			want := slices.Clone(c.ids)
			for _, r := range c.runs {
				want = append(want, slices.Repeat([]int{r[0]}, r[1])...)
			}
			got := e.AppendEncode(nil, []byte(text))
			t.exact(slices.Equal(got, want), "vector %d, %s: other ids of %.40q", i, c.encoding, text)
			n := e.Count([]byte(text))
			t.exact(n == len(want), "vector %d, %s: %d tokens, want %d", i, c.encoding, n, len(want))
			back, err := e.Decode(got)
			if err != nil {
				return fmt.Errorf("vector %d: %w", i, err)
			}
			t.exact(string(back) == text, "vector %d, %s: decodes to another text", i, c.encoding)
		}
	}
	return nil
}
