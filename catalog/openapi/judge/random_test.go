package judge_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/openapi"
	"github.com/schema-bench/schema-bench/catalog/openapi/request"
	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/internal/yamltext"
	"github.com/schema-bench/schema-bench/schema"
)

// A maker makes values that a schema is likely to accept. What it makes is tried on the schema before it counts, so that
// a keyword that it does not know costs it some tries and nothing else.
type maker struct {
	root   *schema.Node
	random *rand.Rand
}

func (m *maker) value(s *schema.Node, depth int) *schema.Node {
	if ref, ok := s.Get("$ref").Text(); ok {
		if s = m.root.Find(schema.Pointer(strings.TrimPrefix(ref, "#"))); s == nil || depth > 12 {
			return schema.NewObject()
		}
	}
	if c := s.Get("const"); c != nil {
		return c
	}
	if e := s.Get("enum"); e.Len() > 0 {
		return e.Item(m.random.IntN(e.Len()))
	}
	for _, union := range []string{"oneOf", "anyOf"} {
		if u := s.Get(union); u.Len() > 0 {
			v := m.value(u.Item(m.random.IntN(u.Len())), depth+1)
			if s.Get("properties") != nil && v.Kind() == schema.Object {
				m.members(s, v, depth)
			}
			return v
		}
	}
	if all := s.Get("allOf"); all.Len() > 0 {
		v := schema.NewObject()
		m.members(s, v, depth)
		for _, part := range all.Items() {
			made := m.value(part, depth+1)
			if made.Kind() != schema.Object {
				return made
			}
			for name, member := range made.Members() {
				v.Set(name, member)
			}
		}
		return v
	}
	switch m.kind(s) {
	case "null":
		return node("null")
	case "boolean":
		return node(strconv.FormatBool(m.random.IntN(2) == 0))
	case "integer", "number":
		return m.number(s)
	case "array":
		return m.array(s, depth)
	case "object":
		v := schema.NewObject()
		m.members(s, v, depth)
		return v
	}
	return schema.NewString(m.text(s))
}

func (m *maker) kind(s *schema.Node) string {
	t := s.Get("type")
	if name, ok := t.Text(); ok {
		return name
	}
	if t.Len() > 0 {
		name, _ := t.Item(m.random.IntN(t.Len())).Text()
		return name
	}
	if s.Get("properties") != nil {
		return "object"
	}
	return "string"
}

func (m *maker) number(s *schema.Node) *schema.Node {
	at := func(name string, otherwise float64) float64 {
		if f, err := strconv.ParseFloat(string(s.Get(name).Raw()), 64); err == nil {
			return f
		}
		return otherwise
	}
	low, high := at("minimum", at("exclusiveMinimum", -3)), at("maximum", at("exclusiveMaximum", 40))
	if high < low {
		high = low + 10
	}
	n := int64(low) + m.random.Int64N(max(1, min(1000, int64(high)-int64(low)+1)))
	if step := int64(at("multipleOf", 1)); step > 1 {
		n -= n % step
	}
	return node(strconv.FormatInt(n, 10))
}

func (m *maker) text(s *schema.Node) string {
	switch format, _ := s.Get("format").Text(); format {
	case "date":
		return "2024-02-29"
	case "date-time":
		return "2024-02-29T12:30:00Z"
	case "uuid":
		return "123e4567-e89b-12d3-a456-426614174000"
	case "uri", "url":
		return "https://example.com/a?b=c"
	case "email":
		return "someone@example.com"
	case "byte", "binary":
		return "bW9yZQ=="
	}
	if encoding, _ := s.Get("contentEncoding").Text(); encoding == "base64" {
		return "bW9yZQ=="
	}
	if pattern, ok := s.Get("pattern").Text(); ok {
		hex := "0123456789abcdef0123456789abcdef"
		if strings.HasPrefix(pattern, "^") && strings.HasSuffix(pattern, "[0-9a-fA-F]{32}$") { // as some services write identifiers
			return strings.TrimSuffix(pattern[1:], "[0-9a-fA-F]{32}$") + hex
		}
		for _, guess := range []string{"AB-1", "a", "abc", "1", "123", "2024-01-01", "0.5", "12345678901234567890"} {
			if v, err := validate.Compile([]byte(`{"pattern":`+string(schema.NewString(pattern).Append(nil))+`}`), nil); err == nil {
				if ok, err := v.Accepts(schema.NewString(guess).Append(nil)); ok && err == nil {
					return guess
				}
			}
		}
	}
	words := []string{"alpha", "b", "50%", "x y", "a/b", "q=1&r=2", "käse", "{z}", "#7", "+1", "semi;colon", "10"}
	text := words[m.random.IntN(len(words))]
	least, _ := strconv.Atoi(string(s.Get("minLength").Raw()))
	for len([]rune(text)) < least {
		text += "m"
	}
	if most, err := strconv.Atoi(string(s.Get("maxLength").Raw())); err == nil && len([]rune(text)) > most {
		text = string([]rune(text)[:most])
	}
	return text
}

func (m *maker) array(s *schema.Node, depth int) *schema.Node {
	least, _ := strconv.Atoi(string(s.Get("minItems").Raw()))
	n := least
	if depth < 6 {
		n += m.random.IntN(3)
	}
	items := make([]*schema.Node, 0, n)
	for range n {
		items = append(items, m.value(s.Get("items"), depth+1))
	}
	return schema.NewArray(items...)
}

// members adds those that are required, and some of the others.
func (m *maker) members(s, to *schema.Node, depth int) {
	var required []string
	for _, r := range s.Get("required").Items() {
		name, _ := r.Text()
		required = append(required, name)
	}
	for name, property := range s.Get("properties").Members() {
		if slices.Contains(required, name) || depth < 4 && m.random.IntN(3) == 0 {
			to.Set(name, m.value(property, depth+1))
		}
	}
	for _, name := range required {
		if to.Get(name) == nil {
			to.Set(name, schema.NewString("any"))
		}
	}
	if more := s.Get("additionalProperties"); more.Kind() == schema.Object && m.random.IntN(2) == 0 {
		to.Set("more", m.value(more, depth+1))
	}
}

func node(text string) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return n
}

// A tally is what became of the operations of a document.
type tally struct {
	operations, judged, requests int
	unmade                       int            // operations that nothing valid was made for
	unbuilt, excuses             map[string]int // why
}

// judgeAtRandom makes arguments for the tools of a document, and holds each request against the judge.
func judgeAtRandom(t *testing.T, name string, text []byte, j *judge, tries int) tally {
	t.Helper()
	api, err := openapi.Import(text, nil)
	if errors.Is(err, catalog.ErrNoTools) {
		t.Skipf("%s: %v", name, err)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	out := tally{operations: len(api.Calls), unbuilt: map[string]int{}, excuses: map[string]int{}}
	for i := range api.Calls {
		call, input := &api.Calls[i], api.Catalog.Tools[i].Input
		s, err := validate.Compile(input.Append(nil), nil)
		if err != nil {
			t.Errorf("%s %s: %v", name, call.Path, err)
			continue
		}
		m := maker{input, rand.New(rand.NewPCG(uint64(i), 7))}
		made, fine := false, false
		for range tries {
			args := m.value(input, 0)
			if ok, err := s.Accepts(args.Append(nil)); err != nil || !ok {
				continue
			}
			made = true
			r, err := call.Build(args, &request.Options{Base: "https://example.com/"})
			if err != nil {
				out.unbuilt[reason(err.Error())]++
				continue
			}
			if err := j.accepts(r, call); err != nil {
				if why := excusedAtRandom(call, args, err.Error()); why != "" {
					out.excuses[why]++
					continue
				}
				t.Errorf("%s %s %s: %.300s gives %.200s, and the judge says %.300s", name, call.Method, call.Path, args.Append(nil), r.URL, firstLine(err))
				break
			}
			out.requests++
			fine = true
		}
		if fine {
			out.judged++
		}
		if !made {
			out.unmade++
		}
	}
	return out
}

// excusedAtRandom says why the judge may refuse what is right.
func excusedAtRandom(call *request.Call, args *schema.Node, complaint string) string {
	text := string(args.Append(nil))
	switch {
	case strings.Contains(complaint, "in cookie"):
		return "it does not decode cookies"
	case strings.Contains(text, "[]") && (strings.Contains(complaint, "empty value is not allowed") || strings.Contains(complaint, "minimum string length is 1") || strings.Contains(complaint, "Value is not nullable")):
		return "it knows no empty list but in JSON"
	case strings.Contains(complaint, "unsupported schema of request body"):
		return "it knows no form whose schema is composed"
	case strings.Contains(complaint, "in query") && strings.Contains(complaint, "value must be a string"), strings.Contains(complaint, "decoding oneOf failed"):
		return "it knows no union in a query"
	case call.Method == "DELETE" && call.Body == nil && strings.Contains(complaint, "request body has an error: value is required"):
		return "it wants the body that 3.0 says is to be ignored"
	case strings.Contains(complaint, "unsupported content type"):
		return "it has no reader of that media type"
	case call.Body != nil && call.Body.ContentType == "multipart/form-data" && strings.Contains(complaint, "/model"):
		return "it knows no union in a form"
	case call.Body != nil && call.Body.ContentType == "application/x-www-form-urlencoded" && strings.Contains(complaint, "Value is not nullable"):
		return "it knows no property of a form without a type"
	case strings.Contains(complaint, "discriminator property"):
		return "it wants the property of a discriminator, which does not require it"
	case strings.ContainsAny(text, "=;,.") && strings.Contains(complaint, `in format "name=value"`):
		return "it decodes members before it takes them apart"
	}
	return ""
}

// reason cuts names and values out of an error.
func reason(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	parts := strings.Split(text, `"`)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = "…"
	}
	return strings.Join(parts, `"`)
}

func TestJudgeAtRandom(t *testing.T) {
	t.Parallel()
	judged, operations := 0, 0
	for _, d := range judgedDocuments() {
		j, err := newJudge([]byte(d.text))
		if err != nil {
			t.Fatal(err)
		}
		got := judgeAtRandom(t, d.name, []byte(d.text), j, 40)
		t.Logf("%s: %+v", d.name, got)
		judged += got.judged
		operations += got.operations
	}
	if judged < 200 || operations-judged > operations/20 {
		t.Errorf("%d of %d operations were judged", judged, operations)
	}
}

// With SCHEMA_BENCH_OPENAPI the same is done with given documents.
func TestJudgeOfGiven(t *testing.T) {
	t.Parallel()
	glob := os.Getenv("SCHEMA_BENCH_OPENAPI")
	if glob == "" {
		t.Skip("SCHEMA_BENCH_OPENAPI names no documents")
	}
	files, err := filepath.Glob(glob)
	if err != nil || len(files) == 0 {
		t.Fatalf("%q names no files: %v", glob, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			json := text
			if stream, err := yamltext.Convert(text, nil); err == nil {
				json = stream.JSON
			}
			j, err := newJudge(json)
			if err != nil {
				t.Skipf("the judge cannot read it: %.300v", err)
			}
			got := judgeAtRandom(t, filepath.Base(file), text, j, 8)
			t.Logf("%+v", got)
		})
	}
}
