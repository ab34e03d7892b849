package load

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
)

// readFile reads a document of bounded size. Regular files, pipes and terminals can be read; directories, sockets
// and devices cannot.
func (l *loader) readFile(ctx context.Context, path string) ([]byte, error) {
	full := at(l.Dir, path)
	info, err := os.Stat(full)
	if err != nil {
		return nil, fileError(path, err)
	}
	mode := info.Mode()
	switch {
	case mode.IsDir():
		return nil, directory(path, l.Dir)
	case mode&fs.ModeSocket != 0, mode&fs.ModeDevice != 0 && mode&fs.ModeCharDevice == 0:
		return nil, fmt.Errorf("%s: is a %s and holds no document", path, map[bool]string{true: "socket", false: "device"}[mode&fs.ModeSocket != 0])
	case mode.IsRegular() && info.Size() > l.MaxBytes:
		return nil, l.tooLarge()
	}
	if !mode.IsRegular() {
		// Opening a pipe waits for its writer, so that too must not outlive ctx.
		return l.await(ctx, func() ([]byte, error) { return l.slurp(full, path) })
	}
	return l.slurp(full, path)
}

func (l *loader) slurp(full, path string) ([]byte, error) {
	f, err := os.Open(full)
	if err != nil {
		return nil, fileError(path, err)
	}
	defer f.Close()
	b, err := l.readAll(f)
	if err != nil && errors.As(err, new(*fs.PathError)) {
		return nil, fileError(path, err)
	}
	return b, err
}

func fileError(path string, err error) error {
	e := &hinted{err: fmt.Errorf("%s: %w", path, unwrapPath(err))}
	switch {
	case errors.Is(err, fs.ErrPermission):
		e.hint = "the file may not be read by this user"
	case errors.Is(err, fs.ErrNotExist):
		e.hint = "it was there a moment ago: is it being replaced?"
	}
	return e
}

func unwrapPath(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// readStream reads standard input.
func (l *loader) readStream(ctx context.Context, r io.Reader) ([]byte, error) {
	return l.await(ctx, func() ([]byte, error) { return l.readAll(r) })
}

// await runs a read that nothing but its writer can end. When ctx ends first, the read is left behind, as the doc of
// Load says: there is no portable way to interrupt it.
func (l *loader) await(ctx context.Context, read func() ([]byte, error)) ([]byte, error) {
	type outcome struct {
		b   []byte
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		b, err := read()
		done <- outcome{b, err}
	}()
	select {
	case o := <-done:
		return o.b, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readAll reads a document up to the bound, and unpacks one that is compressed with gzip.
func (l *loader) readAll(r io.Reader) ([]byte, error) {
	b, err := l.bounded(r)
	if err != nil || !bytes.HasPrefix(b, []byte{0x1f, 0x8b}) {
		return b, err
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("compressed with gzip, and broken: %w", err)
	}
	defer z.Close()
	if b, err = l.bounded(z); err != nil && !errors.As(err, new(*hinted)) {
		return nil, fmt.Errorf("compressed with gzip, and broken: %w", err)
	}
	return b, err
}

func (l *loader) bounded(r io.Reader) ([]byte, error) {
	room := int64(bytes.MinRead)
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() { // read in one piece
			room += min(info.Size(), l.MaxBytes)
		}
	}
	b := bytes.NewBuffer(make([]byte, 0, room))
	if _, err := b.ReadFrom(io.LimitReader(r, l.MaxBytes+1)); err != nil {
		return nil, err
	}
	if int64(b.Len()) > l.MaxBytes {
		return nil, l.tooLarge()
	}
	return b.Bytes(), nil
}

func (l *loader) tooLarge() error {
	return &hinted{err: fmt.Errorf("the document is larger than %s", size(l.MaxBytes)), hint: "a catalog of tools is a few megabytes at most: is this the right file?"}
}

func size(n int64) string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// readGit reads REV:path as git means it: from the top of the repository, or from the directory with REV:./path. The
// blob is read as it is stored, without filters, and nothing is fetched for it.
func (l *loader) readGit(ctx context.Context, spec string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, l.Timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "cat-file", "blob", spec)
	cmd.Dir = l.Dir
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, &hinted{err: fmt.Errorf("%s: no such file, and git is not installed to read a revision", spec)}
		}
		return nil, fmt.Errorf("git: %w", err)
	}
	b, readErr := l.readAll(out)
	if readErr != nil {
		cancel() // git would wait for somebody to read the rest
	}
	waitErr := cmd.Wait()
	if readErr != nil {
		return nil, readErr
	}
	if waitErr != nil {
		return nil, gitError(spec, stderr.String(), waitErr)
	}
	return b, nil
}

func gitError(spec, stderr string, err error) error {
	line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	line = strings.TrimPrefix(line, "fatal: ")
	if line == "" {
		line = err.Error()
	}
	e := &hinted{err: fmt.Errorf("%s: git: %s", spec, line)}
	_, path, _ := strings.Cut(spec, ":")
	switch {
	case strings.Contains(stderr, "not a git repository"):
		e.hint = "no file has this name, and REV:path needs a git repository"
	case strings.Contains(stderr, "does not exist in") || strings.Contains(stderr, "exists on disk, but not in") || strings.Contains(stderr, "but not"):
		e.hint = fmt.Sprintf("paths count from the top of the repository; REV:./%s counts from this directory", path)
	}
	return e
}
