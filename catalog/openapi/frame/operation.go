package frame

import (
	"slices"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// operation reads what was found.
func (r *reader) operation(e *entry) Operation {
	odd := slices.Clip(e.problems)
	p := e.place()
	op := Operation{Method: e.method, Path: e.item.path, At: p, Item: e.item.at, Refused: e.refused}
	op.Servers = r.serversOf(&odd, p, e.item)
	if e.method == "" || p.Node.Kind() != schema.Object {
		op.Problems = odd
		return op
	}
	op.ID = odd.text(r, p, "operationId")
	op.Summary, op.Description = odd.text(r, p, "summary"), odd.text(r, p, "description")
	op.Tags = odd.texts(r, p.Get("tags"))
	op.Deprecated = odd.flag(r, p, "deprecated")

	all := r.merge(&odd, e.item.parameters, p.Get("parameters"))
	op.Parameters = r.settle(&odd, &op, all)
	if r.minor < 0 {
		op.Body = r.sent(&odd, &op, all)
	} else {
		r.requestBody(&odd, &op)
	}
	op.Responses = r.answers(&odd, p)
	op.Security = r.security
	if own, ok := r.requirements(&odd, p.Get("security")); ok {
		op.Security = own
	}
	if op.Refused == nil && r.left < 0 {
		op.Refused = &document.Problem{Rule: "too-large", File: r.d.FileOf(p), At: p.At, Message: "the document ends here as far as it is read: it is too large", Hint: "split the document"}
	}
	op.Problems = odd
	return op
}
