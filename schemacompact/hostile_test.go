package schemacompact

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
)

// What is made to be slow or deep ends, and what comes out is proved or left as it came.
func TestHostileSchemas(t *testing.T) {
	t.Parallel()
	wide := func(n int, member string) string {
		var members []string
		for i := range n {
			members = append(members, fmt.Sprintf(member, i, i+1))
		}
		return strings.Join(members, ",")
	}
	for name, in := range map[string]string{
		"deep compositions":    `{"properties":{"a":` + strings.Repeat(`{"allOf":[`, 300) + `{}` + strings.Repeat(`]}`, 300) + `}}`,
		"deep objects":         `{"properties":{"a":` + strings.Repeat(`{"type":"object","properties":{"a":`, 300) + `{}` + strings.Repeat(`}}`, 300) + `}}`,
		"many properties":      `{"properties":{` + wide(2000, `"p%d":{"type":"string","maxLength":%d}`) + `}}`,
		"a chain of aliases":   `{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{` + wide(500, `"d%d":{"$ref":"#/$defs/d%d"}`) + `,"d500":{"type":"null"}}}`,
		"a ring of aliases":    `{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{` + wide(500, `"d%d":{"items":{"$ref":"#/$defs/d%d"}}`) + `,"d500":{"$ref":"#/$defs/d0"}}}`,
		"doubling definitions": `{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{` + wide(40, `"d%d":{"allOf":[{"$ref":"#/$defs/d%[2]d"},{"$ref":"#/$defs/d%[2]d"}]}`) + `,"d40":{"type":"null"}}}`,
		"many branches":        `{"properties":{"a":{"anyOf":[` + strings.Repeat(`{"type":"object","required":["a"]},`, 2000) + `{"type":"null"}]}}}`,
		"many values":          `{"properties":{"a":{"enum":[` + strings.Repeat(`1,`, 3000) + `2]}}}`,
		"a number without end": `{"properties":{"a":{"allOf":[{"minimum":1e999999999},{"minimum":-1e999999999}]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := Compact(oneTool(t, in), &Options{Level: LevelTight, Target: everythingGoes(t)})
			if err != nil {
				t.Fatal(err)
			}
			tool, out := r.Tools[0], string(r.Catalog.Tools[0].Input.Append(nil))
			if out != in && !tool.Proof.Verdict.Proved() {
				t.Errorf("served with the verdict %v", tool.Proof)
			}
			if len(out) > len(in) {
				t.Errorf("%d bytes became %d", len(in), len(out))
			}
		})
	}
}

// References in references double with each level: to write all of them out stops long before that fills the memory, and
// what is left is still proved.
func TestInlineAllIsBounded(t *testing.T) {
	t.Parallel()
	var defs []string
	for i := range 40 {
		defs = append(defs, fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i, i+1, i+1))
	}
	in := `{"type":"object","properties":{"x":{"$ref":"#/$defs/d0"}},"$defs":{` + strings.Join(defs, ",") + `,"d40":{"type":"string"}}}`
	c, err := catalog.Read([]byte(`{"tools":[{"name":"deep","inputSchema":`+in+`}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compact(c, &Options{Level: LevelNone, With: []string{"inline-all"}})
	if err != nil {
		t.Fatal(err)
	}
	text := r.Catalog.Tools[0].Input.Append(nil)
	if !r.Tools[0].Proof.Verdict.Proved() || len(r.Tools[0].Edits) == 0 || len(text) > 4*maxInlined || !strings.Contains(string(text), "#/$defs/") {
		t.Errorf("%v, %d edits, %d bytes", r.Tools[0].Proof.Verdict, len(r.Tools[0].Edits), len(text))
	}
}
