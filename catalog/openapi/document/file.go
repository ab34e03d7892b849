package document

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// maxFetched is how long a file may be that a reference leads to.
const maxFetched = 32 << 20

// An outsideError says that a file is not where files may be read.
type outsideError struct{ location, folder string }

func (e *outsideError) Error() string {
	return fmt.Sprintf("%s is not in the folder %s", e.location, e.folder)
}

// Hint returns what the user can do about it.
func (e *outsideError) Hint() string { return "--allow-file=DIR names another folder" }

// FileFetch returns a function for Options.Fetch that reads the regular files in a folder and below. What is outside is an
// error, also where a symbolic link leads there.
func FileFetch(folder string) func(location string) ([]byte, error) {
	return func(location string) ([]byte, error) {
		if remote(location) {
			return nil, fmt.Errorf("%s is no file", location)
		}
		inside, err := filepath.Rel(folder, filepath.FromSlash(location))
		if err != nil || !filepath.IsLocal(inside) {
			return nil, &outsideError{location, folder}
		}
		root, err := os.OpenRoot(folder)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		// Looked at before it is opened: opening a pipe waits for its other end.
		if info, err := root.Stat(inside); err != nil {
			return nil, err
		} else if !info.Mode().IsRegular() {
			return nil, &fs.PathError{Op: "open", Path: location, Err: fs.ErrInvalid}
		}
		f, err := root.Open(inside)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, maxFetched+1))
		if err == nil && len(text) > maxFetched {
			return nil, fmt.Errorf("%s is longer than %d bytes", location, maxFetched)
		}
		return text, err
	}
}
