package schema_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
	"pgregory.net/rapid"
)

// TestPointer has the document of RFC 6901, section 5, and what goes beyond it.
func TestPointer(t *testing.T) {
	t.Parallel()
	const rfc = `{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}`
	n := mustParse(t, rfc)
	for p, want := range map[schema.Pointer]string{
		"": rfc, "/foo": `["bar","baz"]`, "/foo/0": `"bar"`, "/": "0", "/a~1b": "1", "/c%d": "2", "/e^f": "3", "/g|h": "4", `/i\j`: "5",
		`/k"l`: "6", "/ ": "7", "/m~0n": "8",
		"/foo/1": `"baz"`,
		"foo":    "", "/foo/2": "", "/foo/-": "", "/foo/01": "", "/foo/+1": "", "/foo/-0": "", "/foo/ 1": "", "/foo/0/0": "", "/foo/": "",
		"/foo/99999999999999999999": "", "/none": "", "//": "", "/a/b": "", "#/foo": "",
	} {
		found := n.Find(p)
		if want == "" && found != nil || want != "" && (found == nil || string(found.Append(nil)) != want) {
			t.Errorf("%q leads to %s, want %s", p, found.Append(nil), want)
		}
	}
}

func TestPointerNames(t *testing.T) {
	t.Parallel()
	for p, want := range map[schema.Pointer][]string{
		"": nil, "a": nil, "/": {""}, "//": {"", ""}, "/a/b": {"a", "b"}, "/~01": {"~1"}, "/~10": {"/0"}, "/~1~0": {"/~"}, "/a~1b/": {"a/b", ""},
	} {
		got := p.Names()
		if !slices.Equal(got, want) {
			t.Errorf("%q has the names %q, want %q", p, got, want)
		}
		back := schema.Pointer("")
		for _, name := range got {
			back = back.Child(name)
		}
		if p != "a" && back != p {
			t.Errorf("the names of %q make %q", p, back)
		}
	}
}

// TestPointerRoundTrip: the pointer to any value of any document finds that very value.
func TestPointerRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		root, err := schema.Parse([]byte(genText(t, 3)))
		if err != nil {
			t.Fatal(err)
		}
		var check func(n *schema.Node, at schema.Pointer, names []string)
		check = func(n *schema.Node, at schema.Pointer, names []string) {
			if root.Find(at) != n {
				t.Fatalf("%q does not find %s in %s", at, n.Append(nil), root.Append(nil))
			}
			if !slices.Equal(at.Names(), names) {
				t.Fatalf("%q has the names %q, want %q", at, at.Names(), names)
			}
			for name, value := range n.Members() {
				check(value, at.Child(name), append(slices.Clip(names), name))
			}
			for i, item := range n.Items() {
				check(item, at.Child(fmt.Sprint(i)), append(slices.Clip(names), fmt.Sprint(i)))
			}
		}
		check(root, "", nil)
	})
}
