package catalog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schema-bench/schema-bench/catalog"
)

func TestYAML(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, yaml, want string }{
		{"scalars", `
- name: a
  inputSchema:
    strings: [plain, 'single', "dou\tble", 2024-05-01, yes, on, .inf, "1", ~tilde]
    numbers: [1, 1.0, -0, 1e3, 12345678901234567890123, 0x1F, 0o17, 1_000, +5, .5, 1., -.5e1, 007]
    others: [true, False, null, ~, ]
    empty:
    block: |
      two
      lines
    folded: >-
      one
      line
`, `[{"name":"a","inputSchema":{"strings":["plain","single","dou\tble","2024-05-01","yes","on",".inf","1","~tilde"],` +
			`"numbers":[1,1.0,-0,1e3,12345678901234567890123,31,15,1000,5,0.5,1,-0.5e1,7],"others":[true,false,null,null],"empty":null,"block":"two\nlines\n","folded":"one line"}}]`},
		{"keys", "- name: a\n  inputSchema: {1: x, true: y, null: z, 'q': w, on: v}\n", `[{"name":"a","inputSchema":{"1":"x","true":"y","null":"z","q":"w","on":"v"}}]`},
		{"anchors", "- &t\n  name: a\n  inputSchema: &s {type: object}\n- name: b\n  inputSchema: *s\n", `[{"name":"a","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]`},
		{"merge keys", "- name: a\n  inputSchema:\n    first: 0\n    <<: {type: object, x: 1}\n    x: 2\n- name: b\n  inputSchema:\n    <<: [{p: 1}, {p: 2, q: 3}]\n",
			`[{"name":"a","inputSchema":{"first":0,"type":"object","x":2}},{"name":"b","inputSchema":{"p":1,"q":3}}]`},
		{"stream", "name: a\ninputSchema: {}\n---\n---\nname: b\ninputSchema: {}\n", "{\"name\":\"a\",\"inputSchema\":{}}\n{\"name\":\"b\",\"inputSchema\":{}}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := catalog.Read([]byte(tt.yaml), nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.EncodeSource()
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, string(got)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestYAMLLines(t *testing.T) {
	t.Parallel()
	c, err := catalog.Read([]byte("# tools of ours\ntools:\n\n  - name: a\n    inputSchema: {}\n  - name: b\n    inputSchema:\n      type: object\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Tools[0].Origin.Line != 4 || c.Tools[1].Origin.Line != 6 {
		t.Errorf("lines are %d and %d, want 4 and 6", c.Tools[0].Origin.Line, c.Tools[1].Origin.Line)
	}
	if got, want := string(c.Tools[1].Raw), `{"name":"b","inputSchema":{"type":"object"}}`; got != want {
		t.Errorf("raw is %s, want %s", got, want)
	}
}
