package schema

import (
	"errors"
	"strconv"
)

// A Site is a place where a subschema stands. The site of a root has no Up.
type Site struct {
	Up      *Site  // the site of the schema around it
	Schema  *Node  // an object or a boolean
	Keyword string // the keyword of Up that holds it
	Name    string // its member name, where the keyword holds a map
	Index   int    // its index, where the keyword holds an array; -1 elsewhere
	Depth   int    // schemas around it
	base    Pointer
}

// At returns the pointer from the root of the walk to the subschema.
func (s *Site) At() Pointer {
	// One string for the whole way: sites can be deep and many.
	way := make([]*Site, 0, 16)
	for ; s.Up != nil; s = s.Up {
		way = append(way, s)
	}
	at := []byte(s.base)
	for i := len(way) - 1; i >= 0; i-- {
		s := way[i]
		at = append(append(at, '/'), escape(s.Keyword)...)
		switch {
		case s.Index >= 0:
			at = strconv.AppendInt(append(at, '/'), int64(s.Index), 10)
		case holders[s.Keyword] == SchemaMap || holders[s.Keyword] == SchemaOrStrings:
			at = append(append(at, '/'), escape(s.Name)...)
		}
	}
	return Pointer(at)
}

// SkipBelow, returned by a visit function, keeps Walk from entering the subschemas below that site.
//
//lint:ignore ST1012 it is no failure, and named like fs.SkipDir
var SkipBelow = errors.New("skip the subschemas below")

// maxSchemaDepth bounds schemas within schemas. A schema is at least one JSON level, so what is parsed with the default
// limits is never deeper; trees built by hand can be.
const maxSchemaDepth = 1000

// Walk visits root and every subschema below it, each before those below it and siblings in source order. It knows from
// the keyword table which keywords hold schemas and never enters data (default, const, enum, examples, unknown keywords).
// A value in a schema position that is neither an object nor a boolean is no schema and is not visited.
//
// It is the only way that a transform may traverse a schema. A visit may edit the schema that it is given; what it
// removed is not entered. An error of visit other than SkipBelow ends the walk and is returned.
func Walk(root *Node, visit func(*Site) error) error {
	return walkFrom(&Site{Schema: root, Index: -1}, visit)
}

func walkFrom(root *Site, visit func(*Site) error) error {
	if !isSchema(root.Schema) {
		return nil
	}
	stack := []*Site{root}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.Depth > maxSchemaDepth {
			return &LimitError{"schema nesting depth", maxSchemaDepth}
		}
		err := visit(s)
		if errors.Is(err, SkipBelow) {
			continue
		}
		if err != nil {
			return err
		}
		stack = appendBelow(stack, s)
	}
	return nil
}

// appendBelow pushes the subschemas right below s so that the first of them is popped first.
func appendBelow(stack []*Site, s *Site) []*Site {
	start := len(stack)
	push := func(keyword, name string, index int, n *Node) {
		if isSchema(n) {
			stack = append(stack, &Site{Up: s, Schema: n, Keyword: keyword, Name: name, Index: index, Depth: s.Depth + 1})
		}
	}
	for keyword, value := range s.Schema.Members() {
		shape, ok := holders[keyword]
		switch {
		case !ok:
		case value.Kind() == Array && (shape == SchemaList || shape == SchemaOrList):
			for i, item := range value.Items() {
				push(keyword, "", i, item)
			}
		case shape == SchemaMap || shape == SchemaOrStrings:
			for name, sub := range value.Members() {
				push(keyword, name, -1, sub)
			}
		case shape == Schema || shape == SchemaOrList:
			push(keyword, "", -1, value)
		}
	}
	for i, j := start, len(stack)-1; i < j; i, j = i+1, j-1 {
		stack[i], stack[j] = stack[j], stack[i]
	}
	return stack
}

func isSchema(n *Node) bool { return n.Kind() == Object || n.Kind() == Bool }
