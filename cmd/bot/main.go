// Command bot is Nim Bot: the servers for the platforms, a chat in the
// terminal, and tools for operators and mathematicians.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

func main() {
	if os.Getenv("GOGC") == "" {
		// Little is kept and a command leaves some 10 kB behind: collecting
		// half as often saves a quarter of the processor's time.
		debug.SetGCPercent(200)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], system())
	stop()
	os.Exit(code)
}
