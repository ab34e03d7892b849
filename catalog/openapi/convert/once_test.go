package convert

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
)

// Every name stands once, and what is found by a name is what was found by it before.
func TestOnce(t *testing.T) {
	t.Parallel()
	parse := func(t *rapid.T, text string) *schema.Node {
		n, err := schema.ParseWith([]byte(text), &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	name := rapid.SampledFrom([]string{`"a"`, `"\u0061"`, `"b"`, `"c"`, `"d"`})
	var value func(depth int) *rapid.Generator[string]
	value = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			switch kind := rapid.IntRange(0, 3).Draw(t, "kind"); {
			case depth == 0 || kind == 0:
				return rapid.SampledFrom([]string{"1", "2", "null", `"x"`}).Draw(t, "scalar")
			case kind == 1:
				return "[" + value(depth-1).Draw(t, "item") + "," + value(depth-1).Draw(t, "item") + "]"
			}
			out := "{"
			for i := range rapid.SampledFrom([]int{0, 1, 2, 3, 5, 20}).Draw(t, "members") {
				if i > 0 {
					out += ","
				}
				out += name.Draw(t, "name") + ":" + value(depth-1).Draw(t, "value")
			}
			return out + "}"
		})
	}
	var same func(t *rapid.T, was, is *schema.Node)
	same = func(t *rapid.T, was, is *schema.Node) {
		if was.Kind() != is.Kind() || was.Kind() != schema.Object && was.Len() != is.Len() || was.Len() == 0 && string(was.Append(nil)) != string(is.Append(nil)) {
			t.Fatalf("%s became %s", was.Append(nil), is.Append(nil))
		}
		for i, item := range was.Items() {
			same(t, item, is.Item(i))
		}
		for name := range was.Members() {
			same(t, was.Get(name), is.Get(name))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := value(3).Draw(t, "text")
		n := parse(t, text)
		once(n)
		if _, err := schema.Parse(n.Append(nil)); err != nil {
			t.Fatalf("%s of %s: %v", n.Append(nil), text, err)
		}
		same(t, parse(t, text), n)
	})
}
