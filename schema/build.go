package schema

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// builder makes the tree of a text that is known to be grammatical JSON. What is left to check are names, Unicode and
// the limits.
type builder struct {
	src    string
	pos    int
	lim    Limits
	report func(*SyntaxError) // nil if faults are errors

	open []frame
	// The children of all open arrays and objects, the innermost last. They are copied out when their parent closes
	// and its size is known.
	items   []*Node
	members []member
	nodes   int

	// Nodes and their children are cut from slabs: far fewer allocations than one for each.
	nodeSlab   []Node
	itemSlab   []*Node
	memberSlab []member

	reported  int // bytes of pointers handed to report
	line      int // of lineStart, counted from 1
	lineStart int
	counted   int // lines are counted up to here
}

// frame is an array or object that is still open.
type frame struct {
	node  *Node
	first int             // of its children in items or members
	count int             // children that are complete
	name  string          // of the member that is being read
	raw   string          // its spelling
	seen  map[string]bool // the names so far, once there are many
}

func newBuilder(src string, start int, lim Limits, report func(*SyntaxError)) *builder {
	return &builder{src: src, pos: start, lim: lim, report: report, line: 1}
}

func (p *builder) build() (*Node, error) {
	for {
		n, err := p.value()
		if err != nil {
			return nil, err
		}
		for n != nil {
			if len(p.open) == 0 {
				return n, nil
			}
			p.add(n)
			n = p.closed()
		}
		if top := &p.open[len(p.open)-1]; top.node.kind == Object {
			if err := p.memberName(top); err != nil {
				return nil, err
			}
		}
	}
}

// value reads a scalar or an empty array or object and returns it, or opens an array or object and returns nil.
func (p *builder) value() (*Node, error) {
	if p.nodes++; p.nodes > p.lim.Nodes {
		return nil, &LimitError{"number of values", p.lim.Nodes}
	}
	c := p.skipTo()
	n := p.newNode()
	switch c {
	case '{', '[':
	case '"':
		raw, plain := p.text()
		n.kind, n.raw = String, raw
		if !plain && !wellFormed(raw) {
			return n, p.fault(p.pos-len(raw), ErrIllFormedText)
		}
		return n, nil
	default:
		n.kind, n.raw = scalarKind(c), p.scalar()
		return n, nil
	}
	if len(p.open) >= p.lim.Depth {
		return nil, &LimitError{"nesting depth", p.lim.Depth}
	}
	p.pos++
	f := frame{node: n, first: len(p.items)}
	n.kind = Array
	if c == '{' {
		n.kind, f.first = Object, len(p.members)
	}
	p.open = append(p.open, f)
	return p.closed(), nil
}

// closed takes the innermost open array or object off and returns it, if it ends here. If not, it skips to the next child.
func (p *builder) closed() *Node {
	switch c := p.skipTo(); c {
	case ',':
		p.pos++
		p.skipTo()
		return nil
	case '}', ']':
		p.pos++
		top := &p.open[len(p.open)-1]
		if c == ']' {
			top.node.items = cut(&p.itemSlab, p.items[top.first:])
			p.items = p.items[:top.first]
		} else {
			top.node.members = cut(&p.memberSlab, p.members[top.first:])
			p.members = p.members[:top.first]
		}
		n := top.node
		p.open = p.open[:len(p.open)-1]
		return n
	}
	return nil
}

// add puts a complete value into the innermost open array or object.
func (p *builder) add(n *Node) {
	top := &p.open[len(p.open)-1]
	top.count++
	if top.node.kind == Array {
		p.items = append(p.items, n)
		return
	}
	p.members = append(p.members, member{top.name, top.raw, n})
}

// memberName reads the name of the next member and the colon after it.
func (p *builder) memberName(top *frame) error {
	start := p.pos
	raw, plain := p.text()
	top.name, top.raw = raw[1:len(raw)-1], raw
	if !plain {
		top.name = unquote(raw)
	}
	p.skipTo()
	p.pos++
	if !plain && !wellFormed(raw) {
		if err := p.fault(start, ErrIllFormedText); err != nil {
			return err
		}
	}
	if p.known(top) {
		return p.fault(start, fmt.Errorf("%w %q", ErrDuplicateName, clip(top.name)))
	}
	return nil
}

// known reports whether the object has a member with the name that was just read. A scan beats a map for the few
// members of nearly every object; an object with very many must not cost the square of them.
func (p *builder) known(top *frame) bool {
	const few = 16
	m := member{top.name, top.raw, nil}
	siblings := p.members[top.first:]
	if len(siblings) < few {
		for i := range siblings {
			if siblings[i].name == m.name && siblings[i].key() == m.key() {
				return true
			}
		}
		return false
	}
	if top.seen == nil {
		top.seen = make(map[string]bool, 4*few)
		for i := range siblings {
			top.seen[siblings[i].key()] = true
		}
	}
	key := m.key()
	if top.seen[key] {
		return true
	}
	top.seen[key] = true
	return false
}

// skipTo skips whitespace and returns the byte after it, or 0 at the end.
func (p *builder) skipTo() byte {
	for ; p.pos < len(p.src); p.pos++ {
		switch c := p.src[p.pos]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// text reads a string and returns its spelling, and whether it is plain: ASCII without escapes, its own decoding.
func (p *builder) text() (raw string, plain bool) {
	s := p.src[p.pos:]
	var seen byte
	escaped := false
	i := 1
	for ; s[i] != '"'; i++ {
		seen |= s[i]
		if s[i] == '\\' {
			escaped = true
			i++
		}
	}
	p.pos += i + 1
	return s[:i+1], seen < utf8.RuneSelf && !escaped
}

// scalar reads a number, a boolean or null and returns its spelling.
func (p *builder) scalar() string {
	start := p.pos
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ',', ']', '}', ' ', '\t', '\r', '\n':
			return p.src[start:p.pos]
		}
		p.pos++
	}
	return p.src[start:]
}

// fault reports a fault that a lenient parse goes on after, or returns it as the error.
func (p *builder) fault(offset int, cause error) error {
	for {
		i := strings.IndexByte(p.src[p.counted:offset], '\n')
		if i < 0 {
			break
		}
		p.line++
		p.counted += i + 1
		p.lineStart = p.counted
	}
	p.counted = offset
	e := &SyntaxError{Offset: int64(offset), Pointer: p.pointer(), Line: p.line, Column: offset - p.lineStart + 1, Err: cause}
	if p.report == nil {
		return e
	}
	// Many faults below a very long name would take far more memory than the document does.
	if p.reported += len(e.Pointer); p.reported > p.lim.Bytes {
		return &LimitError{"number of bytes in the pointers of problems", p.lim.Bytes}
	}
	p.report(e)
	return nil
}

// pointer leads to the value or the member that is being read.
func (p *builder) pointer() Pointer {
	var b []byte
	for i := range p.open {
		f := &p.open[i]
		if f.node.kind == Array {
			b = strconv.AppendInt(append(b, '/'), int64(f.count), 10)
		} else {
			b = append(append(b, '/'), escape(f.name)...)
		}
	}
	return Pointer(b)
}

func (p *builder) newNode() *Node {
	if len(p.nodeSlab) == 0 {
		p.nodeSlab = make([]Node, slabSize(p.nodes))
	}
	n := &p.nodeSlab[0]
	p.nodeSlab = p.nodeSlab[1:]
	return n
}

// cut returns a copy of children from the slab. Its capacity is its length, so that appending to it takes it out of the
// slab and never writes over a neighbour.
func cut[T any](slab *[]T, children []T) []T {
	k := len(children)
	if k == 0 {
		return nil
	}
	if k > len(*slab) {
		*slab = make([]T, max(k, slabSize(k)))
	}
	c := (*slab)[:k:k]
	copy(c, children)
	*slab = (*slab)[k:]
	return c
}

// slabSize keeps small documents small and the number of slabs of large ones low.
func slabSize(used int) int { return min(max(used, 16), 512) }

// wellFormed reports whether a string, quotes included, decodes without loss.
func wellFormed(raw string) bool {
	if !utf8.ValidString(raw) {
		return false
	}
	if strings.IndexByte(raw, '\\') < 0 || !strings.Contains(raw, `\u`) {
		return true
	}
	_, err := jsontext.AppendUnquote(nil, raw)
	return err == nil
}

// unquote decodes a string, quotes included; ill-formed parts become U+FFFD.
func unquote(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 && utf8.ValidString(raw) {
		return raw[1 : len(raw)-1]
	}
	b, _ := jsontext.AppendUnquote(nil, raw)
	return string(b)
}

func scalarKind(first byte) Kind {
	switch first {
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	return Number
}
