package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"unicode/utf8"
)

// stdinName stands for standard input among sources.
const stdinName = "-"

// sameFile reports whether a path and a source, a path or standard input, lead to the same file.
func (e *env) sameFile(path, source string) bool {
	a, err := os.Stat(path)
	if err != nil {
		return false
	}
	if f, ok := e.In.(*os.File); ok && source == stdinName {
		b, err := f.Stat()
		return err == nil && os.SameFile(a, b)
	}
	b, err := os.Stat(source)
	return err == nil && os.SameFile(a, b)
}

// readText reads a text file that a flag names, - being standard input; no name is no text.
func (e *env) readText(name string) (string, error) {
	switch name {
	case "":
		return "", nil
	case "-":
		return textOf(e.In, name, longestText)
	}
	f, err := os.Open(e.path(name))
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, cause(err))
	}
	defer f.Close()
	return textOf(f, name, longestText)
}

// longestText bounds, in bytes, what is read of a text: as much as of a document.
const longestText = 64 << 20

// textOf reads a text of up to limit bytes. A byte order mark is no part of it.
func textOf(r io.Reader, name string, limit int64) (string, error) {
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, cause(err))
	case int64(len(b)) > limit:
		return "", fmt.Errorf("%s is larger than %d bytes", name, limit)
	case !utf8.Valid(b):
		return "", fmt.Errorf("%s is not UTF-8 text", name)
	}
	return string(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))), nil
}
