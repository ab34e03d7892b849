package graph

import (
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// name keeps an identifier or an anchor, wherever in the document it stands: some validators look for them in all of it, and
// refuse a document in which two are the same. An identifier also changes what is below it, so that each counts; of anchors
// only those that are malformed or repeated do.
func (r *reader) name(n *schema.Node, at schema.Pointer, depth int, data bool) {
	keep := func(keyword, kind, text string, first bool) {
		key := kind + " " + text
		if r.occurs[key]++; r.occurs[key] > 1 || first {
			r.named[key+" "+strconv.Itoa(r.occurs[key])] = at.Child(keyword)
		}
	}
	anchors := ""
	for _, keyword := range []string{"$id", "id", "$anchor", "$dynamicAnchor"} {
		text, ok := n.Get(keyword).Text()
		switch {
		case !ok || keyword == "id" && (data || r.draft != Draft4):
		case strings.HasPrefix(text, "#") && len(text) > 1 && strings.HasSuffix(keyword, "id"):
			keep(keyword, "anchor", text[1:], !plainAnchor.MatchString(text[1:]))
		case strings.HasSuffix(keyword, "id"):
			if depth > 0 {
				keep(keyword, "identifier", text, true)
			}
		case text == anchors && anchors != "": // the two names of one schema
		default:
			anchors = text
			keep(keyword, "anchor", text, !plainAnchor.MatchString(text))
		}
	}
}

// isData reports whether the value of a keyword is compared or only informs.
func isData(keyword string) bool {
	switch keyword {
	case "default", "examples", "enum", "const":
		return true
	}
	return false
}
