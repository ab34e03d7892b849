package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// writeFile puts b into a file at once or not at all: a reader sees the old content or the new. A file that is there
// already keeps its permissions, a new one gets those that the process gives to files, and a link stays a link, also one
// to a file that is still to be made. The name - is standard output.
func (e *env) writeFile(ctx context.Context, name string, b []byte) error {
	return e.interrupts.write(ctx, func() error {
		if name == "-" {
			_, err := e.Out.Write(b)
			return err
		}
		err := replaceFile(followLinks(e.path(name)), b)
		if err == nil {
			return nil
		}
		var link *os.LinkError
		if errors.As(err, &link) {
			err = link.Err
		}
		return unwritable(name, cause(err))
	})
}

// unwritable is the error of a file that cannot be written, with what to do about it.
func unwritable(name string, err error) error {
	failed := fmt.Errorf("writing %s: %w", name, err)
	dir := filepath.Dir(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return withHint(failed, "the directory is not there: mkdir -p %s", shellWord(dir))
	case errors.Is(err, syscall.EISDIR):
		return withHint(failed, "name a file in it, such as %s", shellWord(filepath.Join(name, "tools.json")))
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return withHint(failed, "the file and its directory %s must both be writable", shellWord(dir))
	case errors.Is(err, syscall.ENOSPC):
		return withHint(failed, "free some space, or write to another disk")
	}
	return withHint(failed, "write to another file, or to standard output and on to where it belongs")
}

// followLinks returns the file that a path leads to, be it there or not.
func followLinks(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	if _, err := os.Stat(path); err == nil { // it leads to what has no path, such as the pipe behind /dev/stdout
		return path
	}
	for range 40 { // as many as systems follow
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		path = under(filepath.Dir(path), target)
	}
	return path
}

// replaceFile writes a file beside the one that it then takes the place of.
func replaceFile(path string, b []byte) error {
	info, err := os.Stat(path)
	there := err == nil
	if there && !info.Mode().IsRegular() {
		return writeThrough(path, b) // a device or a pipe cannot be replaced
	}
	tmp, err := createBeside(path)
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails harmlessly once the file has its name
	if there {
		err = tmp.Chmod(info.Mode().Perm())
	}
	if err == nil {
		_, err = tmp.Write(b)
	}
	if err = firstError(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// createBeside makes a new file in the directory of another, with the permissions that the process gives to new files,
// which those of [os.CreateTemp] are not.
func createBeside(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), ".schema-bench-"+strconv.FormatUint(rand.Uint64(), 36))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

func writeThrough(path string, b []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return firstError(err, f.Close())
}

// keepOriginal copies a file that is about to be replaced to FILE.orig, permissions included, unless that is there
// already: the first original is the one worth keeping.
func (e *env) keepOriginal(name string) (string, error) {
	source, err := os.Open(e.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(source)
	if err != nil {
		return "", err
	}
	backup := name + ".orig"
	f, err := os.OpenFile(e.path(backup), os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if errors.Is(err, fs.ErrExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, bytes.NewReader(b))
	return backup, firstError(err, f.Chmod(info.Mode().Perm()), f.Sync(), f.Close()) // the umask is that of new files
}
