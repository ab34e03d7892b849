package bench

import (
	"bytes"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// segments returns the text that tools become under the meter's ruler, cut at the borders of tools and parts.
func (m Meter) segments(tools []*catalog.Tool, ruler string) ([]framing.Segment, error) {
	if len(tools) == 0 {
		return nil, nil // an array of no tools is not sent
	}
	if ruler == Rendered {
		pieces := make([]framing.Piece, len(tools))
		for i, t := range tools {
			pieces[i] = piece(t)
		}
		return m.Framing.Frame(pieces)
	}
	var segments []framing.Segment
	for i, t := range tools {
		before := ","
		if i == 0 {
			before = "["
		}
		segments = append(segments, framing.Segment{Tool: i, Part: framing.PartFraming, Text: []byte(before)})
		for _, s := range spell(t, ruler) {
			s.Tool = i
			segments = append(segments, s)
		}
	}
	return append(segments, framing.Segment{Tool: len(tools) - 1, Part: framing.PartFraming, Text: []byte("]")}), nil
}

// An outline is what stands around all tools.
type outline struct{ tokens, bytes int }

// costs counts the text of tools so that the parts, and what stands around the tools, add up to it exactly.
func costs(segments []framing.Segment, tools int, c tokens.Counter) (parts []Cost, sizes []int, around outline) {
	parts, sizes = make([]Cost, tools), make([]int, tools)
	for i, n := range tokens.CountSegments(c, segments) {
		s := segments[i]
		if s.Tool < 0 {
			around.tokens += n
			around.bytes += len(s.Text)
			continue
		}
		sizes[s.Tool] += len(s.Text)
		p := &parts[s.Tool]
		switch s.Part {
		case framing.PartName:
			p.Name += n
		case framing.PartDescription:
			p.Description += n
		case framing.PartInput:
			p.Input += n
		case framing.PartOutput:
			p.Output += n
		default:
			p.Framing += n
		}
	}
	return parts, sizes, around
}

// text returns a tool as a ruler spells it. What framings render is what a host hands on.
func text(t *catalog.Tool, ruler string) []byte {
	if ruler == Wire {
		return t.Wire()
	}
	return t.Model()
}

// piece reduces a tool to what framings render.
func piece(t *catalog.Tool) framing.Piece {
	p := framing.Piece{Name: t.Name, Input: t.Input}
	if t.Description != "" || hasDescription(t) {
		p.Description = &t.Description
	}
	return p
}

// hasDescription tells an empty description, which is part of the payload, from none.
func hasDescription(t *catalog.Tool) bool {
	for _, s := range spellModel(t.Model()) {
		if s.Part == framing.PartDescription {
			return true
		}
	}
	return false
}

// spell returns the text of a tool under a ruler, cut at the borders of its parts. The quotes of name and description are
// framing, so that a part is what its author wrote.
func spell(t *catalog.Tool, ruler string) []framing.Segment {
	whole := text(t, ruler)
	if ruler == Model {
		return spellModel(whole)
	}
	root, err := parse(whole)
	if err != nil { // over a limit of the parser: counted, but not told apart
		return []framing.Segment{{Part: framing.PartFraming, Text: whole}}
	}
	k := &cutter{text: whole}
	if t.Input != nil {
		k.input = t.Input.Append(nil)
	}
	if t.Output != nil {
		k.output = t.Output.Append(nil)
	}
	k.object(root, 0)
	return k.segment(framing.PartFraming, k.done, len(whole)).segments
}

// spellModel cuts the text that [catalog.Tool.Model] returns, whose members are always the same: looking for their names
// takes a fraction of the time of parsing. A description is a segment even if it is empty.
func spellModel(whole []byte) []framing.Segment {
	k := &cutter{text: whole}
	at := 0
	// next steps over what stands before a value, if it is next.
	next := func(before string) bool {
		if !bytes.HasPrefix(whole[at:], []byte(before)) {
			return false
		}
		at += len(before)
		return true
	}
	for _, member := range []struct {
		before string
		part   framing.Part
	}{{`{"name":`, framing.PartName}, {`,"description":`, framing.PartDescription}} {
		if !next(member.before) || whole[at] != '"' {
			continue
		}
		end := at + stringLen(whole[at:])
		k.segment(framing.PartFraming, k.done, at+1)
		k.segments = append(k.segments, framing.Segment{Part: member.part, Text: whole[at+1 : end-1]})
		k.done, at = end-1, end
	}
	if next(`,"inputSchema":`) {
		k.part(framing.PartInput, at, len(whole)-1)
	}
	return k.segment(framing.PartFraming, k.done, len(whole)).segments
}

func parse(b []byte) (*schema.Node, error) {
	// What is odd about the text has been reported when it was imported.
	return schema.ParseWith(b, &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
}

// A cutter cuts the compact text of a tool into segments.
type cutter struct {
	text          []byte
	input, output []byte // texts of the schemas, nil once found
	done          int    // bytes of the text that are in segments
	segments      []framing.Segment
}

// object looks for the parts among the members of an object whose text begins at an offset.
func (k *cutter) object(n *schema.Node, at int) {
	at++ // the brace
	for name, value := range n.Members() {
		at += stringLen(k.text[at:]) + 1 // the colon
		spelled := value.Append(nil)
		end := at + len(spelled)
		switch {
		case name == "name" && value.Kind() == schema.String:
			k.part(framing.PartName, at+1, end-1)
		case name == "description" && value.Kind() == schema.String:
			k.part(framing.PartDescription, at+1, end-1)
		case k.input != nil && holds(spelled, k.input):
			k.part(framing.PartInput, at, end)
			k.input = nil
		case k.output != nil && holds(spelled, k.output):
			k.part(framing.PartOutput, at, end)
			k.output = nil
		case (name == "function" || name == "toolSpec") && value.Kind() == schema.Object:
			k.object(value, at)
		}
		at = end + 1 // the comma
	}
}

// holds reports whether a member's text is that schema, or the box that Bedrock puts schemas into.
func holds(member, schema []byte) bool {
	return bytes.Equal(member, schema) ||
		len(member) == len(schema)+len(`{"json":}`) && bytes.HasPrefix(member, []byte(`{"json":`)) && bytes.HasSuffix(member[:len(member)-1], schema)
}

func (k *cutter) part(p framing.Part, from, to int) {
	k.segment(framing.PartFraming, k.done, from).segment(p, from, to)
}

func (k *cutter) segment(p framing.Part, from, to int) *cutter {
	if from < to {
		k.segments = append(k.segments, framing.Segment{Part: p, Text: k.text[from:to]})
	}
	k.done = to
	return k
}

// stringLen returns the length of the JSON string that a text begins with, quotes included.
func stringLen(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}
