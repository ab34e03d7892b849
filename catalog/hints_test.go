package catalog_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
)

// Every document that cannot be read comes with what to do about it.
func TestSyntaxHints(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`[`, 10_000) + strings.Repeat(`]`, 10_000)
	for doc, want := range map[string]string{
		`{"tools":[{"name":`:                        "cut off",
		`{"tools":[{"name":"a" "b"}]}`:              "mend it",
		`{"tools":[{"name":"a","name":"b"}]}`:       "--lenient",
		`{"tools":[{"name":"a","x":` + deep + `}]}`: "the right file",
	} {
		_, err := catalog.Read([]byte(doc), nil)
		var hint interface{ Hint() string }
		if !errors.As(err, &hint) || !strings.Contains(hint.Hint(), want) {
			t.Errorf("%.40s: %v, want a hint with %q", doc, err, want)
		}
	}
}
