package calibrate

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

// Prior is what is assumed of a factor before usage has been seen: server ≈ Ratio·estimate, and between Low and High
// times the estimate. The zero value stands for [ColdStart] of the provider.
type Prior struct{ Ratio, Low, High float64 }

//go:embed priors.json
var embeddedPriors []byte

// priorFile is the shape of priors.json.
type priorFile struct {
	Schema string     `json:"schema"`
	Priors []priorRow `json:"priors"`
}

type priorRow struct {
	Provider string  `json:"provider"` // "*" is for those that have no row
	Ratio    float64 `json:"ratio"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	AsOf     string  `json:"as_of"` // the day or month of which the figures are
	Source   string  `json:"source"`
	Note     string  `json:"note"`
}

const priorSchema = "schema-bench/priors/v1"

var priors = sync.OnceValues(func() (*priorFile, error) {
	var f priorFile
	d := json.NewDecoder(bytes.NewReader(embeddedPriors))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("calibrate: priors: %w", err)
	}
	if f.Schema != priorSchema {
		return nil, fmt.Errorf("calibrate: priors: schema %q; known: %q", f.Schema, priorSchema)
	}
	return &f, nil
})

// ColdStart returns what is assumed of a provider whose usage has not been seen yet, where the estimate was made with an
// encoding of OpenAI. The figures, and of when and from where they are, stand in priors.json; a provider without a row
// there has that of all others.
func ColdStart(provider string) Prior {
	// Without data all is possible that a learned factor may be.
	p := Prior{Ratio: 1, Low: minFactor, High: maxFactor}
	f, err := priors()
	if err != nil {
		return p
	}
	for _, r := range f.Priors {
		if r.Provider == provider {
			return Prior{Ratio: r.Ratio, Low: r.Low, High: r.High}
		}
		if r.Provider == "*" {
			p = Prior{Ratio: r.Ratio, Low: r.Low, High: r.High}
		}
	}
	return p
}
