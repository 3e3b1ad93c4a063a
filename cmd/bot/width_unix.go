//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// columnsOf is how many characters fit into a line of the terminal f, 0 when
// it does not tell.
func columnsOf(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
