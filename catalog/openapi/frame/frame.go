// Package frame reads what stands around the schemas of an OpenAPI or Swagger document: operations with their
// parameters, bodies, responses, servers and security, in one model for all versions.
//
// Schemas stay what they are in the document: the model has their places.
package frame

import (
	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// An Operation is one method of one path.
type Operation struct {
	Method string         // as it goes on the wire
	Path   string         // template, as written
	At     document.Place // of the operation
	Item   document.Place // of the path item around it
	ID     string         // operationId; empty if there is none

	Summary, Description string
	Tags                 []string
	Deprecated           bool

	// Parameters are those of the path item and the operation, merged: without those that are overridden and the headers
	// that the specification tells readers to ignore. A variable of the path that nothing declares is added.
	Parameters []Parameter
	Body       *Body // nil if there is none
	Responses  []Response
	Servers    []string        // absolute URLs where that can be known, variables replaced by their defaults; at least one
	Security   [][]Requirement // alternatives, each of which needs all that it lists; an empty one needs nothing

	// Refused says why there can be no tool of it; nil if there can.
	Refused *document.Problem
	// Problems are what is odd about it and keeps nobody from using it.
	Problems []document.Problem
}

// A Parameter is one value outside of the body.
type Parameter struct {
	Name        string // on the wire
	In          string // "path", "query", "header", "cookie" or "querystring"
	At          document.Place
	Description string
	Required    bool
	Deprecated  bool
	Schema      document.Place // its node is nil if there is none
	Examples    []*schema.Node

	Style         string // of the specification, or "tsv" of Swagger 2; empty if ContentType is not
	Explode       bool
	AllowReserved bool
	AllowEmpty    bool   // the name alone may be sent
	ContentType   string // of a parameter that has content instead of a schema
}

// A Body is the body of a request.
type Body struct {
	At          document.Place
	Description string
	Required    bool
	Name        string  // of the body parameter of Swagger 2
	Media       []Media // in the order of the document
}

// A Media is one media type of a body or a response.
type Media struct {
	Type     string
	At       document.Place
	Schema   document.Place // its node is nil if there is none
	Items    document.Place // itemSchema of a stream; its node is nil if there is none
	Encoding []Encoding
	Examples []*schema.Node
}

// An Encoding says how one property of a form goes on the wire.
type Encoding struct {
	Property      string
	ContentType   string // empty if the kind of the value decides
	Style         string // empty if ContentType decides
	Explode       bool
	AllowReserved bool
	AllowEmpty    bool // of a form of Swagger 2: the name alone may be sent
}

// A Response is what one status code, or range of them, answers with.
type Response struct {
	Code        string // "200", "2XX", "default"
	At          document.Place
	Description string
	Media       []Media
}

// A Requirement is one security scheme that a request needs.
type Requirement struct {
	Scheme string // its name in the document
	Type   string // "apiKey", "http", "oauth2", "openIdConnect" or "mutualTLS"; empty if the document does not define it
	In     string // of an apiKey: "query", "header" or "cookie"
	Name   string // of an apiKey, on the wire
	HTTP   string // of http: "basic", "bearer" and so on
	Scopes []string
}
