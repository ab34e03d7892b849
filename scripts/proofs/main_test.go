package main

import (
	"path/filepath"
	"testing"

	"github.com/schema-bench/schema-bench/schemacompact"
)

func TestRun(t *testing.T) {
	t.Parallel()
	if err := run([]string{filepath.Join("..", "..", "fixtures", "catalogs", "none.json")}, false); err == nil {
		t.Error("a file that is not there is no error")
	}
	if _, err := compacted(nil, schemacompact.LevelTight, "nobody"); err == nil {
		t.Error("an unknown target is no error")
	}
}
