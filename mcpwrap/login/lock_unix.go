//go:build !windows

package login

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// tryLock reports whether the lock could be had at once.
func tryLock(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return false, nil
	}
	return err == nil, err
}
