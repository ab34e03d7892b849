package framing

import (
	"fmt"
	"testing"
)

// BenchmarkFrame frames a catalog of a hundred tools.
func BenchmarkFrame(b *testing.B) {
	var tools []Piece
	for i := range 100 {
		tools = append(tools, Piece{
			Name:        fmt.Sprintf("tool_%d", i),
			Description: new("Does one of a hundred things, and says in a sentence of some length which one it is."),
			Input: node(b, `{"type":"object","properties":{
				"id":{"type":"string","description":"What to do it to, by the name that the list gives it"},
				"mode":{"type":"string","enum":["now","later","never"],"default":"now","description":"When"},
				"filter":{"type":"object","description":"Which ones","properties":{"since":{"type":"string","format":"date"},"most":{"type":"integer","minimum":1}}},
				"tags":{"type":"array","items":{"type":"string"},"description":"All of these"}},"required":["id"]}`),
		})
	}
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			f, err := New(name)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				segments, err := f.Frame(tools)
				if err != nil {
					b.Fatal(err)
				}
				size := 0
				for _, s := range segments {
					size += len(s.Text)
				}
				b.SetBytes(int64(size))
			}
		})
	}
}
