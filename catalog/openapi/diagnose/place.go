package diagnose

import (
	"errors"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// sections are the components by the words of the reader, and where Swagger 2 has them.
var sections = map[string]struct{ now, old string }{
	"schema":          {"schemas", "definitions"},
	"parameter":       {"parameters", "parameters"},
	"response":        {"responses", "responses"},
	"request body":    {"requestBodies", "parameters"},
	"header":          {"headers", ""},
	"security scheme": {"securitySchemes", "securityDefinitions"},
	"example":         {"examples", ""},
	"link":            {"links", ""},
	"callback":        {"callbacks", ""},
	"path item":       {"pathItems", ""},
}

// place finds where an error is, as far as it says so and that stands in the document, and what is left of it to be said.
func place(d *document.Document, err error) (schema.Pointer, error) {
	at := d.Root()
	down := func(names ...string) {
		next := at
		for _, name := range names {
			if next = next.Get(name); next.Node == nil {
				return
			}
		}
		at = next
	}
	for {
		switch e := err.(type) {
		case *openapi3.SectionValidationError:
			down(e.Section)
			err = e.Cause
		case *openapi3.PathValidationError:
			down(e.Path)
			err = e.Cause
		case *openapi3.WebhookValidationError:
			down(e.Name)
			err = e.Cause
		case *openapi3.OperationValidationError:
			down(strings.ToLower(e.Method))
			err = e.Cause
		case *openapi3.ComponentValidationError:
			s := sections[e.Section]
			if d.Version.Major == 2 {
				down(s.old, e.Name)
			} else {
				if at.At == "" {
					down("components")
				}
				down(s.now, e.Name)
			}
			err = e.Cause
		default:
			return at.At, err
		}
		if err == nil { // a wrapper around nothing
			return at.At, errors.New("it does not say why")
		}
	}
}
