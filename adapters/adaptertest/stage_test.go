package adaptertest

import "testing"

// An edit that retires an old board says nothing, and doesn't make it the channel's board again.
func TestARetiredBoardIsNotTheNewest(t *testing.T) {
	s := newStage(nil)
	button := []Button{{Label: "A"}}
	for _, tt := range []struct {
		m     Message
		says  bool
		board string
	}{
		{Message{ID: "1", Text: "ana's move. Pile: A 3.", Buttons: button}, true, "1"},
		{Message{ID: "1", Text: "bob's move. Pile: A 2.", Buttons: button}, true, "1"},
		{Message{ID: "2", Text: "ana's move. Pile: A 1.", Buttons: button}, true, "2"},
		{Message{ID: "1", Text: "bob's move. Pile: A 2.\nThe current board is farther down."}, false, "2"},
		{Message{ID: "2", Text: "ana won. Pile: A 0."}, true, "2"},
		{Message{ID: "1", Text: "cleo's move. Pile: A 2.", Buttons: button}, true, "1"},
	} {
		if says := s.note(tt.m); says != tt.says || s.boards[""].ID != tt.board {
			t.Errorf("note(%+v) = %v, and the board is %s; want %v and %s", tt.m, says, s.boards[""].ID, tt.says, tt.board)
		}
	}
}
