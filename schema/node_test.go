package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
	"pgregory.net/rapid"
)

func TestNodeAccess(t *testing.T) {
	t.Parallel()
	n := mustParse(t, `{"o":{"x":1},"a":[1,"two"],"s":"\u0041\n","n":1.50,"t":true,"f":false,"z":null}`)
	for name, want := range map[string]struct {
		kind schema.Kind
		len  int
		raw  string
	}{
		"o": {schema.Object, 1, ""}, "a": {schema.Array, 2, ""}, "s": {schema.String, 0, `"\u0041\n"`}, "n": {schema.Number, 0, "1.50"},
		"t": {schema.Bool, 0, "true"}, "f": {schema.Bool, 0, "false"}, "z": {schema.Null, 0, "null"}, "missing": {schema.Invalid, 0, ""},
	} {
		v := n.Get(name)
		if v.Kind() != want.kind || v.Len() != want.len || string(v.Raw()) != want.raw {
			t.Errorf("%s: kind %d, length %d, raw %q", name, v.Kind(), v.Len(), v.Raw())
		}
		text, isText := v.Text()
		if isText != (want.kind == schema.String) || isText && text != "A\n" {
			t.Errorf("%s: text %q, %v", name, text, isText)
		}
		value, isBool := v.Bool()
		if isBool != (want.kind == schema.Bool) || value != (name == "t") {
			t.Errorf("%s: bool %v, %v", name, value, isBool)
		}
	}
	var names []string
	for name, value := range n.Members() {
		if value != n.Get(name) {
			t.Errorf("Members and Get differ on %s", name)
		}
		if names = append(names, name); name == "t" {
			break
		}
	}
	if got := strings.Join(names, ""); got != "oasnt" {
		t.Errorf("members come as %s", got)
	}
	for i, item := range n.Get("a").Items() {
		if item != n.Get("a").Item(i) {
			t.Errorf("Items and Item differ on %d", i)
		}
		if i == 0 {
			break
		}
	}
	for _, i := range []int{-1, 2} {
		if n.Get("a").Item(i) != nil || n.Item(i) != nil {
			t.Errorf("there is an item %d", i)
		}
	}
}

func TestNilAndZeroNodes(t *testing.T) {
	t.Parallel()
	var zero schema.Node
	for _, n := range []*schema.Node{nil, &zero} {
		for range n.Members() {
			t.Error("a member of nothing")
		}
		for range n.Items() {
			t.Error("an item of nothing")
		}
		n.Set("a", schema.NewString("x"))
		n.SetItems([]*schema.Node{schema.NewString("x")})
		if n.Kind() != schema.Invalid || n.Len() != 0 || n.Raw() != nil || n.Get("a") != nil || n.Item(0) != nil || n.Find("/a") != nil || n.Delete("a") {
			t.Error("there is something in nothing")
		}
		if n.Copy(mustParse(t, `{"a":1}`), "a") || schema.NewObject().Copy(n, "a") {
			t.Error("copied from or to nothing")
		}
		if got := string(n.Append([]byte("x"))); got != "xnull" {
			t.Errorf("nothing is written as %s", got)
		}
		if err := schema.Walk(n, func(*schema.Site) error { t.Error("visited nothing"); return nil }); err != nil {
			t.Error(err)
		}
		if d, err := schema.Resolve(n); err != nil || len(d.Sites) != 0 || len(d.References) != 0 {
			t.Errorf("nothing resolves to %v, %v", d, err)
		}
		if !schema.Equal(n, n.Clone()) {
			t.Error("the clone of nothing is something")
		}
	}
}

func TestRawIsACopy(t *testing.T) {
	t.Parallel()
	n := mustParse(t, `["abc"]`)
	n.Item(0).Raw()[1] = 'x'
	if got := string(n.Append(nil)); got != `["abc"]` {
		t.Errorf("writing to Raw changed the node to %s", got)
	}
}

func TestEdit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in, want string
		edit           func(*schema.Node)
	}{
		{"set keeps the place and the spelling of the name", `{"\u0061":1,"b":2}`, `{"\u0061":"x","b":2}`, func(n *schema.Node) { n.Set("a", schema.NewString("x")) }},
		{"set appends", `{"a":1}`, `{"a":1,"b/\n<é":[]}`, func(n *schema.Node) { n.Set("b/\n<é", schema.NewArray()) }},
		{"set into an empty object", `{}`, `{"":{}}`, func(n *schema.Node) { n.Set("", schema.NewObject()) }},
		{"set of an array does nothing", `[1]`, `[1]`, func(n *schema.Node) { n.Set("0", schema.NewString("x")) }},
		{"set replaces the last of duplicates", `{"a":1,"a":2}`, `{"a":1,"a":"x"}`, func(n *schema.Node) { n.Set("a", schema.NewString("x")) }},
		{"delete keeps the order", `{"a":1,"b":2,"c":3}`, `{"a":1,"c":3}`, func(n *schema.Node) { n.Delete("b") }},
		{"delete of all duplicates", `{"a":1,"b":2,"a":3}`, `{"b":2}`, func(n *schema.Node) { n.Delete("a") }},
		{"delete of what is not there", `{"a":1}`, `{"a":1}`, func(n *schema.Node) { n.Delete("b") }},
		{"items", `[1,2]`, `["x"]`, func(n *schema.Node) { n.SetItems([]*schema.Node{schema.NewString("x")}) }},
		{"items of an object do nothing", `{"a":1}`, `{"a":1}`, func(n *schema.Node) { n.SetItems(nil) }},
		{"copy keeps the spelling of the name", `{"a":1}`, `{"a":1,"\u0062":2.0}`, func(n *schema.Node) { n.Copy(mustParse(t, `{"\u0062":2.0}`), "b") }},
		{"copy of what is not there", `{"a":1}`, `{"a":1}`, func(n *schema.Node) { n.Copy(mustParse(t, `{"b":2}`), "c") }},
		// Children of neighbours lie side by side in memory.
		{"growing one object leaves its neighbour alone", `[{"a":1},{"b":2}]`, `[{"a":1,"c":"x"},{"b":2}]`, func(n *schema.Node) { n.Item(0).Set("c", schema.NewString("x")) }},
		{"deleting in one object leaves its neighbour alone", `[{"a":1,"z":0},{"b":2}]`, `[{"z":0},{"b":2}]`, func(n *schema.Node) { n.Item(0).Delete("a") }},
	} {
		n := lenient(t, test.in)
		whole := n.Clone()
		test.edit(n)
		if got := string(n.Append(nil)); got != test.want {
			t.Errorf("%s: %s became %s, want %s", test.name, test.in, got, test.want)
		}
		if got := string(whole.Append(nil)); got != test.in {
			t.Errorf("%s: the clone became %s too", test.name, got)
		}
		lenient(t, string(n.Append(nil)))
	}
}

func TestDeleteReports(t *testing.T) {
	t.Parallel()
	n := mustParse(t, `{"a":1}`)
	if n.Delete("b") || !n.Delete("a") || n.Delete("a") {
		t.Error("Delete does not tell whether there was a member")
	}
}

func TestNewString(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": `""`, "a\"b\\": `"a\"b\\"`, "<&>/é😀\u2028": "\"<&>/é😀\u2028\"", "\x00\n": `"\u0000\n"`, "a\xffb": "\"a\ufffdb\"",
	} {
		n := schema.NewString(text)
		if got := string(n.Append(nil)); got != want {
			t.Errorf("NewString(%q) is written %s, want %s", text, got, want)
		}
		if got, ok := n.Text(); !ok || got != strings.ToValidUTF8(text, "\ufffd") {
			t.Errorf("NewString(%q) reads %q, %v", text, got, ok)
		}
	}
	// A name that is ill-formed is found again under what was written.
	o := schema.NewObject()
	o.Set("a\xff", schema.NewString("x"))
	if o.Get("a\ufffd") == nil || !schema.Equal(o, mustParse(t, string(o.Append(nil)))) {
		t.Errorf("%s is not what it is written as", o.Append(nil))
	}
}

// TestEditAgainstModel edits an object and a plain list of pairs side by side.
func TestEditAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		type pair struct{ name, value string }
		var model []pair
		n := schema.NewObject()
		for range rapid.IntRange(0, 30).Draw(t, "edits") {
			name := rapid.StringMatching(`[a-f/~]{0,2}`).Draw(t, "name")
			at := slices.IndexFunc(model, func(p pair) bool { return p.name == name })
			if rapid.Bool().Draw(t, "delete") {
				if n.Delete(name) != (at >= 0) {
					t.Fatalf("Delete(%q) reports the wrong thing", name)
				}
				if at >= 0 {
					model = slices.Delete(model, at, at+1)
				}
				continue
			}
			value := rapid.StringN(0, 3, -1).Draw(t, "value")
			n.Set(name, schema.NewString(value))
			if at < 0 {
				model = append(model, pair{name, value})
			} else {
				model[at].value = value
			}
		}
		var got []pair
		for name, value := range n.Members() {
			text, _ := value.Text()
			got = append(got, pair{name, text})
		}
		if !slices.Equal(got, model) {
			t.Fatalf("object %v, model %v", got, model)
		}
		back, err := schema.Parse(n.Append(nil))
		if err != nil || !schema.Equal(back, n) {
			t.Fatalf("%s does not come back: %v", n.Append(nil), err)
		}
	})
}

// What a program writes that has decoded a document: no escape but those that JSON demands, in names as well.
func TestAppendPlain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{`{"caf\u00e9":"\u2014\/\u0041","b":[1.0,1e2,null]}`, `{"café":"—/A","b":[1.0,1e2,null]}`},
		{`"\"\\\n\u0000\ud83d\ude80<&>"`, `"\"\\\n\u0000🚀<&>"`},
		{`"\u2028"`, "\"\u2028\""},
	} {
		n, err := schema.Parse([]byte(tt.in))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(n.AppendPlain([]byte("x"))); got != "x"+tt.want {
			t.Errorf("%s: got %s, want x%s", tt.in, got, tt.want)
		}
	}
	lenient, err := schema.ParseWith([]byte(`["\ud800","\u00e9"]`), &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(lenient.AppendPlain(nil)); got != `["\ud800","é"]` {
		t.Errorf("ill-formed: got %s", got)
	}
}
func TestDeleteFunc(t *testing.T) {
	t.Parallel()
	n := mustParse(t, `{"a":1,"b":2,"c":3}`)
	n.DeleteFunc(func(name string, v *schema.Node) bool { return name == "b" || string(v.Raw()) == "3" })
	if got := string(n.Append(nil)); got != `{"a":1}` {
		t.Errorf("got %s", got)
	}
	(*schema.Node)(nil).DeleteFunc(func(string, *schema.Node) bool { return true })
}
