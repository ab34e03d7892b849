package llm

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// entrySchema names the shape of an entry. Entries of another shape are asked for anew.
const entrySchema = "schema-bench/billed-count/v1"

// An entry is one cached count. It holds nothing of what was counted but the model's name.
type entry struct {
	Schema   string    `json:"schema"`
	ID       string    `json:"id"` // so that a file under another's name is noticed
	Provider string    `json:"provider"`
	Model    string    `json:"model"`
	Tokens   int       `json:"input_tokens"`
	Measured time.Time `json:"measured"`

	cached bool
}

// contentID is the name of what was counted: equal parts, equal counts. Lengths keep the parts apart.
func contentID(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write(binary.AppendUvarint(nil, uint64(len(p))))
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// A cache is a folder with one file per count. Without a folder it keeps nothing. Several processes can share one: a
// file appears as a whole or not at all.
type cache struct{ dir string }

// load returns the entry of that id, and an entry of 0 tokens if there is none that can be trusted. Damage is no error,
// since asking again repairs it; a folder that cannot be read is one.
func (c cache) load(id string) (entry, error) {
	if c.dir == "" {
		return entry{}, nil
	}
	f, err := os.Open(c.file(id))
	if errors.Is(err, fs.ErrNotExist) {
		return entry{}, nil
	}
	if err != nil {
		return entry{}, fmt.Errorf("the cache of counts: %w", err)
	}
	defer f.Close()
	// An entry is a few hundred bytes; what is larger is none, and cut in the middle it does not parse.
	b, err := io.ReadAll(io.LimitReader(f, 4096))
	if err != nil {
		return entry{}, fmt.Errorf("the cache of counts: %w", err)
	}
	var e entry
	if json.Unmarshal(b, &e) != nil || e.Schema != entrySchema || e.ID != id || e.Tokens <= 0 || e.Measured.IsZero() {
		return entry{}, nil
	}
	e.cached = true
	return e, nil
}

// store writes an entry beside its place and moves it there.
func (c cache) store(id string, e entry) (err error) {
	if c.dir == "" {
		return nil
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("the count is not kept: %w", err)
		}
	}()
	e.Schema, e.ID = entrySchema, id
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	// What somebody measures, and with which models, is nobody else's business.
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(c.dir, ".new-*") // readable for its owner only
	if err != nil {
		return err
	}
	_, err = f.Write(append(b, '\n'))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), c.file(id))
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

func (c cache) file(id string) string { return filepath.Join(c.dir, id+".json") }
