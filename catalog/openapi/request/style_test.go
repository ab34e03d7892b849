package request

import (
	"strings"
	"testing"
)

// The rows of the specification's table of styles, and what it leaves open. An empty want is an error that holds fail.
func TestStyles(t *testing.T) {
	t.Parallel()
	w := newTap(t)
	const (
		array  = `["blue","black","brown"]`
		object = `{"R":100,"G":200,"B":150}`
	)
	for _, row := range []struct {
		in, style  string
		explode    bool
		value      string
		want, fail string
	}{
		{"path", "simple", false, `"blue"`, "/blue", ""},
		{"path", "simple", false, array, "/blue,black,brown", ""},
		{"path", "simple", true, array, "/blue,black,brown", ""},
		{"path", "simple", false, object, "/R,100,G,200,B,150", ""},
		{"path", "simple", true, object, "/R=100,G=200,B=150", ""},
		{"path", "", true, object, "/R,100,G,200,B,150", ""},
		{"path", "label", false, `"blue"`, "/.blue", ""},
		{"path", "label", false, array, "/.blue,black,brown", ""},
		{"path", "label", true, array, "/.blue.black.brown", ""},
		{"path", "label", false, object, "/.R,100,G,200,B,150", ""},
		{"path", "label", true, object, "/.R=100.G=200.B=150", ""},
		{"path", "label", false, `""`, "/%2E", ""},
		{"path", "label", true, `[1.5,2]`, "", "item 0 holds the separator"},
		{"path", "label", false, `[1.5,2]`, "/.1.5,2", ""},
		{"path", "matrix", false, `""`, "/;color", ""},
		{"path", "matrix", false, `"blue"`, "/;color=blue", ""},
		{"path", "matrix", false, array, "/;color=blue,black,brown", ""},
		{"path", "matrix", true, array, "/;color=blue;color=black;color=brown", ""},
		{"path", "matrix", false, object, "/;color=R,100,G,200,B,150", ""},
		{"path", "matrix", true, object, "/;R=100;G=200;B=150", ""},
		{"path", "matrix", true, `["","a;b"]`, "/;color;color=a%3Bb", ""},
		{"path", "matrix", false, `[[]]`, "", "item 0 is an array"},
		{"path", "matrix", true, `[[1]]`, "", "item 0 is an array"},
		{"path", "matrix", true, `{"a":[]}`, "", "member \"a\" is an array"},
		{"path", "pipeDelimited", false, array, "/blue%7Cblack%7Cbrown", ""}, // of Swagger 2
		{"path", "tsv", false, array, "/blue%09black%09brown", ""},
		{"path", "form", true, `"blue"`, "", "style \"form\" has no form here"},
		{"path", "simple", false, `""`, "", "an empty value would lead to another path"},
		{"path", "simple", false, `[]`, "", "an array has no form in a path"},
		{"path", "simple", false, `{}`, "", "an object has no form in a path"},
		{"path", "simple", false, `null`, "", "null has no form in a path"},
		{"path", "simple", false, `[null]`, "", "item 0 is null"},
		{"path", "simple", false, `[["a"]]`, "", "item 0 is an array"},
		{"path", "simple", true, `{"a":{"b":1}}`, "", "member \"a\" is an object"},
		{"path", "simple", false, `{"a":null,"b":1}`, "/b,1", ""},

		{"query", "form", true, `"blue"`, "/?color=blue", ""},
		{"query", "form", false, `"blue"`, "/?color=blue", ""},
		{"query", "form", true, array, "/?color=blue&color=black&color=brown", ""},
		{"query", "form", false, array, "/?color=blue,black,brown", ""},
		{"query", "form", true, object, "/?R=100&G=200&B=150", ""},
		{"query", "form", false, object, "/?color=R,100,G,200,B,150", ""},
		{"query", "", false, array, "/?color=blue&color=black&color=brown", ""}, // the default is exploded
		{"query", "form", true, `""`, "/?color=", ""},
		{"query", "form", true, `[""]`, "/?color=", ""},
		{"query", "form", true, `[]`, "/", ""},
		{"query", "form", false, `[]`, "/", ""},
		{"query", "form", true, `{}`, "/", ""},
		{"query", "form", true, `null`, "/", ""},
		{"query", "form", true, `{"a":null}`, "/", ""},
		{"query", "form", false, `["a,b","c"]`, "/?color=a%2Cb,c", ""},
		{"query", "form", true, `[null]`, "", "item 0 is null"},
		{"query", "form", true, `[{"a":1}]`, "", "item 0 is an object"},
		{"query", "form", true, `{"a":[1]}`, "", "member \"a\" is an array"},
		{"query", "form", false, `[{"a":1}]`, "", "item 0 is an object"},
		{"query", "form", false, `{"a":[1]}`, "", "member \"a\" is an array"},
		{"query", "form", false, `{"a,b":"c,d"}`, "/?color=a%2Cb,c%2Cd", ""},
		{"query", "form", true, `9007199254740993`, "/?color=9007199254740993", ""},
		{"query", "form", true, `1e400`, "/?color=1e400", ""},
		{"query", "form", true, `-0.10`, "/?color=-0.10", ""},
		{"query", "form", true, `true`, "/?color=true", ""},
		{"query", "form", true, `"\u00e9 &=+\u0000"`, "/?color=%C3%A9%20%26%3D%2B%00", ""},
		{"query", "spaceDelimited", false, array, "/?color=blue%20black%20brown", ""},
		{"query", "spaceDelimited", false, object, "/?color=R%20100%20G%20200%20B%20150", ""},
		{"query", "spaceDelimited", true, array, "/?color=blue&color=black&color=brown", ""},
		{"query", "spaceDelimited", true, object, "", "no exploded form"},
		{"query", "spaceDelimited", false, `"blue"`, "/?color=blue", ""},
		{"query", "spaceDelimited", false, `["a b"]`, "", "item 0 holds the separator"},
		{"query", "pipeDelimited", false, array, "/?color=blue%7Cblack%7Cbrown", ""},
		{"query", "pipeDelimited", false, object, "/?color=R%7C100%7CG%7C200%7CB%7C150", ""},
		{"query", "pipeDelimited", false, `["a","b|c"]`, "", "item 1 holds the separator"},
		{"query", "pipeDelimited", true, array, "/?color=blue&color=black&color=brown", ""},
		{"query", "tsv", false, array, "/?color=blue%09black%09brown", ""},
		{"query", "deepObject", true, object, "/?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150", ""},
		{"query", "deepObject", false, object, "/?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150", ""},
		{"query", "deepObject", true, `{"a":{"b":"c","n":null}}`, "/?color%5Ba%5D%5Bb%5D=c", ""},
		{"query", "deepObject", true, `{"a":["x",{"b":1}]}`, "/?color%5Ba%5D%5B0%5D=x&color%5Ba%5D%5B1%5D%5Bb%5D=1", ""},
		{"query", "deepObject", true, `["x","y"]`, "/?color%5B0%5D=x&color%5B1%5D=y", ""},
		{"query", "deepObject", true, `"blue"`, "/?color=blue", ""},
		{"query", "deepObject", true, `{}`, "/", ""},
		{"query", "deepObject", true, `{"a]":1}`, "", "holds a bracket"},
		{"query", "deepObject", true, `{"a":[null]}`, "", "item 0 is null"},
		{"query", "deepObject", true, strings.Repeat(`{"a":`, 33) + `1` + strings.Repeat(`}`, 33), "", "deeper than 32"},
		{"query", "simple", false, array, "", "style \"simple\" has no form here"},
		{"query", "matrix", false, `null`, "/", ""},
	} {
		c := &Call{Method: "GET", Path: "/", Bindings: []Binding{{Argument: "arg", In: row.in, Name: "color", Style: row.style, Explode: row.explode}}}
		if row.in == "path" {
			c.Path = "/{color}"
		}
		name := row.in + " " + row.style + " " + row.value
		args := `{"arg":` + row.value + `}`
		if row.fail == "" {
			if got := w.line(t, c, args); got != row.want {
				t.Errorf("%s: sent as %s, want %s", name, got, row.want)
			}
			continue
		}
		_, err := c.Build(parse(t, args), &Options{Server: w.URL})
		if err == nil || !strings.Contains(err.Error(), row.fail) {
			t.Errorf("%s: error is %v, want one with %q", name, err, row.fail)
		}
		if err != nil && !strings.Contains(err.Error(), `argument "arg"`) {
			t.Errorf("%s: the error does not name the argument: %v", name, err)
		}
	}
}
