package chat_test

import (
	"nimbot/game/chat/chattest"
	"nimbot/internal/slowtest"
	"testing"
)

func TestMovesAsPeopleTypeThem(t *testing.T) {
	slowtest.Sequential(t)
	for _, tc := range []struct{ start, text, want string }{
		{"3 4 5", "2 A", "ana took 2 from A."},
		{"3 4 5", "2b", "ana took 2 from B."},
		{"3 4 5", "`A2`", "ana took 2 from A."},
		{"3 4 5", "A2!", "ana took 2 from A."},
		{"3 4 5", "take 2 from A.", "ana took 2 from A."},
		{"3 game:pass", "pass", "ana passed on A."},
		{"3 4 game:pass", "pass", "That could mean several moves: `A0`, `B0`."},
		{"3 4 5", "all", "Which one: `A3`, `B4`, `C5`?"},
		{"1 4 5", "A2", "Pile A has only 1, so you can't take more. A move looks like `/nim A1`."},
		{"1 4 5", "B5", "Pile B has only 4, so you can take 1 to 4. A move looks like `/nim B4`."},
		{"5x8@2,3 game:cake", "top2", "On that side you can eat just 1. A move looks like `/nim top1`."},
		{"3 4 5 k2 game:moore", "take one from B and two from pile C", "ana took 1 from B and 2 from C."},
		{"2 5 9 game:coins", "move the coin on 5 to square 3", "ana slid 5 → 3."},
		// Coins that aren't consecutive aren't read as the ends of a run.
		{"5 7 game:ruler", "turn 7, 5 and 3", "`turn 7, 5 and 3` isn't a move here."},
		{"5 7 game:ruler", "7, 5", "`7, 5` isn't a move here."},
		// The refusal quotes the line as typed and reads no word as a pile's name.
		{"3 4 5", "take a stone", "From which pile shall I take 1:"},
		{"3 4 5", "Take One from A and two from B", "One move at a time. Which one: `A1`, `B2`?"},
		{"3 4 5", "split A into 1 and 2", "`split A into 1 and 2` isn't a move here."},
		{"3 4 5", "take from A", "How many from pile A:"},
		{"3 4 5", "B", "How many from pile B:"},
		{"3 4 5", "não tira 2 de B", "I didn't understand that"}, // there is no pile N
		{"1 2", "foo1", "`foo1` isn't a move here. A move looks like `/nim A1`."},
		{"2 1", "foo1", "`foo1` isn't a move here. A move looks like `/nim A2`."}, // A1 would win
		{"2 1", "A", "How many from pile A:"},
		{"3 4 5", "D1", "There's no pile D; the last one is C."},
		{"3 4 5", "AB1", "There's no pile AB; the last one is C."},
		{"red 8:2,5 6:1,6 game:northcott", "take 2", "`take 2` isn't a move here."},
		{"3 4 5", "take", "Which move? A move looks like `/nim A1`."},
		{"2 5 9 game:coins", "move", "Which move? A move looks like `/nim 2-1`."},
	} {
		c := chattest.NewRoom(t)
		c.Says("ana", "start "+tc.start)
		c.Expect(c.Says("ana", tc.text), tc.want)
	}
	c := chattest.NewRoom(t)
	c.Expect(c.Says("ana", "strat 3 4 misere"), "Did you mean `/nim start 3 4 misere`?")
	c.Expect(c.Says("ana", "hnit"), "There's no game here. Start one with `/nim start 3 4 5`.") // the misspelt hint gets the refusal of a hint
	c.Expect(c.Says("ana", "hello there"), "Hello. Pick a game")
	c.Expect(c.Says("ana", "strat `x`"), "Did you mean `/nim start`?")
	c.Expect(c.Says("ana", "take"), "There's no game here.")
	c.Says("ana", "start 3 4 5")
	c.Expect(c.Says("ana", "hnit"), "Did you mean `/nim hint`?")
}
