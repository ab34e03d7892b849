package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
)

func TestMedianAndSums(t *testing.T) {
	t.Parallel()
	rows := []row{{100, 90}, {200, 100}, {400, 400}}
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	if got := median(rows); !near(got, 10) {
		t.Errorf("median of three is %v, want 10", got)
	}
	if got := median(rows[:2]); !near(got, 30) {
		t.Errorf("median of two is %v, want 30", got)
	}
	if got := sum(rows); got != (row{700, 590}) {
		t.Errorf("sum is %v", got)
	}
	if got := percent(sum(nil)); got != "–" {
		t.Errorf("nothing is %q", got)
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	if err := run(nil); err == nil {
		t.Error("no files are no error")
	}
	if err := run([]string{filepath.Join("..", "..", "fixtures", "catalogs", "mcp.json")}); err != nil {
		t.Error(err)
	}
	missing := filepath.Join(t.TempDir(), "none.json")
	if err := run([]string{missing}); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("error %v does not name the file", err)
	}
}
