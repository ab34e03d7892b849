package bpe

import (
	"hash/maphash"
	"sync"
)

// SegmentMemo is a counter that remembers the counts of whole texts, such as the messages of a history
// or the tools of a catalog, which are counted again before every request. It knows a text by a hash
// of 128 bits under a key of its own and by its length; the text itself is not kept. It is safe for
// concurrent use. Only [NewSegmentMemo] makes one that works.
type SegmentMemo struct {
	counter interface{ Count(text []byte) int }
	seeds   [2]maphash.Seed
	half    int // entries in each generation

	mu sync.Mutex
	// What is not asked for while the young generation fills up is forgotten when it takes the place of
	// the old one: close to forgetting what was not asked for the longest, without keeping an order.
	young, old map[segmentKey]int
}

type segmentKey struct {
	hash [2]uint64
	size int
}

// NewSegmentMemo returns a memo in front of a counter that gives the same text the same count always.
// It remembers at most the given number of texts, at least two, at about 100 bytes each.
func NewSegmentMemo(counter interface{ Count(text []byte) int }, entries int) *SegmentMemo {
	return &SegmentMemo{
		counter: counter,
		seeds:   [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
		half:    max(1, entries/2),
		young:   map[segmentKey]int{},
	}
}

// Name returns the name of the counter behind the memo, empty if it has none.
func (m *SegmentMemo) Name() string {
	if n, ok := m.counter.(interface{ Name() string }); ok {
		return n.Name()
	}
	return ""
}

// Count returns what the counter behind the memo counts for text.
func (m *SegmentMemo) Count(text []byte) int {
	key := segmentKey{[2]uint64{maphash.Bytes(m.seeds[0], text), maphash.Bytes(m.seeds[1], text)}, len(text)}
	m.mu.Lock()
	n, ok := m.young[key]
	if !ok {
		if n, ok = m.old[key]; ok {
			m.add(key, n)
		}
	}
	m.mu.Unlock()
	if ok {
		return n
	}
	// Counted outside the lock: others may look up meanwhile, and at worst two count the same text.
	n = m.counter.Count(text)
	m.mu.Lock()
	m.add(key, n)
	m.mu.Unlock()
	return n
}

// add puts a count into the young generation.
func (m *SegmentMemo) add(key segmentKey, n int) {
	if len(m.young) >= m.half {
		m.old, m.young = m.young, make(map[segmentKey]int, m.half)
	}
	m.young[key] = n
}
