package schema

// A Draft is a set of JSON Schema drafts; the zero value is none of them.
type Draft uint8

// The drafts that a schema can be written in.
const (
	Draft4 Draft = 1 << iota
	Draft6
	Draft7
	Draft2019
	Draft2020

	AllDrafts = Draft4 | Draft6 | Draft7 | Draft2019 | Draft2020
)

// A Class says what a keyword does.
type Class uint8

// The classes of keywords. The zero value is a keyword that validators do not know.
const (
	Vendor     Class = iota // no effect on what is accepted; another reader may use it
	Assertion               // refuses instances
	Applicator              // holds subschemas and asserts through them
	Identifier              // names, refers or selects the dialect
	Annotation              // informs only
	Format                  // asserts or informs, depending on draft and validator
	Location                // holds subschemas and asserts nothing
)

// A Shape says what the value of a keyword holds.
type Shape uint8

// The shapes of keyword values. The zero value is data, which nobody looks into.
const (
	Data            Shape = iota
	Schema                // one subschema
	SchemaList            // an array of subschemas
	SchemaMap             // an object from names to subschemas
	SchemaOrList          // one subschema or an array of them
	SchemaOrStrings       // an object from names to subschemas or arrays of names
)

// A Keyword is a row of the keyword table.
type Keyword struct {
	Name   string
	Class  Class
	Shape  Shape
	Drafts Draft // where it is a keyword; none for those of vendors
}

const (
	from6    = AllDrafts &^ Draft4
	from7    = from6 &^ Draft6
	from2019 = Draft2019 | Draft2020
	upTo7    = Draft4 | Draft6 | Draft7
)

// Keywords returns the keyword table: drafts 4, 6, 7, 2019-09 and 2020-12, and what OpenAPI, model providers and editors
// add. The class of a keyword holds in the drafts that know it.
func Keywords() []Keyword {
	return []Keyword{
		{"$schema", Identifier, Data, AllDrafts},
		{"id", Identifier, Data, Draft4},
		{"$id", Identifier, Data, from6},
		{"$anchor", Identifier, Data, from2019},
		{"$recursiveAnchor", Identifier, Data, Draft2019},
		{"$recursiveRef", Identifier, Data, Draft2019},
		{"$dynamicAnchor", Identifier, Data, Draft2020},
		{"$dynamicRef", Identifier, Data, Draft2020},
		{"$vocabulary", Identifier, Data, from2019},
		{"$ref", Identifier, Data, AllDrafts},
		// Either of the two is a place that pointers lead into, in every draft.
		{"definitions", Location, SchemaMap, AllDrafts},
		{"$defs", Location, SchemaMap, AllDrafts},

		{"$comment", Annotation, Data, from7},
		{"title", Annotation, Data, AllDrafts},
		{"description", Annotation, Data, AllDrafts},
		{"default", Annotation, Data, AllDrafts},
		{"examples", Annotation, Data, from6},
		{"readOnly", Annotation, Data, from7},
		{"writeOnly", Annotation, Data, from7},
		{"deprecated", Annotation, Data, from2019},
		{"contentSchema", Annotation, Schema, from2019},
		{"contentEncoding", Format, Data, from7},
		{"contentMediaType", Format, Data, from7},
		{"format", Format, Data, AllDrafts},

		{"type", Assertion, Data, AllDrafts},
		{"enum", Assertion, Data, AllDrafts},
		{"const", Assertion, Data, from6},
		{"multipleOf", Assertion, Data, AllDrafts},
		{"maximum", Assertion, Data, AllDrafts},
		{"minimum", Assertion, Data, AllDrafts},
		{"exclusiveMaximum", Assertion, Data, AllDrafts},
		{"exclusiveMinimum", Assertion, Data, AllDrafts},
		{"maxLength", Assertion, Data, AllDrafts},
		{"minLength", Assertion, Data, AllDrafts},
		{"pattern", Assertion, Data, AllDrafts},
		{"maxItems", Assertion, Data, AllDrafts},
		{"minItems", Assertion, Data, AllDrafts},
		{"uniqueItems", Assertion, Data, AllDrafts},
		{"maxProperties", Assertion, Data, AllDrafts},
		{"minProperties", Assertion, Data, AllDrafts},
		{"required", Assertion, Data, AllDrafts},
		{"dependentRequired", Assertion, Data, from2019},
		{"minContains", Assertion, Data, from2019},
		{"maxContains", Assertion, Data, from2019},

		{"properties", Applicator, SchemaMap, AllDrafts},
		{"patternProperties", Applicator, SchemaMap, AllDrafts},
		{"additionalProperties", Applicator, Schema, AllDrafts},
		{"propertyNames", Applicator, Schema, from6},
		{"unevaluatedProperties", Applicator, Schema, from2019},
		{"dependentSchemas", Applicator, SchemaMap, from2019},
		// The newer drafts split it in two, but validators go on asserting it.
		{"dependencies", Applicator, SchemaOrStrings, AllDrafts},
		{"items", Applicator, SchemaOrList, AllDrafts},
		{"additionalItems", Applicator, Schema, AllDrafts &^ Draft2020},
		{"prefixItems", Applicator, SchemaList, Draft2020},
		{"contains", Applicator, Schema, from6},
		{"unevaluatedItems", Applicator, Schema, from2019},
		{"allOf", Applicator, SchemaList, AllDrafts},
		{"anyOf", Applicator, SchemaList, AllDrafts},
		{"oneOf", Applicator, SchemaList, AllDrafts},
		{"not", Applicator, Schema, AllDrafts},
		{"if", Applicator, Schema, from7},
		{"then", Applicator, Schema, from7},
		{"else", Applicator, Schema, from7},

		// OpenAPI
		{Name: "nullable"}, {Name: "discriminator"}, {Name: "xml"}, {Name: "externalDocs"}, {Name: "example"},
		// model providers and decoders
		{Name: "propertyOrdering"}, {Name: "x-guidance"}, {Name: "x-google-enum-descriptions"},
		// editors and form builders
		{Name: "markdownDescription"}, {Name: "enumDescriptions"}, {Name: "markdownEnumDescriptions"},
		{Name: "enumNames"}, {Name: "enumItemLabels"}, {Name: "defaultSnippets"}, {Name: "deprecationMessage"},
		// validators' additions
		{Name: "errorMessage"}, {Name: "transform"}, {Name: "instanceof"}, {Name: "typeof"}, {Name: "regexp"},
	}
}

// holders is the part of the table that Walk needs: the keywords that hold subschemas.
// It is the same whatever the draft: text below a keyword that a draft ignores is still text of a schema.
var holders = func() map[string]Shape {
	m := make(map[string]Shape)
	for _, k := range Keywords() {
		if k.Shape != Data {
			m[k.Name] = k.Shape
		}
	}
	return m
}()
