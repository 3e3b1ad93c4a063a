//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// columnsOf returns the width of the terminal f, 0 if it is unknown.
func columnsOf(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
