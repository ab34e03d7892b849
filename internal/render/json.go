package render

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
)

// writeJSON writes a value as indented JSON. A number that JSON does not have, which is an infinite one, is an error.
func writeJSON(b *bytes.Buffer, v any) error {
	var plain bytes.Buffer
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	b.Write(escapeJSON(plain.Bytes()))
	return nil
}

// jsonSources counts the sources of a report; absent where they were not counted.
type jsonSources struct {
	Read   int `json:"read"`
	Failed int `json:"failed"`
}

func sourcesJSON(read, failed int) *jsonSources {
	if read+failed == 0 {
		return nil
	}
	return &jsonSources{read, failed}
}

type jsonProblem struct {
	Tool    string `json:"tool"`
	At      string `json:"at"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func jsonProblems(problems []catalog.Problem) []jsonProblem {
	out := make([]jsonProblem, len(problems))
	for i, p := range problems {
		out[i] = jsonProblem{p.Tool, string(p.At), p.Message, p.Hint}
	}
	return out
}

func jsonWarnings(lists ...[]error) []string {
	out := []string{}
	for _, l := range lists {
		for _, w := range l {
			out = append(out, w.Error())
		}
	}
	return out
}

// dollars returns the dollars of an amount, and nil, which is left out, for an unknown one: never 0.
func dollars(a bench.Amount) *float64 {
	if !a.Known {
		return nil
	}
	// Twelve digits: no price has more, and the rest is what binary fractions add.
	usd, err := strconv.ParseFloat(strconv.FormatFloat(a.USD, 'g', 12, 64), 64)
	if err != nil {
		usd = a.USD
	}
	return &usd
}
