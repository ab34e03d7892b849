package graph

// shape is what the value of a keyword must look like for the document to be a valid one.
type shape uint8

const (
	anything shape = iota
	text
	flag
	list
	object
	number
	positive
	count
	texts     // distinct strings
	textLists // an object of them
	typeNames // a type, or distinct ones
	values    // of enum
	exclusive // a flag in draft 4, a number since
	one       // a schema
	many      // at least one schema, in an array
	items     // one or many, and one from 2020-12 on
	named     // an object of schemas
	either    // an object of schemas and of distinct strings
)

// keyword is what the reader knows about a keyword: what it holds, and the drafts from and to which it is one. Outside of
// them it is a name like any other.
type keyword struct {
	shape       shape
	first, last Draft
}

// keywords is the reader's own table. It is never written to. Annotations stand under every draft, since a value of the wrong
// type makes a document invalid to the readers that know the word; what only informs must still be valid.
var keywords = map[string]keyword{
	"$schema":          {text, Draft4, Draft2020},
	"id":               {text, Draft4, Draft4},
	"$id":              {text, Draft6, Draft2020},
	"$ref":             {text, Draft4, Draft2020},
	"$anchor":          {text, Draft2019, Draft2020},
	"$recursiveRef":    {text, Draft2019, Draft2019},
	"$recursiveAnchor": {flag, Draft2019, Draft2019},
	"$dynamicRef":      {text, Draft2020, Draft2020},
	"$dynamicAnchor":   {text, Draft2020, Draft2020},
	"$vocabulary":      {object, Draft2019, Draft2020},
	"$defs":            {named, Draft2019, Draft2020},
	"definitions":      {named, Draft4, Draft2020},

	"$comment":      {text, Draft4, Draft2020},
	"title":         {text, Draft4, Draft2020},
	"description":   {text, Draft4, Draft2020},
	"default":       {anything, Draft4, Draft2020},
	"examples":      {list, Draft4, Draft2020},
	"readOnly":      {flag, Draft4, Draft2020},
	"writeOnly":     {flag, Draft4, Draft2020},
	"deprecated":    {flag, Draft4, Draft2020},
	"contentSchema": {one, Draft2019, Draft2020},

	"format":           {text, Draft4, Draft2020},
	"contentEncoding":  {text, Draft4, Draft2020},
	"contentMediaType": {text, Draft4, Draft2020},

	"type":              {typeNames, Draft4, Draft2020},
	"enum":              {values, Draft4, Draft2020},
	"const":             {anything, Draft6, Draft2020},
	"multipleOf":        {positive, Draft4, Draft2020},
	"minimum":           {number, Draft4, Draft2020},
	"maximum":           {number, Draft4, Draft2020},
	"exclusiveMinimum":  {exclusive, Draft4, Draft2020},
	"exclusiveMaximum":  {exclusive, Draft4, Draft2020},
	"minLength":         {count, Draft4, Draft2020},
	"maxLength":         {count, Draft4, Draft2020},
	"pattern":           {text, Draft4, Draft2020},
	"minItems":          {count, Draft4, Draft2020},
	"maxItems":          {count, Draft4, Draft2020},
	"uniqueItems":       {flag, Draft4, Draft2020},
	"minProperties":     {count, Draft4, Draft2020},
	"maxProperties":     {count, Draft4, Draft2020},
	"minContains":       {count, Draft2019, Draft2020},
	"maxContains":       {count, Draft2019, Draft2020},
	"required":          {texts, Draft4, Draft2020},
	"dependentRequired": {textLists, Draft2019, Draft2020},

	"properties":            {named, Draft4, Draft2020},
	"patternProperties":     {named, Draft4, Draft2020},
	"additionalProperties":  {one, Draft4, Draft2020},
	"propertyNames":         {one, Draft6, Draft2020},
	"dependencies":          {either, Draft4, Draft2020},
	"dependentSchemas":      {named, Draft2019, Draft2020},
	"unevaluatedProperties": {one, Draft2019, Draft2020},
	"items":                 {items, Draft4, Draft2020},
	"additionalItems":       {one, Draft4, Draft2019},
	"prefixItems":           {many, Draft2020, Draft2020},
	"contains":              {one, Draft6, Draft2020},
	"unevaluatedItems":      {one, Draft2019, Draft2020},
	"allOf":                 {many, Draft4, Draft2020},
	"anyOf":                 {many, Draft4, Draft2020},
	"oneOf":                 {many, Draft4, Draft2020},
	"not":                   {one, Draft4, Draft2020},
	"if":                    {one, Draft7, Draft2020},
	"then":                  {one, Draft7, Draft2020},
	"else":                  {one, Draft7, Draft2020},
}

// keywordOf returns what a name means in a schema under a draft.
func keywordOf(name string, draft Draft) (keyword, bool) {
	k, ok := keywords[name]
	return k, ok && k.first <= draft && draft <= k.last
}
