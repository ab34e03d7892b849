package verify_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// A group is a schema of a conformance suite and instances with the verdicts that it must give on them.
type group struct {
	draft       string // draft7, as its folder is called
	file        string // draft7/ref
	description string
	schema      *schema.Node // with its draft in $schema
	instances   []instance
}

type instance struct {
	description string
	data        *schema.Node
	valid       bool
}

func (g *group) name() string { return g.file + ": " + g.description }

// dialects are the meta-schemas of the folders of a suite.
func dialects() map[string]string {
	return map[string]string{
		"draft4": "http://json-schema.org/draft-04/schema#", "draft6": "http://json-schema.org/draft-06/schema#",
		"draft7": "http://json-schema.org/draft-07/schema#", "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
		"draft2020-12": "https://json-schema.org/draft/2020-12/schema",
	}
}

// readSuite reads a folder in the layout of JSON-Schema-Test-Suite: a folder per draft with a file per keyword. What is
// optional in it is left out, since implementations may part there.
func readSuite(t *testing.T, dir string) (groups []group) {
	t.Helper()
	for draft := range maps.Keys(dialects()) {
		err := filepath.WalkDir(filepath.Join(dir, draft), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "optional" {
				return filepath.SkipDir
			}
			if d.IsDir() || filepath.Ext(path) != ".json" {
				return nil
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			root, err := schema.Parse(b)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			for _, n := range root.Items() {
				g := group{draft: draft, file: draft + "/" + strings.TrimSuffix(d.Name(), ".json"), schema: declared(n.Get("schema"), draft)}
				g.description, _ = n.Get("description").Text()
				for _, test := range n.Get("tests").Items() {
					i := instance{data: test.Get("data")}
					i.description, _ = test.Get("description").Text()
					i.valid, _ = test.Get("valid").Bool()
					g.instances = append(g.instances, i)
				}
				groups = append(groups, g)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(groups) == 0 {
		t.Fatalf("no groups in %s", dir)
	}
	slices.SortStableFunc(groups, func(a, b group) int { return strings.Compare(a.file, b.file) })
	return groups
}

// declared returns a schema that says its draft. One that is a boolean has no place to say it and becomes a branch.
func declared(n *schema.Node, draft string) *schema.Node {
	if n.Kind() == schema.Object && n.Get("$schema") != nil {
		return n
	}
	out := schema.NewObject()
	out.Set("$schema", schema.NewString(dialects()[draft]))
	if n.Kind() != schema.Object {
		out.Set("allOf", schema.NewArray(n))
		return out
	}
	for name := range n.Members() {
		out.Copy(n, name)
	}
	return out
}

// ownSuite is the project's own suite.
func ownSuite(t *testing.T) []group { return readSuite(t, filepath.Join("testdata", "suite")) }

// givenSuite is the suite that the environment names, such as the tests folder of JSON-Schema-Test-Suite.
func givenSuite(t *testing.T) []group {
	t.Helper()
	dir := os.Getenv("SCHEMA_BENCH_SUITE")
	if dir == "" {
		t.Skip("SCHEMA_BENCH_SUITE names no suite; the tests folder of JSON-Schema-Test-Suite is one")
	}
	return readSuite(t, dir)
}

// remote lists how many groups of JSON-Schema-Test-Suite at 44401e0, by file, cannot be compiled without loading another
// document: their references, or the meta-schemas of their vocabularies, are on a server.
func remote() map[string]int {
	return map[string]int{
		"draft4/refRemote": 8, "draft6/refRemote": 11, "draft7/refRemote": 11,
		"draft2019-09/refRemote": 15, "draft2019-09/vocabulary": 2,
		"draft2020-12/refRemote": 15, "draft2020-12/vocabulary": 2, "draft2020-12/dynamicRef": 5,
	}
}

// compiled returns the validator of every group that has one without a loader, and how many of each file have none.
func compiled(t *testing.T, groups []group) (validators []*validate.Schema, refused map[string]int) {
	t.Helper()
	refused = map[string]int{}
	validators = make([]*validate.Schema, len(groups))
	for i := range groups {
		s, err := validate.Compile(groups[i].schema.Append(nil), nil)
		if err != nil {
			t.Logf("%s: not compiled: %v", groups[i].name(), err)
			refused[groups[i].file]++
			continue
		}
		validators[i] = s
	}
	return validators, refused
}

// The verdicts that the suite states must be those of an independent validator, or it would test nothing.
func TestSuiteIsRight(t *testing.T) {
	t.Parallel()
	groups := ownSuite(t)
	validators, refused := compiled(t, groups)
	if len(refused) > 0 {
		t.Errorf("not compiled: %v", refused)
	}
	perDraft, distinct := map[string]int{}, map[string]bool{}
	for i, g := range groups {
		perDraft[g.draft]++
		distinct[g.description] = true
		if len(g.instances) == 0 || g.description == "" {
			t.Errorf("%s: no instances or no description", g.name())
		}
		for _, in := range g.instances {
			if got, err := validators[i].Accepts(in.data.Append(nil)); err != nil || got != in.valid {
				t.Errorf("%s: %s: %v, %v", g.name(), in.description, got, err)
			}
		}
	}
	if len(groups) < 1000 || len(distinct) < 200 || len(perDraft) != 5 {
		t.Errorf("%d groups of %d kinds, by draft %v", len(groups), len(distinct), perDraft)
	}
}

func TestCompactionKeepsOwnSuite(t *testing.T) {
	t.Parallel()
	keepsVerdicts(t, ownSuite(t), nil, nil)
}

func TestCompactionKeepsGivenSuite(t *testing.T) {
	t.Parallel()
	keepsVerdicts(t, givenSuite(t), remote(), &verify.Options{Always: true})
}

// keepsVerdicts compacts every group at every level and fails if one gives another verdict on one of its instances, or if
// the verifier, asked with opt, calls the two different. The groups that need another document are those of refused.
func keepsVerdicts(t *testing.T, groups []group, refused map[string]int, opt *verify.Options) {
	t.Helper()
	validators, got := compiled(t, groups)
	if !maps.Equal(got, refused) {
		t.Errorf("groups that are not compiled, by file: %v\nexpected are: %v", got, refused)
	}
	verdicts, fellBack, checked := map[verify.Verdict]int{}, map[string]int{}, 0
	for i, g := range groups {
		if validators[i] == nil {
			continue
		}
		if testing.Short() && i%8 != 0 {
			continue
		}
		var seen [][]byte
		for _, level := range schemacompact.Levels() {
			r, err := schemacompact.Compact(asCatalog(g.schema), &schemacompact.Options{Level: level})
			if err != nil {
				t.Errorf("%s at %s: %v", g.name(), level, err)
				continue
			}
			if r.Tools[0].Reason != nil {
				fellBack[string(level)]++
			}
			served := r.Catalog.Tools[0].Input
			text := served.Append(nil)
			if slices.ContainsFunc(seen, func(b []byte) bool { return bytes.Equal(b, text) }) {
				continue // another level came to the same
			}
			seen = append(seen, text)
			proof := verify.Compare(g.schema, served, opt)
			verdicts[proof.Verdict]++
			if proof.Verdict == verify.Different || proof.Verdict == verify.NotValidatable {
				t.Errorf("%s at %s: %+v\n%s\n%s", g.name(), level, proof, g.schema.Append(nil), text)
			}
			if fault := sameVerdicts(&g, served); fault != "" {
				t.Errorf("%s at %s: %s\n%s\n%s", g.name(), level, fault, g.schema.Append(nil), text)
			}
			checked++
		}
	}
	t.Logf("%d compacted schemas, by verdict %v; left as they came, by level %v", checked, verdicts, fellBack)
	if checked == 0 {
		t.Error("nothing was compacted")
	}
}

// sameVerdicts says what is wrong with a compacted schema: under the draft that it declares or, without one, under the one
// that is assumed and the one that it used to declare.
func sameVerdicts(g *group, served *schema.Node) string {
	readings := []*validate.Options{nil}
	if served.Get("$schema") == nil {
		readings = append(readings, &validate.Options{Draft: strings.TrimPrefix(g.draft, "draft")})
	}
	for _, opt := range readings {
		s, err := validate.Compile(served.Append(nil), opt)
		if err != nil {
			return err.Error()
		}
		for _, in := range g.instances {
			if got, err := s.Accepts(in.data.Append(nil)); err != nil || got != in.valid {
				return fmt.Sprintf("%s, %s: %v, %v", in.description, in.data.Append(nil), got, err)
			}
		}
	}
	return ""
}

// asCatalog makes a schema the input of the only tool of a catalog.
func asCatalog(input *schema.Node) *catalog.Catalog {
	return &catalog.Catalog{Form: catalog.MCP, Tools: []catalog.Tool{{Name: "run", Description: "Runs.", Input: input}}}
}
