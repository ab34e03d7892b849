package verify

import (
	"slices"

	"github.com/schema-bench/schema-bench/schema"
)

// drafts is a set of JSON Schema drafts.
type drafts uint8

const (
	d4 drafts = 1 << iota
	d6
	d7
	d2019
	d2020

	always   = d4 | d6 | d7 | d2019 | d2020
	since6   = always &^ d4
	since7   = since6 &^ d6
	since19  = d2019 | d2020
	until19  = always &^ d2020
	assumed  = d7 | since19 // what readers take an undeclared document for
	nonDraft = drafts(0)
)

// duty is what a keyword is for.
type duty uint8

const (
	vendor     duty = iota // not of JSON Schema; some reader may depend on it, so it is compared
	asserts                // refuses instances by itself
	applies                // refuses instances through subschemas
	identifies             // names things, refers to them, or selects the dialect
	informs                // annotation: erased
	formats                // asserts under some drafts and validators
	locates                // holds definitions
	decorates              // not of JSON Schema; read by code generators and documentation only: erased
)

// shape is what the value of a keyword must look like.
type shape uint8

const (
	anything shape = iota
	text
	flag
	number
	count
	list
	object
	texts       // array of strings
	typeNames   // a type name or an array of them
	textLists   // object of arrays of strings
	one         // a schema
	many        // array of schemas
	oneOrMany   // either
	named       // object of schemas
	namedOrText // object of schemas or arrays of strings
)

// row is what this package knows about a keyword.
type row struct {
	duty   duty
	shape  shape
	drafts drafts
}

// rows is the keyword table. It repeats that of package schema on purpose: a mistake there must not excuse itself here.
// It is never written to.
var rows = map[string]row{
	"$schema":          {identifies, text, always},
	"id":               {identifies, text, d4},
	"$id":              {identifies, text, since6},
	"$ref":             {identifies, text, always},
	"$anchor":          {identifies, text, since19},
	"$recursiveRef":    {identifies, text, d2019},
	"$recursiveAnchor": {identifies, flag, d2019},
	"$dynamicRef":      {identifies, text, d2020},
	"$dynamicAnchor":   {identifies, text, d2020},
	"$vocabulary":      {identifies, object, since19},

	"$defs":       {locates, named, always},
	"definitions": {locates, named, always},

	"$comment":      {informs, text, since7},
	"title":         {informs, text, always},
	"description":   {informs, text, always},
	"default":       {informs, anything, always},
	"examples":      {informs, list, since6},
	"readOnly":      {informs, flag, since7},
	"writeOnly":     {informs, flag, since7},
	"deprecated":    {informs, flag, since19},
	"contentSchema": {informs, one, since19},

	"format":           {formats, text, always},
	"contentEncoding":  {formats, text, since7},
	"contentMediaType": {formats, text, since7},

	"type":              {asserts, typeNames, always},
	"enum":              {asserts, list, always},
	"const":             {asserts, anything, since6},
	"multipleOf":        {asserts, number, always},
	"maximum":           {asserts, number, always},
	"minimum":           {asserts, number, always},
	"exclusiveMaximum":  {asserts, number, always},
	"exclusiveMinimum":  {asserts, number, always},
	"maxLength":         {asserts, count, always},
	"minLength":         {asserts, count, always},
	"pattern":           {asserts, text, always},
	"maxItems":          {asserts, count, always},
	"minItems":          {asserts, count, always},
	"uniqueItems":       {asserts, flag, always},
	"maxProperties":     {asserts, count, always},
	"minProperties":     {asserts, count, always},
	"maxContains":       {asserts, count, since19},
	"minContains":       {asserts, count, since19},
	"required":          {asserts, texts, always},
	"dependentRequired": {asserts, textLists, since19},

	"properties":            {applies, named, always},
	"patternProperties":     {applies, named, always},
	"additionalProperties":  {applies, one, always},
	"propertyNames":         {applies, one, since6},
	"unevaluatedProperties": {applies, one, since19},
	"dependentSchemas":      {applies, named, since19},
	"dependencies":          {applies, namedOrText, always},
	"items":                 {applies, oneOrMany, always},
	"additionalItems":       {applies, one, until19},
	"prefixItems":           {applies, many, d2020},
	"contains":              {applies, one, since6},
	"unevaluatedItems":      {applies, one, since19},
	"allOf":                 {applies, many, always},
	"anyOf":                 {applies, many, always},
	"oneOf":                 {applies, many, always},
	"not":                   {applies, one, always},
	"if":                    {applies, one, since7},
	"then":                  {applies, one, since7},
	"else":                  {applies, one, since7},

	"xml":                        {decorates, object, nonDraft},
	"externalDocs":               {decorates, object, nonDraft},
	"example":                    {decorates, anything, nonDraft},
	"nullable":                   {vendor, flag, nonDraft},
	"discriminator":              {vendor, object, nonDraft},
	"propertyOrdering":           {vendor, texts, nonDraft},
	"x-guidance":                 {vendor, anything, nonDraft},
	"x-google-enum-descriptions": {vendor, anything, nonDraft},
	"markdownDescription":        {vendor, text, nonDraft},
	"enumDescriptions":           {vendor, texts, nonDraft},
	"markdownEnumDescriptions":   {vendor, texts, nonDraft},
	"enumNames":                  {vendor, list, nonDraft},
	"enumItemLabels":             {vendor, list, nonDraft},
	"defaultSnippets":            {vendor, list, nonDraft},
	"deprecationMessage":         {vendor, text, nonDraft},
	"errorMessage":               {vendor, anything, nonDraft},
	"transform":                  {vendor, anything, nonDraft},
	"instanceof":                 {vendor, anything, nonDraft},
	"typeof":                     {vendor, anything, nonDraft},
	"regexp":                     {vendor, anything, nonDraft},

	// Written for code generators and mock servers; none of them builds or checks arguments.
	"x-example":                 {decorates, anything, nonDraft},
	"x-examples":                {decorates, anything, nonDraft},
	"x-faker":                   {decorates, anything, nonDraft},
	"x-enum-varnames":           {decorates, texts, nonDraft},
	"x-enum-comments":           {decorates, object, nonDraft},
	"x-enumNames":               {decorates, texts, nonDraft},
	"x-go-name":                 {decorates, text, nonDraft},
	"x-go-package":              {decorates, text, nonDraft},
	"x-go-type":                 {decorates, anything, nonDraft},
	"x-go-type-import":          {decorates, object, nonDraft},
	"x-oapi-codegen-extra-tags": {decorates, object, nonDraft},
	"x-omitempty":               {decorates, flag, nonDraft},
	"x-ms-enum":                 {decorates, object, nonDraft},
	"x-ms-client-name":          {decorates, text, nonDraft},
}

// fits reports whether a value looks as the keyword wants it. A parameter that is named like a keyword in a place where
// schemas are expected by mistake does not fit, and nothing that does not fit is ever erased.
func (r row) fits(v *schema.Node) bool {
	switch r.shape {
	case text:
		return v.Kind() == schema.String
	case flag:
		return v.Kind() == schema.Bool
	case number:
		return v.Kind() == schema.Number
	case count:
		return isCount(v)
	case list:
		return v.Kind() == schema.Array
	case object:
		return v.Kind() == schema.Object
	case texts:
		return isTexts(v)
	case typeNames:
		return isTypes(v)
	case textLists:
		return everyMember(v, isTexts)
	case one:
		return isSchema(v)
	case many:
		return v.Len() > 0 && everyItem(v, isSchema)
	case oneOrMany:
		return isSchema(v) || everyItem(v, isSchema)
	case named:
		return everyMember(v, isSchema)
	case namedOrText:
		return everyMember(v, func(n *schema.Node) bool { return isSchema(n) || isTexts(n) })
	}
	return true
}

// inert reports whether a keyword with this value refuses nothing, evaluates nothing and is valid, whatever stands
// around it, to every one of the readers.
func inert(name string, v *schema.Node, readers drafts) bool {
	switch name {
	case "minItems", "minLength", "minProperties":
		return isZero(v) && plainCount(v, readers)
	case "uniqueItems":
		b, ok := v.Bool()
		return ok && !b
	case "required":
		// Draft 4 wants at least one name.
		return v.Kind() == schema.Array && v.Len() == 0 && readers&d4 == 0
	case "properties", "patternProperties", "dependencies", "dependentRequired", "dependentSchemas":
		return v.Kind() == schema.Object && v.Len() == 0
	}
	return false
}

func isSchema(n *schema.Node) bool { return n.Kind() == schema.Object || n.Kind() == schema.Bool }

func isText(n *schema.Node) bool { return n.Kind() == schema.String }

func isTexts(n *schema.Node) bool { return everyItem(n, isText) }

func isZero(n *schema.Node) bool {
	return n.Kind() == schema.Number && schema.CanonicalNumber(n.Raw()) == "0e0"
}

// isCount reports whether n is an integer that is not negative, in any spelling.
func isCount(n *schema.Node) bool {
	if n.Kind() != schema.Number {
		return false
	}
	s := schema.CanonicalNumber(n.Raw())
	// A canonical number is an integer unless its power of ten is negative.
	return !slices.Contains([]byte(s), '-')
}

func isTypes(n *schema.Node) bool {
	known := func(n *schema.Node) bool {
		s, ok := n.Text()
		return ok && slices.Contains([]string{"null", "boolean", "object", "array", "number", "integer", "string"}, s)
	}
	return known(n) || n.Len() > 0 && everyItem(n, known)
}

func everyItem(n *schema.Node, ok func(*schema.Node) bool) bool {
	if n.Kind() != schema.Array {
		return false
	}
	for _, item := range n.Items() {
		if !ok(item) {
			return false
		}
	}
	return true
}

func everyMember(n *schema.Node, ok func(*schema.Node) bool) bool {
	if n.Kind() != schema.Object {
		return false
	}
	for _, value := range n.Members() {
		if !ok(value) {
			return false
		}
	}
	return true
}
