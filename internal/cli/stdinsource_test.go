package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that standard input reads is a source as well as one that is named: nothing replaces it unasked.
func TestStandardInputIsASource(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tools.json")
	doc := []byte(`{"tools":[{"name":"a","inputSchema":{"type":"object","minProperties":0}}]}`)
	if err := os.WriteFile(path, doc, 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (int, string) {
		in, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		var out, errs bytes.Buffer
		code := Run(args, in, &out, &errs)
		return code, errs.String()
	}
	code, stderr := run("compact", "-", "-o", path)
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, doc) || code != 2 || !strings.Contains(stderr, "would replace the source") {
		t.Errorf("exit %d: %s; the file is %s, %v", code, stderr, got, err)
	}
	if code, stderr := run("compact", "-", "-o", path, "--overwrite"); code != 0 {
		t.Errorf("exit %d: %s", code, stderr)
	}
	if got, err := os.ReadFile(path + ".orig"); err != nil || !bytes.Equal(got, doc) {
		t.Errorf("the original is %s, %v", got, err)
	}
	if got, err := os.ReadFile(path); err != nil || bytes.Contains(got, []byte("minProperties")) {
		t.Errorf("the file is %s, %v", got, err)
	}
}
