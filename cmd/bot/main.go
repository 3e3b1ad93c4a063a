// Command bot is Nim Bot: the servers for the platforms, a chat in the
// terminal, and tools for operators and mathematicians.
package main

import (
	"os"
	"runtime/debug"
	_ "time/tzdata" // time zones, where the machine has none

	_ "golang.org/x/crypto/x509roots/fallback" // certificate authorities, where the machine has none

	"nimbot/cmd/bot/serve"
)

// gcPercent lets the heap grow to five times the live heap before the collector
// runs. The live heap is small (about 2 kB per channel), and each command
// allocates much more: at Go's 100 % the collector takes a third of a command's
// processor time, at 400 % about a tenth. GOGC and GOMEMLIMIT apply as always.
const gcPercent = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	code := run(serve.UntilSignalled(), os.Args[1:], system())
	os.Exit(code)
}
