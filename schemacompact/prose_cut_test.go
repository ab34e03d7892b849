package schemacompact

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCutProse(t *testing.T) {
	t.Parallel()
	const same = "\x00" // the text stays as it is
	story := " It was added when the second generation of the service went live."
	tests := []struct {
		name string
		in   string
		ctx  proseContext
		want string
	}{
		// Inputs on which a cut at the first full stop destroys the meaning.
		{"latin abbreviation", "Sort order, e.g. `asc` or `desc`. Must be lower case.", proseContext{}, same},
		{"one sentence with i.e.", "The tenant, i.e. the workspace slug, not its id.", proseContext{}, same},
		{"approx.", "Timeout in approx. milliseconds. Max 30000.", proseContext{}, same},
		{"initials", "U.S. state code. Two letters.", proseContext{}, same},
		{"titles", "Mr. or Mrs. prefix.", proseContext{}, same},
		{"number sign", "Article No. 5 in the list.", proseContext{}, same},
		{"steps in a line", "1. Pick a file. 2. Pass its path.", proseContext{}, same},
		{"bare Required", "Required. ISO-8601 date of the invoice.", proseContext{}, same},
		{"bare Optional", "Optional. The ID of the parent folder." + story, proseContext{}, "Optional. The ID of the parent folder."},
		{"bare DEPRECATED", "DEPRECATED. Use q instead.", proseContext{}, same},
		{"values after a label", "Mode. 0 = off, 1 = on, 2 = auto.", proseContext{}, same},
		{"unit after a label", "Timeout. In seconds, not milliseconds.", proseContext{}, same},
		{"prohibition", "The path to delete. Never pass the root directory.", proseContext{}, same},
		{"format", "Start date. Format must be YYYY-MM-DD and not in the future.", proseContext{}, same},
		{"option list", "Mode to use.\n- fast: skips checks. DANGEROUS.\n- safe: runs all of them.", proseContext{}, same},
		{"fence", " Example:\n```json\n{\"a\": 1. }\n```\nMust be JSON.", proseContext{}, same},
		{"code span", "Pass `foo.bar! baz` verbatim.", proseContext{}, same},
		{"ellipsis", "Loading... wait for it. Then call.", proseContext{}, same},
		{"list without full stops", "One of:\n- a: fast\n- b: slow", proseContext{}, same},
		{"paragraph is a boundary", "First line of text\n\nA second paragraph about its history", proseContext{}, "First line of text"},
		{"stop inside brackets", "The name (must be unique.) Max 64 chars.", proseContext{}, same},
		{"stop inside quotes", "Use 'asc.' Only lower.", proseContext{}, same},
		{"Chinese", "搜索关键词的完整文本。这个参数从第一版开始就有了。必须小写。", proseContext{}, "搜索关键词的完整文本。必须小写。"},
		{"Japanese", "検索クエリの本文です。昔からある引数です。空文字は不可。", proseContext{}, "検索クエリの本文です。空文字は不可。"},
		{"Hindi", "खोज के लिए शब्द। यह बहुत पुराना पैरामीटर है। अधिकतम 64 अक्षर।", proseContext{}, "खोज के लिए शब्द। अधिकतम 64 अक्षर।"},
		{"URL with a full stop", "Base address, see https://x.example/v1.2?x=1." + story, proseContext{}, "Base address, see https://x.example/v1.2?x=1."},

		// What goes.
		{"background", "The page to open." + story, proseContext{}, "The page to open."},
		{"reference", "Identifier of the plan. For more information, see [plans](https://x.example/limits).", proseContext{}, "Identifier of the plan."},
		{"repetition", "The price of one seat. Must be positive. Never pass zero. Must be positive.", proseContext{}, "The price of one seat. Must be positive. Never pass zero."},
		{"how it is read back", "The user's display name. Supports $filter (eq, ne, not).", proseContext{}, "The user's display name."},
		{"lost space", "Shown beside the user's picture.Returned by default. At most 64 letters.", proseContext{}, "Shown beside the user's picture. At most 64 letters."},
		{"middle goes, ends stay", "Name of the branch." + story + " Must not start with a dash.", proseContext{}, "Name of the branch. Must not start with a dash."},
		{"example of an enum", "How rows are ordered. For example, newest.", proseContext{hasEnum: true}, "How rows are ordered."},
		{"second example", "Key of the record. Example: rec12. Another example: rec14 of the base.", proseContext{}, "Key of the record. Example: rec12."},

		// What stays.
		{"only example", "Key of the record. Example: rec12.", proseContext{}, same},
		{"too little to gain", "The page to open. Handy.", proseContext{}, same},
		{"default", "Rows per page. If omitted, 20 rows come back.", proseContext{}, same},
		{"echo of the name", "The name. Shown on the first page of the report.", proseContext{name: "name"}, same},
		{"no echo", "Name of the report. Shown on the first page of it.", proseContext{name: "title"}, "Name of the report."},
		{"meaning of a value", "Which side to take. `left` keeps the older text.", proseContext{hasEnum: true}, same},
		{"sentence before its list", "Some background first. The states are these.\n- open\n- closed", proseContext{}, same},
		{"otherwise", "Path of the file. A folder is read in full. Otherwise the call must name a file.", proseContext{}, same},
		{"table", "Code of the size.\n\n| code | size |\n|---|---|\n| 1 | small |", proseContext{}, same},
		{"German", "Name der Datei im Archiv." + story + " Darf nicht leer sein.", proseContext{}, "Name der Datei im Archiv. Darf nicht leer sein."},
		{"French", "Le nom du fichier." + story + " Ne doit jamais être vide.", proseContext{}, "Le nom du fichier. Ne doit jamais être vide."},
		{"Spanish", "El nombre del archivo." + story + " Debe ser único.", proseContext{}, "El nombre del archivo. Debe ser único."},
		{"Russian", "Имя файла в архиве. Появилось во второй версии сервиса. Не должно быть пустым.", proseContext{}, "Имя файла в архиве. Не должно быть пустым."},
		{"Korean", "파일의 이름을 나타냅니다. 두 번째 버전에서 추가되었습니다. 반드시 소문자로 씁니다.", proseContext{}, "파일의 이름을 나타냅니다. 반드시 소문자로 씁니다."},
		{"Arabic", "اسم الملف في الأرشيف؟ ظهر هذا الحقل في الإصدار الثاني. يجب أن يكون فريدا.", proseContext{}, "اسم الملف في الأرشيف؟ يجب أن يكون فريدا."},

		// What the node says itself.
		{"bound beside maximum", "Rows to return. The maximum is 100 rows.", proseContext{hasBound: true, bounds: []string{"1", "100"}}, "Rows to return."},
		{"bound beside another", "Rows to return. The maximum is 100 rows.", proseContext{hasBound: true, bounds: []string{"1"}}, same},
		{"cases stay together", "Value of the field. For text fields, provide a string. For lists, provide an array.", proseContext{name: "value"}, same},
		{"a case alone is no description", "The value to fill in. \"true\" or \"false\" for a checkbox.", proseContext{name: "value", around: []string{"fill"}}, same},
		{"another parameter", "Most selections. It came with version nine of the editor. Pair with limit_enabled.", proseContext{name: "limit", siblings: slices.Values([]string{"limit_enabled"})}, "Most selections. Pair with limit_enabled."},
		{"what it requires", "ID of the business. It came with the third version. Requires `customerId`.", proseContext{}, "ID of the business. Requires `customerId`."},
		{"permissions are no argument", "Creates what is missing. Requires permission to change boards.", proseContext{}, "Creates what is missing."},
		{"what it accepts", "Fields to expand, if any. It is of use to clients. Accepts the `a` and `b` values.", proseContext{}, "Fields to expand, if any. Accepts the `a` and `b` values."},
		{"a value to give", "Block to group it in. It is drawn in grey. Set to null to remove it.", proseContext{}, "Block to group it in. Set to null to remove it."},
		{"only now", "Actions to permit. The list will grow one day. Currently only 'Read' is supported.", proseContext{}, "Actions to permit. Currently only 'Read' is supported."},
		{"what not to do", "The words of the user. They steer the search. Do not summarize them.", proseContext{}, "The words of the user. Do not summarize them."},
		{"presence that the schema states", "This is an optional parameter. Rows of one page of the answer. Must be even.", proseContext{presence: "optional"}, "Rows of one page of the answer. Must be even."},
		{"presence that it does not", "Required. Rows of one page of the answer. Must be even.", proseContext{presence: "optional"}, same},
		{"bound alone", "Rows to return. The maximum is 100 rows.", proseContext{}, same},
		{"format beside format", "When it begins. ISO 8601 in UTC.", proseContext{hasFormat: true}, "When it begins."},
		{"format alone", "When it begins. ISO 8601 in UTC.", proseContext{}, same},
		{"values beside enum", "State to look for. Possible values are open, closed.", proseContext{hasEnum: true}, "State to look for."},
		{"default beside default", "Rows per page. Defaults to 20.", proseContext{hasDefault: true}, "Rows per page."},
		{"duty is never spared", "When it begins. Must be in the future.", proseContext{hasFormat: true, hasEnum: true, hasBound: true, hasPattern: true, hasDefault: true}, same},

		{"empty", "", proseContext{}, same},
		{"blank", " \n ", proseContext{}, same},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := tt.want
			if want == same {
				want = tt.in
			}
			got, cuts := cutProse(tt.in, tt.ctx)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("cutProse(%q) (-want +got):\n%s", tt.in, diff)
			}
			checkCut(t, tt.in, got, cuts, tt.ctx)
		})
	}
}

func TestSplitProse(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"Runs at 5 p.m. Eastern. Then stops.", "Runs at 5 p.m.|Eastern.|Then stops."},
		{"Sent by Acme Inc. The rest is free.", "Sent by Acme Inc.|The rest is free."},
		{"Sent by Acme Inc. Berlin.", "Sent by Acme Inc. Berlin."},
		{"Signed J. Doe. Use it.", "Signed J. Doe.|Use it."},
		{"Fig. 3 shows v1.2.3 of foo.json. Read it!", "Fig. 3 shows v1.2.3 of foo.json.|Read it!"},
		{"Names etc. are fine. Files, etc. Use any.", "Names etc. are fine.|Files, etc.|Use any."},
		{"page number. default is 1.", "page number.|default is 1."},
		{"Limits rows. maxRows caps it.", "Limits rows.|maxRows caps it."},
		{"Is it on? Yes! (Most are. Some not.) Done.", "Is it on?|Yes!|(Most are. Some not.)|Done."},
		{"He said \"stop. now\" to it. Go.", "He said \"stop. now\" to it.|Go."},
		{"Don't panic. It's 5' tall. Go.", "Don't panic.|It's 5' tall.|Go."},
		{"**Required.** The key.", "**Required.**|The key."},
		{"A line that ends\nAnother line", "A line that ends|Another line"},
		{"A line that was wrapped by an editor at some column and then\nGoes on here.", "A line that was wrapped by an editor at some column and then\nGoes on here."},
		{"# Head\nText.", "# Head\nText."},
		{"真的吗？是的！「好。」完。", "真的吗？|是的！|「好。」|完。"},
		{"`a. B` and ``c ` d. E`` end. New.", "`a. B` and ``c ` d. E`` end.|New."},
		{"See System.Text for it. Ok.", "See System.Text for it.|Ok."},
		{"~~~\nA. B\n~~~\nOne. Two", "~~~\nA. B\n~~~|One.|Two"},
		{"Open (never closed. So it splits.", "Open (never closed.|So it splits."},
		{"a: 1\nb: 2\nPlain text.", "a: 1\nb: 2|Plain text."},
	}
	for _, tt := range tests {
		var got []string
		for _, u := range splitProse(tt.in) {
			got = append(got, tt.in[u.start:u.end])
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("splitProse(%q) (-want +got):\n%s", tt.in, diff)
		}
	}
}

func TestIsConstraint(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"Must be set.", "Only for admins.", "Timeout in seconds.", "One of a, b.", "Up to 5 rows.", "Comma-separated names.",
		"Defaults to 3.", "This deletes the row permanently.", "Kinds:\n- a\n- b", "最多五个。", "Nur für Admins."} {
		if !isConstraint(s) {
			t.Errorf("isConstraint(%q) = false", s)
		}
	}
	for _, s := range []string{"", "The repository owner.", "If you only need a summary, read this one.", "The user's timezone name.", "Search query."} {
		if isConstraint(s) {
			t.Errorf("isConstraint(%q) = true", s)
		}
	}
}

// checkCut holds what must be true of every cut.
func checkCut(t interface {
	Helper()
	Errorf(string, ...any)
}, in, got string, cuts []proseCut, ctx proseContext) {
	t.Helper()
	var rest strings.Builder
	at := 0
	for _, c := range cuts {
		if c.start < at || c.end <= c.start || c.end > len(in) || in[c.start:c.end] != c.text {
			t.Errorf("cut %+v is not a piece of %q", c, in)
			return
		}
		rest.WriteString(in[at:c.start])
		at = c.end
	}
	rest.WriteString(in[at:])
	if rest.String() != got {
		t.Errorf("text without its cuts is %q, kept is %q", rest.String(), got)
	}
	if strings.TrimSpace(in) != "" && strings.TrimSpace(got) == "" {
		t.Errorf("nothing left of %q", in)
	}
	if utf8.ValidString(in) && !utf8.ValidString(got) {
		t.Errorf("%q is not valid UTF-8", got)
	}
	if again, more := cutProse(got, ctx); again != got || len(more) != 0 {
		t.Errorf("cut twice: %q became %q", got, again)
	}
	if isBalanced(in) && !isBalanced(got) {
		t.Errorf("%q lost half of a pair: %q", in, got)
	}
}

// generatedProse draws text that looks like descriptions: sentences, labels, lists, fences, in several languages.
func generatedProse() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"Required.", "Mode.", "The id of the user.", "Must be unique.", "E.g. `a.b`", "e.g. 5.", "See https://a.example/b.c.",
		"It is old.", "It has been there from the very beginning of the service.", "Otherwise it fails.", "Example: x.", "\n- a: one. Two.", "\n- b\n", "\n\n", "\n",
		"```\ncode. Here\n```", "(in parens. Yes.)", "[open", "close)", "`", "\"quoted. Text\"", "这是一个很长的说明文字。", "必须小写。", "यह पुराना है।", "Values:",
		"Max 10.", "1. Go.", "2. Stop.", "| a | b |", "# Head", "0 = off", "é\u0301", "👩\u200d👧.", "Defaults to 10.", "U.S.", "no. 5", "…", "Then call it again and again."})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 14).Draw(t, "pieces"), rapid.SampledFrom([]string{" ", "", "\n", "  "}).Draw(t, "separator"))
	})
}

func generatedContext(t *rapid.T) proseContext {
	b := rapid.Bool()
	return proseContext{
		name: rapid.SampledFrom([]string{"", "id", "user_id", "mode"}).Draw(t, "name"), typ: rapid.SampledFrom([]string{"", "string", "boolean"}).Draw(t, "type"),
		hasEnum: b.Draw(t, "enum"), hasFormat: b.Draw(t, "format"), hasPattern: b.Draw(t, "pattern"), hasDefault: b.Draw(t, "default"), hasBound: b.Draw(t, "bound"),
	}
}

func TestCutProseProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(generatedProse(), rapid.String()).Draw(t, "text")
		ctx := generatedContext(t)
		got, cuts := cutProse(in, ctx)
		checkCut(t, in, got, cuts, ctx)
	})
}

func FuzzCutProse(f *testing.F) {
	for _, s := range []string{"", "A. B. C.", "One of:\n- a\n- b\n\nLong explanation of nothing at all.", "`a` (b. C) 这。那。", "```\nx", "1. a 2. b", "\xff. \xfe. Abc def ghi jkl."} {
		f.Add(s, "name", true)
	}
	f.Fuzz(func(t *testing.T, s, name string, enum bool) {
		ctx := proseContext{name: name, hasEnum: enum}
		got, cuts := cutProse(s, ctx)
		checkCut(t, s, got, cuts, ctx)
	})
}

// Hostile text takes time in proportion to its length: with a step that takes the square of it, this would not end
// before the tests' own time limit.
func TestCutProseIsLinear(t *testing.T) {
	t.Parallel()
	const size = 1 << 16
	for _, piece := range []string{"Aa. ", "(", "`", "' ", "\"", "```\n", "- a\n\n", "1. a ", "。", "Aa bb cc dd. Must be. ", "{[(", "e.g. ", "\n", "Example: aaaa bbbb. ", "a\n", "# A\n", "Default ", "[a](http://b) "} {
		in := strings.Repeat(piece, size/len(piece))
		kept, _ := cutProse(in, proseContext{})
		if folded, _ := foldDefault(unlink(kept), "10"); folded == "" {
			t.Errorf("nothing is left of %q", piece)
		}
	}
}
