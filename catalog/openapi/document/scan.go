package document

import (
	"errors"
	"fmt"
	"strconv"
)

// maxListed is how many problems of one rule a scan lists before it only counts.
const maxListed = 100

// Scan adds to Problems every reference of the main file that leads nowhere, out of the document or back to itself, and,
// up to version 3.0, those with siblings, which mean nothing there. References that nothing needs are among them.
func (d *Document) Scan() {
	s := scanner{d: d, counts: map[string]int{}}
	s.walk(d.Root(), 0, false)
	for _, rule := range []string{"dangling-reference", "external-reference", "circular-reference", "ref-siblings-ignored"} {
		if more := s.counts[rule] - maxListed; more > 0 {
			d.problem(Problem{Rule: rule, Message: fmt.Sprintf("%d more references are like that", more)})
		}
	}
}

type scanner struct {
	d      *Document
	counts map[string]int
}

func (s *scanner) walk(p Place, depth int, names bool) {
	if depth > 10_000 {
		return
	}
	for i := range p.Node.Items() {
		s.walk(p.Item(i), depth+1, false)
	}
	if ref, ok := p.Node.Get("$ref").Text(); ok && !names {
		s.reference(p, ref)
	}
	for name, value := range p.Node.Members() {
		if value.Len() > 0 && (names || !isData(name)) {
			s.walk(Place{p.File, p.At.Child(name), value}, depth+1, !names && holdsNames(name))
		}
	}
}

func (s *scanner) reference(p Place, ref string) {
	switch target, err := s.d.Resolve(p, ref); {
	case err != nil:
		s.note(s.d.Trouble(p, err))
	case s.circular(target):
		s.note(s.d.Trouble(p, &ReferenceError{Ref: ref, Err: ErrCircular}))
	}
	if d := s.d.Version; d.Major == 2 || d.Minor == 0 {
		for name := range p.Node.Members() {
			if name != "$ref" && !isData(name) {
				s.note(Problem{Rule: "ref-siblings-ignored", At: p.At, Message: fmt.Sprintf("%q beside $ref means nothing in version %s", clip(name), d.Text),
					Hint: "put the reference into an allOf of one, or describe the target"})
				break
			}
		}
	}
}

// circular reports whether a place is a reference that only leads to references, round and round. In 3.1 what stands
// beside a reference counts, but a circle still has no meaning.
func (s *scanner) circular(p Place) bool {
	_, err := s.d.Follow(p)
	return errors.Is(err, ErrCircular)
}

func (s *scanner) note(p Problem) {
	if s.counts[p.Rule]++; s.counts[p.Rule] <= maxListed {
		s.d.problem(p)
	}
}

// Trouble is the problem of a reference at a place that cannot be followed, with the error of Resolve or Follow.
func (d *Document) Trouble(p Place, err error) Problem {
	out := Problem{Rule: "dangling-reference", File: d.FileOf(p), At: p.At, Message: err.Error()}
	switch {
	case errors.Is(err, ErrExternal):
		out.Rule = "external-reference"
	case errors.Is(err, ErrCircular):
		out.Rule = "circular-reference"
	}
	var at *ReferenceError
	if errors.As(err, &at) {
		out.Hint = at.Hint
	}
	return out
}

// FileOf returns the file of a place as problems name it: nothing for the main file.
func (d *Document) FileOf(p Place) string {
	if p.File == nil || p.File == d.Main {
		return ""
	}
	return p.File.Name
}

func itoa(i int) string { return strconv.Itoa(i) }
