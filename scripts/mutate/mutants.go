package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A mutant is one change to one file: the bytes from start to end become text.
type mutant struct {
	file       string // absolute
	pkg        string // import path
	line       int
	function   string // that it stands in, "" outside of all
	operator   string
	start, end int
	was, text  string
	nth        int // of those with the same key otherwise, from 1
}

// key names a mutant without its line, so that what is known of it outlives changes above it.
func (m mutant) key() string {
	key := fmt.Sprintf("%s/%s %s %s: %s => %s", filepath.Base(filepath.Dir(m.file)), filepath.Base(m.file), orNone(m.function), m.operator,
		oneLine(m.was), oneLine(m.text))
	if m.nth > 1 {
		key += fmt.Sprintf(" (%d)", m.nth)
	}
	return key
}

// place is where a mutant stands, and its key.
func (m mutant) place() string { return fmt.Sprintf("%s:%d: %s", m.file, m.line, m.key()) }

func orNone(name string) string {
	if name == "" {
		return "-"
	}
	return name
}

// oneLine keeps texts short enough for a list; the operator and the function tell most of the rest apart.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return "nothing"
	}
	if runes := []rune(s); len(runes) > 60 {
		return string(runes[:59]) + "…"
	}
	return s
}

// mutantsOf returns every mutant of a file, in the order of the source. Texts of messages are left alone: a test that
// holds every word of them would only repeat them.
func mutantsOf(file, pkg string) ([]mutant, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := &finder{set: set, source: source, file: file, pkg: pkg}
	for _, decl := range tree.Decls {
		f.function = ""
		if fn, ok := decl.(*ast.FuncDecl); ok {
			f.function = fn.Name.Name
		} else if g, ok := decl.(*ast.GenDecl); !ok || g.Tok != token.VAR {
			continue // imports and types; the value of a constant shows where it is used
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			if n != nil {
				f.visit(n)
			}
			return true
		})
	}
	slices.SortStableFunc(f.found, func(a, b mutant) int { return a.start - b.start })
	seen := map[string]int{}
	for i := range f.found {
		key := f.found[i].key()
		seen[key]++
		f.found[i].nth = seen[key]
	}
	return f.found, nil
}

// A finder collects the mutants of a file.
type finder struct {
	set      *token.FileSet
	source   []byte
	file     string
	pkg      string
	function string
	found    []mutant
}

func (f *finder) add(operator string, from, to token.Pos, text string) {
	start, end := f.set.Position(from), f.set.Position(to)
	f.found = append(f.found, mutant{file: f.file, pkg: f.pkg, line: start.Line, function: f.function, operator: operator,
		start: start.Offset, end: end.Offset, was: string(f.source[start.Offset:end.Offset]), text: text})
}

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.set.Position(n.Pos()).Offset:f.set.Position(n.End()).Offset])
}

// swaps are the operators that become another one.
func swaps() map[token.Token]token.Token {
	return map[token.Token]token.Token{
		token.EQL: token.NEQ, token.NEQ: token.EQL,
		token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
		token.LAND: token.LOR, token.LOR: token.LAND,
		token.ADD: token.SUB, token.SUB: token.ADD, token.AND: token.OR, token.OR: token.AND, token.AND_NOT: token.AND,
	}
}

// visit is the list of what is changed, by the kind of node.
func (f *finder) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if to, ok := swaps()[n.Op]; ok {
			f.add("swap operator", n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), to.String())
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.add("drop negation", n.Pos(), n.X.Pos(), "")
		}
	case *ast.IfStmt:
		f.add("negate condition", n.Cond.Pos(), n.Cond.End(), "!("+f.text(n.Cond)+")")
		if n.Init == nil && n.Else == nil && leaves(n.Body) {
			f.add("drop early exit", n.Pos(), n.End(), "")
		}
	case *ast.CaseClause:
		if len(n.Body) > 0 {
			f.add("empty a case", n.Body[0].Pos(), n.Body[len(n.Body)-1].End(), "")
		}
	case *ast.ExprStmt:
		f.add("drop call", n.Pos(), n.End(), "")
	case *ast.IncDecStmt:
		f.add("drop step", n.Pos(), n.End(), "")
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			f.add("drop assignment", n.Pos(), n.End(), "")
		}
	case *ast.BranchStmt:
		if to := map[token.Token]string{token.BREAK: "continue", token.CONTINUE: "break"}[n.Tok]; to != "" && n.Label == nil {
			f.add("swap jump", n.Pos(), n.End(), to)
		}
	case *ast.BasicLit:
		if v, err := strconv.ParseInt(n.Value, 0, 64); err == nil && n.Kind == token.INT {
			f.add("change constant", n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
		}
	case *ast.Ident:
		if to := map[string]string{"true": "false", "false": "true"}[n.Name]; to != "" {
			f.add("change constant", n.Pos(), n.End(), to)
		}
	}
}

// leaves reports whether a block ends by going elsewhere.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// shuffled puts mutants into an order that depends on the seed alone.
func shuffled(all []mutant, seed uint64) []mutant {
	out := slices.Clone(all)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// apply returns the source of the file of m with m in it.
func (m mutant) apply(source []byte) []byte {
	return slices.Concat(source[:m.start], []byte(m.text), source[m.end:])
}
