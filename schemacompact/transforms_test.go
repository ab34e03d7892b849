package schemacompact

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/schema-bench/schema-bench/catalog"
)

var update = flag.Bool("update", false, "rewrite the expected parts of the scripts")

// Each script is a catalog, the transforms that run on it, and what comes out.
func TestTransformScripts(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/transforms/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no scripts", err)
	}
	seen := map[string]bool{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		seen[name] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runScript(t, path, name)
		})
	}
	for _, tr := range Transforms() {
		if !seen[tr.Name] {
			t.Errorf("transform %s has no script", tr.Name)
		}
	}
}

func runScript(t *testing.T, path, name string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	c, err := catalog.Read([]byte(files["in.json"]), nil)
	if err != nil {
		t.Fatal(err)
	}
	// A structural rewrite is seen as it is made, and proved below.
	prove, trusted := Prove, structural(name)
	if trusted {
		prove = trusting
	}
	r, err := compact(c, &Options{Level: LevelNone, With: []string{name}, Target: everythingGoes(t)}, prove)
	if err != nil {
		t.Fatal(err)
	}
	var out, report bytes.Buffer
	b, err := r.Catalog.Encode(catalog.MCP)
	if err == nil {
		err = json.Indent(&out, b, "", "  ")
	}
	if err != nil {
		t.Fatal(err)
	}
	out.WriteByte('\n')
	for i, tool := range r.Tools {
		fmt.Fprint(&report, c.Tools[i].Name)
		if !trusted {
			fmt.Fprintf(&report, " %s", tool.Proof.Verdict)
		} else if p := Prove(&c.Tools[i], &r.Catalog.Tools[i]); p.Verdict.Proved() == (name == widenPattern) {
			t.Errorf("tool %s: %s: %s at %q", tool.Name, p.Verdict, p.Reason, p.At)
		}
		report.WriteByte('\n')
		for _, e := range tool.Edits {
			fmt.Fprintf(&report, "  %s %s: %s", e.Op, e.At, e.Old)
			if e.New != "" {
				fmt.Fprintf(&report, " -> %s", e.New)
			}
			report.WriteByte('\n')
		}
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&report, "warning: %v\n", w)
	}
	if *update {
		updated := &txtar.Archive{Comment: archive.Comment, Files: []txtar.File{
			{Name: "in.json", Data: []byte(files["in.json"])}, {Name: "out.json", Data: out.Bytes()}, {Name: "report", Data: report.Bytes()}}}
		if err := os.WriteFile(path, txtar.Format(updated), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(files["out.json"], out.String()); diff != "" {
		t.Errorf("out.json (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(files["report"], report.String()); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

// structural reports whether a transform changes more of a schema than its annotations and dead weight.
func structural(name string) bool {
	return slices.ContainsFunc(Transforms(), func(t Transform) bool {
		return t.Name == name && (t.Claim == ClaimEquivalent || t.Name == widenPattern)
	})
}
