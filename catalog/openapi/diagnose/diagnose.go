// Package diagnose asks another reader of OpenAPI documents, kin-openapi, what it thinks of one.
//
// It gives opinions and nothing else. The reader's model rounds numbers, drops keywords and forgets order, so no byte of a
// schema may come from it, and it refuses documents that are of use all the same: what it says is a hint for the author of
// the document and decides nothing.
//
// Examples and defaults are not held against their schemas. The reader does that by recursion without an end where a
// schema leads back to itself, and a stack that has run out cannot be recovered from.
//
// The reader cannot be stopped. When the time of a call is over, the call returns, and the goroutine that it started is left
// behind until it ends by itself.
package diagnose

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/schema"
)

// The rules of problems that are not those of the reader.
const (
	ruleRefused = "kin-refused" // it does not read the document at all
	ruleInvalid = "kin-invalid" // in front of its own code, or alone where it has none
	ruleLimit   = "kin-limit"   // it was not asked, or not to the end
)

// Bounds of what is asked and told.
const (
	maxBytes    = 32 << 20 // of the document as JSON; the model takes about ten times that
	maxProblems = 100
	maxMessage  = 400 // characters of one message
	maxTime     = time.Minute
)

// Check returns what the reader has against a document, in no more than a minute: at most 100 problems, those without a
// place first and the others in the order of the reader. None means that it has nothing against it. References that leave
// the document are not followed; they are a problem. What the reader makes of hostile documents, a panic included, is a
// problem too.
func Check(d *document.Document) []document.Problem {
	return check(d, maxTime, ask)
}

// check is Check with another time and another reader.
func check(d *document.Document, limit time.Duration, ask func([]byte, document.Version) []error) []document.Problem {
	if d == nil || d.Main == nil || d.Main.Root == nil {
		return nil
	}
	text := asText(d.Main.Root)
	if len(text) > maxBytes {
		return []document.Problem{{Rule: ruleLimit, Message: fmt.Sprintf("kin-openapi was not asked: the document is longer than %d MiB", maxBytes>>20)}}
	}
	version := d.Version
	answer := make(chan []error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				answer <- []error{refusal{fmt.Errorf("it breaks down: %v", r)}}
			}
		}()
		answer <- ask(text, version)
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case errs := <-answer:
		return problems(d, errs)
	case <-timer.C:
		return []document.Problem{{Rule: ruleLimit, Message: fmt.Sprintf("kin-openapi did not come to an end in %v", limit)}}
	}
}

// asText returns a document as JSON for the reader. YAML makes a number of a version such as 1.0, which would be all that it
// says about the document.
func asText(root *schema.Node) []byte {
	if v := root.Get("info").Get("version"); v.Kind() == schema.Number {
		root = root.Clone()
		root.Get("info").Set("version", schema.NewString(string(v.Raw())))
	}
	return root.Append(nil)
}

// A refusal is the error of a reader that does not read the document.
type refusal struct{ error }

// Unwrap returns the cause.
func (r refusal) Unwrap() error { return r.error }

// ask has the reader read a document and returns all that it says.
func ask(text []byte, version document.Version) []error {
	loader := openapi3.NewLoader() // which reads no other file, as long as nobody gives it a function to read with
	loader.IsExternalRefsAllowed = false
	doc := new(openapi3.T)
	if version.Major == 2 {
		old := new(openapi2.T)
		if err := json.Unmarshal(text, old); err != nil {
			return []error{refusal{err}}
		}
		var err error
		if doc, err = openapi2conv.ToV3WithLoader(old, loader, nil); err != nil {
			return []error{refusal{err}}
		}
	} else {
		// Its own way in tries YAML first, which takes twice as long for JSON.
		if err := json.Unmarshal(text, doc); err != nil {
			return []error{refusal{err}}
		}
		if err := loader.ResolveRefsIn(doc, nil); err != nil {
			return []error{refusal{err}}
		}
	}
	err := doc.Validate(context.Background(), openapi3.EnableMultiError(), openapi3.DisableExamplesValidation(), openapi3.DisableSchemaDefaultsValidation(),
		// Its patterns are those of Go, and those of documents are not.
		openapi3.DisableSchemaPatternValidation())
	return flat(err, nil)
}

// flat appends the single errors of one that may hold many.
func flat(err error, all []error) []error {
	if many, ok := err.(openapi3.MultiError); ok {
		for _, e := range many {
			all = flat(e, all)
		}
		return all
	}
	if err == nil {
		return all
	}
	return append(all, err)
}

// problems makes problems of errors, each once.
func problems(d *document.Document, errs []error) []document.Problem {
	type sight struct {
		at      schema.Pointer
		message string
	}
	seen := map[sight]bool{}
	var placed, all []document.Problem
	more := 0
	for _, err := range errs {
		p := problem(d, err)
		if s := (sight{p.At, p.Message}); seen[s] {
			continue
		} else {
			seen[s] = true
		}
		if len(seen) > maxProblems {
			more++
			continue
		}
		if p.At == "" {
			all = append(all, p)
		} else {
			placed = append(placed, p)
		}
	}
	all = append(all, placed...)
	if more > 0 {
		all[len(all)-1] = document.Problem{Rule: ruleLimit, Message: fmt.Sprintf("kin-openapi has %d more objections", more+1)}
	}
	return all
}

// problem makes a problem of an error.
func problem(d *document.Document, err error) document.Problem {
	p := document.Problem{Rule: ruleInvalid}
	var coded openapi3.CodedError
	if errors.As(err, &coded) {
		p.Rule = ruleInvalid + "-" + coded.Code()
	}
	at, cause := place(d, err)
	p.At = at
	verb := "objects"
	if errors.As(err, new(refusal)) {
		p.Rule, verb = ruleRefused, "does not read the document"
	}
	p.Message = fmt.Sprintf("kin-openapi %s: %s", verb, clip(safetext.Line(cause.Error())))
	if external := (*openapi3.DisallowedExternalRefError)(nil); errors.As(err, &external) {
		p.Hint = "kin-openapi is asked about one file only; bundle the document to have all of it judged"
	}
	return p
}

// clip shortens a message, which may quote half of the document.
func clip(s string) string {
	n := 0
	for i := range s {
		if n++; n > maxMessage {
			return s[:i] + "…"
		}
	}
	return s
}
