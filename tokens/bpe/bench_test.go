package bpe

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// benchTexts are what the counter meets: tool catalogs, prose in two scripts, code, logs and one endless
// word.
func benchTexts() map[string][]byte {
	var tools, logs bytes.Buffer
	for i := range 400 {
		fmt.Fprintf(&tools, `{"name":"list_invoices_%d","description":"Lists the invoices of an account, newest first. Pass a cursor to continue.",`+
			`"inputSchema":{"type":"object","properties":{"account_id":{"type":"string","description":"Identifier of the account (UUID)"},`+
			`"page_size":{"type":"integer","minimum":1,"maximum":%d},"status":{"type":"string","enum":["open","paid","overdue"]}},"required":["account_id"]}},`, i, 100+i)
		fmt.Fprintf(&logs, "2026-11-%02dT08:%02d:17.%03dZ  WARN  [worker-%d]  slow query     rows=%d id=%08x\n\tat Store.find (store.js:%d:17)\n",
			1+i%30, i%60, i*7%1000, i%16, i*i, uint32(i)*0x9e3779b9, i)
	}
	return map[string][]byte{
		"tools":  tools.Bytes(),
		"prose":  []byte(strings.Repeat("It's a short walk from the harbour to the old customs house, where 3 ledgers of 1874 are kept. ", 1000)),
		"code":   []byte(strings.Repeat("func (s *Store) PutAll(ctx context.Context, rows []Row) error {\n\tfor i, r := range rows {\n\t\tif err := s.put(ctx, &r); err != nil {\n\t\t\treturn fmt.Errorf(\"row %d: %w\", i, err)\n\t\t}\n\t}\n\treturn nil\n}\n\n", 400)),
		"cjk":    []byte(strings.Repeat("在调用此工具之前,请先确认帐户标识符。結果はページごとに返されます。", 1000)),
		"logs":   logs.Bytes(),
		"mixed":  []byte(strings.Repeat("Привет, मित्र! 안녕하세요 👋🏽 naïve Ωμέγα สวัสดี שלום ٣٤٥ ½ 日本\u0301\n", 1000)),
		"letter": bytes.Repeat([]byte("a"), 1<<20),
	}
}

func BenchmarkCount(b *testing.B) {
	for name, text := range benchTexts() {
		for _, encoding := range []string{O200kBase, Cl100kBase} {
			c := counter(b, encoding)
			for kind, c := range map[string]*Encoding{"memo": c, "plain": c.WithoutMemo()} {
				b.Run(encoding+"/"+name+"/"+kind, func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					b.ReportAllocs()
					for b.Loop() {
						c.Count(text)
					}
				})
			}
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	for name, text := range benchTexts() {
		c := counter(b, O200kBase)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			var ids []int
			for b.Loop() {
				ids = c.AppendEncode(ids[:0], text)
			}
		})
	}
}

// BenchmarkRecount counts a history of 200,000 tokens, about 0.9 MB in 200 messages, after a message of
// 4 kB was appended that was not there before.
func BenchmarkRecount(b *testing.B) {
	line := "The build of step %d of run %d went through in %d seconds and left 3 warnings about unused imports. "
	var history [][]byte
	for i := range 200 {
		var m bytes.Buffer
		for k := 0; m.Len() < 4500; k++ {
			fmt.Fprintf(&m, line, i, k, i*k)
		}
		history = append(history, m.Bytes())
	}
	c := counter(b, O200kBase)
	memo := NewSegmentMemo(c, 4096)
	total := 0
	for _, m := range history {
		total += memo.Count(m)
	}
	b.ReportAllocs()
	round := 0
	for b.Loop() {
		round++
		var last []byte
		for len(last) < 4000 {
			last = fmt.Appendf(last, line, round, len(last), round)
		}
		n := memo.Count(last)
		for _, m := range history {
			n += memo.Count(m)
		}
		if n <= total {
			b.Fatal(n, total)
		}
	}
	b.ReportMetric(float64(total), "tokens")
}

func BenchmarkLoad(b *testing.B) {
	for name, merges := range map[string]string{O200kBase: o200kMerges, Cl100kBase: cl100kMerges} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := readTables(merges); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
