package chat_test

import (
	"runtime"
	"testing"
	"weak"

	"nimbot/game/chat/chattest"
)

// Thousands of idle lanes stay in memory, so a lane must not hold the replies of its last
// batch.
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
