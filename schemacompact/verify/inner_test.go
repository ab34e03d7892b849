package verify

import (
	"strconv"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/schema"
)

func TestDefaultsAreThoseOfTheDocumentation(t *testing.T) {
	t.Parallel()
	var none *Options
	if got := none.orDefault(); got.Depth != 1000 || got.Nodes != 5_000_000 {
		t.Errorf("%+v", got)
	}
	if got := (&Options{Depth: 20_000, Nodes: 7}).orDefault(); got.Depth != 10_000 || got.Nodes != 7 {
		t.Errorf("%+v", got)
	}
}

// Engines do not agree on what is repeated there.
func TestRepetitionsOfNothing(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]bool{
		`(a)*`: true, `(?:a)+`: true, `(*a)`: false, `(+)`: false, `(?:?a)`: false, `*a`: false, `a|*`: false, `(a)(b)?`: true, `({2})`: false,
	} {
		if got := plainPattern(pattern); got != want {
			t.Errorf("%s is plain: %v", pattern, got)
		}
	}
}

// The bare name of a schema in a mapping leads nowhere by itself, and a reference leads to what it says.
func TestMappingsOfDiscriminators(t *testing.T) {
	t.Parallel()
	a := parse(t, `{"discriminator":{"propertyName":"k","mapping":{"a":"Cat","b":"#/$defs/Dog","c":"Cat"}},"oneOf":[{"$ref":"#/$defs/Dog"}],"$defs":{"Dog":{"type":"object","required":["k"]}},"title":"x"}`)
	b := parse(t, `{"discriminator":{"propertyName":"k","mapping":{"a":"Cat","b":"#/$defs/Dog","c":"Cat"}},"oneOf":[{"$ref":"#/$defs/Dog"}],"$defs":{"Dog":{"type":"object","required":["k"]}}}`)
	if p := Compare(a, b, nil); p.Verdict != Identical {
		t.Errorf("%+v", p)
	}
}

// A document in a dialect that nobody knows is read by nobody, on whichever side it stands.
func TestReadingsOfAnUnknownDialect(t *testing.T) {
	t.Parallel()
	own, known := parse(t, `{"$schema":"https://example.com/own","type":"string"}`), parse(t, `{"type":"string"}`)
	opt := (*Options)(nil).orDefault()
	for _, pair := range [][2]*schema.Node{{own, known}, {known, own}, {own, own}} {
		for _, neutral := range []bool{false, true} {
			if got, o := readings(pair[0], pair[1], neutral, &opt); o == nil || got != nil {
				t.Errorf("read %d times, %v", len(got), o)
			}
		}
	}
	if got, o := readings(known, known, true, &opt); o != nil || len(got) == 0 {
		t.Errorf("read %d times, %v", len(got), o)
	}
}

// Nothing that does not fit its keyword is ever erased.
func TestValuesThatDoNotFit(t *testing.T) {
	t.Parallel()
	for keyword, values := range map[string]map[string]bool{
		"dependencies":      {`{}`: true, `{"a":["b"]}`: true, `{"a":{"type":"string"},"b":true}`: true, `{"a":7}`: false, `{"a":[7]}`: false, `{"a":["b"],"c":null}`: false, `["a"]`: false},
		"dependentRequired": {`{"a":["b"]}`: true, `{"a":{}}`: false},
		"properties":        {`{"a":{}}`: true, `{"a":7}`: false, `7`: false},
		"items":             {`{}`: true, `[{}]`: true, `[7]`: false, `7`: false},
		"anyOf":             {`[{}]`: true, `[]`: false, `{}`: false},
		"title":             {`"a"`: true, `7`: false},
	} {
		for text, want := range values {
			if got := rows[keyword].fits(parse(t, text)); got != want {
				t.Errorf("%s: %s fits: %v", keyword, text, got)
			}
		}
	}
}

// What a reference leads to is a schema, wherever it stands: its annotations may go, and it may not.
func TestDynamicReferencesIntoData(t *testing.T) {
	t.Parallel()
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		doc := func(a string) *schema.Node {
			return parse(t, `{"`+keyword+`":"#/properties/a/default","properties":{"a":`+a+`}}`)
		}
		whole := doc(`{"default":{"type":"string","title":"t"}}`)
		if p := Compare(whole, doc(`{"default":{"type":"string"}}`), nil); p.Verdict != Identical {
			t.Errorf("%s, without a title: %+v", keyword, p)
		}
		if p := Compare(whole, doc(`{}`), nil); p.Verdict.Proved() {
			t.Errorf("%s, without what it leads to: %+v", keyword, p)
		}
	}
}

// Instances say something if they tell at least one fault, be it a single one; those that tell none say nothing.
func TestWhatInstancesAreWorth(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string]Verdict{`{"not":{}}`: Tested, `{"enum":[1,2]}`: Tested, `{"type":"null"}`: Unknown, `{"required":["a"]}`: Unknown} {
		opt := (&Options{Instances: 1, Time: time.Minute}).orDefault()
		p := opt.try(parse(t, doc), parse(t, doc), Proof{Method: "inclusion"}, nil)
		if p.Verdict != want || p.Samples == 0 || (p.KillRate > 0) != (want == Tested) {
			t.Errorf("%s: %+v", doc, p)
		}
	}
}

// The bare name of a schema in a mapping is no reference, so that data with an identifier is nothing but data beside it.
// With a # it may be one, and what it leads to is then not only data.
func TestBareNamesInMappings(t *testing.T) {
	t.Parallel()
	for mapping, free := range map[string]bool{"Cat": true, "cat": true, "cat#": false, "#/const": false} {
		doc := func(more string) *schema.Node {
			return parse(t, `{"discriminator":{"propertyName":"k","mapping":{"a":"`+mapping+`"}},"const":{"$id":"cat","title":"x"}`+more+`}`)
		}
		p := Compare(doc(`,"title":"t"`), doc(``), &Options{Instances: -1})
		if got := p.Verdict == Identical; got != free {
			t.Errorf("a mapping to %s: %+v", mapping, p)
		}
	}
}

// Large objects get an index once, for all that is looked up in them; small ones are searched and cost no memory.
func TestMembersAreIndexedInLargeObjects(t *testing.T) {
	t.Parallel()
	d, o := open(parse(t, `{}`), (*Options)(nil).orDefault())
	if o != nil {
		t.Fatal(o.reason)
	}
	for _, c := range []struct{ members, indexes int }{{0, 0}, {3, 0}, {100, 1}, {2, 1}, {500, 2}} {
		n := schema.NewObject()
		for i := range c.members {
			n.Set(strconv.Itoa(i), schema.NewString(strconv.Itoa(i)))
		}
		for i := range c.members {
			name := strconv.Itoa(i)
			if text, _ := d.get(n, name).Text(); text != name {
				t.Errorf("member %s of %d is %q", name, c.members, text)
			}
		}
		if got := d.get(n, "none"); got != nil {
			t.Errorf("of %d members, one that is not there is %s", c.members, got.Raw())
		}
		if len(d.members) != c.indexes {
			t.Errorf("%d indexes after an object of %d members, not %d", len(d.members), c.members, c.indexes)
		}
	}
}
