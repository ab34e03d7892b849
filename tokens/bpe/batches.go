package bpe

// batches hands entries to a hash table region by region instead of in the order in which they come. A
// table is several megabytes, and hundreds of thousands of stores all over it would take most of
// the time of loading a vocabulary, waiting for memory and for the addresses of its pages.
type batches struct {
	entries []uint64 // as many for each region
	fill    [regions]int
}

const (
	regionBits = 6
	regions    = 1 << regionBits
)

// newBatches makes room for n entries in regions that may differ by a fourth.
func newBatches(n int) *batches {
	return &batches{entries: make([]uint64, regions*(n/regions*5/4+1))}
}

// add takes an entry with its hash, whose uppermost bits say where it belongs in the table. It reports
// false if there is no room left for that region.
func (b *batches) add(hash, entry uint64) bool {
	region := hash >> (64 - regionBits)
	size := len(b.entries) / regions
	if b.fill[region] == size {
		return false
	}
	b.entries[int(region)*size+b.fill[region]] = entry
	b.fill[region]++
	return true
}

// flush hands over all entries and forgets them.
func (b *batches) flush(insert func(entry uint64)) {
	size := len(b.entries) / regions
	for region, n := range b.fill {
		for _, e := range b.entries[region*size:][:n] {
			insert(e)
		}
		b.fill[region] = 0
	}
}
