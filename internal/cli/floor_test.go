package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/bench"
)

// Weighing the largest tools only finds what weighing all of them would.
func TestOffenders(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, `{"name":"t%d","description":%q,"inputSchema":{"type":"object","properties":{"p":{"description":%q},"q":{"enum":[%s"z"]}}}}`+"\n",
			i, strings.Repeat("word ", 7*i%41), strings.Repeat("other ", 11*i%53), strings.Repeat(`"value",`, 5*i%37))
	}
	dir := t.TempDir()
	write(t, dir, "tools.jsonl", b.String())
	e, _, _ := testEnv(dir)
	var unit unitOptions
	cmd := &cobra.Command{}
	unit.bind(cmd)
	unit.bindPrices(cmd)
	if err := unit.check(e); err != nil {
		t.Fatal(err)
	}
	got := &loaded{}
	if err := (&sourceOptions{timeout: 1}).open(t.Context(), e, globals{}, []string{"tools.jsonl"}, got); err != nil {
		t.Fatal(err)
	}
	m, err := unit.measure(got.catalogs)
	if err != nil {
		t.Fatal(err)
	}
	floor, err := bench.MeasureAll(got.catalogs, "", m.meter)
	if err != nil {
		t.Fatal(err)
	}
	places, err := offenders(t.Context(), floor, got.catalogs, m.meter)
	if err != nil {
		t.Fatal(err)
	}
	want := bench.Offenders(got.catalogs, m.meter, shownOffenders)
	if len(places) != shownOffenders || len(want) != shownOffenders {
		t.Fatalf("%d and %d places", len(places), len(want))
	}
	for i := range want {
		if places[i].Own != want[i].Own {
			t.Errorf("place %d: %d tokens of its own, want %d", i, places[i].Own, want[i].Own)
		}
	}
}
