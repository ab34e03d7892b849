package tiktokengo

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/tokens/bpe"
)

func ExampleNew() {
	c, err := New("o200k_base")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Name(), c.Count([]byte(`{"type":"string"}`)))
	// Output: o200k_base 5
}

// TestCountsAlike holds the two implementations against each other on texts of the kind that they are asked about.
func TestCountsAlike(t *testing.T) {
	t.Parallel()
	for _, encoding := range Encodings() {
		theirs, err := New(encoding)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := bpe.Load(encoding)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{
			"", "x", "Lists the open invoices of an account, newest first.", "<|endoftext|>", "a\n  \n\tb", "搜索发票 ✅ खोजें",
			`{"type":"object","properties":{"id":{"type":"integer","minimum":1}},"required":["id"]}`,
		} {
			if got, want := theirs.Count([]byte(text)), ours.Count([]byte(text)); got != want {
				t.Errorf("%s: %q is %d tokens here and %d there", encoding, text, got, want)
			}
		}
	}
}

func TestNewUnknown(t *testing.T) {
	t.Parallel()
	if c, err := New("p50k_base"); err == nil || c != nil || !strings.Contains(err.Error(), "o200k_base") {
		t.Errorf("%v, %v", c, err)
	}
}
