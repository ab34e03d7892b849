package schemacompact

import (
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
)

// If the tool with the kept copy goes back to what it was, the copy may be gone: then nobody may rely on it.
func TestHoldSaid(t *testing.T) {
	t.Parallel()
	tool := func(name, text string) catalog.Tool {
		description := ""
		if text != "" {
			description = `,"description":"` + text + `"`
		}
		return catalog.Tool{Name: name, Input: mustParse(t, `{"type":"object","properties":{"city":{"type":"string"`+description+`}}}`)}
	}
	original := &catalog.Catalog{Tools: []catalog.Tool{tool("a", "The city. A long story about it."), tool("b", "The city. Another story.")}}
	step := Step{Transform: "say-once", Tool: 1, Edits: []Edit{{At: "/properties/city/description", Op: "drop", Old: `"The city."`}}}
	for _, tt := range []struct {
		kept string
		back bool
	}{{"The city.", false}, {"The city. A long story about it.", true}} {
		r := &Result{
			Catalog: &catalog.Catalog{Tools: []catalog.Tool{tool("a", tt.kept), tool("b", "")}},
			Tools:   []ToolResult{{Name: "a"}, {Name: "b"}},
			Steps:   []Step{{Transform: "prose", Tool: 0}, step},
		}
		if err := r.holdSaid(original); err != nil {
			t.Fatal(err)
		}
		got := string(r.Catalog.Tools[1].Input.Append(nil))
		if back := strings.Contains(got, "Another story"); back != tt.back || (r.Tools[1].Reason != nil) != tt.back {
			t.Errorf("kept %q: b is %s, reason %v", tt.kept, got, r.Tools[1].Reason)
		}
	}
	// A copy in a tool that is loaded later is not in the request.
	later := tool("a", "The city.")
	later.Extra = mustParse(t, `{"defer_loading":true}`)
	said, err := sayings(&catalog.Catalog{Tools: []catalog.Tool{later}})
	if err != nil || len(said) != 0 {
		t.Errorf("said %v, %v", said, err)
	}
}
