package openapi

import (
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
	"github.com/schema-bench/schema-bench/schema"
)

// A journal collects what is odd, each thing once. What several tools share belongs to none of them.
type journal struct {
	list  []catalog.Problem
	index map[sight]int
	users []users // of list
}

// users are the operations that have a problem in common, as those have that refer to one parameter.
type users struct {
	last  *frame.Operation
	count int
}

// A sight is what makes two problems one.
type sight struct {
	at      schema.Pointer
	message string
}

// note notes a problem of the document, and of a tool if it is of one.
func (j *journal) note(tool string, p document.Problem) { j.add(tool, p) }

// noteOf notes a problem of an operation. All of one operation come together, so that each counts once.
func (j *journal) noteOf(op *frame.Operation, tool string, p document.Problem) {
	if u := &j.users[j.add(tool, p)]; u.last != op {
		u.last = op
		u.count++
	}
}

// problems are the problems, with the number of operations where one is in several.
func (j *journal) problems() []catalog.Problem {
	for i := range j.list {
		if n := j.users[i].count; n > 1 {
			j.list[i].Message += fmt.Sprintf(" (in %d operations)", n)
		}
	}
	return j.list
}

// add returns where in the list a problem stands.
func (j *journal) add(tool string, p document.Problem) int {
	if p.File != "" {
		p.Message = fmt.Sprintf("in %s: %s", p.File, p.Message)
	}
	key := sight{p.At, p.Message}
	if i, known := j.index[key]; known {
		if j.list[i].Tool != tool {
			j.list[i].Tool = ""
		}
		return i
	}
	if j.index == nil {
		j.index = map[sight]int{}
	}
	j.index[key] = len(j.list)
	j.list = append(j.list, catalog.Problem{Tool: tool, At: p.At, Message: p.Message, Hint: p.Hint})
	j.users = append(j.users, users{})
	return len(j.list) - 1
}

// tell notes something odd about an operation that is being read.
func (im *importer) tell(op *frame.Operation, p document.Place, message, hint string) {
	im.odd = append(im.odd, oddity{op, document.Problem{File: im.d.FileOf(p), At: p.At, Message: message, Hint: hint}})
}

// An oddity is a problem of an operation that has no name yet.
type oddity struct {
	op      *frame.Operation
	problem document.Problem
}

// owner finds the operation that a place is in, if there is one: its pointer has a few names more than that of the paths.
func (im *importer) owner(p *document.Problem) string {
	from := 0
	for range 6 {
		next := strings.IndexByte(string(p.At[min(from+1, len(p.At)):]), '/')
		if next < 0 {
			return im.owners[p.File+"\n"+string(p.At)]
		}
		from += 1 + next
		if name, ok := im.owners[p.File+"\n"+string(p.At[:from])]; ok {
			return name
		}
	}
	return ""
}

// label names an operation in a message.
func label(op *frame.Operation) string {
	if op.Method == "" {
		return clip(op.Path)
	}
	return clip(op.Method) + " " + clip(op.Path)
}
