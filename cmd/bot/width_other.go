//go:build !unix

package main

import "os"

// columnsOf is 0: elsewhere nothing tells how many characters fit into a line.
func columnsOf(*os.File) int { return 0 }
