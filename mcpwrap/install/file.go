package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// maxBytes bounds what is read. Claude Code keeps much more than servers in its file.
const maxBytes = 64 << 20

func isTOML(path string) bool { return strings.EqualFold(filepath.Ext(path), ".toml") }

// readConfig reads the file that a path leads to.
func readConfig(path string) (string, []byte, error) {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", nil, missing(err)
	}
	info, err := os.Stat(target)
	switch {
	case err != nil:
		return "", nil, missing(err)
	case !info.Mode().IsRegular():
		return "", nil, &hinted{errors.New("it is no regular file"), "name the file with the servers"}
	case info.Size() > maxBytes:
		return "", nil, fmt.Errorf("it has more than %d bytes", maxBytes)
	}
	b, err := os.ReadFile(target)
	if err != nil {
		return "", nil, missing(err)
	}
	return target, b, nil
}

func missing(err error) error {
	cause := err
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		cause = p.Err // the path is named already
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &hinted{cause, "add a server in the client first, or name another file"}
	case errors.Is(err, fs.ErrPermission):
		return &hinted{cause, "the file must be readable, and it and its folder writable"}
	}
	return cause
}

const suffix = ".schema-bench-backup"

func backupName(path string, i int) string {
	if i == 0 {
		return path + suffix
	}
	return path + suffix + "." + strconv.Itoa(i+1)
}

// backupsOf returns the backups of a file, the oldest first.
func backupsOf(path string) ([]string, error) {
	var out []string
	for {
		name := backupName(path, len(out))
		switch _, err := os.Lstat(name); {
		case errors.Is(err, fs.ErrNotExist):
			return out, nil
		case err != nil:
			return nil, err
		}
		out = append(out, name)
	}
}

func nextBackup(path string, backups []string) string { return backupName(path, len(backups)) }

// Apply writes the backup if there is to be one, then the configuration, and removes what is not needed any more. The
// file is replaced at once or not at all and keeps its permissions and its owner. A file that has changed since the plan
// was made is an error, and nothing is written.
func (c *Change) Apply() error {
	if err := c.write(); err != nil {
		return fmt.Errorf("install: %s: %w", c.Path, err)
	}
	return nil
}

func (c *Change) write() error {
	now, err := os.ReadFile(c.Path)
	if err != nil {
		return missing(err)
	}
	if !bytes.Equal(now, c.before) {
		return &hinted{errors.New("the file has changed in the meantime"), "quit the client, and run the command again"}
	}
	info, err := os.Stat(c.Path)
	if err != nil {
		return missing(err)
	}
	if c.Backup != "" {
		if err := create(c.Backup, c.before, info); err != nil {
			return err
		}
	}
	if c.Changed() {
		if err := replace(c.Path, c.after, info); err != nil {
			if c.Backup != "" {
				err = errors.Join(err, os.Remove(c.Backup)) // of nothing that has happened
			}
			return err
		}
	}
	var errs []error
	for _, name := range c.Remove {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// create writes a file that must not be there, with the permissions and the owner of another.
func create(path string, b []byte, like fs.FileInfo) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return missing(err)
	}
	_, err = f.Write(b)
	if err == nil {
		err = own(f, like)
	}
	if err == nil {
		err = f.Chmod(like.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
	}
	return err
}

func replace(path string, b []byte, like fs.FileInfo) error {
	tmp := filepath.Join(filepath.Dir(path), ".schema-bench-"+strconv.FormatUint(rand.Uint64(), 36))
	if err := create(tmp, b, like); err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
		return err
	}
	return nil
}
