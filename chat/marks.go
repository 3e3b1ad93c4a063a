package chat

import (
	"nimbot/channel"
	"nimbot/game"
)

// Marks are what the last n moves before position ply of a match did, to be
// seen on its drawing. The bot's are those of the second seat wherever it
// sits, so that its colour is always the same.
func Marks(m game.Match, players [2]channel.Player, ply, n int) []game.Mark {
	marks := m.MarksAt(ply, n)
	if players[0].Level == "" {
		return marks
	}
	for i := range marks {
		marks[i].By = marks[i].By.Other()
	}
	return marks
}
