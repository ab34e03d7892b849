package install

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/schema"
)

// A span is a part of a file, b[from:to].
type span struct{ from, to int }

func (s span) of(b []byte) string { return string(b[s.from:s.to]) }

// A document is a configuration with the places of its servers.
type document struct {
	b       []byte
	toml    bool
	entries []entry
}

// An entry is one server of a configuration.
type entry struct {
	group   string // what it stands in
	project string // the directory it is for; empty if it is for all
	name    string
	at      int // where it starts
	members []member
	path    string // PATH as the entry sets it for its server
	between string // what stands between two members when a line is added: a comma in JSON, the start of a line in TOML
	colon   string // what stands between a name and its value
	broken  string // why it is no server; empty if it is one
}

// A member is a name and a value of an entry.
type member struct {
	name       string
	key, value span
	text       string // of a string
	isText     bool
	isList     bool
	empty      bool   // a list, table or object without anything in it
	items      []item // of a list
}

type item struct {
	span
	text   string
	isText bool
}

func (e *entry) get(name string) *member {
	for i := range e.members {
		if e.members[i].name == name {
			return &e.members[i]
		}
	}
	return nil
}

// texts returns the items of a list of strings, or false if it is something else.
func (m *member) texts() ([]string, bool) {
	out := make([]string, 0, len(m.items))
	for _, it := range m.items {
		if !it.isText {
			return nil, false
		}
		out = append(out, it.text)
	}
	return out, m.isList
}

// find returns the entry of the same place in another document.
func (d *document) find(e *entry) *entry {
	for i := range d.entries {
		if o := &d.entries[i]; o.group == e.group && o.project == e.project && o.name == e.name {
			return o
		}
	}
	return nil
}

// read finds the servers of a configuration. TOML is told by the name of the file, as clients do.
func read(b []byte, toml bool) (*document, error) {
	if toml {
		return readTOML(b)
	}
	return readJSON(b)
}

// A hinted error carries what the user can do about it.
type hinted struct {
	err  error
	hint string
}

func (e *hinted) Error() string { return e.err.Error() }
func (e *hinted) Unwrap() error { return e.err }

// Hint returns what the user can do about it.
func (e *hinted) Hint() string { return e.hint }

// mend is what to do about a file that cannot be read.
const mend = "mend the file first; nothing was changed"

// at words an error with its place in the file.
func at(b []byte, offset int, err error) error {
	line, column := schema.LineColumn(b, int64(offset))
	return &hinted{fmt.Errorf("line %d, column %d: %w", line, column, err), mend}
}

// quote writes a string that JSON and TOML both read. TOML forbids DEL, which JSON lets pass.
func quote(s string) string {
	return strings.ReplaceAll(string(schema.NewString(s).Append(nil)), "\x7f", `\u007f`)
}

// lineEnd returns how the line at i ends.
func lineEnd(b []byte, i int) string {
	if k := bytes.IndexByte(b[i:], '\n'); k >= 0 {
		if k > 0 && b[i+k-1] == '\r' {
			return "\r\n"
		}
		return "\n"
	}
	if bytes.Contains(b, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// indent returns the blanks before i, and whether a line starts with them. A file can be one long line, so that it looks
// no further.
func indent(b []byte, i int) (string, bool) {
	from := i
	for from > 0 && (b[from-1] == ' ' || b[from-1] == '\t') {
		from--
	}
	return string(b[from:i]), from == 0 || b[from-1] == '\n'
}

func blank(s string) bool { return strings.Trim(s, " \t\r\n") == "" }

// separator returns what stands between two items of a list of the entry, as its author writes it.
func (d *document) separator(e *entry, m *member) string {
	if m != nil && len(m.items) > 1 {
		if gap := string(d.b[m.items[0].to:m.items[1].from]); strings.HasPrefix(gap, ",") && blank(gap[1:]) {
			return gap
		}
	}
	if m != nil && len(m.items) > 0 {
		first := m.items[0].from
		if in, alone := indent(d.b, first); alone && first > m.value.from && bytes.IndexByte(d.b[m.value.from:first], '\n') >= 0 {
			return "," + lineEnd(d.b, m.value.from) + in
		}
	}
	if e.colon == ":" {
		return ","
	}
	return ", "
}

// label names an entry in messages.
func (e *entry) label() string {
	if e.project != "" {
		return fmt.Sprintf("server %s of %s", safetext.Line(e.name), safetext.Line(e.project))
	}
	return "server " + safetext.Line(e.name)
}
