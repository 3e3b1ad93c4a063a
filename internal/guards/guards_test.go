// Package guards checks what no single package can: the directions of imports, that
// documents name files that exist, that a game is named in its own files only, and what CI
// runs. It has tests alone, and they run in the folder at the top.
package guards

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
