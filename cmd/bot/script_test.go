package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"nimbot/internal/slowtest"
)

// TestMain makes this test binary the program itself when it is called "bot":
// the scripts and the tests of killed processes run it under that name.
func TestMain(m *testing.M) {
	slowtest.WaitTogether(4)
	testscript.Main(m, map[string]func(){"bot": main})
}

// TestScripts runs the shell commands in the files of testdata, one at a time.
func TestScripts(t *testing.T) {
	slowtest.Sequential(t)
	slowtest.Quick(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"code": exitCode, "port": freePort, "picture": picture},
	})
}
