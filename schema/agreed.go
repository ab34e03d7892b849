package schema

import (
	"net/url"
	"regexp"
	"regexp/syntax"
	"strconv"
)

// readBy reports whether all readers come by s when they check that the document is valid: whether no keyword around it
// is unknown to one of them.
func (s *Site) readBy(readers Draft) bool {
	for ; s.Up != nil; s = s.Up {
		if s.Keyword == "$defs" || keywordDrafts[s.Keyword]&readers != readers {
			return false
		}
	}
	return s.base == ""
}

// agreed reports whether all readers agree that a keyword may have its value. Mostly that means that it is valid to
// each: what one meta-schema refuses, another allows, does not know or never gets to see. Everywhere says that each of
// them sees the schema, so that the same check has the same result.
func agreed(name string, v *Node, readers Draft, everywhere bool) bool {
	draft4 := readers&Draft4 != 0
	switch name {
	case "$comment", "title", "description", "format", "contentEncoding", "contentMediaType", "$schema":
		return v.Kind() == String
	case "examples":
		return v.Kind() == Array
	case "readOnly", "writeOnly", "deprecated", "uniqueItems":
		return v.Kind() == Bool
	case "$ref":
		text, ok := v.Text()
		return ok && (everywhere && !draft4 || isReference(text))
	case "$id":
		text, ok := v.Text()
		return ok && isReference(text) && uriWithoutFragment.MatchString(text)
	case "pattern":
		text, ok := v.Text()
		return ok && (everywhere || isSimplePattern(text))
	case "patternProperties":
		for pattern := range v.Members() {
			// Drafts 4 and 6 do not look at the names.
			if !(everywhere && readers&(Draft4|Draft6) == 0) && !isSimplePattern(pattern) {
				return false
			}
		}
	case "type":
		return isTypeName(v) || v.Len() > 0 && allItems(v, isTypeName) && unique(v)
	case "enum":
		return v.Kind() == Array && v.Len() > 0 && unique(v)
	case "required":
		return isNames(v) && (v.Len() > 0 || !draft4)
	case "multipleOf":
		f, ok := magnitude(v)
		return ok && f > 0
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		_, ok := magnitude(v)
		return ok
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return isWholeNumber(v, draft4)
	}
	return holdsSchemas(name, v)
}

// holdsSchemas reports whether what ought to hold schemas holds nothing else.
func holdsSchemas(name string, v *Node) bool {
	switch holders[name] {
	case Schema, SchemaOrList: // lists of items are a dependence already
		return isSchema(v)
	case SchemaList:
		return v.Len() > 0 && allItems(v, isSchema)
	case SchemaMap:
		for _, sub := range v.Members() {
			if !isSchema(sub) {
				return false
			}
		}
		return v.Kind() == Object
	}
	return true
}

func allItems(v *Node, ok func(*Node) bool) bool {
	for _, item := range v.Items() {
		if !ok(item) {
			return false
		}
	}
	return v.Kind() == Array
}

func isNames(v *Node) bool {
	return allItems(v, func(n *Node) bool { return n.Kind() == String }) && unique(v)
}

func isTypeName(v *Node) bool {
	switch text, _ := v.Text(); text {
	case "null", "boolean", "object", "array", "number", "integer", "string":
		return true
	}
	return false
}

// unique reports whether an array holds no value twice. Values that are not scalars are compared in pairs, of which it
// takes only so many.
func unique(v *Node) bool {
	const most = 100
	scalars := map[string]bool{}
	var others []*Node
	for _, item := range v.Items() {
		var key string
		switch text, isText := item.Text(); {
		case isText:
			key = "s" + text
		case item.Kind() == Number:
			key = "n" + CanonicalNumber(item.Raw())
		case item.Kind() == Object || item.Kind() == Array:
			for _, other := range others {
				if Equal(item, other) {
					return false
				}
			}
			if others = append(others, item); len(others) > most {
				return false
			}
			continue
		default:
			key = string(item.Raw())
		}
		if scalars[key] {
			return false
		}
		scalars[key] = true
	}
	return true
}

// magnitude returns a number that fits a float64, which is all that some readers have.
func magnitude(v *Node) (float64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(v.Raw()), 64)
	tiny := f != 0 && f < 1e-300 && f > -1e-300
	return f, err == nil && len(v.Raw()) < 40 && !tiny
}

// isWholeNumber reports whether v is a count. To readers of draft 4, 1.0 is no integer.
func isWholeNumber(v *Node, digitsOnly bool) bool {
	f, ok := magnitude(v)
	return ok && f >= 0 && f < 1<<53 && f == float64(int64(f)) && (!digitsOnly || onlyDigits.Match(v.Raw()))
}

// isReference reports whether text is a URI reference to everybody.
func isReference(text string) bool {
	_, err := url.Parse(text)
	return err == nil && uriReference.MatchString(text)
}

// isSimplePattern reports whether a pattern is a regular expression in every dialect of those: no groups, no lookaheads,
// no escapes but the usual ones.
func isSimplePattern(p string) bool {
	_, err := syntax.Parse(p, syntax.Perl)
	return err == nil && simplePattern.MatchString(p)
}

// Expressions are safe for concurrent use and never written to.
var (
	onlyDigits         = regexp.MustCompile(`^[0-9]+$`)
	uriReference       = regexp.MustCompile(`^([A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*(#([A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$`)
	uriWithoutFragment = regexp.MustCompile(`^[^#]+$`)
	simplePattern      = regexp.MustCompile(`^\^?(([A-Za-z0-9_ ,:;@#/=!<>&~%'".-]|\\[dwsDWS.+*?/|()\[\]{}$^\\]|\[\^?([A-Za-z0-9]-[A-Za-z0-9]|\\[dws./]|[A-Za-z0-9_ ,:;@#/=!.+])+-?\])([*+?]|\{[0-9]{1,3}(,([0-9]{1,3})?)?\})?)*\$?$`)
)
