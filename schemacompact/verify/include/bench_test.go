package include

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkDecide compares a document of 200 properties to one in which each of them is written in another way.
func BenchmarkDecide(b *testing.B) {
	document := func(form string) string {
		var s strings.Builder
		for i := range 200 {
			if i > 0 {
				s.WriteByte(',')
			}
			fmt.Fprintf(&s, `"p%d":`+form, i, i)
		}
		return `{"type":"object","properties":{` + s.String() + `},"required":["p1","p2"]}`
	}
	x := read2020(b, document(`{"anyOf":[{"type":"array","items":{"type":"string","maxLength":%d}},{"type":"null"}]}`))
	y := read2020(b, document(`{"type":["array","null"],"items":{"allOf":[{"type":"string"},{"maxLength":%d}]}}`))
	for b.Loop() {
		if r := Decide(x, y, nil); r.AinB != Yes || r.BinA != Yes {
			b.Fatalf("%+v", r)
		}
	}
}

// BenchmarkHostile searches what a search can be led astray by.
func BenchmarkHostile(b *testing.B) {
	for name, pair := range hostile() {
		x, y := read2020(b, pair[0]), read2020(b, pair[1])
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Decide(x, y, nil)
			}
		})
	}
}
