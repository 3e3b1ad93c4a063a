// Package slowtest keeps tests that take long out of the everyday run, and those that
// take minutes out of the run before a change is merged.
package slowtest

import (
	"flag"
	"os"
	"strconv"
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

// Night reports whether .ci/long runs the tests.
func Night() bool { return os.Getenv(nightly) != "" }

// Nightly skips a test that takes minutes, unless .ci/long runs it.
func Nightly(t testing.TB) {
	t.Helper()
	if !Night() {
		t.Skipf("very slow; set %s=1, as .ci/long does", nightly)
	}
}

// Quick skips a test that starts other programs, such as a browser, a Redis server or the bot
// itself, or that computes for seconds, if go test runs with -short.
func Quick(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("not in the quick run, -short")
	}
}

// Sequential skips a test under the race detector, which takes several times as long, and
// finds nothing if one goroutine does everything, or what runs side by side does so in
// other tests, too.
func Sequential(t testing.TB) {
	t.Helper()
	if Race {
		t.Skip("one goroutine, so it runs without the race detector")
	}
}

// WaitTogether has n tests run side by side (t.Parallel), unless -parallel says otherwise:
// for a package whose tests wait more than they compute, more than there are processors.
// TestMain calls it first.
func WaitTogether(n int) {
	if err := flag.Set("test.parallel", strconv.Itoa(n)); err != nil {
		panic(err) // go test defines the flag
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
