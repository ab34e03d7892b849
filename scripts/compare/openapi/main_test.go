package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bin := filepath.Join(dir, "schema-bench")
	if out, err := exec.Command("go", "build", "-o", bin, "../../..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	document := filepath.Join(dir, "api.json")
	text := `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{"operationId":"list"}},"/b":{"get":{"operationId":"read"}}}}`
	if err := os.WriteFile(document, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := compare(context.Background(), bin, "", []string{document}, 1, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("no line for each contender:\n%s", out.String())
	}
	if fields := strings.Fields(lines[1]); len(fields) != 8 || fields[3] != "2" || fields[5] != "1.0" {
		t.Errorf("two tools and the ratio to itself are expected: %q", lines[1])
	}
	if err := compare(context.Background(), bin, "", []string{filepath.Join(dir, "none.json")}, 1, &out); err == nil {
		t.Error("a document that is not there is no error")
	}
}
