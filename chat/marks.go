package chat

import (
	"nimbot/game"
	"nimbot/words"
)

// Marks show on a drawing what the last n moves before position ply of a match
// did. The bot's moves are always marked as the second seat's, so that its colour
// never changes; botFirst says that it sits in the first.
func Marks(m game.Match, botFirst bool, ply, n int) []game.Mark {
	marks := m.MarksAt(ply, n)
	if !botFirst {
		return marks
	}
	for i := range marks {
		marks[i].By = marks[i].By.Other()
	}
	return marks
}

// Frames are the drawings of a match from its start on, without the moves that
// were taken back, each marked with the move that led to it.
func Frames(w *words.Catalogue, m game.Match, botFirst bool, locale string) []game.Diagram {
	frames := make([]game.Diagram, 0, len(m.Moves())+1)
	for i, p := range m.Positions() {
		d := w.Drawing(p, locale)
		d.Marks = Marks(m, botFirst, i, 1)
		frames = append(frames, *d)
	}
	return frames
}
