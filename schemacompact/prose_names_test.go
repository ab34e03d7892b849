package schemacompact

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestFoldDefault(t *testing.T) {
	t.Parallel()
	tests := []struct {
		desc, raw, want string
		ok              bool
	}{
		// Stated already, in many phrasings.
		{"Rows per page. Defaults to 10.", "10", "", true},
		{"Rows per page (default 10)", "10", "", true},
		{"Rows per page, default: 10.", "10", "", true},
		{"Rows per page. Default is `10`.", "10", "", true},
		{"Rows per page. The default value is 10 rows.", "10", "", true},
		{"Rows per page (default=10, max 50).", "10", "", true},
		{"Default page size is 10.", "10", "", true},
		{"Rows, 10 by default.", "10", "", true},
		{"Rows: 10 (default) or 20", "10", "", true},
		{"Bytes. Defaults to 1,000.", "1000", "", true},
		{"Ratio. Defaults to 1.0.", "1", "", true},
		{"Wait. Default: 30s.", "30", "", true},
		{"Order. Default is `asc`.", `"asc"`, "", true},
		{"Order. Defaults to \"asc\".", `"asc"`, "", true},
		{"Order. Defaults to asc", `"asc"`, "", true},
		{"Order: `asc` (default) or `desc`.", `"asc"`, "", true},
		{"Recurse. Defaults to False.", "false", "", true},
		{"Tags. Defaults to an empty list.", "[]", "", true},
		{"Suffix. Defaults to an empty string.", `""`, "", true},
		{"每页行数。默认值为10。", "10", "", true},
		{"件数。デフォルトは10です。", "10", "", true},
		{"Zeilen je Seite. Standardwert: 10", "10", "", true},
		{"Lignes par page (par défaut 10)", "10", "", true},

		// Not this value: both stay, the keyword too.
		{"Default timeout is 10.", "1", "", false},
		{"Rows. Defaults to 100.", "10", "", false},
		{"Rows. Default 10-20.", "10", "", false},
		{"Rows. Defaults to 1.5.", "1", "", false},
		{"Day. Defaults to 2024-01-05.", "2024", "", false},
		{"Order. Defaults to ascending.", `"asc"`, "", false},
		{"Order by created or updated (default: created).", `"updated"`, "", false},
		{"Path. Defaults to src/main.", `"src"`, "", false},
		{"Uses the default branch.", `"main"`, "", false},

		// Added in the style of the text.
		{"Rows per page.", "10", "Rows per page (default 10).", true},
		{"Rows per page", "10", "Rows per page (default 10)", true},
		{"Rows per page. At most 50.", "10", "Rows per page. At most 50. Default 10.", true},
		{"Rows per page. At most 50", "10", "Rows per page. At most 50. Default 10.", true},
		{"Order", `"asc"`, "Order (default asc)", true},
		{"Address", `"a/b c"`, `Address (default "a/b c")`, true},
		{"Version", `"10"`, `Version (default "10")`, true},
		{"Suffix", `""`, `Suffix (default "")`, true},
		{"Tags", "[]", "Tags (default [])", true},
		{"每页行数。", "10", "每页行数。Default 10.", true},
		{"Kinds:\n- a\n- b", `"a"`, "Kinds:\n- a\n- b\nDefault a.", true},
		{"", "true", "Default true.", true},

		// Left to the keyword.
		{"Rows.", "null", "", false},
		{"Rows.", "{}", "", false},
		{"Rows.", "[1]", "", false},
		{"Rows.", "[[]]", "", false},
		{"Rows.", `"a very long text that nobody wants to read inside of a sentence"`, "", false},
		{"Rows.", `"a\nb"`, "", false},
		{"Rows.", `"tick` + "`" + `"`, "", false},
		{"Rows.", `1 2`, "", false},
		{"Rows.", ``, "", false},
	}
	for _, tt := range tests {
		want := tt.want
		if want == "" {
			want = tt.desc
		}
		got, ok := foldDefault(tt.desc, tt.raw)
		if got != want || ok != tt.ok {
			t.Errorf("foldDefault(%q, %s) = %q, %v; want %q, %v", tt.desc, tt.raw, got, ok, want, tt.ok)
		}
	}
}

func TestFoldDefaultProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ctx := generatedContext(t)
		desc, _ := cutProse(generatedProse().Draw(t, "text"), ctx)
		raw := rapid.SampledFrom([]string{"10", "-1.5", "true", `"asc"`, `"two words"`, `""`, "[]", "null", "{}", "1e400"}).Draw(t, "default")
		got, ok := foldDefault(desc, raw)
		if !ok && got != desc {
			t.Fatalf("changed to %q without saying so", got)
		}
		if !ok {
			return
		}
		if again, ok := foldDefault(got, raw); !ok || again != got {
			t.Fatalf("folded twice: %q became %q, %v", got, again, ok)
		}
	})
}

func FuzzFoldDefault(f *testing.F) {
	f.Add("Rows. Defaults to 10.", "10")
	f.Add("默认值", `"\u00e9"`)
	f.Add("Default", "[ ]")
	f.Fuzz(func(t *testing.T, desc, raw string) {
		got, ok := foldDefault(desc, raw)
		if again, ok2 := foldDefault(got, raw); ok && (!ok2 || again != got) {
			t.Errorf("folded twice: %q became %q", got, again)
		}
	})
}

func TestTitleEchoesName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		title, name string
		want        bool
	}{
		{"Invoice Id", "invoice_id", true}, {"Invoice Id", "invoiceId", true}, {"Invoice ID", "InvoiceID", true}, {"HTTP Server", "httpServer", true},
		{"Straße", "straße", true}, {"Год", "год", true}, {"Page2 Size", "page2_size", true}, {"  ", "x", true}, {"", "", true},
		{"Invoice", "invoice_id", false}, {"Invoices", "invoice", false}, {"Low priority", "a1", false}, {"C++", "c", false}, {"x", "", false},
		{"Invoice Id (internal)", "invoice_id", false}, {"名前", "name", false},
	} {
		if got := titleEchoesName(tt.title, tt.name); got != tt.want {
			t.Errorf("titleEchoesName(%q, %q) = %v", tt.title, tt.name, got)
		}
	}
}

func TestTitleEchoesTool(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		title, tool string
		want        bool
	}{
		{"SearchArguments", "search", true}, {"search_booksArguments", "search_books", true}, {"SearchBooksInput", "search-books", true},
		{"SearchBooksRequest", "searchBooks", true}, {"searchDictOutput", "search", true}, {"Search Books", "search_books", true},
		{"SearchBooks", "search", false}, {"Arguments", "search", false}, {"CreateInput", "search", false},
	} {
		if got := titleEchoesTool(tt.title, tt.tool); got != tt.want {
			t.Errorf("titleEchoesTool(%q, %q) = %v", tt.title, tt.tool, got)
		}
	}
}

func TestProseEchoesName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text  string
		names []string
		want  bool
	}{
		{"The ID of the user.", []string{"user_id"}, true}, {"Project name", []string{"name", "get_projects"}, true}, {"Value of the label", []string{"labels"}, true},
		{"Optional name", []string{"name"}, false}, {"The name in lower case", []string{"name"}, false}, {"The user's `name`", []string{"name", "user"}, false},
		{"The ID of the user", []string{"id"}, false}, {"The value", []string{"x"}, false}, {"", []string{"x"}, false}, {"name", nil, false},
		{"Not the name", []string{"name"}, false}, {"Number of users", []string{"users"}, false},
	} {
		if got := (*proseMemo)(nil).echoesName(tt.text, tt.names...); got != tt.want {
			t.Errorf("(*proseMemo)(nil).echoesName(%q, %q) = %v", tt.text, tt.names, got)
		}
	}
}

func TestOneShortExample(t *testing.T) {
	t.Parallel()
	long := fmt.Sprintf("%q", "a sentence of more than forty bytes, but less than eighty")
	for _, tt := range []struct {
		in   []string
		want string
		ok   bool
	}{
		{nil, "", false}, {[]string{"null", `""`, "[]", "{}"}, "", false}, {[]string{`"a"`, `"b"`}, `"a"`, true}, {[]string{"", `"b"`}, `"b"`, true},
		{[]string{long, `"b"`}, `"b"`, true}, {[]string{long}, long, true}, {[]string{fmt.Sprintf("%q", long+long)}, "", false}, {[]string{"true", "7"}, "7", true},
	} {
		if got, ok := oneShortExample(tt.in); got != tt.want || ok != tt.ok {
			t.Errorf("oneShortExample(%q) = %q, %v", tt.in, got, ok)
		}
	}
}
