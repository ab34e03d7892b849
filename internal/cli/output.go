package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"
)

// writeFile puts b into a file at once or not at all: a reader sees the old content or the new. The permissions of a
// file that is there already stay, and a link stays a link. The name - is standard output.
func (e *env) writeFile(name string, b []byte) error {
	if name == "-" {
		_, err := e.Out.Write(b)
		return err
	}
	path := e.path(name)
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return writeThrough(name, path, b) // a device or a pipe cannot be replaced
		}
		mode = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".schema-bench-*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, cause(err))
	}
	defer os.Remove(tmp.Name()) // fails harmlessly once the file has its name
	_, err = tmp.Write(b)
	if err = firstError(err, tmp.Chmod(mode), tmp.Sync(), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	var link *os.LinkError
	switch {
	case errors.As(err, &link):
		return fmt.Errorf("writing %s: %w", name, link.Err)
	case err != nil:
		return fmt.Errorf("writing %s: %w", name, cause(err))
	}
	return nil
}

func writeThrough(name, path string, b []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.Write(b)
		err = firstError(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, cause(err))
	}
	return nil
}

// keepOriginal copies a file that is about to be replaced to FILE.orig, unless that is there already: the first
// original is the one worth keeping.
func (e *env) keepOriginal(name string) (string, error) {
	b, err := os.ReadFile(e.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	backup := name + ".orig"
	f, err := os.OpenFile(e.path(backup), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, bytes.NewReader(b))
	return backup, errors.Join(err, f.Sync(), f.Close())
}

// sameFile reports whether two paths lead to the same file.
func sameFile(a, b string) bool {
	ia, err := os.Stat(a)
	if err != nil {
		return false
	}
	ib, err := os.Stat(b)
	return err == nil && os.SameFile(ia, ib)
}

// readText reads a text file that a flag names, - being standard input; no name is no text.
func (e *env) readText(name string) (string, error) {
	const limit = 64 << 20
	var b []byte
	var err error
	switch name {
	case "":
		return "", nil
	case "-":
		b, err = io.ReadAll(io.LimitReader(e.In, limit+1))
	default:
		var f *os.File
		if f, err = os.Open(e.path(name)); err == nil {
			b, err = io.ReadAll(io.LimitReader(f, limit+1))
			err = errors.Join(err, f.Close())
		}
	}
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, cause(err))
	case len(b) > limit:
		return "", fmt.Errorf("%s is larger than %d MiB", name, limit>>20)
	case !utf8.Valid(b):
		return "", fmt.Errorf("%s is not UTF-8 text", name)
	}
	return string(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))), nil
}
