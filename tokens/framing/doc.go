// Package framing turns tools into the text that a model reads.
//
// Providers do not hand a tools payload on as it was sent: they render it into the prompt, each
// in its own way, and the ways differ in length by more than a factor of two. A [Framing] is one
// of these ways. [FidelityOf] says how well its rules are known.
//
// The framings are of two families. Those that are JSON show everything that a schema says, and
// differ in whitespace, in the names of members and in the text around them. Those that make
// TypeScript of a schema show a few keywords and drop the rest, so that a bound or a pattern
// costs nothing there:
//
//	keyword                       openai-ts         harmony               gptoss-jinja
//	description of the tool       first line marked every line marked     first line marked, demanded
//	description of the parameters no                yes                   no
//	description of a property     outermost only    everywhere            outermost only
//	  of one that is an object    once              twice                 once
//	title                         no                properties            no
//	examples                      no                strings               no
//	default                       no                properties, variants  outermost, variants
//	enum                          strings, numbers  strings               strings
//	required                      yes               yes                   yes
//	type, a list                  any               joined                joined
//	integer                       number            number                number, but not in a list
//	nullable                      no                yes                   strings and arrays
//	anyOf                         joined            any                   any
//	oneOf                         any               a line each           a line each
//	array of objects              in full           in full               any[] beyond 50 characters
//	$ref, allOf, not, const       any               any                   any
//	bounds, pattern, format,
//	additionalProperties, $schema no                no                    no
//
// References are never followed. Where a framing's own program decodes a payload and encodes it
// again, strings and numbers are spelled as its language spells them: Python's json for
// json-spaced, hermes, llama3, mistral and the defaults of gptoss-jinja, Rust's serde_json for
// those of harmony. The others keep the spelling of numbers that the schema has.
//
// Rendering is bounded. A schema that is nested deeper than package schema reads, or that
// indentation would blow up to more than 128 MiB, is an error, and so is what the published chat
// template of gpt-oss fails on.
package framing
