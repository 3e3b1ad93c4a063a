//go:build !unix

package main

import "os"

// columnsOf returns 0: on other systems the width isn't known.
func columnsOf(*os.File) int { return 0 }
