package main

import (
	"errors"
	"net"
	"os/exec"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"nimbot/internal/freeport"
)

// exitCode runs a command that must end with an exact code:
//
//	code 2 bot solve abc
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND …")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v: %v", args[1:], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%v ended with %d, want %d", args[1:], got, want)
	}
}

// freePort puts the number of a port that nobody uses into a variable.
func freePort(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: port NAME")
	}
	address, err := freeport.Choose()
	ts.Check(err)
	_, port, _ := net.SplitHostPort(address)
	ts.Setenv(args[0], port)
}
