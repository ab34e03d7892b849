// Package convert turns the schemas of OpenAPI and Swagger documents into JSON Schema 2020-12.
package convert

// A Direction says whether a schema describes what is sent or what comes back. The zero value is Request.
type Direction int

// The directions.
const (
	Request Direction = iota
	Response
)

// A Nulls says what nullable means where the specification gives it no effect. The zero value is Strict.
type Nulls int

const (
	// Strict is the word of the specification: nullable adds null to the type beside it, and nothing else.
	Strict Nulls = iota
	// Intent is what authors mean by it: null is accepted, whatever enum, allOf or a reference beside it says.
	Intent
)

// Options say what is done where there is a choice. The zero value is what the specification says.
type Options struct {
	Nulls        Nulls
	KeepReadOnly bool // readOnly properties stay in requests, which documents of 3.1 and later allow
}
