package render_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
)

// imported is the floor of an OpenAPI document with problems of several kinds.
func imported() *render.FloorReport {
	r := small()
	r.Documents = []render.Document{{Source: "api.yaml", Version: "3.0.3", Operations: 7, Tools: 4, Refused: 2, Excluded: 1}}
	r.Naive = &render.Naive{Tools: 4, Tokens: 3213, Ours: 1000, AtLeast: true}
	r.Floor.Warnings = []error{errors.New("api.yaml: 2 of 7 operations are no tools")}
	r.Floor.Problems = problems()
	r.Problems = 2
	return r
}

func problems() (all []catalog.Problem) {
	all = append(all, catalog.Problem{At: "/paths/~1a/get", Message: "GET /a is no tool: \"x\x1b[31m\" points at nothing", Hint: "mend it"})
	for i := range 1200 {
		all = append(all, catalog.Problem{Tool: fmt.Sprint("t", i), At: "/components", Message: fmt.Sprintf("nullable beside \"Pet %d\" says nothing in %d places", i, i)})
	}
	return append(all, catalog.Problem{Message: "the servers differ"}, catalog.Problem{Message: "the last"})
}

func TestImportedFloor(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]render.Format{"floor-openapi.txt": render.Text, "floor-openapi.md": render.Markdown} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			if err := render.Floor(&b, f, imported(), render.Options{}); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
		})
	}
	b := written(t, render.JSON, imported())
	for _, want := range []string{
		`"naive": {
    "tokens": 3213,
    "tools": 4,
    "ours": 1000,
    "ratio": 3.213,
    "at_least": true
  }`, `"documents": [
    {
      "source": "api.yaml",
      "version": "3.0.3",
      "operations": 7,
      "tools": 4,
      "refused": 2,
      "excluded": 1
    }
  ]`, `"tool": "t1199"`, // JSON has all problems, whatever is listed elsewhere
	} {
		if !strings.Contains(b, want) {
			t.Errorf("JSON lacks %s", want)
		}
	}
	if b := written(t, render.JSON, small()); strings.Contains(b, "naive") || strings.Contains(b, "documents") {
		t.Errorf("a floor of something else speaks of documents: %s", b)
	}
	all := imported()
	all.Problems = 0
	if got := strings.Count(written(t, render.Text, all), "nullable beside"); got != 1200 {
		t.Errorf("%d of the 1,200 problems are listed with --verbose", got)
	}
}

func TestNaiveOfNothing(t *testing.T) {
	t.Parallel()
	if r := (&render.Naive{Tokens: 10}).Ratio(); r != 0 {
		t.Errorf("the ratio to nothing is %v", r)
	}
}

func TestGroupProblems(t *testing.T) {
	t.Parallel()
	few := []catalog.Problem{
		{Message: `no tool "a"`}, {Message: "3 of them"}, {Tool: "t", At: "/x", Message: `no tool "b \" c"`}, {Message: "12 of them"}, {Message: "else"}, {Message: `no tool "d"`},
	}
	if got := render.GroupProblems(few); len(got) != len(few) || got[5].String() != `no tool "d"` {
		t.Errorf("a few problems became %v", got)
	}
	var got []string
	for _, g := range render.GroupProblems(slices.Repeat(few, 10)) {
		got = append(got, g.String())
	}
	want := []string{`no tool "a" (and 29 more like it)`, "3 of them (and 19 more like it)", "else (and 9 more like it)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLintOfDocuments(t *testing.T) {
	t.Parallel()
	r := linted()
	r.Problems = problems()
	write := func(f render.Format) string {
		var b bytes.Buffer
		if err := render.Lint(&b, f, r, render.Options{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for f, want := range map[render.Format]string{
		render.Text:     "1,203 problems of the documents that the tools are made of",
		render.Markdown: "nullable beside \"Pet 0\" says nothing in 0 places (and 1,199 more like it)",
		render.JSON:     `"message": "the last"`,
	} {
		if got := write(f); !strings.Contains(got, want) {
			t.Errorf("%s lacks %q:\n%s", f, want, got)
		}
	}
	fails := r.Fails()
	r.Problems = nil
	if r.Fails() != fails {
		t.Error("problems of a document make lint fail")
	}
	if strings.Contains(write(render.JSON), "problems") {
		t.Error("there are problems of no document")
	}
}
