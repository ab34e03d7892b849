package openapi

import (
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
)

// A format is a way to write a body. The order is that of preference: what a model writes best comes first.
type format int

const (
	jsonFormat format = iota
	jsonLike          // a media type of its own that is JSON
	urlencoded
	multipart
	yaml
	lines // of JSON
	plainText
	xml
	binary
)

// formatOf tells formats apart as the requests do that are built.
func formatOf(media string) format {
	kind := baseType(media)
	major, minor, _ := strings.Cut(kind, "/")
	switch {
	case kind == "application/json":
		return jsonFormat
	case minor == "json", strings.HasSuffix(minor, "+json"), kind == "*/*", kind == "application/*", kind == "":
		return jsonLike
	case kind == "application/x-www-form-urlencoded":
		return urlencoded
	case major == "multipart":
		return multipart
	case minor == "yaml", minor == "x-yaml", strings.HasSuffix(minor, "+yaml"):
		return yaml
	case slices.Contains([]string{"jsonl", "x-ndjson", "ndjson", "x-jsonlines", "jsonlines", "json-seq"}, minor), strings.HasSuffix(minor, "+json-seq"):
		return lines
	case minor == "xml", strings.HasSuffix(minor, "+xml"):
		return xml
	case major == "text":
		return plainText
	}
	return binary
}

func (f format) isJSON() bool { return f <= jsonLike }

// isStructured reports whether a value of JSON can be written in the format.
func (f format) isStructured() bool { return f <= lines }

// hasProperties reports whether a body of the format can be made of properties.
func (f format) hasProperties() bool { return f <= yaml }

// baseType returns a media type without its parameters, in lower case. Some documents name several with commas.
func baseType(media string) string {
	first, _, _ := strings.Cut(media, ",")
	first, _, _ = strings.Cut(first, ";")
	return strings.ToLower(strings.TrimSpace(first))
}

// preferred returns the media type that is sent, or nil if there is none. The order in the document has no meaning.
func preferred(list []frame.Media) *frame.Media {
	var best *frame.Media
	for i := range list {
		if m := &list[i]; best == nil || better(m.Type, best.Type) {
			best = m
		}
	}
	return best
}

func better(a, b string) bool {
	if f, g := formatOf(a), formatOf(b); f != g {
		return f < g
	}
	return a < b
}

// isMediaType reports whether a text can stand in a header as a media type. Documents have any text there.
func isMediaType(s string) bool {
	return strings.Contains(s, "/") && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) && strings.TrimSpace(s) == s
}
