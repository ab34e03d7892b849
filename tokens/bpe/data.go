package bpe

import (
	_ "embed"
	"sync"
)

//go:generate go run ./internal/gen

// The data files; internal/gen makes them and says what is in them.
var (
	//go:embed o200k_base.bin
	o200kMerges string
	//go:embed cl100k_base.bin
	cl100kMerges string
	//go:embed classes.bin
	classTable string
)

// tables is what encodings that differ in their special tokens only have in common.
type tables struct {
	vocabulary
	memo pieceMemo
}

// The vocabularies are large and most runs need one of them, so each is read when it is first
// asked for, once.
var (
	o200kTables  = sync.OnceValues(func() (*tables, error) { return readTables(o200kMerges) })
	cl100kTables = sync.OnceValues(func() (*tables, error) { return readTables(cl100kMerges) })
)

func readTables(merges string) (*tables, error) {
	t := new(tables)
	if err := t.read(merges); err != nil {
		return nil, err
	}
	return t, nil
}
