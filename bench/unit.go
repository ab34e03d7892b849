package bench

import (
	"fmt"
	"strings"
)

// The rulers: what is counted.
const (
	Wire     = "wire"     // every member of the tools array, in the form that it came in
	Model    = "model"    // name, description and input schema: what a host hands on to a model
	Rendered = "rendered" // the text that a provider's framing makes of the tools
)

// Rulers returns the names of the rulers that [Measure] knows.
func Rulers() []string { return []string{Wire, Model, Rendered} }

// A Unit says what a token number counts. The zero Unit is an unknown unit; it equals no measured one.
type Unit struct {
	Ruler         string `json:"ruler"`         // what is counted
	Encoding      string `json:"encoding"`      // by which vocabulary
	Framing       string `json:"framing"`       // the text that the tools become
	Serialisation string `json:"serialisation"` // how its JSON is spelled: "compact" has no whitespace between tokens
}

// String returns the four words of the unit, such as "model, o200k_base, json, compact".
func (u Unit) String() string {
	if u == (Unit{}) {
		return "unknown unit"
	}
	return strings.Join([]string{u.Ruler, u.Encoding, u.Framing, u.Serialisation}, ", ")
}

// A UnitError says that two numbers of different units were about to be compared or added.
type UnitError struct{ Base, Head Unit }

func (e *UnitError) Error() string {
	return fmt.Sprintf("different units: %s against %s", e.Base, e.Head)
}

// same returns a *UnitError unless both units are known and equal.
func same(a, b Unit) error {
	if a != b || a == (Unit{}) {
		return &UnitError{a, b}
	}
	return nil
}
