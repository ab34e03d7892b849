//go:build unix && !linux

package proc

import "syscall"

// tieToParent does nothing: outside Linux no request exists that a parent's death should kill a
// child. A stdio server still sees the end of its input.
func tieToParent(*syscall.SysProcAttr) {}

// onlyZombies reports false: it cannot be told here without a library.
func onlyZombies(int) bool { return false }
