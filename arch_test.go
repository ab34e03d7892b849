package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/schema-bench/schema-bench"

// allowed says which packages of ours each package may import, tests apart. A package that is not in it is an error.
// A trailing /* stands for everything below, and "*" for every package.
var allowed = map[string][]string{
	".": {"internal/cli"},

	"schema":              {},
	"internal/stats":      {},
	"internal/chart":      {},
	"internal/bm25":       {},
	"internal/validate":   {},
	"internal/near":       {},
	"internal/golden":     {},
	"internal/safetext":   {},
	"internal/strictjson": {},
	"internal/proc":       {"internal/safetext"},
	"internal/recorded":   {"catalog", "internal/proc", "mcpwrap/frame", "schema"}, // for tests and scripts

	"tokens":     {"schema", "tokens/bpe", "tokens/framing", "internal/near", "internal/safetext", "internal/strictjson"},
	"tokens/bpe": {},
	// It makes the tables that the package embeds.
	"tokens/bpe/internal/gen":  {"tokens/bpe"},
	"tokens/framing":           {"schema"},
	"tokens/chat":              {"schema", "tokens/framing"},
	"tokens/hf":                {},
	"tokens/calibrate":         {"internal/strictjson"},
	"tokens/tiktokengo":        {},
	"internal/yamltext":        {"schema", "internal/safetext"},
	"internal/rawjson":         {"schema"},
	"catalog":                  {"schema", "internal/near", "internal/rawjson", "internal/safetext", "internal/yamltext"},
	"targets":                  {"catalog", "schema", "internal/near", "internal/strictjson"},
	"catalog/mcpsource":        {"catalog", "schema", "internal/near", "internal/proc", "internal/safetext"},
	"catalog/openapi":          {"catalog", "catalog/openapi/*", "schema", "internal/near", "internal/safetext", "internal/validate"},
	"catalog/openapi/document": {"schema", "internal/near", "internal/safetext", "internal/yamltext"},
	"catalog/openapi/frame":    {"catalog/openapi/document", "schema", "internal/safetext"},
	"catalog/openapi/convert":  {"catalog/openapi/document", "schema", "internal/safetext"},
	"catalog/openapi/request":  {"schema", "internal/safetext"},
	"catalog/openapi/diagnose": {"catalog/openapi/document", "schema", "internal/safetext"},
	"catalog/openapi/judge":    {}, // tests alone
	"catalog/load":             {"catalog", "catalog/mcpsource", "catalog/openapi", "catalog/openapi/document", "schema", "internal/near", "internal/safetext"},

	// The verifier shares nothing with the transforms: one that reuses the compactor's notion of equality proves nothing.
	"schemacompact/verify":         {"schema", "internal/validate", "schemacompact/verify/*"},
	"schemacompact/verify/graph":   {"schema"},
	"schemacompact/verify/include": {"schema", "schemacompact/verify/graph"},
	"schemacompact/verify/trial":   {"schema", "internal/validate"},
	"schemacompact":                {"catalog", "schema", "targets", "schemacompact/verify"},
	"bench":                        {"catalog", "schema", "tokens", "tokens/framing", "targets", "schemacompact", "schemacompact/verify", "internal/bm25"},

	"llm": {"catalog", "schema", "internal/near", "internal/safetext"},
	// An arm of a trial is a catalog, however it was made.
	"abtest": {"catalog", "schema", "tokens", "targets", "llm", "internal/stats", "internal/bm25", "internal/validate"},

	"history":        {"tokens", "tokens/chat", "tokens/framing", "schema"},
	"history/wire":   {"history", "tokens", "tokens/chat", "tokens/framing", "schema"},
	"history/replay": {"history", "history/wire", "tokens", "schema", "internal/stats"},
	"store":          {"schema"},

	"mcpwrap/frame":   {"schema", "internal/rawjson"},
	"mcpwrap/login":   {"internal/safetext"},
	"mcpwrap/install": {"schema", "internal/near", "internal/proc", "internal/rawjson", "internal/safetext"},
	"mcpwrap/probe":   {"mcpwrap", "mcpwrap/frame", "catalog", "schema", "schemacompact/verify", "internal/proc", "internal/rawjson", "internal/validate"},
	"mcpwrap":         {"mcpwrap/*", "catalog", "catalog/openapi", "catalog/openapi/*", "schema", "schemacompact", "schemacompact/verify", "targets", "internal/bm25", "internal/validate", "internal/proc", "internal/rawjson", "internal/safetext"},
	"gateway": {"schema", "catalog", "catalog/*", "targets", "tokens", "tokens/*", "schemacompact", "schemacompact/verify", "bench", "llm", "history", "history/*", "store",
		"internal/bm25", "internal/chart", "internal/proc", "internal/stats", "internal/validate"},

	"internal/render": {"abtest", "bench", "catalog", "catalog/*", "gateway", "history", "history/*", "internal/chart", "internal/near",
		"internal/safetext", "llm", "mcpwrap", "mcpwrap/probe", "schema", "schemacompact", "schemacompact/verify", "store", "targets", "tokens", "tokens/calibrate", "tokens/framing"},
	"internal/cli": {"*"},

	"fixtures":   {"schema", "catalog"},
	"fixtures/*": {"fixtures", "schema", "catalog"},
	"examples/*": {"schema", "catalog", "catalog/*", "targets", "tokens", "tokens/*", "schemacompact", "schemacompact/verify", "bench", "llm", "abtest", "history", "history/*", "store",
		"mcpwrap", "gateway"},
	"scripts/*": {"*"},
}

// restricted says which packages alone may import something; a trailing /* stands for everything below.
var restricted = map[string][]string{
	"github.com/go-json-experiment/json/jsontext": {"schema"},
	"github.com/go-json-experiment/json":          {},
	"github.com/spf13/cobra":                      {"internal/cli"},
	module + "/internal/render":                   {"internal/cli"},
	module + "/catalog/mcpsource":                 {"catalog/load", "internal/cli"},
	// The program that is measured in demonstrations is built in; nothing else may lean on its examples.
	module + "/fixtures": {"internal/cli", "fixtures/*"},
	// Nothing follows a reference into the network: these are the packages that talk to servers named by the user.
	"net/http": {"llm", "catalog/load", "catalog/mcpsource", "catalog/openapi/request", "mcpwrap", "mcpwrap/login", "mcpwrap/probe", "gateway", "internal/cli", "fixtures", "fixtures/*", "examples/*", "scripts/*"},
	"log":      {},
	// The transports want a logger; they are given one that discards.
	"log/slog": {"catalog/mcpsource", "mcpwrap", "mcpwrap/probe"},
	"github.com/santhosh-tekuri/jsonschema/v6": {"internal/validate"},
	// Its model loses data, so no byte of a schema may come from it: it only gives an opinion.
	"github.com/getkin/kin-openapi/openapi2":     {"catalog/openapi/diagnose"},
	"github.com/getkin/kin-openapi/openapi2conv": {"catalog/openapi/diagnose"},
	"github.com/getkin/kin-openapi/openapi3":     {"catalog/openapi/diagnose"},
	// It judges requests, and only tests have them judged.
	"github.com/getkin/kin-openapi/openapi3filter":     {},
	"github.com/getkin/kin-openapi/routers":            {},
	"github.com/getkin/kin-openapi/routers/legacy":     {},
	"github.com/getkin/kin-openapi/routers/gorillamux": {},
}

// judges are the packages whose tests may import anything of kin-openapi: elsewhere a test would hold our reading of a
// document against a model that loses data.
var judges = []string{"catalog/openapi/diagnose", "catalog/openapi/judge"}

// untyped lists the packages that may hold JSON as maps: validators want it so, and it never becomes a schema again.
var untyped = []string{"internal/validate"}

const maxLines = 600

type listed struct {
	Dir, ImportPath, Name     string
	GoFiles, IgnoredGoFiles   []string
	TestGoFiles, XTestGoFiles []string
	Imports                   []string
	TestImports, XTestImports []string
	Error                     *struct{ Err string }
}

// rel is the path of the package inside the module.
func (p *listed) rel() string {
	if p.ImportPath == module {
		return "."
	}
	return strings.TrimPrefix(p.ImportPath, module+"/")
}

// packages lists the packages of the module, broken ones included: whether they build is the business of other tests.
func packages(t *testing.T) []*listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=Dir,ImportPath,Name,GoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports,Error", "./...")
	cmd.Env = append(os.Environ(), "GOPROXY=off")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var all []*listed
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		p := new(listed)
		if err := d.Decode(p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		t.Fatal("go list finds no packages")
	}
	return all
}

// match reports whether a package is one of the patterns.
func match(patterns []string, rel string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		below, deep := strings.CutSuffix(pattern, "/*")
		return pattern == "*" || pattern == rel || deep && strings.HasPrefix(rel, below+"/")
	})
}

// entry returns the row of the table for a package: its own, or that of the nearest folder with a /*.
func entry(rel string) ([]string, bool) {
	if row, ok := allowed[rel]; ok {
		return row, true
	}
	for dir := path.Dir(rel); dir != "."; dir = path.Dir(dir) {
		if row, ok := allowed[dir+"/*"]; ok {
			return row, true
		}
	}
	return nil, false
}

// faults returns what is wrong with the imports of a package.
func faults(rel string, imports []string) []string {
	row, ok := entry(rel)
	if !ok {
		return []string{"is not in the table of imports: add it to the table in arch_test.go"}
	}
	var wrong []string
	for _, imported := range imports {
		if ours, ok := strings.CutPrefix(imported, module+"/"); ok && !match(row, ours) {
			wrong = append(wrong, "must not import "+ours)
		}
		if only, ok := restricted[imported]; ok && !match(only, rel) {
			wrong = append(wrong, "must not import "+imported)
		}
	}
	return wrong
}

func TestImports(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		for _, fault := range faults(p.rel(), p.Imports) {
			t.Errorf("%s %s", p.rel(), fault)
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			if strings.HasPrefix(imported, "github.com/getkin/kin-openapi/") && !match(judges, p.rel()) {
				t.Errorf("tests of %s must not import %s", p.rel(), imported)
			}
		}
	}
}

// TestImportRules breaks the rules on purpose, so that a table that allows everything is noticed.
func TestImportRules(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rel, imported string
		ok            bool
	}{
		{"schema", "strings", true},
		{"schema", "github.com/go-json-experiment/json/jsontext", true},
		{"catalog", "github.com/go-json-experiment/json/jsontext", false},
		{"schema", module + "/catalog", false},
		{"catalog", module + "/schema", true},
		{"schemacompact/verify", module + "/schemacompact", false},
		{"schemacompact", module + "/tokens", false},
		{"abtest", module + "/schemacompact", false},
		{"bench", module + "/internal/render", false},
		{"internal/cli", module + "/internal/render", true},
		{"internal/cli", "github.com/spf13/cobra", true},
		{"bench", "github.com/spf13/cobra", false},
		{"bench", module + "/fixtures", false},
		{"internal/cli", module + "/fixtures", true},
		{"gateway", module + "/abtest", false},
		{"gateway", module + "/history/wire", true},
		{"mcpwrap", module + "/catalog/mcpsource", false},
		{"catalog", "net/http", false},
		{"catalog/mcpsource", "net/http", true},
		{"examples/agent", module + "/internal/cli", false},
		{"examples/agent", module + "/history", true},
		{"fixtures/server", module + "/fixtures", true},
		{"internal/cli", "log", false},
		{"catalog/openapi/diagnose", "github.com/getkin/kin-openapi/openapi3", true},
		{"catalog/openapi", "github.com/getkin/kin-openapi/openapi3", false},
		{"catalog/openapi/diagnose", "github.com/getkin/kin-openapi/openapi3filter", false},
		{"nowhere", "strings", false},
	} {
		if got := faults(test.rel, []string{test.imported}); (len(got) == 0) != test.ok {
			t.Errorf("%s importing %s: %q", test.rel, test.imported, got)
		}
	}
}

// TestPackagesHaveTests lets commands of a few lines off: what they do is tested where it is written.
func TestPackagesHaveTests(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if p.Name == "main" && p.rel() != "." || len(p.GoFiles) == 0 {
			continue
		}
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			t.Errorf("%s has no tests", p.rel())
		}
	}
}

// TestSources looks at every file of the module, those for other systems included.
func TestSources(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		tests := slices.Concat(p.TestGoFiles, p.XTestGoFiles)
		for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles, tests) {
			file := filepath.Join(p.Dir, name)
			source, err := os.ReadFile(file)
			if errors.Is(err, os.ErrNotExist) {
				continue // removed since it was listed
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range sourceFaults(t, p.rel(), name, source) {
				t.Errorf("%s: %s", path.Join(p.rel(), name), fault)
			}
		}
	}
}

// sourceFaults returns which rules of the house a file breaks.
func sourceFaults(t *testing.T, rel, name string, source []byte) []string {
	t.Helper()
	var wrong []string
	if lines := strings.Count(string(source), "\n"); lines > maxLines {
		wrong = append(wrong, "is longer than 600 lines")
	}
	if strings.HasSuffix(name, "_test.go") {
		return wrong
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	report := func(at token.Pos, what string) {
		wrong = append(wrong, "line "+set.Position(at).String()[len(name)+1:]+": "+what)
	}
	for _, decl := range file.Decls {
		undocumented(file.Name.Name, decl, report)
	}
	// TOML holds no schemas: a client's configuration is read from it and nothing else.
	if !match(untyped, rel) && !strings.Contains(string(source), `"github.com/pelletier/go-toml/v2"`) {
		decodedUntyped(file, report)
	}
	return wrong
}

// decodedUntyped reports where JSON can be decoded into maps and interfaces: variables of such a type whose address is
// taken, fields of such a type, and assertions that a value is such a map. Literals, which are only written, are fine.
func decodedUntyped(file *ast.File, report func(token.Pos, string)) {
	const fault = "map[string]any loses the order and the spelling of JSON: use a struct or a schema.Node"
	addressed := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
			if id, ok := u.X.(*ast.Ident); ok {
				addressed[id.Name] = true
			}
		}
		return true
	})
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for _, name := range n.Names {
				if n.Type != nil && addressed[name.Name] && (isAny(n.Type) || holdsMap(n.Type)) {
					report(name.Pos(), fault)
				}
			}
		case *ast.StructType:
			for _, field := range n.Fields.List {
				if holdsMap(field.Type) {
					report(field.Pos(), fault)
				}
			}
		case *ast.TypeAssertExpr:
			if n.Type != nil && holdsMap(n.Type) {
				report(n.Pos(), fault)
			}
		case *ast.CallExpr:
			if isIdent(n.Fun, "new") && len(n.Args) == 1 && holdsMap(n.Args[0]) {
				report(n.Pos(), fault)
			}
		}
		return true
	})
}

// holdsMap reports whether a type is a map[string]any or made of one.
func holdsMap(typ ast.Expr) (found bool) {
	ast.Inspect(typ, func(n ast.Node) bool {
		m, ok := n.(*ast.MapType)
		found = found || ok && isIdent(m.Key, "string") && isAny(m.Value)
		_, fn := n.(*ast.FuncType)
		return !fn
	})
	return found
}

// undocumented reports exported names without a comment that starts with the name, and init functions.
func undocumented(pkg string, decl ast.Decl, report func(token.Pos, string)) {
	starts := func(doc *ast.CommentGroup, name string) bool {
		words := strings.Fields(doc.Text())
		if len(words) > 1 && slices.Contains([]string{"A", "An", "The"}, words[0]) {
			words = words[1:]
		}
		return len(words) > 0 && strings.TrimRight(words[0], ",:;.'s") == strings.TrimRight(name, ",:;.'s")
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Name.Name == "init" && d.Recv == nil {
			report(d.Pos(), "an init function")
		}
		if d.Name.IsExported() && pkg != "main" && exportedReceiver(d) && !starts(d.Doc, d.Name.Name) && !wellKnown(d) {
			report(d.Pos(), d.Name.Name+" has no comment that starts with its name")
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && !starts(s.Doc, s.Name.Name) && !(len(d.Specs) == 1 && starts(d.Doc, s.Name.Name)) {
					report(s.Pos(), s.Name.Name+" has no comment that starts with its name")
				}
			case *ast.ValueSpec:
				// A group shares the comment in front of it.
				for _, name := range s.Names {
					if name.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
						report(name.Pos(), name.Name+" has no comment")
					}
				}
			}
		}
	}
}

// wellKnown reports whether a method is one whose meaning its interface gives.
func wellKnown(d *ast.FuncDecl) bool {
	return d.Recv != nil && slices.Contains([]string{"Error", "Unwrap", "Is", "String", "Len", "Less", "Swap"}, d.Name.Name)
}

func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	typ := d.Recv.List[0].Type
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			return t.IsExported()
		default:
			return false
		}
	}
}

func isIdent(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

func isAny(e ast.Expr) bool {
	i, ok := e.(*ast.InterfaceType)
	return isIdent(e, "any") || ok && len(i.Methods.List) == 0
}

// TestSourceRules breaks each rule on purpose.
func TestSourceRules(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"package a\n\n// F does.\nfunc F() {}\n":                                  "",
		"package a\n\nfunc F() {}\n":                                              "F has no comment",
		"package a\n\n// Does.\nfunc F() {}\n":                                    "F has no comment",
		"package a\n\n// A T is.\ntype T int\n\n// M does.\nfunc (T) M() {}\n":    "",
		"package a\n\n// A T is.\ntype T int\n\nfunc (*T) M() {}\n":               "M has no comment",
		"package a\n\ntype t int\n\nfunc (t) M() {}\n":                            "",
		"package a\n\ntype T int\n":                                               "T has no comment",
		"package a\n\nconst C = 1\n":                                              "C has no comment",
		"package a\n\n// The numbers.\nconst (\n\tC = 1\n\tD = 2\n)\n":            "",
		"package a\n\nfunc init() {}\n":                                           "an init function",
		"package a\n\ntype t struct{}\n\nfunc (t) init() {}\n":                    "",
		"package a\n\nvar m map[string]any\n\nvar p = &m\n":                       "map[string]any",
		"package a\n\nfunc f() {\n\tvar m []map[string]interface{}\n\tg(&m)\n}\n": "map[string]any",
		"package a\n\nfunc f() {\n\tvar v any\n\tg(&v)\n}\n":                      "map[string]any",
		"package a\n\ntype t struct{ m map[string]any }\n":                        "map[string]any",
		"package a\n\nvar m = v.(map[string]any)\n":                               "map[string]any",
		"package a\n\nvar p = new(map[string]any)\n":                              "map[string]any",
		"package a\n\nvar m = map[string]any{}\n":                                 "",
		"package a\n\nvar m map[string]int\n\nvar p = &m\n":                       "",
		"package a\n" + strings.Repeat("\n", maxLines):                            "600 lines",
	} {
		got := strings.Join(sourceFaults(t, "a", "a.go", []byte(source)), "; ")
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%.60q: %q, want %q", source, got, want)
		}
	}
}
