package validate

import (
	"errors"
	"fmt"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// base is the address of the document, which is nowhere: relative references lead from it to nowhere as well.
const base = "mem:///document"

// A Schema is a compiled document. It is safe for concurrent use.
type Schema struct {
	root    *jsonschema.Schema
	refuse  *jsonschema.Schema // accepts what root refuses, and is quicker; nil if there is none
	limits  Limits
	weigher *weigher
	// Of the patterns: instructions in the linear engine, and whether there are any in the other.
	programs   int
	backtracks bool
	guessed    []string
}

// Compile reads a document. Its error is an [InvalidError] if the document is no valid schema or leads out of itself, a
// [LimitError] if it is beyond the limits, or an [UndecidedError] if it takes too long.
func Compile(doc []byte, opt *Options) (*Schema, error) {
	if opt == nil {
		opt = &Options{}
	}
	limits := opt.Limits.orDefault()
	instance, err := Decode(doc, limits)
	if err != nil {
		return nil, err
	}
	d := &document{value: instance.value, limits: limits}
	if err := d.setDraft(opt); err != nil {
		return nil, err
	}
	if err := d.scan(); err != nil {
		return nil, err
	}
	var s *Schema
	if err := within(limits.Time, func() error {
		var err error
		s, err = d.compile(opt)
		return err
	}); err != nil {
		return nil, err
	}
	return s, nil
}

// compile is the part of Compile whose time is not bounded by what was counted before.
func (d *document) compile(opt *Options) (*Schema, error) {
	e := &engine{guess: opt.GuessPatterns, ignoreFormat: opt.Format == Ignore, patterns: map[string]*pattern{}}
	c, root, err := d.compiled(func() *jsonschema.Compiler {
		c := jsonschema.NewCompiler()
		c.UseLoader(refuser{})
		c.UseRegexpEngine(e.compile)
		c.DefaultDraft(d.draft)
		switch opt.Format {
		case Assert:
			c.AssertFormat()
		case Ignore:
			// Before 2019-09 formats are always asserted, so that they have to be replaced.
			for _, name := range formatNames {
				c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
			}
		}
		return c
	})
	if err != nil {
		return nil, err
	}
	anchors := d.anchors(c)
	// From here on the engine is asked about instances, not about patterns of the document.
	e.done = true
	w, err := weigh(root, anchors, d.limits)
	if err != nil {
		return nil, err
	}
	for _, visited := range w.visited {
		bury(visited)
	}
	s := &Schema{root: root, limits: d.limits, weigher: w, guessed: e.guessed, programs: e.programs, backtracks: e.backtracks}
	if !w.dynamic {
		// Below not, the validator is content with the first fault and gathers no messages. Dynamic references look at
		// all schemas on the way to them, which this one, made by nobody's compiler, is not fit for.
		s.refuse = &jsonschema.Schema{DraftVersion: 2020, Not: root}
	}
	return s, nil
}

// bury takes away what the validator evaluates beside $ref though the draft ignores it, which is const. The document itself
// stays whole, since its meta-schema asks for valid keywords there too and pointers can lead into them.
func bury(s *jsonschema.Schema) {
	if s.Ref != nil && s.DraftVersion < 2019 && s.Const != nil {
		s.Const = nil
	}
}

// compiled compiles the document. Beside $ref the validator compiles some keywords that an old draft ignores: if the
// document fails and is right without them, their faults are nobody's business.
func (d *document) compiled(fresh func() *jsonschema.Compiler) (*jsonschema.Compiler, *jsonschema.Schema, error) {
	attempt := func() (*jsonschema.Compiler, *jsonschema.Schema, error) {
		c := fresh()
		if err := c.AddResource(base, d.value); err != nil {
			return nil, nil, err
		}
		root, err := c.Compile(base)
		return c, root, err
	}
	c, root, err := attempt()
	if err == nil {
		return c, root, nil
	}
	first := d.explain(err)
	var meta *jsonschema.SchemaValidationError
	if !d.old || errors.As(err, &meta) || !d.strip() {
		return nil, nil, first
	}
	if c, root, err = attempt(); err != nil {
		return nil, nil, first
	}
	return c, root, nil
}

// strip removes what the validator compiles beside $ref, and reports whether there was any.
func (d *document) strip() (found bool) {
	// The visit never fails.
	_ = each(d.value, "", one, func(_ string, schema map[string]any) error {
		if _, ok := schema["$ref"].(string); ok {
			for _, keyword := range []string{"contains", "propertyNames", "if", "then", "else"} {
				if _, ok := schema[keyword]; ok {
					delete(schema, keyword)
					found = true
				}
			}
		}
		return nil
	})
	return found
}

// anchors compiles what dynamic references may lead to. What the document needs of it is compiled already, so that errors
// are about parts that nobody reads.
func (d *document) anchors(c *jsonschema.Compiler) (list []*jsonschema.Schema) {
	// The visit never fails.
	_ = each(d.value, "", one, func(at string, schema map[string]any) error {
		_, dynamic := schema["$dynamicAnchor"].(string)
		recursive, _ := schema["$recursiveAnchor"].(bool)
		if dynamic || recursive {
			if s, err := c.Compile(base + "#" + encode(at)); err == nil {
				list = append(list, s)
			}
		}
		return nil
	})
	return list
}

// formatNames are the formats that the validator asserts in the drafts before 2019-09, without regex, which is the
// engine's business.
var formatNames = []string{
	"json-pointer", "relative-json-pointer", "uuid", "duration", "period", "ipv4", "ipv6", "hostname", "email", "date", "time",
	"date-time", "uri", "iri", "uri-reference", "iri-reference", "uri-template", "semver",
}

// A refuser is a loader that opens nothing. The meta-schemas of the drafts are part of the validator and need no loader.
type refuser struct{}

func (refuser) Load(string) (any, error) {
	return nil, fmt.Errorf("references out of the document are not followed")
}

// within runs f in this package's only goroutine, and leaves it alone when time is up.
func within(limit time.Duration, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- recovered(f) }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return &UndecidedError{fmt.Sprintf("it takes longer than %v", limit)}
	}
}

// recovered makes an error of a panic: of a pattern that gives up, or of a fault in the validator.
func recovered(f func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *UndecidedError:
			err = r
		default:
			err = &UndecidedError{fmt.Sprintf("the validator broke down: %v", r)}
		}
	}()
	return f()
}
