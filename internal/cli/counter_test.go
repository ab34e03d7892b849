package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTokenizer(t *testing.T) {
	t.Parallel()
	vocabulary, err := filepath.Abs("../../tokens/hf/testdata/cl.json")
	if err != nil {
		t.Fatal(err)
	}
	s := &session{t.TempDir(), map[string]string{}}
	for name, text := range map[string]string{
		"t.json":     catalogOf(30),
		"words.json": `{"version":"1.0","model":{"type":"WordPiece","vocab":{"a":0}}}`,
		"not.json":   `{"tools":[]}`,
	} {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code, out, errs := s.run("t.json", "--tokenizer", vocabulary, "--format", "json")
	var d struct {
		Unit  struct{ Encoding string }
		Total struct{ Tools int }
		Cost  *struct{}
		Tools []struct {
			Tokens int
			Parts  map[string]int
		}
	}
	if err := json.Unmarshal([]byte(out), &d); code != 0 || err != nil {
		t.Fatalf("exit %d: %v: %s", code, err, errs)
	}
	if !strings.HasPrefix(d.Unit.Encoding, "hf:") || d.Cost != nil {
		t.Errorf("unit %+v, cost %+v: want the file's own unit, and no price of another model", d.Unit, d.Cost)
	}
	sum := 0
	for _, tool := range d.Tools {
		sum += tool.Tokens
		for part, n := range tool.Parts {
			if n < 0 {
				t.Errorf("%s has %d tokens", part, n)
			}
		}
	}
	if sum != d.Total.Tools || sum == 0 {
		t.Errorf("tools add up to %d of %d", sum, d.Total.Tools)
	}
	for _, tt := range []struct{ file, want string }{
		{"words.json", "WordPiece"},
		{"not.json", "no tokenizer.json"},
		{"missing.json", "no such file"},
	} {
		code, out, errs := s.run("t.json", "--tokenizer", tt.file)
		if code != exitUsage || out != "" || !strings.Contains(errs, "--tokenizer "+tt.file) || !strings.Contains(errs, tt.want) {
			t.Errorf("%s: exit %d, %q, %q", tt.file, code, out, errs)
		}
	}
	if code, _, errs := s.run("t.json", "--tokenizer", vocabulary, "--encoding", "cl100k_base"); code != exitUsage || !strings.Contains(errs, "--encoding") {
		t.Errorf("with --encoding: exit %d, %q", code, errs)
	}
}
