package render

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestColumns(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]int{
		"": 0, "abc": 3, "é": 1, "e\u0301": 1, "日本": 4, "ｆｕｌｌ": 8, "ｶﾅ": 2, "한글": 4, "💡": 2, "👩\u200d💻": 2, "👍🏽": 2, "█▏": 2, "…": 1,
	} {
		if got := columns(in); got != want {
			t.Errorf("%q takes %d columns, want %d", in, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in    string
		width int
		ascii bool
		want  string
	}{
		{"short", 5, false, "short"},
		{"longer", 5, false, "long…"},
		{"longer", 5, true, "lo..."},
		{"日本語", 5, false, "日本…"},
		{"日本語", 4, false, "日…"},
		{"ab", 1, false, "…"},
	} {
		if got := cut(tt.in, tt.width, Options{ASCII: tt.ascii}); got != tt.want {
			t.Errorf("cut(%q, %d) = %q, want %q", tt.in, tt.width, got, tt.want)
		}
	}
}

func TestTableAligns(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		var rows [][]string
		for range rapid.IntRange(1, 5).Draw(r, "rows") {
			text := cut(line(nasty().Draw(r, "cell")), maxColumn, Options{})
			rows = append(rows, []string{paint(text, bold, Options{Color: true}), "x"})
		}
		var b bytes.Buffer
		table(&b, "", []column{{title: "title"}, {title: "x"}}, rows, Options{})
		want := -1
		for _, l := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
			got := columns(plain(l[:strings.LastIndex(l, "x")]))
			if want >= 0 && got != want {
				r.Fatalf("a second column at %d and at %d:\n%s", want, got, b.String())
			}
			want = got
		}
	})
}

func TestLongCellsAreWholeAndPadNoOthers(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("n", 100_000)
	var b bytes.Buffer
	table(&b, "", []column{{title: "title"}, {title: "x"}}, [][]string{{"a", "x"}, {long, "x"}}, Options{})
	if !strings.Contains(b.String(), long+"  x\n") || b.Len() > len(long)+1000 {
		t.Errorf("%d bytes for a cell of %d", b.Len(), len(long))
	}
}

func TestCutFits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		s, width := line(nasty().Draw(r, "text")), rapid.IntRange(3, 30).Draw(r, "width")
		if got := cut(s, width, Options{}); columns(got) > width {
			r.Fatalf("cut(%q, %d) takes %d columns", s, width, columns(got))
		}
	})
}

func TestStackIsAsLongAsItsSum(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		amounts := rapid.SliceOfN(rapid.IntRange(0, 1_000_000), 4, 4).Draw(r, "amounts")
		sum := 0
		for _, n := range amounts {
			sum += n
		}
		most := sum + rapid.IntRange(1, 1000).Draw(r, "rest")
		if got, want := columns(stack(amounts, partShades(), most, 16, Options{})), scale(sum, most, 16); got != want {
			r.Fatalf("%v of %d take %d cells, want %d", amounts, most, got, want)
		}
	})
}

func TestBar(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		n, most int
		ascii   bool
		want    string
	}{
		{4, 4, false, "████"}, {1, 4, false, "█"}, {1, 8, false, "▌"}, {1, 32, false, "▏"}, {1, 1_000_000, false, "▏"}, {1, 1_000_000, true, "#"},
		{0, 4, false, ""}, {3, 4, true, "###"}, {1, 0, true, ""}, {-3, 4, false, ""},
	} {
		if got := bar(tt.n, tt.most, 4, Options{ASCII: tt.ascii}); got != tt.want {
			t.Errorf("bar(%d of %d) = %q, want %q", tt.n, tt.most, got, tt.want)
		}
	}
}
