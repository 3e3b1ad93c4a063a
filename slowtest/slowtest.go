// Package slowtest keeps tests that take long out of the everyday run, and those that
// take minutes out of the run before a change is merged.
package slowtest

import (
	"flag"
	"os"
	"testing"
)

// These variables enable slow tests, and nightly ones, if they aren't empty: .ci/run sets
// the first, and .ci/long both.
const (
	variable = "NIM_TEST_SLOW"
	nightly  = "NIM_TEST_NIGHTLY"
)

// Wanted reports whether slow tests run.
func Wanted() bool { return os.Getenv(variable) != "" }

// Only skips a slow test, unless slow tests run.
func Only(t testing.TB) {
	t.Helper()
	if !Wanted() {
		t.Skipf("slow; set %s=1, as .ci/run does", variable)
	}
}

// Nightly skips a test that takes minutes, unless .ci/long runs it.
func Nightly(t testing.TB) {
	t.Helper()
	if os.Getenv(nightly) == "" {
		t.Skipf("very slow; set %s=1, as .ci/long does", nightly)
	}
}

// Sequential skips a test under the race detector, which takes several times as long
// and can't find anything if one goroutine does everything.
func Sequential(t testing.TB) {
	t.Helper()
	if Race {
		t.Skip("one goroutine, so it runs without the race detector")
	}
}

// waiting is how many tests wait at the same time.
const waiting = "16"

// WaitTogether has more tests run side by side (t.Parallel) than there are processors,
// unless -parallel says otherwise: most of those in the package wait rather than compute.
// TestMain calls it first.
func WaitTogether() {
	if err := flag.Set("test.parallel", waiting); err != nil {
		panic(err) // go test defines it
	}
}

// Count returns few, or many if slow tests run.
func Count(few, many int) int { return Sizes(few, many, many) }

// Sizes returns few, many if slow tests run, or most in .ci/long.
func Sizes(few, many, most int) int {
	switch {
	case os.Getenv(nightly) != "":
		return most
	case Wanted():
		return many
	}
	return few
}
