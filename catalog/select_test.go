package catalog_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
)

func TestSelect(t *testing.T) {
	t.Parallel()
	c, _ := readOne(t, `[{"name":"list_issues","inputSchema":{}},{"name":"get_issue","inputSchema":{}},{"name":"list_repos"},{"name":"delete_repo","inputSchema":{}}]`)
	for _, tt := range []struct {
		only, hide string
		want, err  string
		problems   int
	}{
		{"", "", "list_issues get_issue list_repos delete_repo", "", 1},
		{"list_*", "", "list_issues list_repos", "", 1},
		{"", "delete_*", "list_issues get_issue list_repos", "", 1},
		{"*_issue* delete_repo", "list_*", "get_issue delete_repo", "", 0},
		{"get_isue", "", "", `no tool matches "get_isue"; there is "get_issue"`, 0},
		{"*issue", "nothing_like_it", "", `no tool matches "nothing_like_it"`, 0},
		{"*", "*", "", "no tools are left of 4", 0},
		{"[", "", "", `"[" is no glob`, 0},
	} {
		got, err := c.Select(strings.Fields(tt.only), strings.Fields(tt.hide))
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("only %q, hide %q: error is %v, want %q", tt.only, tt.hide, err, tt.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("only %q, hide %q: %v", tt.only, tt.hide, err)
			continue
		}
		if names(got) != tt.want || len(got.Problems) != tt.problems {
			t.Errorf("only %q, hide %q: %s with problems %v, want %s", tt.only, tt.hide, names(got), got.Problems, tt.want)
		}
	}
	if _, err := c.Select([]string{"*"}, []string{"*"}); !errors.Is(err, catalog.ErrNoTools) {
		t.Errorf("nothing left is %v", err)
	}
}

func TestParseForm(t *testing.T) {
	t.Parallel()
	for _, f := range catalog.Forms() {
		if got, err := catalog.ParseForm(string(f)); got != f || err != nil {
			t.Errorf("%s is read as %s, %v", f, got, err)
		}
	}
	if _, err := catalog.ParseForm("MCP"); err == nil || !strings.Contains(err.Error(), "bedrock") {
		t.Errorf("error is %v", err)
	}
}
