package main

import (
	"bytes"
	"testing"
)

// A person who plays in the terminal sees no warnings between the lines of the
// chat, unless they ask for them, but always errors.
func TestPlayLog(t *testing.T) {
	for _, c := range []struct {
		warnings, want bool
	}{{false, false}, {true, true}} {
		var out bytes.Buffer
		log := (&program{streams: streams{err: &out}}).playLog(c.warnings)
		log.Warn("the store was slow")
		if got := out.Len() > 0; got != c.want {
			t.Errorf("playLog(%v) prints a warning: %v, want %v", c.warnings, got, c.want)
		}
		out.Reset()
		if log.Error("the store is full"); out.Len() == 0 {
			t.Errorf("playLog(%v) prints no error", c.warnings)
		}
	}
}
