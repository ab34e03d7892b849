package bpe

import (
	"fmt"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// TestMemoNeverLies puts pieces that share a slot into a memo one after the other.
func TestMemoNeverLies(t *testing.T) {
	t.Parallel()
	m := new(pieceMemo)
	rapid.Check(t, func(t *rapid.T) {
		truth := map[string]int{}
		for range 50 {
			piece := rapid.SliceOfN(rapid.Byte(), 1, maxMemoPiece).Draw(t, "piece")
			var k memoKey
			k.set(piece)
			k.hash %= 4 // crowds them
			// Each has its count from its bytes, for the memo outlives the round.
			want := 1 + (int(piece[0])+len(piece))%maxMemoPiece
			if got := m.get(&k); got != 0 && got != want {
				t.Fatalf("%q: %d, want %d or nothing", piece, got, want)
			}
			m.put(&k, want)
			if got := m.get(&k); got != want {
				t.Fatalf("%q: %d right after it was put, want %d", piece, got, want)
			}
			truth[string(piece)] = want
		}
	})
}

// TestMemoKeys shows that pieces that differ in zeros at their end do not share a key.
func TestMemoKeys(t *testing.T) {
	t.Parallel()
	m := new(pieceMemo)
	for n := 1; n <= maxMemoPiece; n++ {
		var k memoKey
		k.set(make([]byte, n))
		k.hash = 0
		if got := m.get(&k); got != 0 {
			t.Fatalf("%d zeros: found %d", n, got)
		}
		m.put(&k, n)
		if got := m.get(&k); got != n {
			t.Fatalf("%d zeros: found %d", n, got)
		}
	}
}

// TestMemoConcurrent has several goroutines read and write the same few slots.
func TestMemoConcurrent(t *testing.T) {
	t.Parallel()
	m := new(pieceMemo)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 20_000 {
				n := 4 + (i*7+g)%50
				var k memoKey
				k.set([]byte(fmt.Sprintf("%0*d", n, i%13)))
				k.hash %= 2
				if got := m.get(&k); got != 0 && got != n {
					t.Errorf("piece of %d bytes: count %d", n, got)
					return
				}
				m.put(&k, n)
			}
		})
	}
	wg.Wait()
}

// TestMemoIsUsed notices a memo that forgets everything.
func TestMemoIsUsed(t *testing.T) {
	t.Parallel()
	c := counter(t, O200kBase)
	piece := []byte(" zqxjkvbpwzqxjk")
	want := c.WithoutMemo().Count(piece)
	fresh := *c
	fresh.memo = new(pieceMemo)
	var k memoKey
	k.set(piece)
	if got := fresh.memo.get(&k); got != 0 {
		t.Fatalf("an empty memo knows %d", got)
	}
	if got := fresh.Count(piece); got != want {
		t.Errorf("first count %d, want %d", got, want)
	}
	if got := fresh.memo.get(&k); got != want {
		t.Errorf("the memo has %d, want %d", got, want)
	}
	if got := fresh.Count(piece); got != want {
		t.Errorf("second count %d, want %d", got, want)
	}
}
