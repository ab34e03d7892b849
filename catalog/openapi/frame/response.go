package frame

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

// A response is one that was read, with what is odd about it.
type response struct {
	Response
	problems problems
	schema   document.Place // of Swagger 2
}

// answers reads the responses of an operation, sorted by their codes.
func (r *reader) answers(odd *problems, op document.Place) []Response {
	p := op.Get("responses")
	if !odd.is(r, p, schema.Object, "responses") {
		return nil
	}
	var produces []string
	if r.minor < 0 {
		produces = r.types(odd, op, "produces", r.produces)
	}
	list := make([]Response, 0, p.Node.Len())
	for name, node := range p.Node.Members() {
		at := document.Place{File: p.File, At: p.At.Child(name), Node: node}
		if !r.spend(at.At) {
			break
		}
		if strings.HasPrefix(name, "x-") {
			continue
		}
		code, ok := r.code(odd, at, name)
		if !ok {
			continue
		}
		one := Response{Code: code, At: at}
		to, err := r.follow(at)
		if err != nil {
			problem := r.d.Trouble(at, err)
			problem.Message = "the response is read as without content: " + problem.Message
			*odd = append(*odd, problem)
		} else {
			shared := r.response(to)
			*odd = append(*odd, shared.problems...)
			one = shared.Response
			one.Code = code
			r.beside(at, &one.Description)
			if r.minor < 0 {
				one.Media = r.produced(odd, shared, produces)
			}
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b Response) int { return strings.Compare(a.Code, b.Code) })
	return list
}

// code reads the name of a response.
func (r *reader) code(odd *problems, at document.Place, name string) (string, bool) {
	if name == "default" {
		return name, true
	}
	if len(name) == 3 && name[0] >= '1' && name[0] <= '5' {
		switch digits := strings.Trim(name[1:], "0123456789"); {
		case digits == "":
			return name, true
		case name[1:] == "XX" && r.minor >= 0:
			return name, true
		case strings.EqualFold(name[1:], "xx"):
			odd.add(r, "status-code", at, "write it with upper-case letters, which version 3 knows", "%q is no status code in version %s; it is read as %s", name, r.d.Version.Text, name[:1]+"XX")
			return name[:1] + "XX", true
		}
	}
	odd.add(r, "status-code", at, "", "%q is no status code; the response is left out", clip(name))
	return "", false
}

func (r *reader) response(p document.Place) *response {
	if one, ok := r.responses[p.Node]; ok {
		return one
	}
	one := &response{}
	r.responses[p.Node] = one
	one.At = p
	odd := &one.problems
	if !odd.is(r, p, schema.Object, "the response") {
		return one
	}
	one.Description = odd.text(r, p, "description")
	if r.minor < 0 {
		one.schema = odd.schemaAt(r, p, "schema")
		return one
	}
	if content := p.Get("content"); odd.is(r, content, schema.Object, "content") {
		one.Media = r.media(odd, content, false)
	}
	return one
}
