package document_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/catalog/openapi/document"
	"github.com/schema-bench/schema-bench/schema"
)

func open(t testing.TB, text string, opt *document.Options) *document.Document {
	t.Helper()
	d, err := document.Open([]byte(text), opt)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return d
}

func Example() {
	d, err := document.Open([]byte(`
openapi: 3.1.0
paths:
  /pets:
    get:
      parameters:
        - $ref: '#/components/parameters/limit'
components:
  parameters:
    limit: {name: limit, in: query}
`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := d.Follow(d.Root().Get("paths").Get("/pets").Get("get").Get("parameters").Item(0))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Version.Text, p.At, string(p.Node.Append(nil)))
	// Output: 3.1.0 /components/parameters/limit {"name":"limit","in":"query"}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{`{"openapi":"3.0.3"}`, "3.0"}, {`{"openapi":"3.1.0"}`, "3.1"}, {`{"openapi":"3.2.0"}`, "3.2"}, {`{"openapi":"3.1"}`, "3.1"}, {`{"swagger":"2.0"}`, "2.0"},
		{"openapi: 3.1.1\n", "3.1"}, {"swagger: 2.0\n", "2.0"}, {"openapi: 3.0\n", "3.0"}, {`{"swagger":2.0}`, "2.0"}, {"\ufeffopenapi: 3.0.0\n", "3.0"},
		{`{"openapi":"4.0.0"}`, `openapi "4.0.0" is not a version that is known`}, {`{"openapi":"3.10.0"}`, "not a version"}, {`{"openapi":"2.0"}`, "not a version"},
		{`{"swagger":"1.2"}`, "not a version"}, {`{"swagger":"3.0.0"}`, "not a version"}, {`{"swagger":"2.0.1"}`, "not a version"}, {`{"swagger":"2.0","openapi":"3.0.0"}`, "both"},
		{`{}`, "neither"}, {`[]`, "no object"}, {`{"openapi":null}`, "no text"}, {`{"openapi":["3.0.0"]}`, "no text"}, {"", "empty"}, {"# nothing\n", "empty"},
		{"<!doctype html>", "HTML"}, {"\xff\xfeo\x00", "UTF-16"}, {`{"openapi":`, "ends too early"}, {"openapi: [", "YAML"},
	} {
		d, err := document.Open([]byte(tt.text), nil)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprintf("%d.%d", d.Version.Major, d.Version.Minor)
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestT58VersionOfTheDocument(t *testing.T) {
	t.Parallel()
	d := open(t, "openapi: 3.0.0\ninfo: {title: t, version: 1.0}\n", nil)
	if got := string(d.Root().Get("info").Get("version").Node.Raw()); got != "1.0" {
		t.Errorf("the version is %s", got)
	}
}

func TestT57NamesThatStandTwice(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"{\"openapi\":\"3.0.0\",\"paths\":{\n\"/a\":{\"get\":{}},\n\"/a\":{\"put\":{}}}}",
		"openapi: 3.0.0\npaths:\n  /a: {get: {}}\n\n  /a: {put: {}}\n",
	} {
		d := open(t, text, nil)
		if len(d.Problems) != 1 || d.Problems[0].Rule != "duplicate-name" || d.Problems[0].At != "/paths/~1a" {
			t.Fatalf("%+v", d.Problems)
		}
		if want := map[bool]string{true: "line 3", false: "line 5"}[text[0] == '{']; !strings.Contains(d.Problems[0].Message, want) {
			t.Errorf("%q does not say %s", d.Problems[0].Message, want)
		}
		var both []string
		for _, item := range d.Root().Get("paths").Node.Members() {
			both = append(both, string(item.Append(nil)))
		}
		if !slices.Equal(both, []string{`{"get":{}}`, `{"put":{}}`}) {
			t.Errorf("both have to be there: %v", both)
		}
	}
}

const tree = `{"openapi":"3.1.0","components":{"schemas":{
	"a/b":{"type":"string"},"t~x":{"type":"null"},"pet shop":{"type":"integer"},"%41":{"const":1},"N":{"$anchor":"here","$defs":{"q":{"const":2}},"properties":{"x/y":{"const":3},"$anchor":{"const":4}}},
	"I":{"$id":"https://example.test/i.json","items":{"$dynamicAnchor":"dyn","const":5}},"L":{"allOf":[{"const":6},{"const":7}]},
	"D":{"default":{"$anchor":"data"}}}}}`

func TestResolve(t *testing.T) {
	t.Parallel()
	d := open(t, tree, &document.Options{Name: "/srv/api.json"})
	for ref, want := range map[string]string{
		"#/components/schemas/a~1b":                   `{"type":"string"}`, // T50
		"#/components/schemas/t~0x":                   `{"type":"null"}`,
		"#/components/schemas/pet%20shop":             `{"type":"integer"}`,
		"#/components/schemas/pet shop":               `{"type":"integer"}`,
		"#/components/schemas/%2541":                  `{"const":1}`,
		"#/components/schemas/N/$defs/q":              `{"const":2}`,
		"#/components/schemas/N/properties/x~1y":      `{"const":3}`,
		"#/components/schemas/L/allOf/1":              `{"const":7}`,
		"#dyn":                                        `{"$dynamicAnchor":"dyn","const":5}`,
		"https://example.test/i.json#/items":          `{"$dynamicAnchor":"dyn","const":5}`,
		"api.json#/components/schemas/L/allOf/0":      `{"const":6}`,
		"./api.json#/components/schemas/L/allOf/0":    `{"const":6}`,
		"/srv/api.json#/components/schemas/a~1b/type": `"string"`,
	} {
		p, err := d.Resolve(d.Root(), ref)
		if err != nil {
			t.Errorf("%s: %v", ref, err)
		} else if got := string(p.Node.Append(nil)); got != want {
			t.Errorf("%s: %s, want %s", ref, got, want)
		}
	}
	if p, err := d.Resolve(d.Root(), "#here"); err != nil || p.At != "/components/schemas/N" {
		t.Errorf("the anchor: %v %v", p.At, err)
	}
	if p, err := d.Resolve(d.Root(), "#"); err != nil || p.At != "" {
		t.Errorf("the root: %v %v", p.At, err)
	}
	for ref, want := range map[string]struct {
		is         error
		text, hint string
	}{
		"#/components/schema/N":           {document.ErrDangling, `"/components" has no "schema"`, `did you mean "schemas"?`},
		"#/components/schemas/L/allOf/02": {document.ErrDangling, `has no "02"`, ""},
		"#/%zz":                           {document.ErrDangling, "percent", ""},
		"#data":                           {document.ErrDangling, "anchor", "#/"},
		"other.yaml#/x":                   {document.ErrExternal, "leaves", "--allow-file"},
		"https://example.test/x.json":     {document.ErrExternal, "leaves", "--allow-remote"},
	} {
		_, err := d.Resolve(d.Root(), ref)
		var at *document.ReferenceError
		if !errors.As(err, &at) || !errors.Is(err, want.is) || !strings.Contains(err.Error(), want.text) || !strings.Contains(at.Hint, want.hint) {
			t.Errorf("%s: %v (%+v)", ref, err, at)
		}
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	text := `{"openapi":"%s","components":{"parameters":{"a":{"$ref":"#/components/parameters/b","description":"outer","name":"no"},
		"b":{"$ref":"#/components/parameters/c","description":"middle","summary":"s"},"c":{"name":"c","description":"inner"},
		"x":{"$ref":"#/components/parameters/y"},"y":{"$ref":"#/components/parameters/x"},"self":{"$ref":"#/components/parameters/self"}}}}`
	for version, want := range map[string]string{"3.0.0": `{"name":"c","description":"inner"}`, "3.1.0": `{"name":"c","description":"outer","summary":"s"}`} {
		d := open(t, fmt.Sprintf(text, version), nil)
		all := d.Root().Get("components").Get("parameters")
		p, err := d.Follow(all.Get("a"))
		if err != nil || string(p.Node.Append(nil)) != want || p.At != "/components/parameters/c" {
			t.Errorf("%s: %s %v %v", version, p.Node.Append(nil), p.At, err)
		}
		if got := string(all.Get("c").Node.Append(nil)); got != `{"name":"c","description":"inner"}` {
			t.Errorf("the target was edited: %s", got)
		}
		for _, name := range []string{"x", "self"} {
			if _, err := d.Follow(all.Get(name)); !errors.Is(err, document.ErrCircular) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestScan(t *testing.T) {
	t.Parallel()
	d := open(t, `{"openapi":"3.0.0","x-own":{"$ref":"#/nowhere"},"components":{"schemas":{"A":{"$ref":"#/components/schemas/B"},"B":{"$ref":"#/components/schemas/A"},
		"C":{"properties":{"$ref":{"type":"string"},"p":{"$ref":"#/components/schemas/Nope"},"q":{"$ref":"http://example.test/q"},"r":{"$ref":"#/components/schemas/D","description":"lost"}},
		"default":{"$ref":"#/data"},"example":{"$ref":"#/data"},"enum":[{"$ref":"#/data"}]},"D":{"type":"string"}}}}`, nil)
	d.Scan()
	var got []string
	for _, p := range d.Problems {
		got = append(got, fmt.Sprintf("%s %s", p.Rule, p.At))
	}
	want := []string{
		"circular-reference /components/schemas/A", "circular-reference /components/schemas/B", "dangling-reference /components/schemas/C/properties/p",
		"external-reference /components/schemas/C/properties/q", "ref-siblings-ignored /components/schemas/C/properties/r",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("api/parts/pets.yaml", "Pet:\n  properties:\n    tag: {$ref: '../common.json#/Tag'}\n    again: {$ref: '#/Pet'}\n    up: {$ref: '../api.yaml#/info'}\n")
	write("api/common.json", `{"Tag":{"const":"tag"},"Odd":`+"\n"+`{"a":1,"a":2}}`)
	write("secret.json", `{"s":1}`)
	if err := os.Symlink(filepath.Join(dir, "secret.json"), filepath.Join(dir, "api", "link.json")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	main := filepath.ToSlash(filepath.Join(dir, "api", "api.yaml"))
	d := open(t, "openapi: 3.1.0\ninfo: {title: t}\n", &document.Options{Name: main, Fetch: document.FileFetch(filepath.Join(dir, "api"))})
	pet, err := d.Resolve(d.Root(), "parts/pets.yaml#/Pet")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"tag": `{"const":"tag"}`, "up": `{"title":"t"}`} {
		p, err := d.Follow(pet.Get("properties").Get(name))
		if err != nil || string(p.Node.Append(nil)) != want {
			t.Errorf("%s: %s %v", name, p.Node.Append(nil), err)
		}
	}
	if p, err := d.Follow(pet.Get("properties").Get("again")); err != nil || p.Node != pet.Node {
		t.Errorf("a file is opened twice: %v", err)
	}
	for _, ref := range []string{"../secret.json#/s", "link.json#/s", "/etc/hostname", "none.json", "parts"} {
		if _, err := d.Resolve(d.Root(), ref); !errors.Is(err, document.ErrExternal) {
			t.Errorf("%s: %v", ref, err)
		}
	}
	if _, err := d.Resolve(d.Root(), "common.json#/Odd/a"); err != nil {
		t.Error(err)
	}
	if len(d.Problems) != 1 || !strings.HasSuffix(d.Problems[0].File, "common.json") {
		t.Errorf("problems name the file: %+v", d.Problems)
	}
}

func TestRemoteNames(t *testing.T) {
	t.Parallel()
	var asked []string
	d := open(t, `{"openapi":"3.2.0","$self":"https://docs.example.test/v2/api.json"}`, &document.Options{Name: "https://example.test/api.json", Fetch: func(location string) ([]byte, error) {
		asked = append(asked, location)
		return []byte(`{"x":{"$ref":"y.json"}}`), nil
	}})
	p, err := d.Resolve(d.Root(), "parts/x.json#/x")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := d.Resolve(p, "y.json#/x"); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"https://docs.example.test/v2/parts/x.json", "https://docs.example.test/v2/parts/y.json"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q", asked)
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	if _, err := document.Open([]byte(`{"openapi":"3.0.0","x":`+strings.Repeat("[", 20_000)), nil); err == nil {
		t.Error("20,000 deep is no error")
	}
	var limit *schema.LimitError
	if _, err := document.Open([]byte(`{"openapi":"3.0.0","x":`+strings.Repeat("[", 1100)+strings.Repeat("]", 1100)+"}"), nil); !errors.As(err, &limit) {
		t.Errorf("1,100 deep: %v", err)
	}
	var b strings.Builder
	b.WriteString(`{"openapi":"3.1.0","c":{`)
	for i := range 20_000 {
		fmt.Fprintf(&b, `"r%d":{"$ref":"#/c/r%d"},`, i, i+1)
	}
	d := open(t, b.String()+`"r20000":{}}}`, nil)
	if _, err := d.Follow(d.Root().Get("c").Get("r0")); err == nil {
		t.Error("20,000 hops are no error")
	}
}

// Every value of a document is found by the pointer to it, however it is escaped.
func TestEveryPlace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SampledFrom([]string{"a", "a/b", "~", "~1", "%41", "é b", "", "0", "#", "$ref", "x?y"})
		var draw func(depth int) *schema.Node
		draw = func(depth int) *schema.Node {
			switch kind := rapid.IntRange(0, 2).Draw(t, "kind"); {
			case depth == 0 || kind == 0:
				return schema.NewString("leaf")
			case kind == 1:
				n := schema.NewObject()
				for range rapid.IntRange(0, 3).Draw(t, "members") {
					n.Set(names.Draw(t, "name"), draw(depth-1))
				}
				return n
			}
			var items []*schema.Node
			for range rapid.IntRange(0, 3).Draw(t, "items") {
				items = append(items, draw(depth-1))
			}
			return schema.NewArray(items...)
		}
		root := schema.NewObject()
		root.Set("openapi", schema.NewString("3.1.0"))
		root.Set("x", draw(4))
		d, err := document.Open(root.Append(nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		var check func(p document.Place)
		check = func(p document.Place) {
			escaped := strings.NewReplacer("%", "%25", "#", "%23", " ", "%20").Replace(string(p.At))
			found, err := d.Resolve(d.Root(), "#"+escaped)
			if err != nil || found.Node != p.Node || found.At != p.At {
				t.Fatalf("%q: %v %v", p.At, found.At, err)
			}
			for name := range p.Node.Members() {
				check(p.Get(name))
			}
			for i := range p.Node.Items() {
				check(p.Item(i))
			}
		}
		check(d.Root())
	})
}

func FuzzOpen(f *testing.F) {
	for _, seed := range []string{tree, "openapi: 3.0.0\nx: {$ref: '#/y'}\ny: {$ref: '#/x'}", `{"swagger":"2.0","d":{"$ref":"#"}}`, "swagger: '2.0'\nx: &a {$ref: a.json}\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := document.Open(b, &document.Options{Limits: schema.Limits{Depth: 100, Nodes: 100_000, Bytes: 1 << 20}, Fetch: func(string) ([]byte, error) { return b, nil }})
		if err != nil {
			return
		}
		if d.Version.Major == 0 {
			t.Errorf("no version: %q", b)
		}
		d.Scan()
	})
}
