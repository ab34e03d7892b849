package verify_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/fixtures"
	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
	"github.com/schema-bench/schema-bench/schemacompact/verify/trial"
)

// subject is the schema of a compacted tool.
type subject struct {
	name   string
	schema *schema.Node
}

// compacted returns the input schemas of catalogs at the highest level that are schemas and say anything.
func compacted(t *testing.T, catalogs map[string][]byte) (out []subject) {
	t.Helper()
	levels := schemacompact.Levels()
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(catalogs)) {
		c, err := catalog.Read(catalogs[name], &catalog.ReadOptions{Source: name})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r, err := schemacompact.Compact(c, &schemacompact.Options{Level: levels[len(levels)-1]})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, tool := range r.Catalog.Tools {
			text := string(tool.Input.Append(nil))
			if tool.Input.Len() == 0 || seen[text] {
				continue
			}
			seen[text] = true
			if _, err := validate.Compile([]byte(text), nil); err == nil {
				out = append(out, subject{path.Base(path.Dir(filepath.ToSlash(name))) + ": " + tool.Name, tool.Input})
			}
		}
	}
	if len(out) == 0 {
		t.Fatal("there are no tools")
	}
	return out
}

// A finding is an edit that the verifier did not call different.
type finding struct {
	at, edit      string
	before, after *schema.Node
	proof         verify.Proof
}

func (f *finding) String() string {
	return fmt.Sprintf("%s: %s: %s (%s) at %q: %s", f.at, f.edit, f.proof.Verdict, f.proof.Method, f.proof.At, f.proof.Reason)
}

// A tally is what the verifier said of a number of edits.
type tally struct {
	different        int
	equal, survivors []finding
}

// inject makes n edits, each alone, and judges what the verifier says of them. Edits that leave no valid schema, or the
// same, are made again elsewhere. Proofs are held against that many instances, for that long.
func inject(t *testing.T, subjects []subject, n, instances int, search time.Duration) (sum tally) {
	t.Helper()
	random := rand.New(rand.NewPCG(20261201, 4))
	faults := faultList()
	drawn, perKind := 0, map[string]int{}
	var edits []finding
	for ; len(edits) < n; drawn++ {
		if drawn > 200*n {
			t.Fatalf("only %d edits apply", len(edits))
		}
		s, f := subjects[random.IntN(len(subjects))], faults[random.IntN(len(faults))]
		after, ok := spoiled(s.schema, f, random)
		if !ok || schema.Equal(s.schema, after) {
			continue
		}
		if _, err := validate.Compile(after.Append(nil), nil); err != nil {
			var invalid *validate.InvalidError
			if !errors.As(err, &invalid) {
				t.Errorf("%s: %s: %v", s.name, f.name, err)
			}
			continue
		}
		edits = append(edits, finding{at: s.name, edit: f.name, before: s.schema, after: after})
		perKind[f.name]++
	}
	var wg sync.WaitGroup
	next := make(chan *finding)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for f := range next {
				f.judge(t, instances, search)
			}
		})
	}
	for i := range edits {
		next <- &edits[i]
	}
	close(next)
	wg.Wait()
	for _, f := range edits {
		switch {
		case f.proof.Verdict == verify.Different:
			sum.different++
		case f.proof.Verdict.Proved():
			sum.equal = append(sum.equal, f)
		default:
			sum.survivors = append(sum.survivors, f)
		}
	}
	t.Logf("%d edits of %d schemas (%d drawn): %d different, %d equal, %d survive", n, len(subjects), drawn, sum.different, len(sum.equal), len(sum.survivors))
	for _, f := range faults {
		t.Logf("%5d × %s", perKind[f.name], f.name)
	}
	for _, f := range sum.equal {
		t.Logf("changes nothing: %v", &f)
	}
	for _, f := range sum.survivors {
		t.Logf("survives: %v\n%.2000s\n%.2000s", &f, f.before.Append(nil), f.after.Append(nil))
	}
	return sum
}

// judge asks the verifier, and fails if what it says is wrong: a witness that is none, or a proof that an instance refutes.
func (f *finding) judge(t *testing.T, instances int, search time.Duration) {
	before, after := string(f.before.Append(nil)), string(f.after.Append(nil))
	f.proof = verify.Compare(f.before, f.after, nil)
	switch {
	case f.proof.Verdict == verify.Different:
		if fault := confirmed(f.proof, before, after); fault != "" {
			t.Errorf("%v: %s\n%.2000s\n%.2000s", f, fault, before, after)
		}
	case f.proof.Verdict == verify.NotValidatable:
		t.Errorf("%v\n%.2000s\n%.2000s", f, before, after)
	case f.proof.Verdict.Proved():
		r := trial.Run(f.before, f.after, &trial.Options{Samples: instances, Mutants: -1, Seed: 99, Time: search})
		if r.Different() {
			t.Errorf("proved and refuted: %v: %s, %s\n%.2000s\n%.2000s", f, r.AnotB, r.BnotA, before, after)
		}
	}
}

// spoiled returns a copy of a schema with a fault somewhere.
func spoiled(root *schema.Node, f fault, random *rand.Rand) (*schema.Node, bool) {
	out := root.Clone()
	var sites []*schema.Node
	_ = schema.Walk(out, func(s *schema.Site) error {
		if s.Schema.Kind() == schema.Object {
			sites = append(sites, s.Schema)
		}
		return nil
	})
	random.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	for _, s := range sites {
		if f.apply(out, s, random) {
			return out, true
		}
	}
	return nil, false
}

// enough fails if less than 97 % of the edits that change anything are told apart.
func enough(t *testing.T, sum tally) {
	t.Helper()
	if total := sum.different + len(sum.survivors); 100*sum.different < 97*total {
		t.Errorf("%d of %d edits are told apart, less than 97 %%", sum.different, total)
	}
}

func TestInjectedFaultsInFixtures(t *testing.T) {
	t.Parallel()
	n := 100
	if testing.Short() {
		n = 25
	}
	enough(t, inject(t, compacted(t, fixtureCatalogs(t)), n, 1000, time.Second))
}

// fixtureCatalogs are the catalogs of the fixtures, and the schemas of the suite that look like those of tools.
func fixtureCatalogs(t *testing.T) map[string][]byte {
	t.Helper()
	rich, err := os.ReadFile(filepath.Join("testdata", "tools.json"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{"testdata/tools.json": rich}
	for _, name := range []string{"catalogs/mcp.json", "catalogs/openai-responses.json", "catalogs/anthropic.json"} {
		b, err := fs.ReadFile(fixtures.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = b
	}
	for i, g := range ownSuite(t) {
		if g.draft != "draft2020-12" && g.draft != "draft7" || !strings.HasSuffix(g.file, "/tools") {
			continue
		}
		b, err := asCatalog(g.schema).Encode(catalog.MCP)
		if err != nil {
			t.Fatal(err)
		}
		out[fmt.Sprintf("suite/%03d.json", i)] = b
	}
	return out
}

// givenCatalogs are those that the environment names.
func givenCatalogs(t *testing.T) map[string][]byte {
	t.Helper()
	pattern := os.Getenv("SCHEMA_BENCH_CATALOGS")
	if pattern == "" {
		t.Skip("SCHEMA_BENCH_CATALOGS names no catalog files; it is a pattern as of a shell")
	}
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	catalogs := map[string][]byte{}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		catalogs[name] = b
	}
	return catalogs
}

// A thousand edits on real catalogs, with a search that lasts as long as SCHEMA_BENCH_SEARCH says.
func TestInjectedFaultsInGivenCatalogs(t *testing.T) {
	t.Parallel()
	catalogs := givenCatalogs(t)
	search := time.Second
	if text := os.Getenv("SCHEMA_BENCH_SEARCH"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		search = d
	}
	enough(t, inject(t, compacted(t, catalogs), 1000, 1_000_000, search))
}

// Instances are tried on everything that is proved of a compaction, which checks the proofs.
func TestProofsOfGivenCatalogs(t *testing.T) {
	t.Parallel()
	verdicts, killRates, tried := map[verify.Verdict]int{}, 0.0, 0
	for name, b := range givenCatalogs(t) {
		c, err := catalog.Read(b, &catalog.ReadOptions{Source: name})
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range schemacompact.Levels() {
			r, err := schemacompact.Compact(c, &schemacompact.Options{Level: level})
			if err != nil {
				t.Fatalf("%s at %s: %v", name, level, err)
			}
			for i, tool := range r.Catalog.Tools {
				before := c.Tools[i].Input
				if before == nil || bytes.Equal(before.Append(nil), tool.Input.Append(nil)) {
					continue
				}
				p := verify.Compare(before, tool.Input, &verify.Options{Always: true})
				verdicts[p.Verdict]++
				if p.Samples > 0 {
					killRates += p.KillRate
					tried++
				}
				if !p.Verdict.Proved() {
					t.Errorf("%s at %s: %s: %s at %q: %s", name, level, tool.Name, p.Verdict, p.At, p.Reason)
				}
			}
		}
	}
	t.Logf("%v, mean kill rate %.3f over %d", verdicts, killRates/float64(max(1, tried)), tried)
}
