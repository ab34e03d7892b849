package tokens

import "strings"

// vector is a text and how many tokens the reference, tiktoken 1.0.22 of npm, makes of it.
type vector struct {
	name, text    string
	o200k, cl100k int
}

// want is the count in an encoding; ok is false if the reference knows none.
func (v *vector) want(encoding string) (n int, ok bool) {
	switch encoding {
	// o200k_harmony has the same tokens but for special ones, which plain text never becomes.
	case O200kBase, "o200k_harmony":
		return v.o200k, true
	case Cl100kBase:
		return v.cl100k, true
	}
	return 0, false
}

// vectors returns what the self-check counts: every class of characters, and what ports of the splitters get wrong, such
// as long s in a contraction, a blank line that holds blanks, letters that are new in Unicode 16, and text that reads
// like a special token.
func vectors() []vector {
	return []vector{
		{"english", "The payload is sent again with every single step, so a saved token pays many times over.", 19, 19},
		{"contractions", "We'll see: it's theirs, they've won, I'D go, y\u2019all don't.", 17, 21},
		{"long s", "THE GLA\u017F\u017F'\u017F edge and it'\u017F rim", 13, 17},
		{"cjk", "工具的描述每一步都会重新发送。ツールの説明は毎回送られます。", 21, 28},
		{"hangul", "도구 설명은 매번 다시 전송됩니다.", 11, 16},
		{"devanagari", "हर कदम पर उपकरणों का विवरण फिर भेजा जाता है।", 13, 45},
		{"arabic", "يُرسل الوصف مع كلّ خطوة.", 10, 19},
		{"emoji", "done \U0001F44D\U0001F3FD, family \U0001F468\u200D\U0001F469\u200D\U0001F467, flag \U0001F1F3\U0001F1F5, heart ❤\uFE0F", 23, 32},
		{"combining", "e\u0301tude, n\u0303andu\u0301, Z\u0351\u036B\u0343 and \u0301alone", 21, 23},
		{"unicode 16 letter", "name \U000140F3's \U000140F3\n\U0001E5D0b", 18, 18},
		{"blank line", "if ready {\n    \n\t\n    return nil\n  \n}\n", 10, 10},
		{"blanks", "a    b\t\tc \u00A0 d\u3000e  ", 10, 10},
		{"carriage returns", "one\r\n\r\ntwo\r \n three\u2028four\u0085five", 11, 12},
		{"digits", "3.14159 2026-11-30T08:15:00Z 1234567890 0x7fFF १२३४\u00B2\u00BD", 35, 40},
		{"code", "func (c *Counter) Sum(xs ...int) (n int, err error) {\n\tfor _, x := range xs {\n\t\tn += x // adds\n\t}\n\treturn n, nil\n}", 41, 41},
		{"log", "2026-11-30 08:15:00,123 ERROR [worker-7] connect: ECONNREFUSED 10.0.0.17:5432 (attempt 3/5)", 44, 44},
		{"special", "text <|endoftext|> and <|start|>system<|message|> <|fim_prefix|>", 26, 24},
		{"url", "https://example.org/v2/items?limit=50&sort=-created#top", 17, 17},
		{"tool", `{"name":"move_file","description":"Moves a file. Never overwrites: an existing target is an error.","input_schema":{"type":"object","properties":{"from":{"type":"string","description":"Path of the file"},"to":{"type":"string"},"mode":{"enum":["copy","move"],"default":"move"}},"required":["from","to"],"additionalProperties":false}}`, 79, 75},
		{"run of a letter", strings.Repeat("a", 3000), 375, 375},
		{"run of blanks", strings.Repeat(" ", 3000), 24, 24},
		{"run of newlines", strings.Repeat("\n", 3000), 188, 95},
		{"run of a CJK letter", strings.Repeat("中", 700), 700, 700},
		{"run of signs", strings.Repeat("=-", 1500), 188, 188},
	}
}
