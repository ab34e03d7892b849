package openapi

import (
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/catalog/openapi/request"
)

// keys reads the schemes of the document that are keys, whether operations ask for them or not.
func keys(d *document.Document) []request.Credential {
	all := d.Root().Get("components").Get("securitySchemes")
	if d.Version.Major == 2 {
		all = d.Root().Get("securityDefinitions")
	}
	var list []request.Credential
	for name := range all.Node.Members() {
		p, err := d.Follow(all.Get(name))
		if err != nil { // frame tells of those that are used
			continue
		}
		kind, _ := p.Node.Get("type").Text()
		in, _ := p.Node.Get("in").Text()
		key, _ := p.Node.Get("name").Text()
		if kind == "apiKey" && in != "" && key != "" && len(list) < maxKeys {
			list = append(list, request.Credential{Scheme: name, Type: kind, In: in, Name: key})
		}
	}
	return list
}

// maxKeys bounds what every parameter is compared with.
const maxKeys = 100

// security returns what a request needs, and which of the parameters are a key, so that they are no arguments: a key is
// configured, and no model ever sees it. A parameter that is the key of a scheme which the operation does not ask for makes
// it ask for it.
func (im *importer) security(op *frame.Operation) (alternatives [][]request.Credential, hidden []bool) {
	hidden = make([]bool, len(op.Parameters))
	asked := map[string]bool{}
	for _, all := range op.Security {
		list := make([]request.Credential, 0, len(all))
		for _, r := range all {
			asked[r.Scheme] = true
			list = append(list, request.Credential{Scheme: r.Scheme, Type: r.Type, In: r.In, Name: r.Name, HTTP: r.HTTP})
		}
		alternatives = append(alternatives, list)
	}
	for i := range op.Parameters {
		p := &op.Parameters[i]
		var missing *request.Credential
		for j := range im.keys {
			k := &im.keys[j]
			if k.In != p.In || k.Name != p.Name && !(p.In == "header" && strings.EqualFold(k.Name, p.Name)) {
				continue
			}
			hidden[i] = true
			if missing = k; asked[k.Scheme] {
				missing = nil
				break
			}
		}
		if missing != nil {
			asked[missing.Scheme] = true
			alternatives = demand(alternatives, missing, p.Required)
		}
	}
	return alternatives, hidden
}

// demand adds a key to what is needed. One that is not required goes before what does without it.
func demand(alternatives [][]request.Credential, key *request.Credential, required bool) [][]request.Credential {
	if len(alternatives) == 0 {
		alternatives = [][]request.Credential{{}}
	}
	var out [][]request.Credential
	for _, all := range alternatives {
		out = append(out, append(append([]request.Credential{}, all...), *key))
	}
	if !required {
		out = append(out, alternatives...)
	}
	return out
}
