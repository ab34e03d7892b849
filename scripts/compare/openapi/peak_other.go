//go:build !unix

package main

import "os"

// peak returns 0: the most memory that a process had at a time is not known here.
func peak(*os.ProcessState) int64 { return 0 }
