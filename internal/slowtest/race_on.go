//go:build race

package slowtest

// Race reports that the race detector watches.
const Race = true
