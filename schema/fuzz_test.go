package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schema-bench/schema-bench/schema"
)

func documents() []string {
	return []string{
		``, `null`, ` [1 , -0.5e+3, "a\u00e9\ud83d\ude00"] `, `{"a":{"b":[true,{}]},"":0}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `"\ud800"`, "\"\xff\"", "\ufeff{}",
		`{"\ud800":1,"\ud801":2}`, `[[[[[[]]]]]]`, `1 2`, `{"a":}`, "[1,\n\n2", `{"a/b":{"~":{"\"":[]}}}`,
		`{"type":"object","properties":{"title":{"type":"string","title":"T"},"items":{"items":[{},true]}},"$defs":{"x":{"$ref":"#/properties/title"}},"default":{"$ref":"#/x"}}`,
		`{"$id":"http://e.org/a","$ref":"b#/c","$defs":{"b":{"$id":"b","c":{"$anchor":"n","items":{"$ref":"#n"}}}}}`,
		`{"$dynamicAnchor":"n","not":{"$dynamicRef":"#n","$defs":{"o":{"$dynamicAnchor":"n"}}},"$recursiveAnchor":true,"if":{"$recursiveRef":"#"}}`,
		`{"dependencies":{"a":["b"],"c":{"not":{}}},"enum":[{"$ref":"#"}],"$ref":"#/enum/0","allOf":[{"$ref":"%"},{"$ref":"#/%7E0"},{"$ref":"?x#y"}]}`,
	}
}

// FuzzParse holds what is accepted against the standard library and an independent check of names and Unicode, and
// demands that a document comes back token by token.
func FuzzParse(f *testing.F) {
	for _, d := range documents() {
		f.Add([]byte(d))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		before := bytes.Clone(src)
		n, err := schema.Parse(src)
		problems := 0
		lax, laxErr := schema.ParseWith(src, &schema.ParseOptions{Problem: func(e *schema.SyntaxError) {
			problems++
			checkPosition(t, src, e)
		}})
		if !bytes.Equal(src, before) {
			t.Fatal("the input was written to")
		}
		var limit *schema.LimitError
		if errors.As(err, &limit) || errors.As(laxErr, &limit) {
			return
		}
		bare := bytes.TrimPrefix(src, []byte("\ufeff"))
		valid := json.Valid(bare)
		if (laxErr == nil) != valid {
			t.Fatalf("a lenient parse gives %v, the standard library says %v", laxErr, valid)
		}
		if strict := valid && strictly(string(bare)); (err == nil) != strict || valid && (problems == 0) != strict {
			t.Fatalf("a parse gives %v and a lenient one %d problems, the oracle says %v", err, problems, strict)
		}
		if err != nil {
			var syn *schema.SyntaxError
			if n != nil || !errors.As(err, &syn) {
				t.Fatalf("%v with %v", n, err)
			}
			checkPosition(t, src, syn)
		}
		if laxErr != nil {
			return
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, bare); err != nil {
			t.Fatal(err)
		}
		out := lax.Append(nil)
		if !bytes.Equal(out, compact.Bytes()) {
			t.Fatalf("came back as %q, want %q", out, compact.Bytes())
		}
		again, err := schema.ParseWith(out, &schema.ParseOptions{Problem: func(*schema.SyntaxError) { problems-- }})
		if err != nil || !schema.Equal(lax, again) || !schema.Equal(lax, lax.Clone()) || problems != 0 {
			t.Fatalf("%q read again: %v, equal %v, %d problems more or less", out, err, schema.Equal(lax, again), problems)
		}
		if n != nil && !schema.Equal(n, lax) {
			t.Fatal("a lenient parse reads something else")
		}
	})
}

func checkPosition(t *testing.T, src []byte, e *schema.SyntaxError) {
	t.Helper()
	line, column := schema.LineColumn(src, e.Offset)
	if e.Offset < 0 || e.Offset > int64(len(src)) || e.Line != line || e.Column != column || e.Err == nil {
		t.Fatalf("position of %+v, want line %d, column %d", e, line, column)
	}
}

func FuzzEqual(f *testing.F) {
	ds := documents()
	for i, d := range ds {
		f.Add(d, ds[(i+1)%len(ds)])
		f.Add(d, d)
	}
	f.Add(`{"a":1,"b":[2]}`, `{"b":[2.0],"\u0061":10e-1}`)
	f.Add(`1e99999999999999999999`, `10e99999999999999999998`)
	f.Fuzz(func(t *testing.T, a, b string) {
		var trees [2]*schema.Node
		for i, text := range []string{a, b} {
			n, err := schema.ParseWith([]byte(text), &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
			if err != nil {
				return
			}
			trees[i] = n
			if !schema.Equal(n, n.Clone()) {
				t.Fatalf("%q is not equal to itself", text)
			}
		}
		got := schema.Equal(trees[0], trees[1])
		if got != schema.Equal(trees[1], trees[0]) {
			t.Fatalf("%q and %q: equal one way round only", a, b)
		}
		a, b = strings.TrimPrefix(a, "\ufeff"), strings.TrimPrefix(b, "\ufeff")
		if !strictly(a) || !strictly(b) || longExponent(trees[0]) || longExponent(trees[1]) {
			return
		}
		if want := sameValue(decode(a), decode(b)); got != want {
			t.Fatalf("Equal(%q, %q) is %v, want %v", a, b, got, want)
		}
	})
}

// longExponent reports whether a number is too large for the exact arithmetic of the oracle.
func longExponent(n *schema.Node) bool {
	if n.Kind() == schema.Number {
		_, exponent, _ := strings.Cut(schema.CanonicalNumber(n.Raw()), "e")
		return len(exponent) > 4
	}
	for _, v := range n.Members() {
		if longExponent(v) {
			return true
		}
	}
	for _, v := range n.Items() {
		if longExponent(v) {
			return true
		}
	}
	return false
}

func FuzzWalk(f *testing.F) {
	shapes := map[string]schema.Shape{}
	for _, k := range schema.Keywords() {
		shapes[k.Name] = k.Shape
	}
	for _, d := range documents() {
		f.Add([]byte(d))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		root, err := schema.Parse(src)
		if err != nil {
			return
		}
		before := root.Append(nil)
		seen := map[*schema.Node]bool{}
		err = schema.Walk(root, func(s *schema.Site) error {
			if seen[s.Schema] {
				t.Fatalf("%q is visited twice", s.At())
			}
			seen[s.Schema] = true
			if s.Up != nil && !seen[s.Up.Schema] {
				t.Fatalf("%q is visited before the schema around it", s.At())
			}
			if root.Find(s.At()) != s.Schema {
				t.Fatalf("%q is not where the site's schema is", s.At())
			}
			if s.Up != nil && (shapes[s.Keyword] == schema.Data || s.Up.Schema.Get(s.Keyword) == nil) {
				t.Fatalf("%q stands in data", s.At())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(before, root.Append(nil)) {
			t.Fatal("a walk changed the document")
		}
	})
}

func FuzzResolve(f *testing.F) {
	for _, d := range documents() {
		f.Add([]byte(d))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		root, err := schema.Parse(src)
		if err != nil {
			return
		}
		d, err := schema.Resolve(root)
		if err != nil {
			t.Fatal(err)
		}
		sites := map[*schema.Node]bool{}
		for _, s := range d.Sites {
			if sites[s.Schema] || root.Find(s.At()) != s.Schema {
				t.Fatalf("site %q is there twice or elsewhere", s.At())
			}
			sites[s.Schema] = true
		}
		for _, r := range d.References {
			if r.Err != nil {
				if r.Target != nil || !errors.Is(r.Err, schema.ErrRemote) && !errors.Is(r.Err, schema.ErrDangling) {
					t.Fatalf("reference %+v", r)
				}
				continue
			}
			if root.Find(r.At) != r.Target || !sites[r.From.Schema] {
				t.Fatalf("%s %q from %q does not lead to %q", r.Keyword, r.Value, r.From.At(), r.At)
			}
			// Everything around a target is pinned, and a target that is a schema is a site.
			at := schema.Pointer("")
			for _, name := range r.At.Names() {
				if !d.Pinned(root.Find(at)) {
					t.Fatalf("%q is around the target %q and not pinned", at, r.At)
				}
				at = at.Child(name)
			}
			if k := r.Target.Kind(); !d.Pinned(r.Target) || (k == schema.Object || k == schema.Bool) && !sites[r.Target] {
				t.Fatalf("the target %q is not pinned or no site", r.At)
			}
		}
		again, err := schema.Resolve(root)
		if err != nil || len(again.References) != len(d.References) || len(again.Sites) != len(d.Sites) {
			t.Fatal("a second time gives something else")
		}
		if diff := cmp.Diff(schema.DialectDependence(d), schema.DialectDependence(again)); diff != "" {
			t.Fatal(diff)
		}
	})
}
