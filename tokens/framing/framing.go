// Package framing turns tools into the text that a model reads.
package framing

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/schema"
)

// JSON names the framing that hands tools on as a compact JSON array.
const JSON = "json"

// Piece is one tool, reduced to what a host hands on to a model.
type Piece struct {
	Name        string
	Description *string      // nil if the tool has none; an empty text is part of the payload
	Input       *schema.Node // nil if the tool has none
	Output      *schema.Node // nil if absent or not handed on
}

// Part says what of a tool a text is.
type Part string

// The parts of a tool. What belongs to none of the others, such as member names, punctuation
// and a framing's fixed words, is framing.
const (
	PartName        Part = "name"
	PartDescription Part = "description"
	PartInput       Part = "input"
	PartOutput      Part = "output"
	PartFraming     Part = "framing"
)

// Segment is a stretch of a framed text that belongs to one part of one tool.
type Segment struct {
	Tool int // index of the tool, -1 for text that belongs to the catalog as a whole
	Part Part
	Text []byte
}

// Framing turns tools into the text that a model reads. The texts of the segments, one after
// the other, are exactly that text; a count of the segments adds up to a count of the text.
type Framing interface {
	Name() string
	// Frame returns the text of the tools. It is an error if the provider's own code would refuse
	// to render one of them; a *[ToolError] says which.
	Frame(tools []Piece) ([]Segment, error)
}

// ToolError says which tool a framing refuses to render, and why.
type ToolError struct {
	Framing string
	Tool    int // its index
	Name    string
	Err     error
}

func (e *ToolError) Error() string {
	return fmt.Sprintf("framing %s: tool %q: %v", e.Framing, e.Name, e.Err)
}

func (e *ToolError) Unwrap() error { return e.Err }

// Names returns the names that [New] accepts.
func Names() []string { return []string{JSON} }

// New returns the framing of that name. An unknown name is an error that lists the known ones.
func New(name string) (Framing, error) {
	if name != JSON {
		return nil, fmt.Errorf("unknown framing %q; known: %s", name, strings.Join(Names(), ", "))
	}
	return jsonFraming{}, nil
}

// jsonFraming writes [{"name":…,"description":…,"inputSchema":…,"outputSchema":…},…] without any
// whitespace and without escapes that JSON does not ask for. Members that a tool lacks are left out.
type jsonFraming struct{}

func (jsonFraming) Name() string { return JSON }

func (jsonFraming) Frame(tools []Piece) ([]Segment, error) {
	segments := make([]Segment, 0, 2+7*len(tools))
	add := func(tool int, part Part, text []byte) {
		if len(text) > 0 {
			segments = append(segments, Segment{tool, part, text})
		}
	}
	add(-1, PartFraming, []byte("["))
	for i, t := range tools {
		// The quotes of a text are framing, like the name of the member: then what is left of
		// a part is what its author wrote.
		glue := `{"name":"`
		if i > 0 {
			glue = "," + glue
		}
		add(i, PartFraming, []byte(glue))
		add(i, PartName, appendEscaped(nil, t.Name))
		glue = `"`
		if t.Description != nil {
			add(i, PartFraming, []byte(glue+`,"description":"`))
			add(i, PartDescription, appendEscaped(nil, *t.Description))
		}
		if t.Input != nil {
			add(i, PartFraming, []byte(glue+`,"inputSchema":`))
			add(i, PartInput, t.Input.AppendPlain(nil))
			glue = ""
		}
		if t.Output != nil {
			add(i, PartFraming, []byte(glue+`,"outputSchema":`))
			add(i, PartOutput, t.Output.AppendPlain(nil))
			glue = ""
		}
		add(i, PartFraming, []byte(glue+"}"))
	}
	add(-1, PartFraming, []byte("]"))
	return segments, nil
}

// appendEscaped appends the inside of a JSON string, with no more escapes than needed; a byte
// that is not UTF-8 becomes U+FFFD.
func appendEscaped(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r == '\b':
			dst = append(dst, '\\', 'b')
		case r == '\f':
			dst = append(dst, '\\', 'f')
		case r < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}
