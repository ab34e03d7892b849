//go:build unix

package install

import (
	"io/fs"
	"os"
	"syscall"
)

// own gives a new file the owner and the group of another, which it has unless another user runs the program.
func own(f *os.File, like fs.FileInfo) error {
	want, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if is, ok := info.Sys().(*syscall.Stat_t); ok && is.Uid == want.Uid && is.Gid == want.Gid {
		return nil
	}
	if err := f.Chown(int(want.Uid), int(want.Gid)); err != nil {
		return &hinted{err, "run it as the owner of the file"}
	}
	return nil
}
