// Package slowtest keeps tests that take long out of the everyday run.
package slowtest

import (
	"os"
	"testing"
)

// variable has slow tests run when it isn't empty, as .ci/run sets it.
const variable = "NIM_TEST_SLOW"

// Wanted reports whether slow tests run.
func Wanted() bool { return os.Getenv(variable) != "" }

// Only skips a slow test, unless slow tests run.
func Only(t testing.TB) {
	t.Helper()
	if !Wanted() {
		t.Skipf("slow; set %s=1, as .ci/run does", variable)
	}
}

// Sequential skips a test under the race detector, which takes several times as long
// and has nothing to see where one goroutine does everything.
func Sequential(t testing.TB) {
	t.Helper()
	if Race {
		t.Skip("one goroutine, so it runs without the race detector")
	}
}

// Count is how much a test does: few usually, many where slow tests run.
func Count(few, many int) int {
	if Wanted() {
		return many
	}
	return few
}
