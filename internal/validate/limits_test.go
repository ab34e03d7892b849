package validate

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// doubled has n definitions that refer to the next one twice, which is 2^n evaluations of the last.
func doubled(n int, keyword string) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":{%q:[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, keyword, i+1, i+1)
	}
	fmt.Fprintf(&b, `"d%d":{"type":"integer"}}}`, n)
	return b.String()
}

func nested(n int) string {
	return strings.Repeat(`{"not":`, n) + "{}" + strings.Repeat("}", n)
}

func wide(n int) string {
	var b strings.Builder
	b.WriteString(`{"properties":{"p":{}`)
	for i := range n {
		fmt.Fprintf(&b, `,"p%d":{"type":"string"}`, i)
	}
	return b.String() + "}}"
}

func TestCompileLimits(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		doc            string
		limits         Limits
		limit, pointer string
	}{
		"depth":                {nested(127), Limits{}, "", ""},
		"deeper":               {nested(128), Limits{}, "Depth", strings.Repeat("/not", 128)},
		"1,000 deep":           {nested(1000), Limits{}, "Depth", strings.Repeat("/not", 128)},
		"100,000 arrays":       {strings.Repeat("[", 100_000), Limits{}, "Depth", strings.Repeat("/0", 128)},
		"own depth":            {`{"not":{}}`, Limits{Depth: 1}, "Depth", "/not"},
		"schemas":              {`{"items":{"items":{}}}`, Limits{Schemas: 3}, "", ""},
		"more schemas":         {`{"items":{"items":{"items":{}}}}`, Limits{Schemas: 3}, "Schemas", "/items/items/items"},
		"boolean schemas":      {`{"properties":{"a":true,"b":true,"c":true},"not":{}}`, Limits{Schemas: 4}, "Schemas", "/properties/c"},
		"16,000 properties":    {wide(16_000), Limits{}, "Schemas", "/properties/p12245"},
		"booleans of an array": {`{"allOf":[true,true,true]}`, Limits{Schemas: 3}, "Schemas", "/allOf/2"},
		"other booleans":       {`{"uniqueItems":true,"default":true,"x":[true,true]}`, Limits{Schemas: 1}, "", ""},
		"names":                {`{"properties":{"ab":{},"c/d":{}}}`, Limits{Names: 29}, "", ""},
		"more names":           {`{"properties":{"ab":{},"c/d":{}}}`, Limits{Names: 28}, "Names", "/properties/c~1d"},
		"long names":           {strings.Repeat(`{"properties":{"`+strings.Repeat("n", 5000)+`":`, 60) + "{}" + strings.Repeat("}}", 60), Limits{}, "Names", strings.Repeat("/properties/"+strings.Repeat("n", 5000), 20)},
		"data is read":         {`{"examples":[{},{"items":{}}],"$ref":"#/examples/1"}`, Limits{Schemas: 3}, "Schemas", "/examples/1/items"},
		"data is no schema":    {`{"enum":[{},{},{},{},{}],"default":{"a":{}},"examples":[{}],"const":{}}`, Limits{Schemas: 2}, "", ""},
		"expansion":            {doubled(3, "allOf"), Limits{Expansion: 30}, "", ""},
		"more expansion":       {doubled(3, "allOf"), Limits{Expansion: 29}, "Expansion", ""},
		"2^30 of allOf":        {doubled(30, "allOf"), Limits{}, "Expansion", ""},
		"2^30 of anyOf":        {doubled(30, "anyOf"), Limits{}, "Expansion", ""},
		"2^30 of oneOf":        {doubled(30, "oneOf"), Limits{}, "Expansion", ""},
		"2^100 of allOf":       {doubled(100, "allOf"), Limits{}, "Expansion", ""},
		"2^30 in an item":      {`{"$defs":{"x":{"items":` + strings.Replace(doubled(30, "allOf"), "#/", "#/$defs/x/items/", -1) + `}},"$ref":"#/$defs/x"}`, Limits{}, "Expansion", "/$defs/x/items"},
		"2^30 that is unread":  {`{"$defs":{"x":` + strings.Replace(doubled(30, "allOf"), "#/", "#/$defs/x/", -1) + `}}`, Limits{}, "", ""},
		"exponent":             {`{"maximum":1e1000000}`, Limits{}, "Digits", "/maximum"},
		"negative exponent":    {`{"maximum":1e-1000000}`, Limits{}, "Digits", "/maximum"},
		"exponent of exponent": {`{"maximum":1e99999999999999999999}`, Limits{}, "Digits", "/maximum"},
		"exponent in data":     {`{"const":{"a":[1,1E+1000000]}}`, Limits{}, "Digits", "/const/a/1"},
		"digits":               {`{"maximum":` + strings.Repeat("9", 1001) + `}`, Limits{}, "Digits", "/maximum"},
		"fraction":             {`{"maximum":1.` + strings.Repeat("9", 1000) + `}`, Limits{}, "Digits", "/maximum"},
		"many digits":          {`{"maximum":-1.` + strings.Repeat("9", 998) + `e1}`, Limits{}, "", ""},
		"own digits":           {`{"maximum":12e3}`, Limits{Digits: 4}, "Digits", "/maximum"},
		"bytes":                {`{"a":1}`, Limits{Bytes: 7}, "", ""},
		"more bytes":           {`{"a":12}`, Limits{Bytes: 7}, "Bytes", ""},
	} {
		test.limits.Time = time.Minute
		_, err := Compile([]byte(test.doc), &Options{Limits: test.limits})
		var limit *LimitError
		switch {
		case test.limit == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case test.limit == "":
		case !errors.As(err, &limit) || limit.Limit != test.limit || limit.Pointer != test.pointer:
			t.Errorf("%s: %.300v, want the limit %s at %.300q", name, err, test.limit, test.pointer)
		case !strings.Contains(err.Error(), fmt.Sprintf("beyond the limit %s of %d at", limit.Limit, limit.Max)):
			t.Errorf("%s: %.300v", name, err)
		}
	}
}

func TestInstanceLimits(t *testing.T) {
	t.Parallel()
	// Each level of the instance doubles the evaluations of the next.
	const tree = `{"allOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}`
	deep := func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }
	for name, test := range map[string]struct {
		doc, text      string
		limits         Limits
		limit, pointer string
	}{
		"bytes":             {`{}`, `"` + strings.Repeat("a", 99) + `"`, Limits{Bytes: 100}, "Bytes", ""},
		"depth":             {`{}`, strings.Repeat("[", 129) + strings.Repeat("]", 129), Limits{}, "Depth", strings.Repeat("/0", 128)},
		"digits":            {`{"type":"integer"}`, `{"a":[1e1000000]}`, Limits{}, "Digits", "/a/0"},
		"a small tree":      {tree, deep(8), Limits{}, "", ""},
		"a tree":            {tree, deep(60), Limits{}, "Evaluations", ""},
		"one by one":        {`{"items":{"enum":["a","b","c"]}}`, `["a","b"]`, Limits{Evaluations: 9}, "", ""},
		"many items":        {`{"items":{"type":"string"}}`, `["a"` + strings.Repeat(`,"a"`, 200_000) + "]", Limits{}, "Evaluations", ""},
		"values of an enum": {`{"items":{"enum":["a"` + numbers(1000) + `]}}`, `["a"` + strings.Repeat(`,"a"`, 300) + "]", Limits{}, "Evaluations", ""},
		"names": {`{"propertyNames":{"enum":["a"` + numbers(1000) + `]},"patternProperties":{"a":{},"b":{"not":{}}}}`,
			wide(300)[14 : len(wide(300))-1], Limits{}, "Evaluations", ""},
	} {
		s := compile(t, test.doc, &Options{Limits: test.limits})
		_, err := s.Accepts([]byte(test.text))
		var limit *LimitError
		switch {
		case test.limit == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case test.limit != "" && (!errors.As(err, &limit) || limit.Limit != test.limit || limit.Pointer != test.pointer):
			t.Errorf("%s: %.300v, want the limit %s at %.300q", name, err, test.limit, test.pointer)
		}
	}
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",%d", i)
	}
	return b.String()
}

// TestEvaluations compares the bound with what the validator really evaluates: never less.
func TestEvaluations(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		doc, text string
		want      int
	}{
		{`{}`, `1`, 1},
		{`{"type":"string"}`, `1`, 1},
		{`{"enum":[1,2,3]}`, `1`, 4},
		{doubled(3, "allOf"), `1`, 30},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","not":{},"definitions":{"a":{}}}`, `1`, 2},
		{`{"items":{"type":"string"}}`, `["a","b"]`, 3},
		{`{"prefixItems":[{"not":{}},{"not":{}}]}`, `["a","b","c"]`, 5},
		{`{"prefixItems":[{"not":{}}],"items":{}}`, `["a","b"]`, 5},
		{`{"contains":{},"unevaluatedItems":{}}`, `["a","b"]`, 5},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}],"additionalItems":{}}`, `["a","b"]`, 4},
		{`{"properties":{"a":{"not":{}},"b":{}}}`, `{"a":1,"c":1}`, 3},
		{`{"properties":{"a":{}},"additionalProperties":{"not":{}},"patternProperties":{"x":{}}}`, `{"a":1}`, 5},
		{`{"propertyNames":{"not":{}},"unevaluatedProperties":{}}`, `{"a":1,"b":2}`, 7},
		{`{"if":{},"then":{},"else":{},"dependentSchemas":{"a":{}},"dependencies":{"a":{},"b":["a"]},"oneOf":[{}],"anyOf":[{}]}`, `1`, 8},
		{`{"properties":{"a":{"$ref":"#"}}}`, `{"a":{"a":{}}}`, 5},
		{`{"allOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}`, `{"a":{"a":{}}}`, 27},
	} {
		v, err := Decode([]byte(test.text), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		s := compile(t, test.doc, nil)
		if n, err := s.evaluations(v); n != test.want || err != nil {
			t.Errorf("%s: %s: %d, %v, want %d", test.doc, test.text, n, err, test.want)
		}
		if weight := s.weigher.all[s.root]; !s.weigher.cyclic && weight*v.nodes < test.want {
			t.Errorf("%s: %s: weight %d times %d values is less than %d", test.doc, test.text, weight, v.nodes, test.want)
		}
	}
}

func TestAddStops(t *testing.T) {
	t.Parallel()
	huge := compile(t, doubled(12, "allOf"), &Options{Limits: Limits{Expansion: 1 << 20}})
	if n := huge.weigher.here[huge.root]; n != 16382 {
		t.Errorf("%d evaluations", n)
	}
	const most = int(^uint(0) >> 1)
	if add(most-1, 1) != most || add(most, most) != most || add(1, most) != most || add(2, 3) != 5 {
		t.Error("add overflows")
	}
}
