package bpe

import (
	"fmt"
	"sync"
	"testing"
)

// counts is a counter that says how often it was asked.
type counts struct {
	mu    sync.Mutex
	calls int
}

func (c *counts) Count(text []byte) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	return len(text)
}

func ExampleNewSegmentMemo() {
	c, err := Load(O200kBase)
	if err != nil {
		fmt.Println(err)
		return
	}
	memo := NewSegmentMemo(c, 10_000)
	history := []string{"Which invoices are open?", "Three: 1041, 1042 and 1055."}
	for range 2 { // the second time without counting
		total := 0
		for _, message := range history {
			total += memo.Count([]byte(message))
		}
		fmt.Println(memo.Name(), total)
	}
	// Output:
	// o200k_base 19
	// o200k_base 19
}

func TestSegmentMemo(t *testing.T) {
	t.Parallel()
	c := new(counts)
	m := NewSegmentMemo(c, 8)
	text := func(i int) []byte { return make([]byte, i) } // differ in length only
	for round := range 3 {
		for i := range 4 {
			if got := m.Count(text(i)); got != i {
				t.Fatalf("round %d: Count of %d bytes = %d", round, i, got)
			}
		}
	}
	if c.calls != 4 {
		t.Errorf("counted %d times, want 4", c.calls)
	}
	if m.Name() != "" {
		t.Errorf("name %q of a counter without one", m.Name())
	}
	for i := range 1000 {
		m.Count(text(i))
		m.Count(text(2)) // in use all the time
		if n := len(m.young) + len(m.old); n > 8 {
			t.Fatalf("%d entries, want at most 8", n)
		}
	}
	before := c.calls
	m.Count(text(2))
	if c.calls != before {
		t.Error("an entry in use was forgotten")
	}
	m.Count(text(500))
	if c.calls != before+1 {
		t.Error("an entry out of use was kept in a memo of 8")
	}
}

func TestSegmentMemoContent(t *testing.T) {
	t.Parallel()
	c := counter(t, Cl100kBase)
	m := NewSegmentMemo(c, 1)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 500 {
				text := fmt.Appendf(nil, "message %d: %0*d", i%7, i%40, 1)
				if got, want := m.Count(text), c.Count(text); got != want {
					t.Errorf("Count(%q) = %d, want %d", text, got, want)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestSegmentMemoAllocates(t *testing.T) {
	m := NewSegmentMemo(new(counts), 100)
	text := []byte("counted before")
	m.Count(text)
	if n := testing.AllocsPerRun(5, func() { m.Count(text) }); n != 0 {
		t.Errorf("%v allocations per count of a known text", n)
	}
}
