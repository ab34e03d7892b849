package render

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
)

// writeJSON writes a value as indented JSON. Values are of types of this package that always encode.
func writeJSON(b *bytes.Buffer, v any) {
	var plain bytes.Buffer
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		// Only an infinite number gets here; it is said in place of the report rather than hidden in it.
		plain.Reset()
		message, _ := json.Marshal(err.Error())
		plain.WriteString(`{"error":` + string(message) + "}\n")
	}
	b.Write(escapeJSON(plain.Bytes()))
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
