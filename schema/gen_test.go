package schema_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// genText draws a JSON document in any spelling: odd whitespace, escapes and numbers, no duplicate names.
func genText(t *rapid.T, depth int) string {
	space := rapid.SampledFrom([]string{"", "", "", " ", "\n", "\t\r\n "})
	kinds := 7
	if depth == 0 {
		kinds = 5
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return rapid.SampledFrom([]string{"null", "true", "false"}).Draw(t, "literal")
	case 1, 2:
		return genNumber(t)
	case 3, 4:
		return genString(t, rapid.StringN(0, 8, -1).Draw(t, "text"))
	case 5:
		var b strings.Builder
		b.WriteString("[" + space.Draw(t, "space"))
		for i := range rapid.IntRange(0, 4).Draw(t, "items") {
			if i > 0 {
				b.WriteString("," + space.Draw(t, "space"))
			}
			b.WriteString(genText(t, depth-1) + space.Draw(t, "space"))
		}
		return b.String() + "]"
	}
	names := rapid.SliceOfNDistinct(rapid.OneOf(rapid.SampledFrom([]string{"", "a", "b", "a/b", "~", "~1", "0", "title", "é"}), rapid.StringN(0, 5, -1)),
		0, 20, rapid.ID).Draw(t, "names")
	var b strings.Builder
	b.WriteString("{" + space.Draw(t, "space"))
	for i, name := range names {
		if i > 0 {
			b.WriteString("," + space.Draw(t, "space"))
		}
		b.WriteString(genString(t, name) + space.Draw(t, "space") + ":" + space.Draw(t, "space") + genText(t, depth-1) + space.Draw(t, "space"))
	}
	return b.String() + "}"
}

// genString draws a spelling of a string.
func genString(t *rapid.T, s string) string {
	style := rapid.IntRange(0, 2).Draw(t, "style")
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case style == 2 || r < 0x20:
			if r > 0xffff {
				r -= 0x10000
				fmt.Fprintf(&b, `\u%04x\u%04X`, 0xd800+r>>10, 0xdc00+r&0x3ff)
			} else {
				fmt.Fprintf(&b, `\u%04x`, r)
			}
		case r == '"' || r == '\\' || r == '/' && style == 1:
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func genNumber(t *rapid.T) string {
	return rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,6})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "number")
}

// sameValue is the oracle of Equal: slow, on decoded values, with exact numbers.
func sameValue(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name := range a {
			if other, ok := b[name]; !ok || !sameValue(a[name], other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !sameValue(a[i], b[i]) {
				return false
			}
		}
		return true
	case json.Number:
		b, ok := b.(json.Number)
		if !ok {
			return false
		}
		x, _ := new(big.Rat).SetString(string(a))
		y, _ := new(big.Rat).SetString(string(b))
		return x.Cmp(y) == 0
	}
	return a == b
}

// decode reads a document the way of the standard library, keeping the digits of numbers.
func decode(text string) any {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic(fmt.Sprintf("%s: %v", text, err))
	}
	return v
}

// strictly reports whether a grammatical document has no duplicate names and no ill-formed text, looked for
// independently of the package.
func strictly(text string) bool {
	if !utf8.ValidString(text) || loneSurrogate(text) {
		return false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	type level struct {
		names map[string]bool // nil in an array
		value bool            // a value comes next, not a name
	}
	var open []level
	for {
		tok, err := d.Token()
		if err != nil {
			return true
		}
		top := len(open) - 1
		if delim, ok := tok.(json.Delim); ok && (delim == '}' || delim == ']') {
			open = open[:top]
			continue
		}
		if top >= 0 && open[top].names != nil {
			if !open[top].value {
				if open[top].names[tok.(string)] {
					return false
				}
				open[top].names[tok.(string)] = true
			}
			open[top].value = !open[top].value
			if open[top].value {
				continue
			}
		}
		switch tok {
		case json.Delim('{'):
			open = append(open, level{names: map[string]bool{}})
		case json.Delim('['):
			open = append(open, level{})
		}
	}
}

// loneSurrogate reports whether an escape in a grammatical document is half of a pair.
func loneSurrogate(text string) bool {
	unit := func(i int) (v int) {
		if i+6 > len(text) || text[i] != '\\' || text[i+1] != 'u' {
			return -1
		}
		fmt.Sscanf(text[i+2:i+6], "%x", &v)
		return v
	}
	for i := 0; i < len(text); {
		if text[i] != '\\' {
			i++
			continue
		}
		switch u := unit(i); {
		case u < 0:
			i += 2
		case u >= 0xdc00 && u < 0xe000:
			return true
		case u >= 0xd800 && u < 0xdc00:
			if low := unit(i + 6); low < 0xdc00 || low >= 0xe000 {
				return true
			}
			i += 12
		default:
			i += 6
		}
	}
	return false
}
