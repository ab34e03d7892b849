package near

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		among string
		n     int
		want  string
	}{
		{"list_isues", "get_issue create_issue list_issues", 3, "list_issues"},
		{"githbu", "gitlab github git", 3, "github git"}, // two letters swapped; then what it begins with
		{"GITHUB", "GitHub gitlab", 1, "GitHub"},
		{"issue", "list_issues create_issue issues pull", 9, "issues list_issues create_issue"},
		{"gpt-5.6", "gpt-4 gpt-5 gpt-5.5", 3, "gpt-5.5 gpt-5"},
		{"my-gpt-5.5", "gpt-5 gpt-5.5 o3", 3, "gpt-5.5 gpt-5"},
		{"tool.json", "tools.json other.json", 1, "tools.json"},
		{"a", "b c", 3, ""},
		{"ab", "ac xy abc", 3, "ac abc"},
		{"", "a b", 3, ""},
		{"nothing_like_it", "list_issues", 3, ""},
		{"same", "same same sane", 3, "same sane"},
		{"café", "cafe caff", 1, "cafe"},
		{"list", "lost last lust", 2, "lost last"},
		{"list", "lost", 0, ""},
		{"list", "lost", -1, ""},
	}
	for _, tt := range tests {
		got := strings.Join(Names(tt.name, strings.Fields(tt.among), tt.n), " ")
		if got != tt.want {
			t.Errorf("%q among %q: got %q, want %q", tt.name, tt.among, got, tt.want)
		}
	}
}

func TestNamesOfAnyLength(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	if got := Names(long+"y", []string{long + "z", "x"}, 3); len(got) != 0 {
		t.Errorf("got %d names", len(got))
	}
	if got := Names("name", []string{long, long + "name"}, 3); len(got) != 1 || got[0] != long+"name" {
		t.Errorf("got %d names", len(got))
	}
	if got := Names("na\xffme", []string{"name", "na\xffme"}, 3); len(got) != 2 {
		t.Errorf("got %q", got)
	}
}

// TestDistance holds the count against its definition: it is a metric for single edits, and one edit is one.
func TestDistance(t *testing.T) {
	t.Parallel()
	word := rapid.SliceOfN(rapid.RuneFrom([]rune("abcé")), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := distance(a, b)
		if back := distance(b, a); back != d {
			t.Fatalf("%d there, %d back", d, back)
		}
		if (d == 0) != slices.Equal(a, b) {
			t.Fatalf("%q and %q are %d apart", string(a), string(b), d)
		}
		if d > max(len(a), len(b)) || d < max(len(a), len(b))-min(len(a), len(b)) {
			t.Fatalf("%q and %q are %d apart", string(a), string(b), d)
		}
		if len(a) > 1 {
			i := rapid.IntRange(0, len(a)-2).Draw(t, "swapped")
			swapped := slices.Clone(a)
			swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
			if d := distance(a, swapped); d > 1 {
				t.Fatalf("%q and %q are %d apart", string(a), string(swapped), d)
			}
		}
	})
}

func FuzzNames(f *testing.F) {
	f.Add("list", "lost,list_all,LIST,,x")
	f.Add("\xff", "\xff\xfe,a")
	f.Add("İ", "i̇,I")
	f.Fuzz(func(t *testing.T, name, among string) {
		all := strings.Split(among, ",")
		got := Names(name, all, 3)
		if len(got) > 3 {
			t.Fatalf("%d names", len(got))
		}
		for i, g := range got {
			if !slices.Contains(all, g) || slices.Contains(got[:i], g) {
				t.Fatalf("got %q of %q", got, all)
			}
		}
		if name != "" && utf8.ValidString(name) && slices.Contains(all, name) && (len(got) == 0 || !slices.Equal(letters(got[0]), letters(name))) {
			t.Fatalf("%q is there, and %q is found", name, got)
		}
	})
}

func Example() {
	fmt.Println(Names("serach", []string{"fetch", "search", "search_issues"}, 2))
	// Output: [search]
}
