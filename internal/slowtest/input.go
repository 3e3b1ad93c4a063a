package slowtest

import (
	"testing"
	"time"
)

// perInput is how long one input of a fuzz target may take: thousands of times as long as it does.
const perInput = 20 * time.Second

// Input stops the program if an input of a fuzz target takes too long, so that the fuzzer reports it
// instead of waiting for it. A fuzz target's function begins with it.
func Input(t *testing.T) {
	t.Helper()
	watch := time.AfterFunc(perInput, func() { panic("this input takes longer than " + perInput.String()) })
	t.Cleanup(func() { watch.Stop() })
}
