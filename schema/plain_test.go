package schema

import "testing"

// A string whose escapes any encoder writes is spelled plainly without being decoded; the result must be the same.
func TestShortEscapes(t *testing.T) {
	t.Parallel()
	for raw, short := range map[string]bool{
		`""`:                         true,
		`"plain é 漢"`:                true,
		`"\"quoted\" \\ \b\f\n\r\t"`: true,
		`"\\u0041"`:                  true, // a backslash, and no escape behind it
		`"\\\\"`:                     true,
		`"\/"`:                       false,
		`"\u0041"`:                   false,
		`"\u0000"`:                   false,
		`"a\\\u00e9"`:                false,
		`"\ud83d\ude00"`:             false,
	} {
		if got := shortEscapes(raw); got != short {
			t.Errorf("%s: %v", raw, got)
		}
		if got, want := string(appendPlain(nil, raw)), NewString(unquote(raw)).raw; got != want {
			t.Errorf("%s is spelled %s, want %s", raw, got, want)
		}
	}
	if shortEscapes(`"\`) {
		t.Error("an escape of nothing")
	}
}
