package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/scripts/compare/sample"
)

// TestMain lets the test program be the fresh process that a run starts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-child" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// TestRun makes a whole run on next to nothing. What it prints of times means nothing; that every row is there does, and
// that the counts agree.
func TestRun(t *testing.T) {
	t.Parallel()
	if _, err := threadCPU(); err != nil {
		t.Skip(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-size", "3000", "-worst", "1000", "-rounds", "1", "-passes", "1", "-processes", "1", "-encodings", "cl100k_base"}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, stdout.String(), stderr.String())
	}
	rows := map[string]int{}
	for line := range strings.Lines(stdout.String()) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			rows[strings.TrimSpace(cells[1])]++
		}
	}
	want := []string{"tools", "prose", "code", "CJK", "logs", "mixed", "**all**", ours, tiktokenGo}
	for _, w := range worstCases {
		want = append(want, w.name)
	}
	for _, name := range want {
		if rows[name] != 1 {
			t.Errorf("%d rows for %s", rows[name], name)
		}
	}
	if !strings.Contains(stdout.String(), "All counts of all implementations are equal (31 comparisons).") {
		t.Errorf("no word on the counts:\n%s", stdout.String())
	}
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"-size 10", 2, "1000 bytes"},
		{"-rounds 0", 2, "-rounds"},
		{"-encodings p50k_base", 2, `unknown encoding "p50k_base"`},
		{"-nonsense", 2, "nonsense"},
		{"more", 2, `unexpected argument "more"`},
		{"-help", 0, "-quick"},
		{"-child", 3, "a child wants"},
		{"-child dance o200k_base .", 3, `unknown task "dance"`},
		{"-child cold p50k_base .", 3, "p50k_base"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(strings.Fields(test.args), &stdout, &stderr); code != test.code || !strings.Contains(stderr.String(), test.want) {
			t.Errorf("%s: exit code %d, stderr %q; want %d, %q", test.args, code, stderr.String(), test.code, test.want)
		}
	}
}

// TestDifference makes one implementation count wrong.
func TestDifference(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	b := &bench{out: &out, texts: []sample.Text{{Kind: "tools", Data: make([]byte, 4000)}}}
	var row [columns]timing
	for i := range row {
		row[i] = timing{1000, time.Millisecond}
	}
	row[colTiktokenGo].CPU = 8 * time.Millisecond
	row[colNpm] = timing{} // not measured
	b.speedTable("o200k_base", [][columns]timing{row})
	if len(b.differences) != 0 || b.compared != 3 {
		t.Errorf("%d comparisons, differences %q", b.compared, b.differences)
	}
	if got := out.String(); !strings.Contains(got, "4.00 (8.0×)") || !strings.Contains(got, "0.50 (1.0×)") || !strings.Contains(got, " – |") {
		t.Errorf("table:\n%s", got)
	}
	row[colWarm].Count = 999
	b.speedTable("o200k_base", [][columns]timing{row})
	want := "o200k_base, tools: ours, no memo 1000, ours, warm 999, ours, cold 1000, tiktoken-go 1000"
	if len(b.differences) != 1 || b.differences[0] != want {
		t.Errorf("differences %q, want %q", b.differences, want)
	}
}

func TestWorstCases(t *testing.T) {
	t.Parallel()
	for _, w := range worstCases {
		for _, size := range []int{1000, 3000} {
			text := w.make(size)
			if len(text) > size || len(text) < size-2 {
				t.Errorf("%s: %d bytes, want %d", w.name, len(text), size)
			}
		}
		if !bytes.HasPrefix(w.make(4000), w.make(1000)) {
			t.Errorf("%s: a long text does not begin like a short one", w.name)
		}
	}
}

func TestFaster(t *testing.T) {
	t.Parallel()
	var best timing
	for _, cpu := range []time.Duration{30, 10, 20} {
		best.faster(timing{5, cpu})
	}
	if best != (timing{5, 10}) {
		t.Errorf("best is %v", best)
	}
	p := pair{{1, 2 * time.Millisecond}, {2, 5 * time.Millisecond}}
	if got := fmt.Sprint(p.cells(0), p.cells(1), pair{}.cells(0)); got != "[2.00 ×2.50] [5.00 ×2.50] [– –]" {
		t.Error(got)
	}
	r := least(nil, &report{CPU: 5, Resident: 1, Peak: 9, Count: 3})
	if got := *least(r, &report{CPU: 4, Resident: 2, Peak: 8, Count: 3}); got.CPU != 4 || got.Resident != 1 || got.Peak != 8 {
		t.Errorf("least is %+v", got)
	}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	got := table{[]string{"a", "count"}, [][]string{{"long one", "1×"}, {"b"}}}.markdown()
	want := "| a        | count |\n| -------- | ----: |\n| long one |    1× |\n| b        |       |\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestNode asks the real package where SCHEMA_BENCH_NODE names a folder with it, and without it wants an error.
func TestNode(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("node"); err != nil {
		if os.Getenv("SCHEMA_BENCH_REQUIRE_ALL") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if n, err := startNode(t.TempDir(), t.TempDir()); err == nil {
		t.Errorf("no package is no error; close: %v", n.close())
	}
	dir := os.Getenv("SCHEMA_BENCH_NODE")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "tiktoken")); dir == "" || err != nil {
		if os.Getenv("SCHEMA_BENCH_REQUIRE_ALL") != "" {
			t.Fatal("SCHEMA_BENCH_NODE names no folder with the package tiktoken, and everything is required")
		}
		t.Skip("SCHEMA_BENCH_NODE names no folder with the package tiktoken")
	}
	n, err := startNode(dir, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	got, err := n.timeText("o200k_base", []byte("<|endoftext|> is text"), 1)
	if err != nil || got.Count != 9 {
		t.Errorf("%d tokens, error %v", got.Count, err)
	}
	r, err := n.fresh("first", "cl100k_base", first)
	if err != nil || r.Count == 0 || r.Resident == 0 {
		t.Errorf("first count %+v, error %v", r, err)
	}
	if _, err := n.time("p50k", "nowhere", 1); err == nil {
		t.Error("an unknown encoding is no error")
	}
	if err := n.close(); err == nil {
		t.Error("a crash is no error")
	}
}
