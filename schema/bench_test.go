package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// catalog writes a tools/list answer of the size and the look that large servers send.
func catalog(bytes int) []byte {
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for i := 0; b.Len() < bytes; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"record_%d_update","description":"Changes record %d in place. Fields that are left out keep the value that they have; \"null\" clears one.",`, i, i)
		b.WriteString(`"inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{`)
		for j := range 1 + i%9 {
			fmt.Fprintf(&b, `"field_%d":{"type":["string","null"],"description":"Value of field %d, at most %d characters – line breaks (\n) allowed.","maxLength":%d},`, j, j, 40*j+40, 40*j+40)
		}
		b.WriteString(`"filters":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string","enum":["a","b","c"]},"value":{"anyOf":[{"type":"string"},{"type":"number","minimum":-1.5e3}]}},"required":["key","value"],"additionalProperties":false}},`)
		b.WriteString(`"dry_run":{"type":"boolean","default":false}},"required":["filters"],"additionalProperties":false},"annotations":{"readOnlyHint":false}}`)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

const catalogBytes = 185_000

func mustParse(tb testing.TB, text string) *schema.Node {
	tb.Helper()
	n, err := schema.Parse([]byte(text))
	if err != nil {
		tb.Fatalf("parse of %.200q: %v", text, err)
	}
	return n
}

func BenchmarkParse(b *testing.B) {
	src := catalog(catalogBytes)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := schema.Parse(src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	src := catalog(catalogBytes)
	n := mustParse(b, string(src))
	dst := make([]byte, 0, len(src))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		dst = n.Append(dst[:0])
	}
}

// BenchmarkWalk visits the schemas of the catalog's tools.
func BenchmarkWalk(b *testing.B) {
	src := catalog(catalogBytes)
	n := mustParse(b, string(src))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		for _, tool := range n.Get("tools").Items() {
			if err := schema.Walk(tool.Get("inputSchema"), func(*schema.Site) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkEqual(b *testing.B) {
	src := catalog(catalogBytes)
	m, n := mustParse(b, string(src)), mustParse(b, string(src))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if !schema.Equal(m, n) {
			b.Fatal("a document is not equal to itself")
		}
	}
}

func BenchmarkResolve(b *testing.B) {
	src := catalog(catalogBytes)
	n := mustParse(b, string(src))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		for _, tool := range n.Get("tools").Items() {
			if _, err := schema.Resolve(tool.Get("inputSchema")); err != nil {
				b.Fatal(err)
			}
		}
	}
}
