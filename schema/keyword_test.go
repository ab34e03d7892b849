package schema_test

import (
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// published is the table of the standard's keywords: name, shape, class and, for the drafts 4, 6, 7, 2019-09 and 2020-12,
// whether it is a keyword there. It was made from the meta-schemas and the specifications and not from the package.
// Shapes: D data, S schema, L list of schemas, M map of schemas, O schema or list, N map of schemas or lists of names.
// Classes: A assertion, P applicator, I identifier, N annotation, F format, L location.
const published = `
$schema D I xxxxx
id D I x----
$id D I -xxxx
$anchor D I ---xx
$recursiveAnchor D I ---x-
$recursiveRef D I ---x-
$dynamicAnchor D I ----x
$dynamicRef D I ----x
$vocabulary D I ---xx
$ref D I xxxxx
definitions M L xxxxx
$defs M L xxxxx
$comment D N --xxx
title D N xxxxx
description D N xxxxx
default D N xxxxx
examples D N -xxxx
readOnly D N --xxx
writeOnly D N --xxx
deprecated D N ---xx
type D A xxxxx
enum D A xxxxx
const D A -xxxx
multipleOf D A xxxxx
maximum D A xxxxx
minimum D A xxxxx
exclusiveMaximum D A xxxxx
exclusiveMinimum D A xxxxx
maxLength D A xxxxx
minLength D A xxxxx
pattern D A xxxxx
maxItems D A xxxxx
minItems D A xxxxx
uniqueItems D A xxxxx
maxProperties D A xxxxx
minProperties D A xxxxx
required D A xxxxx
dependentRequired D A ---xx
minContains D A ---xx
maxContains D A ---xx
format D F xxxxx
contentEncoding D F --xxx
contentMediaType D F --xxx
contentSchema S N ---xx
properties M P xxxxx
patternProperties M P xxxxx
additionalProperties S P xxxxx
propertyNames S P -xxxx
dependencies N P xxxxx
dependentSchemas M P ---xx
items O P xxxxx
additionalItems S P xxxx-
prefixItems L P ----x
contains S P -xxxx
unevaluatedProperties S P ---xx
unevaluatedItems S P ---xx
allOf L P xxxxx
anyOf L P xxxxx
oneOf L P xxxxx
not S P xxxxx
if S P --xxx
then S P --xxx
else S P --xxx`

func TestKeywords(t *testing.T) {
	t.Parallel()
	shapes := map[string]schema.Shape{"D": schema.Data, "S": schema.Schema, "L": schema.SchemaList, "M": schema.SchemaMap, "O": schema.SchemaOrList, "N": schema.SchemaOrStrings}
	classes := map[string]schema.Class{"A": schema.Assertion, "P": schema.Applicator, "I": schema.Identifier, "N": schema.Annotation, "F": schema.Format, "L": schema.Location}
	drafts := []schema.Draft{schema.Draft4, schema.Draft6, schema.Draft7, schema.Draft2019, schema.Draft2020}
	got := map[string]schema.Keyword{}
	for _, k := range schema.Keywords() {
		if _, twice := got[k.Name]; twice {
			t.Errorf("%s is in the table twice", k.Name)
		}
		got[k.Name] = k
	}
	for line := range strings.Lines(strings.TrimSpace(published)) {
		f := strings.Fields(line)
		want := schema.Keyword{Name: f[0], Shape: shapes[f[1]], Class: classes[f[2]]}
		for i, mark := range f[3] {
			if mark == 'x' {
				want.Drafts |= drafts[i]
			}
		}
		if got[f[0]] != want {
			t.Errorf("%s is %+v, want %+v", f[0], got[f[0]], want)
		}
		delete(got, f[0])
	}
	// What is left are additions of others: without effect, never entered.
	for name, k := range got {
		if k.Class != schema.Vendor || k.Shape != schema.Data || k.Drafts != 0 {
			t.Errorf("%s is %+v and in no draft", name, k)
		}
	}
	for _, name := range strings.Fields("nullable discriminator xml externalDocs example propertyOrdering x-guidance markdownDescription enumDescriptions " +
		"defaultSnippets deprecationMessage enumNames errorMessage transform instanceof typeof regexp x-google-enum-descriptions") {
		if _, ok := got[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
}
