package chat_test

import (
	"reflect"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/rules"
)

// A board marks the last two moves. The bot's moves are always marked as the second
// player's.
func TestMarksOfABoard(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "challenge @bob 1 4 6 game:turtles first:me")
	c.Says("bob", "accept")
	c.Says("ana", "6,3")
	r := c.Says("bob", "4,2")
	want := []rules.Mark{
		{By: 0, Deed: rules.Turned, From: 6, To: 6}, {By: 0, Deed: rules.Turned, From: 3, To: 3},
		{By: 1, Deed: rules.Turned, From: 4, To: 4}, {By: 1, Deed: rules.Turned, From: 2, To: 2},
	}
	if got := r.Messages[0].Diagram.Marks; !reflect.DeepEqual(got, want) {
		t.Errorf("after 6,3 and 4,2 the board is marked %v, want %v", got, want)
	}

	m, err := rules.NewMatch(rules.Setup{Game: "nim", Start: "3 4"})
	if err == nil {
		m, err = m.Play(0, "A1")
	}
	if err != nil {
		t.Fatal(err)
	}
	for botFirst, by := range map[bool]rules.Seat{false: 0, true: 1} {
		if got := m.MarksAt(1, 2, botFirst); len(got) != 1 || got[0].By != by {
			t.Errorf("MarksAt of a first move, the bot's: %t, = %v, want one by seat %d", botFirst, got, by)
		}
	}
}
