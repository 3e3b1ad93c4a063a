package chat_test

import (
	"runtime"
	"testing"
	"weak"

	"nimbot/chat/chattest"
)

// Ten thousand channels stay in memory: what was shown there doesn't.
func TestALaneKeepsNoReplies(t *testing.T) {
	c := chattest.NewRoom(t)
	for _, line := range []string{"start 3 4 5", "A1", "board"} {
		shown := weak.Make(c.Says("ana", line).Messages[0].Diagram)
		runtime.GC()
		if shown.Value() != nil {
			t.Errorf("after %q the lane still holds the board that was shown", line)
		}
	}
	runtime.KeepAlive(c)
}
