package hf

import (
	"fmt"
	"strings"
	"testing"
)

// TestLimits refuses small files that would take any amount of memory or time.
func TestLimits(t *testing.T) {
	t.Parallel()
	file := func(normalizer, steps, model string) []byte {
		return fmt.Appendf(nil, "\ufeff"+`{"version":"1.0","normalizer":%s,"pre_tokenizer":%s,"model":{"type":"BPE","vocab":{"a":0,"aa":1},"merges":["a a"]%s}}`, normalizer, steps, model)
	}
	replace := func(times int) string {
		return `{"type":"Replace","pattern":{"String":"a"},"content":"` + strings.Repeat("a", times) + `"}`
	}
	many := func(kind, members, one string, n int) string {
		return `{"type":"` + kind + `","` + members + `":[` + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + `]}`
	}
	const digits = `{"type":"Digits","individual_digits":true}`
	for _, tt := range []struct {
		name                     string
		normalizer, steps, model string
		want                     string // empty for a file that is fine
	}{
		{"a few", many("Sequence", "normalizers", replace(3), 3), many("Sequence", "pretokenizers", digits, 3), "", ""},
		{"a bomb", many("Sequence", "normalizers", replace(100), 6), "null", "", "normalizer: its replacements"},
		{"small steps to a bomb", many("Sequence", "normalizers", replace(3), 8), "null", "", "normalizer: its replacements"},
		{"a long text", replace(5000), "null", "", "normalizer: a text of more than"},
		{"a long beginning", `{"type":"Prepend","prepend":"` + strings.Repeat("b", 5000) + `"}`, "null", "", "normalizer: a text of more than"},
		{"many normalizers", many("Sequence", "normalizers", `{"type":"NFKC"}`, 20_000), "null", "", "normalizer: more than"},
		{"many steps", "null", many("Sequence", "pretokenizers", digits, 5000), "", "pre_tokenizer: 5000 steps"},
		{"a long prefix", "null", "null", `,"continuing_subword_prefix":"` + strings.Repeat("#", 5000) + `"`, "model.continuing_subword_prefix"},
	} {
		_, err := Parse(file(tt.normalizer, tt.steps, tt.model))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}
