package include

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify/graph"
)

func parse(t testing.TB, text string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}

// load reads a schema that has to be readable.
func load(t testing.TB, text string, draft graph.Draft) *graph.Graph {
	t.Helper()
	g, o := graph.Read(parse(t, text), draft, nil)
	if o != nil {
		t.Fatalf("%s: %s at %q", text, o.Reason, o.At)
	}
	return g
}

// tb is what tests and property tests have in common.
type tb interface {
	Helper()
	Fatalf(format string, args ...any)
}

func validator(t tb, text string, f validate.Format) *validate.Schema {
	t.Helper()
	v, err := validate.Compile([]byte(text), &validate.Options{Format: f})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func accepts(t tb, v *validate.Schema, instance string) bool {
	t.Helper()
	ok, err := v.Accepts([]byte(instance))
	if err != nil {
		t.Fatalf("%s: %v", instance, err)
	}
	return ok
}

// universe is a set of instances in which most small schemas differ that differ at all.
func universe() []string {
	small := []string{"null", "true", "false", "0", "1", "2", "3", "-1", "0.5", "1.5", `""`, `"a"`, `"b"`, `"aa"`, `"ab"`, `"abc"`, `"2024-01-31"`}
	out := append([]string{"[]", "{}"}, small...)
	some := append([]string{"[]", `[1]`, "{}", `{"a":1}`, `{"k":{}}`, `{"k":{"k":1}}`, `["a"]`}, small...)
	for i, x := range some {
		out = append(out, "["+x+"]", "["+x+","+x+"]", `{"a":`+x+`}`, `{"b":`+x+`}`, `{"k":`+x+`}`, `{"zz":`+x+`}`, `{"a":`+x+`,"b":`+x+`}`, `{"k":{"k":`+x+`}}`,
			"[["+x+"]]", `[{"a":`+x+`}]`, `{"a":[`+x+`]}`, `{"a":`+x+`,"b":1,"c":null}`)
		for _, y := range some[max(0, i-9):i] {
			out = append(out, "["+x+","+y+"]", "["+y+","+x+"]", "["+x+","+y+","+x+"]", `{"a":`+x+`,"b":`+y+`}`, `{"a":`+y+`,"k":`+x+`}`, `{"a":`+x+`,"ab":`+y+`}`)
		}
	}
	return out
}

// themes are the keywords, by their numbers in drawSchema, that random schemas are made of: all, or those of which
// something is known to depend on the others.
func themes() [][]int {
	all := make([]int, 34)
	for i := range all {
		all[i] = i
	}
	return [][]int{
		all,
		{0, 2, 3, 4, 5, 6, 7, 8, 9, 28, 29, 31},
		{0, 2, 11, 12, 13, 14, 16, 17, 17, 29, 31},
		{2, 18, 20, 22, 23, 24, 25, 26, 27, 29, 31},
		{18, 18, 20, 22, 23, 23, 24, 25, 26, 33},
	}
}

// drawSchema makes a schema of the keywords of a theme. References lead to d0 and d1.
func drawSchema(t *rapid.T, theme []int, depth int) string {
	if depth == 0 {
		return rapid.SampledFrom([]string{"true", "false", `{"type":"string"}`, `{"type":"integer"}`, `{"type":"number"}`, `{"type":"null"}`,
			`{"type":"boolean"}`, `{"type":["string","null"]}`, `{"const":1}`, `{"const":"a"}`, `{"enum":["a","b",1]}`, `{"enum":[null,[1],{"a":1}]}`, `{"minimum":1}`,
			`{"maxLength":1}`, `{"required":["a"]}`, `{"type":"object"}`, `{"type":"array"}`}).Draw(t, "leaf")
	}
	keywords := rapid.IntRange(1, 3).Draw(t, "keywords")
	members := map[string]string{}
	var order []string
	set := func(name, value string) {
		if _, ok := members[name]; !ok {
			order = append(order, name)
		}
		members[name] = value
	}
	sub := func() string { return drawSchema(t, theme, rapid.IntRange(0, depth-1).Draw(t, "depth")) }
	list := func() string {
		n := rapid.IntRange(1, 3).Draw(t, "branches")
		out := make([]string, n)
		for i := range out {
			out[i] = sub()
		}
		return "[" + strings.Join(out, ",") + "]"
	}
	pick := func(values ...string) string { return rapid.SampledFrom(values).Draw(t, "value") }
	for range keywords {
		switch rapid.SampledFrom(theme).Draw(t, "keyword") {
		case 0, 1:
			set("type", pick(`"string"`, `"integer"`, `"number"`, `"object"`, `"array"`, `"boolean"`, `"null"`, `["string","null"]`, `["integer","object"]`))
		case 2:
			set("enum", pick(`["a"]`, `["a","b"]`, `[1,2]`, `[null,"a",1.5]`, `[[],[1]]`, `[{"a":1},{}]`, `[true,false,0]`))
		case 3:
			set("minimum", pick("0", "1", "1.5"))
		case 4:
			set("maximum", pick("1", "2", "1.5"))
		case 5:
			set("exclusiveMinimum", pick("0", "1"))
		case 6:
			set("multipleOf", pick("1", "2", "0.5", "1.5"))
		case 7:
			set("minLength", pick("1", "2", "3"))
		case 8:
			set("maxLength", pick("0", "1", "2"))
		case 9:
			set("pattern", pick(`"a"`, `"^a"`, `"^[ab][ab]?$"`, `"b$"`))
		case 10:
			set("format", pick(`"date"`, `"email"`))
		case 11:
			set("minItems", pick("1", "2"))
		case 12:
			set("maxItems", pick("0", "1", "2"))
		case 13:
			set("uniqueItems", "true")
		case 14, 15:
			set("items", sub())
		case 16:
			set("prefixItems", list())
		case 17:
			set("contains", sub())
			if rapid.Bool().Draw(t, "counted") {
				set("minContains", pick("0", "1", "2"))
				set("maxContains", pick("0", "1", "2"))
			}
		case 18, 19:
			set("properties", fmt.Sprintf(`{"a":%s,"%s":%s}`, sub(), pick("b", "k", "ab"), sub()))
		case 20, 21:
			set("additionalProperties", sub())
		case 22:
			set("required", pick(`["a"]`, `["a","b"]`, `["k"]`))
		case 23:
			set("patternProperties", fmt.Sprintf(`{"%s":%s}`, pick("^a", "b$", "z"), sub()))
		case 24:
			set("propertyNames", pick(`{"maxLength":1}`, `{"enum":["a","b"]}`, `{"pattern":"^a"}`, `{"const":"a"}`, sub()))
		case 25:
			set("minProperties", pick("1", "2"))
		case 26:
			set("maxProperties", pick("0", "1", "2"))
		case 27:
			set("dependentRequired", pick(`{"a":["b"]}`, `{"k":["a","b"]}`))
		case 28:
			set("allOf", list())
		case 29, 30:
			set(pick("anyOf", "oneOf"), list())
		case 31:
			set("not", sub())
		case 32:
			set("if", sub())
			set("then", sub())
			set("else", sub())
		case 33:
			set(pick("items", "dependentSchemas"), pick(`{"$ref":"#/$defs/d0"}`, `{"$ref":"#/$defs/d1"}`))
			if v := members["dependentSchemas"]; v != "" {
				set("dependentSchemas", `{"a":`+sub()+`}`)
			}
			set("properties", pick(`{"k":{"$ref":"#/$defs/d0"}}`, `{"k":{"$ref":"#/$defs/d1"},"a":{"$ref":"#/$defs/d0"}}`))
		}
	}
	var b strings.Builder
	for i, name := range order {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", name, members[name])
	}
	return "{" + b.String() + "}"
}

// drawDocuments makes two documents, most of the time near to each other.
func drawDocuments(t *rapid.T) (a, b string) {
	theme := rapid.SampledFrom(themes()).Draw(t, "theme")
	defs := `"$defs":{"d0":` + drawSchema(t, theme, 2) + `,"d1":` + drawSchema(t, theme, 1) + `}`
	root := drawSchema(t, theme, 3)
	other := root
	switch rapid.IntRange(0, 9).Draw(t, "relation") {
	case 0:
		other = drawSchema(t, theme, 3)
	case 1:
		other = `{"allOf":[` + root + `,` + drawSchema(t, theme, 1) + `]}`
	case 2:
		other = `{"anyOf":[` + root + `,` + drawSchema(t, theme, 1) + `]}`
	case 3:
		other = `{"oneOf":[` + root + `,` + drawSchema(t, theme, 1) + `]}`
	case 4:
		other = `{"not":{"not":` + root + `}}`
	case 5:
		other = `{"if":` + drawSchema(t, theme, 1) + `,"then":` + root + `,"else":` + root + `}`
	default:
		// A part of it that stands for itself is exchanged.
		if n := strings.Count(root[1:], "{"); n > 0 {
			start := 0
			for range rapid.IntRange(1, n).Draw(t, "part") {
				start += 1 + strings.Index(root[start+1:], "{")
			}
			depth, end := 0, start
			for ; end < len(root); end++ {
				switch root[end] {
				case '{':
					depth++
				case '}':
					depth--
				}
				if depth == 0 {
					break
				}
			}
			if end < len(root) {
				part := drawSchema(t, theme, 1)
				if strings.HasPrefix(part, "{") {
					other = root[:start] + part + root[end+1:]
				}
			}
		}
	}
	wrap := func(s string) string { return `{"allOf":[` + s + `],` + defs + `}` }
	return wrap(root), wrap(other)
}
