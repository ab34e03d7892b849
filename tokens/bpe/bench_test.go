package bpe

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// benchTexts are what the counter meets: tool catalogs, prose in two scripts, and one endless
// word.
func benchTexts() map[string][]byte {
	var tools bytes.Buffer
	for i := range 400 {
		fmt.Fprintf(&tools, `{"name":"list_invoices_%d","description":"Lists the invoices of an account, newest first. Pass a cursor to continue.",`+
			`"inputSchema":{"type":"object","properties":{"account_id":{"type":"string","description":"Identifier of the account (UUID)"},`+
			`"page_size":{"type":"integer","minimum":1,"maximum":%d},"status":{"type":"string","enum":["open","paid","overdue"]}},"required":["account_id"]}},`, i, 100+i)
	}
	return map[string][]byte{
		"tools":  tools.Bytes(),
		"prose":  []byte(strings.Repeat("It's a short walk from the harbour to the old customs house, where 3 ledgers of 1874 are kept. ", 1000)),
		"cjk":    []byte(strings.Repeat("在调用此工具之前,请先确认帐户标识符。結果はページごとに返されます。", 1000)),
		"letter": bytes.Repeat([]byte("a"), 1<<20),
	}
}

func BenchmarkCount(b *testing.B) {
	for name, text := range benchTexts() {
		for _, encoding := range Names() {
			c := counter(b, encoding)
			b.Run(encoding+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					c.Count(text)
				}
			})
		}
	}
}

func BenchmarkVocabulary(b *testing.B) {
	for b.Loop() {
		if _, err := readVocabulary("o200k_base.tiktoken"); err != nil {
			b.Fatal(err)
		}
	}
}
