// Command bot is Nim Bot: the servers for the platforms, a chat in the
// terminal, and tools for operators and mathematicians.
package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// ballastSize is how much memory the collector is told of that nobody uses, and
// that the system therefore never provides: beside it the little that the bot
// keeps is not worth a collection each few milliseconds. Under load that is a
// fifth of the processor's time, for some 20 MB that are filled in between.
const ballastSize = 8 << 20

func main() {
	var ballast []byte
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
		ballast = make([]byte, ballastSize)
	}
	code := run(untilSignalled(), os.Args[1:], system())
	runtime.KeepAlive(ballast)
	os.Exit(code)
}
