package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/schema-bench/schema-bench/internal/golden"
)

// recorder notes what a test would have failed for.
type recorder struct {
	testing.TB
	failed []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failed = append(r.failed, fmt.Sprintf(format, args...))
}

func Test(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(file, []byte("a\nb\nc\nd\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := &recorder{TB: t}
	golden.Compare(r, file, []byte("a\nb\nc\nd\n"))
	if len(r.failed) != 0 {
		t.Errorf("equal lines fail: %q", r.failed)
	}
	golden.Compare(r, file, []byte("a\nB\nc\nd\n"))
	if len(r.failed) != 1 {
		t.Errorf("other lines fail %d times", len(r.failed))
	}
	if got := golden.Pairs(t, file); len(got) != 2 || got[1] != [2]string{"c", "d"} {
		t.Errorf("pairs are %q", got)
	}
}
