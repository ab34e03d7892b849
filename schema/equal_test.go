package schema_test

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
	"pgregory.net/rapid"
)

func lenient(t *testing.T, text string) *schema.Node {
	t.Helper()
	n, err := schema.ParseWith([]byte(text), &schema.ParseOptions{Problem: func(*schema.SyntaxError) {}})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestEqual(t *testing.T) {
	t.Parallel()
	many := func(order string) string {
		var members []string
		for _, c := range order {
			members = append(members, fmt.Sprintf(`"%c":"%c"`, c, c))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{`null`, `null`, true},
		{`true`, `false`, false},
		{`1`, `1.0`, true},
		{`1`, `10e-1`, true},
		{`-0`, `0.0e7`, true},
		{`1`, `-1`, false},
		{`1`, `true`, false},
		{`1`, `"1"`, false},
		{`0`, `false`, false},
		{`0`, `null`, false},
		{`9007199254740993`, `9007199254740992`, false},
		{`12345678901234567890`, `1.2345678901234567890e19`, true},
		{`1e400`, `10e399`, true},
		{`1e400`, `1e401`, false},
		{`1e-400`, `0`, false},
		{`1e999999999999999999999`, `10e999999999999999999998`, true},
		{`1e-999999999999999999999`, `0.1e-999999999999999999998`, true},
		{`1e1000000000000000000000`, `10e999999999999999999999`, true},
		{`100e999999999999999999999`, `1e1000000000000000000001`, true},
		{`1e999999999999999999999`, `1e-999999999999999999999`, false},
		{`"é"`, `"\u00e9"`, true},
		{`"e\u0301"`, `"é"`, false}, // no normalisation
		{`"\/"`, `"/"`, true},
		{`"\ud83d\ude00"`, `"😀"`, true},
		{`"\u0000"`, `""`, false},
		{`"a\\u0062"`, `"ab"`, false},
		{`[1,2]`, `[2,1]`, false},
		{`[1]`, `[1,1]`, false},
		{`[]`, `{}`, false},
		{`{}`, `{"a":null}`, false},
		{`{"a":1,"b":[{"c":2}]}`, `{"b":[{"\u0063":2.0}],"a":1e0}`, true},
		{`{"a":1}`, `{"b":1}`, false},
		{`{"a":1,"b":2}`, `{"a":2,"b":1}`, false},
		{many("abcdefghijklmnop"), many("ponmlkjihgfedcba"), true},
		{many("abcdefghijklmnop"), many("ponmlkjihgfedcbx"), false},
		{many("abcdefgh"), many("hgfedcba"), true},
		{many("abcdefgh"), many("hgfedcbx"), false},
		// What only a lenient parse lets in.
		{`{"a":1,"a":2}`, `{"a":1,"a":2}`, true},
		{`{"a":1,"a":2}`, `{"a":2,"a":1}`, false},
		{`{"a":1,"b":0,"a":2}`, `{"b":0,"a":1,"\u0061":2}`, true},
		{`{"a":1,"a":1}`, `{"a":1,"b":1}`, false},
		{many("abcdefghijklmnopa"), many("aponmlkjihgfedcba"), true},
		{many("abcdefghijklmnopa"), many("bponmlkjihgfedcba"), false},
		{`"\ud800"`, `"\ud800"`, true},
		{`"\ud800"`, `"\ud801"`, false},
		{`"\ud800"`, `"\ufffd"`, false},
		{"\"\xff\"", `"\ufffd"`, false},
		{"\"\xff\"", "\"\xfe\"", false},
		{`{"\ud800":1}`, `{"\ud801":1}`, false},
		{`{"\ud800":1}`, `{"\ufffd":1}`, false},
		{`{"\ufffd":1}`, "{\"\ufffd\":1}", true},
	} {
		a, b := lenient(t, test.a), lenient(t, test.b)
		if schema.Equal(a, b) != test.want || schema.Equal(b, a) != test.want {
			t.Errorf("Equal(%s, %s) is %v, and %v the other way round; want %v", test.a, test.b, schema.Equal(a, b), schema.Equal(b, a), test.want)
		}
		if !schema.Equal(a, a.Clone()) || !schema.Equal(b, b) {
			t.Errorf("%s or %s is not equal to itself", test.a, test.b)
		}
	}
	var zero schema.Node
	for _, test := range []struct {
		a, b *schema.Node
		want bool
	}{{nil, nil, true}, {nil, &zero, false}, {&zero, nil, false}, {&zero, new(schema.Node), true}, {nil, mustParse(t, "null"), false}, {&zero, mustParse(t, "null"), false}} {
		if schema.Equal(test.a, test.b) != test.want {
			t.Errorf("Equal(%v, %v) is not %v", test.a, test.b, test.want)
		}
	}
}

func TestEqualAgreesWithDecodedValues(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := genText(t, 3)
		b := a
		if rapid.Bool().Draw(t, "another") {
			b = genText(t, 3)
		}
		m, err := schema.Parse([]byte(a))
		if err != nil {
			t.Fatal(err)
		}
		n, err := schema.Parse([]byte(b))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := schema.Equal(m, n), sameValue(decode(a), decode(b)); got != want || schema.Equal(n, m) != want {
			t.Fatalf("Equal(%s, %s) is %v, want %v", a, b, got, want)
		}
	})
}

// TestEqualIgnoresSpellingOnly respells a document, which must not matter, and then changes one value, which must.
func TestEqualIgnoresSpellingOnly(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n, err := schema.Parse([]byte(genText(t, 3)))
		if err != nil {
			t.Fatal(err)
		}
		other := respell(t, n)
		if !schema.Equal(n, other) {
			t.Fatalf("%s is not equal to its respelling %s", n.Append(nil), other.Append(nil))
		}
		// Follow a path to some value and replace it.
		at := other
		if at.Len() == 0 {
			return
		}
		for {
			i := rapid.IntRange(0, at.Len()-1).Draw(t, "way")
			below, k := at.Item(i), 0
			name := ""
			for m, v := range at.Members() {
				if k == i {
					below, name = v, m
				}
				k++
			}
			if below.Len() > 0 {
				at = below
				continue
			}
			change := schema.NewArray(below.Clone())
			if at.Kind() == schema.Object {
				at.Set(name, change)
			} else {
				items := make([]*schema.Node, 0, at.Len())
				for j, item := range at.Items() {
					if j == i {
						item = change
					}
					items = append(items, item)
				}
				at.SetItems(items)
			}
			break
		}
		if schema.Equal(n, other) || schema.Equal(other, n) {
			t.Fatalf("%s is equal to the different %s", n.Append(nil), other.Append(nil))
		}
	})
}

// respell returns the same value with other spellings and another order of members.
func respell(t *rapid.T, n *schema.Node) *schema.Node {
	switch n.Kind() {
	case schema.Object:
		var names []string
		for name := range n.Members() {
			names = append(names, name)
		}
		o := schema.NewObject()
		for _, name := range rapid.Permutation(names).Draw(t, "order") {
			o.Set(name, respell(t, n.Get(name)))
		}
		return o
	case schema.Array:
		var items []*schema.Node
		for _, item := range n.Items() {
			items = append(items, respell(t, item))
		}
		return schema.NewArray(items...)
	}
	text := string(n.Raw())
	if s, ok := n.Text(); ok {
		text = genString(t, s)
	} else if n.Kind() == schema.Number {
		mantissa, exponent, has := strings.Cut(strings.ToLower(text), "e")
		e := 0
		if has {
			e, _ = strconv.Atoi(exponent)
		}
		if !strings.Contains(mantissa, ".") {
			mantissa += "."
		}
		text = fmt.Sprintf("%s00E%+d", mantissa, e)
	}
	other, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return other
}

func TestCanonicalNumber(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"0": "0e0", "-0": "0e0", "0.000e99": "0e0", "1": "1e0", "1200": "12e2", "1.2e3": "12e2", "12e2": "12e2", "0.0012E+6": "12e2",
		"-0.5": "-5e-1", "1e400": "1e400", "1e+05": "1e5", "1e-0": "1e0", "10e-1": "1e0", "12345678901234567890": "1234567890123456789e1",
		"1e9223372036854775807":              "1e9223372036854775807",
		"10e9223372036854775807":             "1e9223372036854775808",
		"1.5e-99999999999999999999":          "15e-100000000000000000000",
		"10e99999999999999999999":            "1e100000000000000000000",
		"0.1e100000000000000000000":          "1e99999999999999999999",
		"100e-100000000000000000000":         "1e-99999999999999999998",
		"1e-" + strings.Repeat("0", 50):      "1e0",
		"1e" + strings.Repeat("0", 50) + "7": "1e7",
	} {
		if got := schema.CanonicalNumber([]byte(raw)); got != want {
			t.Errorf("CanonicalNumber(%s) is %s, want %s", raw, got, want)
		}
	}
	// An exponent of a million digits is no reason to wait.
	nines := strings.Repeat("9", 1_000_000)
	if got := schema.CanonicalNumber([]byte("10e" + nines)); got != "1e1"+strings.Repeat("0", 1_000_000) {
		t.Errorf("a long exponent gives %.20s… of length %d", got, len(got))
	}
}

// TestCanonicalNumberIsTheValue: equal spellings for equal values, different ones for different values.
func TestCanonicalNumberIsTheValue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := genNumber(t)
		x, _ := new(big.Rat).SetString(a)
		canonical := schema.CanonicalNumber([]byte(a))
		if back, ok := new(big.Rat).SetString(canonical); !ok || back.Cmp(x) != 0 {
			t.Fatalf("%s became %s, another value", a, canonical)
		}
		if again := schema.CanonicalNumber([]byte(canonical)); again != canonical {
			t.Fatalf("%s is canonical as %s, that as %s", a, canonical, again)
		}
		digits := rapid.IntRange(0, 9).Draw(t, "zeros")
		shifted := strings.Replace(canonical, "e", strings.Repeat("0", digits)+"e", 1)
		y, _ := new(big.Rat).SetString(shifted)
		if same := schema.CanonicalNumber([]byte(shifted)) == canonical; same != (x.Cmp(y) == 0) {
			t.Fatalf("%s and %s: one spelling is %v", a, shifted, same)
		}
	})
}
