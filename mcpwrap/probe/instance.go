package probe

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
)

func quote(s string) string { return string(schema.NewString(s).Append(nil)) }

// elicited answers a request for input with what its form asks for, and declines what is no form.
func elicited(params []byte) []byte {
	p, err := schema.Parse(params)
	if err != nil {
		return []byte(`{"action":"decline"}`)
	}
	content, ok := arguments(p.Get("requestedSchema"))
	if !ok {
		return []byte(`{"action":"decline"}`)
	}
	return []byte(`{"action":"accept","content":` + string(content) + `}`)
}

// arguments makes up arguments that a schema accepts, as few as it takes. It reports whether a validator agrees.
func arguments(root *schema.Node) ([]byte, bool) {
	if root == nil || root.Kind() != schema.Object {
		return nil, false
	}
	m := maker{root: root}
	text, ok := m.make(root, 0)
	if !ok {
		return nil, false
	}
	s, err := validate.Compile(root.Append(nil), nil)
	if err != nil {
		return nil, false
	}
	accepted, err := s.Accepts([]byte(text))
	return []byte(text), err == nil && accepted && strings.HasPrefix(text, "{")
}

// A maker makes values of the schemas of one document. What it makes may be wrong.
type maker struct{ root *schema.Node }

const maxMade = 20 // levels

func (m *maker) make(n *schema.Node, depth int) (string, bool) {
	if depth > maxMade {
		return "", false
	}
	if n.Kind() == schema.Bool {
		yes, _ := n.Bool()
		return "{}", yes
	}
	if ref, ok := n.Get("$ref").Text(); ok {
		if !strings.HasPrefix(ref, "#") {
			return "", false
		}
		to := m.root.Find(schema.Pointer(ref[1:]))
		if to == nil {
			return "", false
		}
		return m.make(to, depth+1)
	}
	for _, name := range []string{"const", "default"} {
		if v := n.Get(name); v != nil {
			return string(v.Append(nil)), true
		}
	}
	for _, name := range []string{"enum", "examples"} {
		if v := n.Get(name).Item(0); v != nil {
			return string(v.Append(nil)), true
		}
	}
	if n.Get("type") == nil && n.Get("properties") == nil {
		for _, name := range []string{"anyOf", "oneOf", "allOf"} {
			for _, branch := range n.Get(name).Items() {
				if text, ok := m.make(branch, depth+1); ok {
					return text, true
				}
			}
		}
	}
	return m.typed(n, depth)
}

func (m *maker) typed(n *schema.Node, depth int) (string, bool) {
	kind, ok := n.Get("type").Text()
	if !ok {
		kind, _ = n.Get("type").Item(0).Text()
	}
	switch kind {
	case "boolean":
		return "false", true
	case "null":
		return "null", true
	case "integer", "number":
		return aNumber(n), true
	case "array":
		least := number(n.Get("minItems"), 0)
		item := n.Get("items")
		if least > 8 || least > 0 && item == nil {
			return "", false
		}
		var items []string
		for range int(least) {
			text, ok := m.make(item, depth+1)
			if !ok {
				return "", false
			}
			items = append(items, text)
		}
		return "[" + strings.Join(items, ",") + "]", true
	case "string":
		return quote(aString(n)), true
	case "object", "":
		return m.object(n, depth)
	}
	return "", false
}

func (m *maker) object(n *schema.Node, depth int) (string, bool) {
	var members []string
	for _, r := range n.Get("required").Items() {
		name, ok := r.Text()
		if !ok {
			return "", false
		}
		text := `"x"`
		if p := n.Get("properties").Get(name); p != nil {
			if text, ok = m.make(p, depth+1); !ok {
				return "", false
			}
		}
		member := quote(name) + ":" + text
		if !slices.Contains(members, member) {
			members = append(members, member)
		}
	}
	return "{" + strings.Join(members, ",") + "}", true
}

func number(n *schema.Node, otherwise float64) float64 {
	if v, err := strconv.ParseFloat(string(n.Raw()), 64); n.Kind() == schema.Number && err == nil {
		return v
	}
	return otherwise
}

func aNumber(n *schema.Node) string {
	v := number(n.Get("minimum"), math.Min(1, number(n.Get("maximum"), 1)))
	if below := number(n.Get("exclusiveMinimum"), v-1); v <= below {
		v = math.Floor(below) + 1
	}
	if step := number(n.Get("multipleOf"), 0); step > 0 {
		v = math.Ceil(v/step) * step
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func aString(n *schema.Node) string {
	format, _ := n.Get("format").Text()
	text, ok := map[string]string{
		"date": "2026-01-02", "date-time": "2026-01-02T03:04:05Z", "time": "03:04:05Z", "duration": "PT1S", "email": "a@example.com", "uuid": "00000000-0000-4000-8000-000000000000",
		"uri": "https://example.com/", "url": "https://example.com/", "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	}[format]
	if !ok {
		text = "x"
	}
	if least := number(n.Get("minLength"), 0); least > float64(len(text)) && least <= 1000 {
		text += strings.Repeat("x", int(least)-len(text))
	}
	return text
}

// params writes an object of a request; values are JSON.
func params(namesAndValues ...string) []byte {
	var members []string
	for i := 0; i < len(namesAndValues); i += 2 {
		members = append(members, fmt.Sprintf("%q:%s", namesAndValues[i], namesAndValues[i+1]))
	}
	return []byte("{" + strings.Join(members, ",") + "}")
}
