package schemacompact_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/schemacompact"
)

// What Preview shows of a level has the bytes that Compact makes of it.
func TestPreviewShowsWhatCompactMakes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../fixtures/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	compared := 0
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := catalog.Read(b, nil)
		if err != nil {
			continue // no catalog
		}
		before, err := c.EncodeSource()
		if err != nil {
			t.Fatal(file, err)
		}
		ok, err := schemacompact.Preview(c, schemacompact.Levels(), func(level schemacompact.Level, shown *catalog.Catalog) error {
			r, err := schemacompact.Compact(c, &schemacompact.Options{Level: level})
			if err != nil {
				return err
			}
			for i := range shown.Tools {
				if got, want := shown.Tools[i].Wire(), r.Catalog.Tools[i].Wire(); !bytes.Equal(got, want) {
					t.Errorf("%s: level %s: tool %d:\ngot  %s\nwant %s", file, level, i, got, want)
				}
				compared++
			}
			return nil
		})
		if err != nil || !ok {
			t.Errorf("%s: proved %v, error %v", file, ok, err)
		}
		if after, err := c.EncodeSource(); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: the catalog itself has changed (%v)", file, err)
		}
	}
	if compared < 100 {
		t.Errorf("only %d tools were compared", compared)
	}
}

func TestPreviewRefuses(t *testing.T) {
	t.Parallel()
	c, err := catalog.Read([]byte(`[{"name":"a","inputSchema":{"type":"object"}}]`), nil)
	if err != nil {
		t.Fatal(err)
	}
	fail := errors.New("no")
	for name, tt := range map[string]struct {
		levels []schemacompact.Level
		f      error
	}{
		"an unknown level":    {[]schemacompact.Level{"best"}, nil},
		"the wrong order":     {[]schemacompact.Level{schemacompact.LevelStandard, schemacompact.LevelSafe}, nil},
		"what f could not do": {schemacompact.Levels(), fail},
	} {
		ok, err := schemacompact.Preview(c, tt.levels, func(schemacompact.Level, *catalog.Catalog) error { return tt.f })
		if ok || err == nil || tt.f != nil && !errors.Is(err, tt.f) {
			t.Errorf("%s: proved %v, error %v", name, ok, err)
		}
	}
}
