package chat

import (
	"testing"

	"nimbot/typed"
)

// TestEveryCommandIsDone holds the table of commands against the functions that
// do them: the two sets are the same.
func TestEveryCommandIsDone(t *testing.T) {
	done := actions()
	for _, c := range typed.Commands() {
		if (done[c.Name] == nil) == (c.Of == typed.Channel) {
			t.Errorf("the command %q about %d: is it done here? %v", c.Name, c.Of, done[c.Name] != nil)
		}
		delete(done, c.Name)
	}
	for name := range done {
		t.Errorf("%q is done and stands in no row of the table", name)
	}
}
