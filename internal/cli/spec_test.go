package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog/openapi"
	"github.com/schema-bench/schema-bench/catalog/openapi/convert"
)

func TestReferenceFlags(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ words, files, remote, typed string }{
		{"", "false", "false", ""},
		{"--allow-file", "true", "", "--allow-file"},
		{"--allow-file=specs", "specs", "", "--allow-file=specs"},
		{"--allow-file=true", "true", "", "--allow-file"},
		{"--allow-remote", "false", "true", "--allow-remote"},
		{"--allow-remote=a.example,b.example:8443 --allow-remote=a.example", "false", "a.example,b.example:8443", "--allow-remote=a.example,b.example:8443"},
		{"--tag bikes --tag x,y --max-name 40 --no-deprecated --allow-file", "true", "", "--tag bikes,x,y --no-deprecated --max-name 40 --allow-file"},
	} {
		e, _, _ := testEnv("")
		cmd := find(t, newRoot(e), "floor")
		if err := cmd.ParseFlags(strings.Fields(tt.words)); err != nil {
			t.Errorf("%s: %v", tt.words, err)
			continue
		}
		if got := cmd.Flags().Lookup("allow-file").Value.String(); got != tt.files {
			t.Errorf("%s: files are %q, want %q", tt.words, got, tt.files)
		}
		if got := cmd.Flags().Lookup("allow-remote").Value.String(); tt.remote != "" && got != tt.remote {
			t.Errorf("%s: hosts are %q, want %q", tt.words, got, tt.remote)
		}
		if got := strings.Join((&specOptions{}).typed(cmd), " "); got != tt.typed {
			t.Errorf("%s: typed again it is %q, want %q", tt.words, got, tt.typed)
		}
	}
	for _, words := range []string{"--allow-remote=https://a.example", "--allow-remote=*.example", "--allow-file=", "--allow-remote="} {
		e, _, _ := testEnv("")
		if err := find(t, newRoot(e), "floor").ParseFlags([]string{words}); err == nil {
			t.Errorf("%s is accepted", words)
		}
	}
}

// The directory of --allow-file counts from the configuration that names it; a truth value is none.
func TestConfiguredFolder(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"true": "true", "false": "false", "specs": filepath.Join("/base", "specs"), "/abs": "/abs"} {
		if got := besideSource("/base", value); got != want {
			t.Errorf("%s is %s, want %s", value, got, want)
		}
	}
}

func TestSpecOptions(t *testing.T) {
	t.Parallel()
	o := specOptions{tags: []string{"a"}, nullable: nullIntent, maxName: 32, prefix: "p_", keepReadOnly: true, noDeprecated: true}
	got, err := o.options()
	if err != nil || got.Nulls != convert.Intent || got.MaxName != 32 || got.Prefix != "p_" || !got.KeepReadOnly || !got.Filter.NoDeprecated || len(got.Filter.Tags) != 1 {
		t.Errorf("got %+v and %v", got, err)
	}
	for n, want := range []string{"", "a.yaml: 1 of 3 operations is no tool: GET /x: odd", "a.yaml: 2 of 3 operations are no tools, the first is GET /x: odd; import --verbose lists them all"} {
		a := api{label: "a.yaml", API: &openapi.API{Operations: 3}}
		for range n {
			a.Refused = append(a.Refused, openapi.Refused{Method: "GET", Path: "/x", Reason: "odd"})
		}
		if err := a.refusal(); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
