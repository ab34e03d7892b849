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
}

// A sight is what makes two problems one.
type sight struct {
	at      schema.Pointer
	message string
}

func (j *journal) note(tool string, p document.Problem) {
	if p.File != "" {
		p.Message = fmt.Sprintf("in %s: %s", p.File, p.Message)
	}
	key := sight{p.At, p.Message}
	if i, known := j.index[key]; known {
		if j.list[i].Tool != tool {
			j.list[i].Tool = ""
		}
		return
	}
	if j.index == nil {
		j.index = map[sight]int{}
	}
	j.index[key] = len(j.list)
	j.list = append(j.list, catalog.Problem{Tool: tool, At: p.At, Message: p.Message, Hint: p.Hint})
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
