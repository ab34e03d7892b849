package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/targets"
)

// helpOn returns the words of a page of help.
func helpOn(t *testing.T, args ...string) string {
	t.Helper()
	e, out, errw := testEnv("")
	if code := e.run(t.Context(), append([]string{"help"}, args...)); code != exitOK || errw.Len() > 0 {
		t.Fatalf("help %v: exit code %d, %s", args, code, errw)
	}
	return out.String()
}

// The file of targets that help and documentation show is one, and does what they say.
func TestTargetExample(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/lint.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(helpOn(t, "targets"), targetExample) {
		t.Error("help targets does not show it as it is")
	}
	var flush strings.Builder
	for l := range strings.Lines(targetExample) {
		flush.WriteString(strings.TrimPrefix(l, "  "))
	}
	if !strings.Contains(string(page), "```json\n"+flush.String()+"```\n") {
		t.Error("docs/lint.md shows another")
	}
	table, err := targets.Targets()
	if err == nil {
		table, err = table.Extend([]byte(targetExample))
	}
	if err != nil {
		t.Fatal(err)
	}
	mine, err := table.Lookup("my-gateway")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range targets.Rewrites() {
		if got, want := mine.Allows(r), r == targets.LiftSingle || r == targets.NullUnion; got != want {
			t.Errorf("%s: %v", r, got)
		}
	}
	if mine.Through() != "openai" || len(mine.Constraints()) != 2 {
		t.Errorf("through %q, %d constraints", mine.Through(), len(mine.Constraints()))
	}
}

// What help says of transforms and rewrites is what compact does: a transform makes less of these tools where the target
// takes all rewrites but one if, and only if, that one is among those that it is said to consist of.
func TestRewritesOfTransforms(t *testing.T) {
	t.Parallel()
	point := `{"type":"object","properties":{"row":{"type":"integer","minimum":1},"shelf":{"type":"integer","minimum":1}},"required":["row","shelf"],"description":`
	var tools []string
	for i, properties := range []string{
		`"a":{"type":"object","additionalProperties":true}`,
		`"a":{"type":"array","items":{}}`,
		`"a":{"anyOf":[{"const":"x"},{"const":"y"}]}`,
		`"a":{"enum":["only"]}`,
		`"a":{"anyOf":[{"type":"string"},{"type":"null"}]}`,
		`"a":{"allOf":[{"type":"string","minLength":2}]}`,
		`"a":{"description":"An a.","allOf":[{"$ref":"#/$defs/deep"}]}`,
		`"a":{"allOf":[{"type":"string"},{"minLength":2}]}`,
		`"a":{"$ref":"#/$defs/once"}`,
		`"a":{"$ref":"#/$defs/alias","description":"An a."},"b":{"$ref":"#/$defs/deep"}`,
		`"a":` + point + `"Old."},"b":` + point + `"New."}`,
		`"a":` + point + `"Old."},"b":` + point + `"Old."}`,
	} {
		tools = append(tools, fmt.Sprintf(`{"name":"t%d","inputSchema":{"type":"object","properties":{%s},"$defs":{"once":{"type":"string","maxLength":5},"alias":{"$ref":"#/$defs/deep"},"deep":{"type":"object","properties":{"deep":{"$ref":"#/$defs/deep"}}}}}}`, i, properties))
	}
	c, err := catalog.Read([]byte("["+strings.Join(tools, ",")+"]"), nil)
	if err != nil {
		t.Fatal(err)
	}
	made := func(transform string, missing targets.Rewrite) string {
		var mask []string
		for _, r := range targets.Rewrites() {
			if r != missing {
				mask = append(mask, fmt.Sprintf(`"%s":"yes"`, r))
			}
		}
		table, err := targets.Targets()
		if err == nil {
			table, err = table.Extend([]byte(`{"schema":"schema-bench/targets/v1","as_of":"2026-12-01","targets":[{"id":"mine","kind":"api","mask":{"rewrites":{` + strings.Join(mask, ",") + `}}}]}`))
		}
		if err != nil {
			t.Fatal(err)
		}
		target, err := table.Lookup("mine")
		if err != nil {
			t.Fatal(err)
		}
		r, err := schemacompact.Compact(c, &schemacompact.Options{Level: schemacompact.LevelNone, With: []string{transform}, Target: target})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for i := range r.Catalog.Tools {
			fmt.Fprintf(&b, "%s\n", r.Catalog.Tools[i].Input.Append(nil))
		}
		return b.String()
	}
	for _, tr := range schemacompact.Transforms() {
		if tr.Level != schemacompact.LevelProved {
			continue
		}
		var says []targets.Rewrite
		for _, m := range rewritesOf() {
			if m.transform == tr.Name {
				says = m.needs
			}
		}
		all := made(tr.Name, "")
		for _, r := range targets.Rewrites() {
			if got, want := made(tr.Name, r) != all, slices.Contains(says, r); got != want {
				t.Errorf("%s depends on %s: %v, and help says %v", tr.Name, r, got, want)
			}
		}
	}
}

// Help explains every claim that a transform makes, and every report prints.
func TestHelpKnowsAllClaims(t *testing.T) {
	t.Parallel()
	help := helpOn(t, "transforms")
	for _, tr := range schemacompact.Transforms() {
		if !strings.Contains(help, fmt.Sprintf("\n  %-11s  ", tr.Claim)) {
			t.Errorf("%s claims to be %s, which help transforms does not explain", tr.Name, tr.Claim)
		}
	}
}
