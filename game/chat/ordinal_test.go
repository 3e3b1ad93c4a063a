package chat_test

import (
	"testing"

	"nimbot/game/chat/chattest"
)

// A pile may be named by its place, up to the twelfth.
func TestAPileIsNamedByItsPlace(t *testing.T) {
	for i, words := range [][2]string{
		{"first", "1st"}, {"second", "2nd"}, {"third", "3rd"}, {"fourth", "4th"}, {"fifth", "5th"}, {"sixth", "6th"},
		{"seventh", "7th"}, {"eighth", "8th"}, {"ninth", "9th"}, {"tenth", "10th"}, {"eleventh", "11th"}, {"twelfth", "12th"},
	} {
		for _, word := range words {
			for _, line := range []string{"take 2 from the " + word + " pile", "take two from the " + word, "move take two from the " + word + " pile", "2 from " + word + " pile"} {
				c := chattest.NewRoom(t)
				c.Play("ana: challenge @bob 3 4 5 6 7 8 9 10 11 12 13 14", "bob: accept")
				c.Expect(c.Says("ana", line), "ana took 2 from "+string(rune('A'+i)))
			}
		}
	}
}
