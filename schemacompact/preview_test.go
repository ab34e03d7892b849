package schemacompact

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
)

// What Preview shows of a level has the bytes that Compact makes of it where that is proved.
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
		ok, err := Preview(c, Levels(), func(level Level, shown *catalog.Catalog) error {
			r, err := compact(c, &Options{Level: level}, trusting)
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
		proved := true
		for _, level := range Levels() {
			r, err := Compact(c, &Options{Level: level})
			if err != nil {
				t.Fatal(file, err)
			}
			proved = proved && !slices.ContainsFunc(r.Tools, func(tool ToolResult) bool {
				return tool.Reason != nil && !strings.Contains(tool.Reason.Error(), "map of parameters")
			})
		}
		if err != nil || ok != proved {
			t.Errorf("%s: proved %v, want %v, error %v", file, ok, proved, err)
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
		levels []Level
		f      error
	}{
		"an unknown level":    {[]Level{"best"}, nil},
		"the wrong order":     {[]Level{LevelStandard, LevelSafe}, nil},
		"what f could not do": {Levels(), fail},
	} {
		ok, err := Preview(c, tt.levels, func(Level, *catalog.Catalog) error { return tt.f })
		if ok || err == nil || tt.f != nil && !errors.Is(err, tt.f) {
			t.Errorf("%s: proved %v, error %v", name, ok, err)
		}
	}
}
