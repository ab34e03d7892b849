package calibrate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/schema-bench/schema-bench/internal/strictjson"
)

// fileSchema is the "schema" member of a calibration file.
const fileSchema = "schema-bench/calibration/v1"

// maxFile bounds a calibration file in bytes: the most that [Calibration.Save] writes stays below 4 MB.
const maxFile = 16 << 20

// FileError says what is wrong with a calibration file. Nothing is reset because of it: what was learned may be all
// right but for one byte.
type FileError struct {
	Path string
	Err  error
}

// Error names the file and what is wrong with it.
func (e *FileError) Error() string { return fmt.Sprintf("calibrate: %s: %v", e.Path, e.Err) }

// Unwrap returns what is wrong.
func (e *FileError) Unwrap() error { return e.Err }

// Hint says what can be done about it.
func (e *FileError) Hint() string {
	return fmt.Sprintf("repair %s, or move it away to start anew; usage is learned again within %d requests", e.Path, MinObservations)
}

type file struct {
	Schema string   `json:"schema"`
	Series []series `json:"series"` // the one with the latest news last
}

type series struct {
	Provider     string  `json:"provider"`
	Model        string  `json:"model"`
	Framing      string  `json:"framing"`
	Observations []point `json:"observations"` // oldest first
}

type point struct {
	Estimate int       `json:"estimate"`
	Server   int       `json:"server"`
	Tools    bool      `json:"tools,omitempty"`
	At       time.Time `json:"at,omitzero"`
}

// Load reads what [Calibration.Save] wrote. A file that is not there is a calibration without observations. One that is
// damaged, of another program or of a newer version is a *[FileError].
func Load(path string) (*Calibration, error) {
	b, err := read(path)
	if err != nil {
		return nil, err
	}
	return &Calibration{filed: b}, nil
}

func read(path string) (book, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return book{}, nil
	}
	if err != nil {
		return book{}, fmt.Errorf("calibrate: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return book{}, fmt.Errorf("calibrate: %w", err)
	}
	b, err := decode(data)
	if err != nil {
		return book{}, &FileError{Path: path, Err: err}
	}
	return b, nil
}

func decode(data []byte) (book, error) {
	if len(data) > maxFile {
		return book{}, fmt.Errorf("more than %d bytes", maxFile)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return book{}, errors.New("the file is empty")
	}
	// The schema is looked at first: members that are not known are no news in another program's file.
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return book{}, strictjson.Position(err)
	}
	if head.Schema != fileSchema {
		return book{}, fmt.Errorf("schema %.60q; known: %q", head.Schema, fileSchema)
	}
	var in file
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return book{}, strictjson.Position(err)
	}
	var b book
	for i, s := range in.Series {
		k := Key{s.Provider, s.Model, s.Framing}
		if len(b.of[k]) > 0 {
			return book{}, fmt.Errorf("/series/%d: a second one of %s %s %s", i, k.Provider, k.Model, k.Framing)
		}
		for j, p := range s.Observations {
			o := Observation{Key: k, Estimate: p.Estimate, Server: p.Server, Tools: p.Tools, At: p.At}
			if why := o.unusable(); why != "" {
				return book{}, fmt.Errorf("/series/%d/observations/%d: %s", i, j, why)
			}
			b.add(o)
		}
	}
	return b, nil
}

func encode(b *book) ([]byte, error) {
	out := file{Schema: fileSchema, Series: make([]series, 0, len(b.order))}
	for _, k := range b.order {
		s := series{Provider: k.Provider, Model: k.Model, Framing: k.Framing}
		for _, o := range b.of[k] {
			s.Observations = append(s.Observations, point{Estimate: o.Estimate, Server: o.Server, Tools: o.Tools, At: o.At})
		}
		out.Series = append(out.Series, s)
	}
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	err := e.Encode(out)
	return buf.Bytes(), err
}

// Save adds what was observed since the last Save to the file, and takes over what others added in the meantime: it reads
// the file, appends, cuts to the latest observations, and puts the result in place of the file at once, under a lock on
// the file's name with ".lock" behind it. Two processes that save lose nothing of each other's. It waits for the lock
// until ctx is done. A damaged file is a *[FileError] and stays as it is. After an error the observations are still there
// for the next Save. With nothing new it only reads.
func (c *Calibration) Save(ctx context.Context, path string) error {
	c.saving.Lock()
	defer c.saving.Unlock()
	c.mu.Lock()
	c.moving, c.fresh = c.fresh, book{}
	c.mu.Unlock()

	merged, err := c.merge(ctx, path)

	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		c.filed = merged
	} else {
		c.moving.append(&c.fresh)
		c.fresh = c.moving
	}
	c.moving = book{}
	return err
}

func (c *Calibration) merge(ctx context.Context, path string) (book, error) {
	// A link stays a link.
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if len(c.moving.order) == 0 {
		return read(path)
	}
	unlock, err := lock(ctx, path+".lock")
	if err != nil {
		return book{}, fmt.Errorf("calibrate: locking %s: %w", path, err)
	}
	defer unlock()
	b, err := read(path)
	if err != nil {
		return book{}, err
	}
	b.append(&c.moving)
	data, err := encode(&b)
	if err != nil {
		return book{}, fmt.Errorf("calibrate: %w", err)
	}
	if err := replace(path, data); err != nil {
		return book{}, fmt.Errorf("calibrate: %w", err)
	}
	return b, nil
}

// replace puts data in place of a file, wholly or not at all.
func replace(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	if err := fill(f, data); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// fill writes and closes a file. A disk may say only at the end that it had no room.
func fill(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if end := f.Close(); err == nil {
		err = end
	}
	return err
}
