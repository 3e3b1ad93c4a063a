// Command bot is Nim Bot: the servers for the platforms, a chat in the
// terminal, and tools for operators and mathematicians.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
)

// ballastSize is the size of an allocation that is never touched, so the system
// never backs it with memory. It raises the heap size at which the collector
// runs: without it the bot's small heap would be collected every few
// milliseconds, which takes a fifth of the processor's time under load. The
// price is some 20 MB of garbage between collections.
const ballastSize = 8 << 20

func main() {
	var ballast []byte
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
		ballast = make([]byte, ballastSize)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], system())
	stop()
	runtime.KeepAlive(ballast)
	os.Exit(code)
}
