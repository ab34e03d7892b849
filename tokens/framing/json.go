package framing

import (
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schema"
)

// A style is a way of writing JSON. Strings have no escapes but those that JSON demands.
type style struct {
	comma, colon string
	indent       int      // blanks for each level; 0 is all on one line
	numbers      *spelled // nil is as the schema spells them
}

// The styles. What Python has decoded and encodes again has Python's spelling of numbers.
var (
	compact  = style{comma: ",", colon: ":"}
	spaced   = style{comma: ", ", colon: ": ", numbers: &python}
	indented = style{comma: ",", colon: ": ", indent: 4, numbers: &python}
)

// function writes a tool in OpenAI's shape.
func (s *style) function(w *writer, i int, t *Piece) error {
	w.as(i, PartFraming)
	w.add("{")
	s.member(w, 0, 1, "type")
	w.add(`"function"`)
	s.member(w, 1, 1, "function")
	if err := s.declaration(w, i, t, "parameters", 1); err != nil {
		return err
	}
	s.line(w, 0)
	w.add("}")
	return nil
}

// declaration writes an object with the name, the description and the schema of a tool, as far
// as it has them, at a depth. The quotes of a text are framing, like the name of the member: then
// what is left of a part is what its author wrote.
func (s *style) declaration(w *writer, i int, t *Piece, schemaName string, depth int) error {
	w.as(i, PartFraming)
	w.add("{")
	s.member(w, 0, depth+1, "name")
	s.string(w, i, PartName, t.Name)
	if t.Description != nil {
		s.member(w, 1, depth+1, "description")
		s.string(w, i, PartDescription, *t.Description)
	}
	if t.Input != nil {
		s.member(w, 1, depth+1, schemaName)
		w.as(i, PartInput)
		if err := s.value(w, t.Input, depth+1); err != nil {
			return err
		}
		w.as(i, PartFraming)
	}
	s.line(w, depth)
	w.add("}")
	return nil
}

// member writes what stands before the value of the member at a place.
func (s *style) member(w *writer, place, depth int, name string) {
	if place > 0 {
		w.add(s.comma)
	}
	s.line(w, depth)
	w.add(`"`)
	w.buf = appendEscaped(w.buf, name)
	w.add(`"`)
	w.add(s.colon)
}

// line begins a line of its own where the style has them.
func (s *style) line(w *writer, depth int) {
	if s.indent > 0 {
		w.add("\n")
		w.blanks(depth * s.indent)
	}
}

// string writes a string of which only the inside belongs to a part.
func (s *style) string(w *writer, i int, part Part, text string) {
	w.add(`"`)
	w.as(i, part)
	w.buf = appendEscaped(w.buf, text)
	w.as(i, PartFraming)
	w.add(`"`)
}

// value writes a JSON value at a depth.
func (s *style) value(w *writer, n *schema.Node, depth int) error {
	if s.numbers == nil { // the node knows how, and is faster
		w.buf = n.AppendPlain(w.buf)
		return nil
	}
	if depth > maxDepth {
		return errDeep
	}
	switch kind := n.Kind(); {
	case kind == schema.Number:
		w.buf = s.numbers.append(w.buf, n)
	case kind != schema.Object && kind != schema.Array:
		w.buf = n.AppendPlain(w.buf)
	case n.Len() == 0: // no line for what is not there
		w.buf = n.Append(w.buf)
	case kind == schema.Object:
		w.add("{")
		place := 0
		for name, value := range n.Members() {
			s.member(w, place, depth+1, name)
			if err := s.inner(w, value, depth+1); err != nil {
				return err
			}
			place++
		}
		s.line(w, depth)
		w.add("}")
	default:
		w.add("[")
		for i, item := range n.Items() {
			if i > 0 {
				w.add(s.comma)
			}
			s.line(w, depth+1)
			if err := s.inner(w, item, depth+1); err != nil {
				return err
			}
		}
		s.line(w, depth)
		w.add("]")
	}
	return nil
}

// inner writes a value inside another. Here the length is checked, since what multiplies it is the
// number of lines.
func (s *style) inner(w *writer, n *schema.Node, depth int) error {
	if err := w.full(); err != nil {
		return err
	}
	return s.value(w, n, depth)
}

// appendEscaped appends the inside of a JSON string, with no more escapes than needed; a byte
// that is not UTF-8 becomes U+FFFD.
func appendEscaped(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	done := 0
	for i, r := range s {
		if r >= ' ' && r != '"' && r != '\\' && r != utf8.RuneError {
			continue
		}
		dst = append(dst, s[done:i]...)
		done = i + 1
		switch r {
		case '"', '\\':
			dst = append(dst, '\\', byte(r))
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case utf8.RuneError:
			_, size := utf8.DecodeRuneInString(s[i:])
			done = i + size // 1 if the byte is no character, 3 if it is U+FFFD itself
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		}
	}
	return append(dst, s[done:]...)
}
