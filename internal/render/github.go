package render

import (
	"bytes"
	"fmt"
	"strings"
)

// An annotation is a workflow command of GitHub: a message that is shown with the run and, if it names a file of the
// repository, beside the line. Its texts may be foreign.
type annotation struct {
	level   string // error, warning or notice
	file    string // empty if there is none
	line    int    // counted from 1; 0 if unknown
	title   string
	message string
}

// write writes the command in one line. No text ends it or starts another: line breaks cannot be in what line returns,
// and what would end a property is spelled as GitHub wants it.
func (a annotation) write(b *bytes.Buffer) {
	var properties []string
	if a.file != "" {
		properties = append(properties, "file="+property(a.file))
		if a.line > 0 {
			properties = append(properties, fmt.Sprintf("line=%d", a.line))
		}
	}
	if a.title != "" {
		properties = append(properties, "title="+property(a.title))
	}
	b.WriteString("::" + a.level)
	if len(properties) > 0 {
		b.WriteString(" " + strings.Join(properties, ","))
	}
	b.WriteString("::" + strings.ReplaceAll(line(a.message), "%", "%25") + "\n")
}

// property escapes a value of a workflow command; the percent sign first, since the others become one.
func property(s string) string {
	return strings.NewReplacer("%", "%25", ":", "%3A", ",", "%2C").Replace(line(s))
}
