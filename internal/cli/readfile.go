package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"
)

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
