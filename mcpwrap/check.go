package mcpwrap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
)

// A checker holds the arguments of calls against the schemas that the server sent. It is safe for concurrent use.
type checker struct {
	mu    sync.Mutex
	tools map[string]*checked
}

// A checked tool is compiled when it is called for the first time.
type checked struct {
	raw  string // as the server sent it
	once sync.Once
	root *schema.Node     // nil if there is nothing to hold arguments against
	s    *validate.Schema // that of root
}

// maxChecked bounds the tools that are held; calls of others pass.
const maxChecked = 10_000

func newChecker() *checker { return &checker{tools: map[string]*checked{}} }

// take notes the tools of a list. Of two with one name nobody knows which one is called, so that neither is checked.
func (c *checker) take(tools []Tool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	seen := map[string]bool{}
	for _, t := range tools {
		old := c.tools[t.Name]
		switch {
		case t.Name == "":
		case seen[t.Name]:
			c.tools[t.Name] = &checked{}
		case old != nil && old.raw == string(t.Before):
		case old != nil || len(c.tools) < maxChecked:
			c.tools[t.Name] = &checked{raw: string(t.Before)}
		}
		seen[t.Name] = true
	}
}

func (t *checked) compile() {
	if t.raw == "" {
		return
	}
	c, err := catalog.Read([]byte(t.raw), &catalog.ReadOptions{Lenient: true})
	if err != nil || len(c.Tools) != 1 || c.Tools[0].Input == nil {
		return
	}
	s, err := validate.Compile(c.Tools[0].Input.Append(nil), nil)
	if err != nil {
		return // nothing is known of what it accepts
	}
	t.root, t.s = c.Tools[0].Input, s
}

// complaint says what is wrong with the arguments of a call, with what the server says of the parameters concerned; "" if
// nothing is, or nothing is known of the tool. Nil arguments are an empty object.
func (c *checker) complaint(tool string, arguments []byte) string {
	c.mu.Lock()
	t := c.tools[tool]
	c.mu.Unlock()
	if t == nil {
		return ""
	}
	if t.once.Do(t.compile); t.s == nil {
		return ""
	}
	if arguments == nil {
		arguments = []byte("{}")
	}
	refusals, err := t.s.Refusals(arguments)
	if err != nil || len(refusals) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "The arguments of %s are not valid:\n", tool)
	about := map[string]*schema.Node{}
	var order []string
	for i, r := range refusals {
		if i == maxComplaints {
			fmt.Fprintf(&out, "- and %d more\n", len(refusals)-i)
			break
		}
		at := r.Pointer
		if at == "" {
			at = "the arguments"
		}
		fmt.Fprintf(&out, "- %s: %s\n", at, r.Reason)
		places := []schema.Pointer{schema.Pointer(r.Pointer)}
		for _, name := range r.Names {
			places = append(places, schema.Pointer(r.Pointer).Child(name))
		}
		for _, p := range places {
			if s := subschema(t.root, p); s != nil && p != "" && about[string(p)] == nil {
				about[string(p)] = s
				order = append(order, string(p))
			}
		}
	}
	if len(order) > 0 {
		out.WriteString("What the server says of them:\n")
	}
	for _, p := range order {
		text := string(about[p].Append(nil))
		if len(text) > maxAbout {
			text = strings.ToValidUTF8(text[:maxAbout], "") + "…"
		}
		fmt.Fprintf(&out, "- %s: %s\n", p, text)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// Bounds of a complaint: a model reads it.
const (
	maxComplaints = 10
	maxAbout      = 4000 // bytes about one parameter
	maxHops       = 20
)

// subschema returns the schema of a place in the arguments as far as it can be told without trying alternatives, or nil.
func subschema(root *schema.Node, at schema.Pointer) *schema.Node {
	n := follow(root, root)
	for _, name := range at.Names() {
		next := follow(root, n.Get("properties").Get(name))
		if next == nil {
			if i, err := strconv.Atoi(name); err == nil && i >= 0 {
				next = follow(root, n.Get("prefixItems").Item(i))
				if next == nil && n.Get("items").Kind() == schema.Object {
					next = follow(root, n.Get("items"))
				}
			}
		}
		if more := n.Get("additionalProperties"); next == nil && more.Kind() == schema.Object {
			next = follow(root, more)
		}
		if next == nil {
			return nil
		}
		n = next
	}
	return n
}

// follow returns what a chain of references leads to inside the document.
func follow(root, n *schema.Node) *schema.Node {
	for range maxHops {
		ref, ok := n.Get("$ref").Text()
		if !ok || !strings.HasPrefix(ref, "#/") {
			return n
		}
		to := root.Find(schema.Pointer(ref[1:]))
		if to == nil || to == n {
			return n
		}
		n = to
	}
	return n
}

// refusal is the answer to a call whose arguments are not valid: an error of the tool, which models see and act on.
func refusal(id []byte, complaint string) []byte {
	return slices.Concat([]byte(`{"jsonrpc":"2.0","id":`), id, []byte(`,"result":{"content":[{"type":"text","text":`), schema.NewString(complaint).Append(nil), []byte(`}],"isError":true}}`))
}
