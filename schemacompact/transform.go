package schemacompact

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/targets"
)

// A Claim is what a transform promises, and what the verifier and the reader hold it to.
type Claim string

// The claims of the transforms.
const (
	ClaimIdentical   Claim = "identical"   // accepts the same arguments, and no text changes
	ClaimAnnotations Claim = "annotations" // accepts the same arguments; text that informs nobody goes
	ClaimEquivalent  Claim = "equivalent"  // accepts the same arguments; the schema says so in another way, and no text changes
	ClaimMoved       Claim = "moved"       // accepts the same arguments; the text is still in the request, elsewhere
	ClaimLossy       Claim = "lossy"       // text that a model could read goes
)

// A Transform is one named rewrite of the tools of a catalog.
type Transform struct {
	Name  string // stable: used in configuration, reports, --with and --without
	Doc   string // one sentence
	Claim Claim
	Level Level // the lowest level that holds it; empty if it has to be asked for

	apply func(*pass)
}

// again reports whether a transform of a higher level can give this one more to do.
func (t *Transform) again() bool { return t.Name == "dialect" }

// AllowedBy reports whether a target is known to take what the transform makes. For a target that is not, the transform
// does nothing. What is no structural rewrite is allowed by all.
func (t Transform) AllowedBy(target targets.Target) bool {
	if t.Name == "const-enum" { // does either of two things
		return target.Allows(targets.MergeEnum) || target.Allows(targets.EnumToConst)
	}
	rewrite, masked := map[string]targets.Rewrite{
		"drop-open":        targets.DropOpen,
		"drop-empty-items": targets.DropEmptyItems,
		"null-union":       targets.NullUnion,
		"lift-single":      targets.LiftSingle,
		"merge-allof":      targets.LiftSingle,
		"inline-refs":      targets.Inline,
		"hoist":            targets.Hoist,
	}[t.Name]
	return !masked || target.Allows(rewrite)
}

// Transforms returns all transforms in the order in which they are applied.
func Transforms() []Transform {
	return []Transform{
		// First, so that what only dead definitions refer to counts as unreferenced for the others.
		{"dead-defs", "drop definitions that no reference leads to", ClaimIdentical, LevelSafe, dropDeadDefinitions},
		{"comments", "drop $comment, externalDocs, xml and the x- keywords of code generators", ClaimAnnotations, LevelSafe, dropComments},
		{"no-ops", "drop keywords that neither restrict anything nor matter to a reader, such as minLength 0", ClaimIdentical, LevelSafe, dropNoOps},
		{"echo-titles", "drop titles that only repeat the name", ClaimAnnotations, LevelSafe, dropEchoTitles},
		{"spare-examples", "drop examples, except one short one where nothing else tells the format", ClaimAnnotations, LevelSafe, dropSpareExamples},
		// The structural rewrites that make subschemas alike, so that later ones find them equal.
		{"inert", "drop keywords that cannot apply or repeat what stands beside them", ClaimEquivalent, LevelProved, dropInert},
		{"drop-open", "drop additionalProperties that allows everything", ClaimEquivalent, LevelProved, dropOpen},
		{"drop-empty-items", "drop items that allows everything", ClaimEquivalent, LevelProved, dropEmptyItems},
		{"const-enum", "write unions of constants as one enum, and an enum of one value as const", ClaimEquivalent, LevelProved, mergeConstants},
		{"null-union", "write a union of plain types as a list of types", ClaimEquivalent, LevelProved, mergeUnions},
		{"lift-single", "put what stands alone in allOf, anyOf or oneOf into the schema around it", ClaimEquivalent, LevelProved, liftSingles},
		{"merge-allof", "put the plain assertions of allOf into the schema around it", ClaimEquivalent, LevelProved, mergeAllOf},
		{"prose", "cut parameter descriptions to their first informative sentence and those that constrain", ClaimLossy, LevelStandard, cutDescriptions},
		{"link-targets", "drop the addresses of links in parameter descriptions, and keep their words", ClaimLossy, LevelStandard, dropLinkTargets},
		// Before titles, so that a title is the only text where the description says nothing.
		{"echo-descriptions", "drop parameter descriptions that only repeat the names around them", ClaimLossy, LevelStandard, dropEchoDescriptions},
		{"titles", "drop titles, except labels of constants and titles that are the only text", ClaimLossy, LevelStandard, dropTitles},
		{"examples", "drop all examples", ClaimLossy, LevelStandard, dropExamples},
		{"fold-default", "drop defaults that the description states, or state them there where that is shorter", ClaimMoved, LevelStandard, foldDefaults},
		{"drop-default", "drop defaults", ClaimLossy, "", dropDefaults},
		{"tool-prose", "cut the descriptions of the tools themselves as prose does those of parameters", ClaimLossy, "", cutToolDescriptions},
		{"drop-descriptions", "drop all descriptions of parameters", ClaimLossy, "", dropDescriptions},
		{"drop-output-schema", "drop output schemas, which clients use and few models read", ClaimLossy, "", dropOutputSchemas},
		{widenPattern, "drop patterns that restate the format beside them: accepts more, for use behind a proxy that validates", ClaimLossy, "", dropRestatingPatterns},
		{sayOnceName, "keep a parameter description that stands on the same name in several tools only once", ClaimMoved, "", sayOnce},
		// Late, so that texts have become as alike as they will.
		{"inline-refs", "put a definition where the only reference to it stands, or all of them if that is smaller", ClaimEquivalent, LevelProved, inlineReferences},
		{"hoist", "make a definition of a subschema that stands in several places, where that is smaller", ClaimEquivalent, LevelProved, hoistRepeats},
		{"inline-all", "put every definition where the references to it stand, whatever that costs, for clients that lose definitions", ClaimEquivalent, "", inlineAll},
		// Last, since any of the others can remove what makes the dialect matter.
		{"dialect", "drop $schema and $id where no keyword depends on the dialect and nothing refers to them", ClaimIdentical, LevelSafe, dropDialect},
	}
}

// choose returns the transforms of a level, with and without those named.
func choose(level Level, with, without []string) ([]Transform, error) {
	if level != "" {
		if _, err := ParseLevel(string(level)); err != nil {
			return nil, err
		}
	}
	all := Transforms()
	for _, name := range slices.Concat(with, without) {
		if !slices.ContainsFunc(all, func(t Transform) bool { return t.Name == name }) {
			var names []string
			for _, t := range all {
				names = append(names, t.Name)
			}
			return nil, fmt.Errorf("schemacompact: unknown transform %q (known: %s)", name, list(names))
		}
		if slices.Contains(with, name) && slices.Contains(without, name) {
			return nil, fmt.Errorf("schemacompact: transform %q is both asked for and excluded", name)
		}
	}
	return slices.DeleteFunc(all, func(t Transform) bool {
		return slices.Contains(without, t.Name) || !level.includes(t.Level) && !slices.Contains(with, t.Name)
	}), nil
}

func list[S ~string](names []S) string {
	s := make([]string, len(names))
	for i, n := range names {
		s[i] = string(n)
	}
	return strings.Join(s, ", ")
}

// An Edit is one change to a tool.
type Edit struct {
	At  schema.Pointer `json:"at"`            // in the input schema as it was when the edit was made
	Op  string         `json:"op"`            // drop, cut, fold or replace
	Old string         `json:"old"`           // the JSON, or for cut and fold the text, that stood there
	New string         `json:"new,omitempty"` // what stands there now; empty after drop
}
