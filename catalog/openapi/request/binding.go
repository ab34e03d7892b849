// Package request makes HTTP requests of the arguments of a tool that stands for an operation of an API.
//
// A Call is what an importer knows of the operation: method, path, servers, where each argument goes and how it is
// spelled there. Build fills it in. Nothing is sent, and nothing of an argument can leave the place that it is bound to:
// separators, control characters and dot segments are encoded, or refused where the place has no way to encode them.
package request

// A Call says how the arguments of one tool become a request. It is data: it can be written as JSON and read again.
type Call struct {
	Method   string    `json:"method"`
	Path     string    `json:"path"`    // template with {names}
	Servers  []string  `json:"servers"` // base URLs, the first one is used; a relative one needs Options.Base
	Bindings []Binding `json:"bindings,omitempty"`
	Body     *Body     `json:"body,omitempty"`
	// Security are alternatives, each of which needs all that it lists; an empty one needs nothing.
	Security [][]Credential `json:"security,omitempty"`
	// Accept lists the media types of successful answers, best first.
	Accept []string `json:"accept,omitempty"`
	// Wrapped says that the output schema describes an object with the one member "result", which is the answer.
	Wrapped bool `json:"wrapped,omitempty"`
}

// A Binding says how one argument reaches the wire.
type Binding struct {
	Argument string `json:"argument"` // its name in the tool's schema
	In       string `json:"in"`       // "path", "query", "header", "cookie", "querystring", "property" of the body, or "body" for all of it
	Name     string `json:"name"`     // on the wire; empty for a whole body or query string
	// Style is one of the specification, or "tsv" of Swagger 2. Empty is the default of the place, exploded if that is
	// "form"; a property without a style goes by ContentType, or by the kind of its value.
	Style   string `json:"style,omitempty"`
	Explode bool   `json:"explode,omitempty"`
	// AllowReserved leaves the reserved characters of RFC 3986 as they are, but for those that would end the value.
	AllowReserved bool `json:"allow_reserved,omitempty"`
	// AllowEmpty sends the name with an empty value for null, [] and {}, which are left out otherwise.
	AllowEmpty bool `json:"allow_empty,omitempty"`
	// ContentType is that of a parameter with content, or of a property of a form.
	ContentType string `json:"content_type,omitempty"`
	// Encoding is "base64" if the argument is base64 text of the bytes that are to be sent, which JSON cannot hold; empty
	// if the text is what is sent. It is for bodies that are bytes and for properties of multipart bodies.
	Encoding string `json:"encoding,omitempty"`
	Required bool   `json:"required,omitempty"`
}

// A Body says how the body is made.
type Body struct {
	ContentType string `json:"content_type"`
	Required    bool   `json:"required,omitempty"`
	// Open says that arguments without a binding are properties of the body.
	Open bool `json:"open,omitempty"`
	// Parts say how the properties of a form that one argument holds as a whole go on the wire; Argument is empty.
	Parts []Binding `json:"parts,omitempty"`
}

// A Credential is what one security scheme needs.
type Credential struct {
	Scheme string `json:"scheme"`
	Type   string `json:"type"` // "apiKey", "http", "oauth2", "openIdConnect" or "mutualTLS"
	In     string `json:"in,omitempty"`
	Name   string `json:"name,omitempty"`
	HTTP   string `json:"http,omitempty"` // "basic", "bearer" and so on
}
