package render

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// drawVerification makes a report all of whose foreign text is nasty, with whatever verdicts.
func drawVerification(r *rapid.T) *VerifyReport {
	s := func(label string) string { return nasty().Draw(r, label) }
	report := &VerifyReport{A: s("a"), B: s("b"), All: rapid.Bool().Draw(r, "all"), Warnings: []error{errors.New(s("warning"))}}
	for range rapid.IntRange(0, 4).Draw(r, "tools") {
		t := VerifyTool{Name: s("name"), OldName: s("old name"), Allowed: rapid.Bool().Draw(r, "allowed"), File: s("file"), Line: rapid.IntRange(0, 9).Draw(r, "line"),
			Part: rapid.SampledFrom([]string{"", "output", "name"}).Draw(r, "part"), Only: rapid.SampledFrom([]string{"", "", "a", "b"}).Draw(r, "only")}
		if t.compared() {
			t.Proof = verify.Proof{Verdict: rapid.SampledFrom(verdicts()).Draw(r, "verdict"), Direction: verify.Direction(rapid.IntRange(0, 4).Draw(r, "direction")),
				Method: s("method"), Reason: s("reason"), At: schema.Pointer(s("at")), Samples: rapid.IntRange(0, 2000).Draw(r, "samples"), KillRate: rapid.Float64Range(0, 1).Draw(r, "kill rate")}
			if t.Proof.Verdict == verify.Different {
				instance, err := json.Marshal(map[string]string{s("key"): strings.Repeat(s("value"), rapid.SampledFrom([]int{1, 300}).Draw(r, "times"))})
				if err != nil {
					r.Fatal(err)
				}
				t.Proof.Witnesses = []verify.Witness{{Instance: instance, First: rapid.Bool().Draw(r, "first")}}
			}
		}
		report.Tools = append(report.Tools, t)
	}
	return report
}

// TestVerificationsHoldForeignText holds that no format of a verification lets foreign text steer a terminal, leave its
// place or become markup.
func TestVerificationsHoldForeignText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		report := drawVerification(r)
		for _, f := range Formats("verify") {
			var b bytes.Buffer
			if err := Verify(&b, f, report, Options{Width: rapid.SampledFrom([]int{0, 60}).Draw(r, "width")}); err != nil {
				r.Fatal(err)
			}
			text := b.String()
			if i := strings.IndexFunc(text, func(c rune) bool { return c != '\n' && hostile(c) }); i >= 0 || !utf8.ValidString(text) {
				r.Fatalf("%s: something hostile gets through at byte %d of %q", f, i, text)
			}
			switch f {
			case JSON:
				if !json.Valid(b.Bytes()) {
					r.Fatalf("no JSON: %s", text)
				}
			case JUnit:
				checkJUnit(r, b.Bytes(), len(report.Tools), report.Findings())
			case GitHub:
				for i, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
					if want := []string{"::notice ", "::error "}[min(i, 1)]; !strings.HasPrefix(l, want) {
						r.Fatalf("a line is no annotation of ours: %q", l)
					}
					if properties, _, _ := strings.Cut(l[len("::error "):], "::"); strings.Count(properties, ",") > 2 {
						r.Fatalf("foreign text adds a property: %q", l)
					}
				}
				if n := strings.Count(text, "\n"); n != 1+report.Findings() {
					r.Fatalf("%d lines for %d findings:\n%s", n, report.Findings(), text)
				}
			case Markdown:
				for _, l := range strings.Split(text, "\n") {
					if outside := withoutCode(l); strings.Contains(outside, "<script") || strings.Contains(outside, "@all") {
						r.Fatalf("foreign text outside of code: %s", l)
					}
				}
			}
		}
	})
}

// An xmlElement is an element of a document, whatever its name.
type xmlElement struct {
	XMLName  xml.Name
	Attrs    []xml.Attr   `xml:",any,attr"`
	Children []xmlElement `xml:",any"`
	Text     string       `xml:",chardata"`
}

// checkJUnit holds a document against the rules of junit-10.xsd, the schema of the xUnit plugin of Jenkins: which elements
// stand in which, and which attributes each must and may have. What it allows and we never write is left out.
func checkJUnit(t interface{ Fatalf(string, ...any) }, doc []byte, cases, failures int) {
	rules := map[string]struct{ must, may, holds []string }{
		"testsuites": {nil, []string{"tests", "failures", "errors", "name", "time"}, []string{"testsuite"}},
		"testsuite":  {[]string{"name", "tests", "failures", "errors"}, []string{"skipped", "time", "timestamp", "hostname", "id", "package", "file"}, []string{"testcase", "properties", "system-out"}},
		"testcase":   {[]string{"name"}, []string{"classname", "time", "group"}, []string{"failure", "error", "skipped", "system-out"}},
		"failure":    {nil, []string{"type", "message"}, nil},
		"system-out": {nil, nil, nil},
	}
	var root xmlElement
	d := xml.NewDecoder(bytes.NewReader(doc))
	if err := d.Decode(&root); err != nil {
		t.Fatalf("no XML: %v\n%s", err, doc)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) && err != nil {
		t.Fatalf("behind the document: %v", err)
	}
	if root.XMLName.Local != "testsuites" {
		t.Fatalf("the root is %s", root.XMLName.Local)
	}
	seen := map[string]int{}
	var check func(e xmlElement)
	check = func(e xmlElement) {
		name := e.XMLName.Local
		seen[name]++
		rule, known := rules[name]
		if !known {
			t.Fatalf("an element %s", name)
		}
		var has []string
		for _, a := range e.Attrs {
			if has = append(has, a.Name.Local); !slices.Contains(rule.must, a.Name.Local) && !slices.Contains(rule.may, a.Name.Local) {
				t.Fatalf("%s has an attribute %s", name, a.Name.Local)
			}
		}
		for _, m := range rule.must {
			if !slices.Contains(has, m) {
				t.Fatalf("%s lacks %s", name, m)
			}
		}
		if mixed := name == "failure" || name == "system-out"; !mixed && strings.TrimSpace(e.Text) != "" {
			t.Fatalf("%s has the text %q", name, e.Text)
		}
		for _, c := range e.Children {
			if !slices.Contains(rule.holds, c.XMLName.Local) {
				t.Fatalf("%s holds %s", name, c.XMLName.Local)
			}
			check(c)
		}
	}
	check(root)
	if seen["testcase"] != cases || seen["failure"] != failures {
		t.Fatalf("%d cases and %d failures, want %d and %d:\n%s", seen["testcase"], seen["failure"], cases, failures, doc)
	}
}

func TestJUnit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   junitCase
		want string
	}{
		{junitCase{class: "add", name: "input schema"}, `<testcase classname="add" name="input schema"/>`},
		{junitCase{class: `a"b`, name: "<n>", failure: "unknown"}, `<testcase classname="a&#34;b" name="&lt;n&gt;">` + "\n      " + `<failure type="unknown" message="unknown"></failure>` + "\n    </testcase>"},
		{junitCase{class: "c", name: "n", failure: "different", details: []string{"what\nhow", "\ufffe]]>&"}},
			`<testcase classname="c" name="n">` + "\n      " + `<failure type="different" message="what\nhow">what\nhow` + "\n\ufffd]]&gt;&amp;</failure>\n    </testcase>"},
		{junitCase{class: "c", name: "n", details: []string{"identical"}}, `<testcase classname="c" name="n">` + "\n      <system-out>identical</system-out>\n    </testcase>"},
	} {
		var b bytes.Buffer
		if err := writeJUnit(&b, "s", []junitCase{tt.in}); err != nil {
			t.Fatal(err)
		}
		failures := 0
		if tt.in.failure != "" {
			failures = 1
		}
		checkJUnit(t, b.Bytes(), 1, failures)
		if !strings.Contains(b.String(), tt.want) {
			t.Errorf("%+v gives\n%s\nwant\n%s", tt.in, b.String(), tt.want)
		}
	}
}

func TestAnnotation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   annotation
		want string
	}{
		{annotation{level: "notice", message: "all good"}, "::notice::all good\n"},
		{annotation{level: "error", file: "a,b:c.json", line: 3, title: "50%", message: "100 %: a,b"}, "::error file=a%2Cb%3Ac.json,line=3,title=50%25::100 %25: a,b\n"},
		{annotation{level: "error", line: 3, title: "x::y", message: "one\r\n::error::two"}, "::error title=x%3A%3Ay::one\\r\\n::error::two\n"},
	} {
		var b bytes.Buffer
		if tt.in.write(&b); b.String() != tt.want {
			t.Errorf("%+v gives %q, want %q", tt.in, b.String(), tt.want)
		}
	}
}
