package dialog

import "nimbot/game/rules"

// Marks returns the marks for the last n moves before position ply. The bot's moves are
// always marked as the second seat's, so that its colour never changes; botFirst says
// that it has the first seat.
func Marks(m rules.Match, botFirst bool, ply, n int) []rules.Mark {
	marks := m.MarksAt(ply, n)
	if !botFirst {
		return marks
	}
	for i := range marks {
		marks[i].By = marks[i].By.Other()
	}
	return marks
}
