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

// Played is a game, for platforms that show more of it than how it stands.
type Played struct {
	Match    game.Match
	BotFirst bool // the bot moved first
	// Score has, in a game that somebody shares, a letter for each of their
	// judged decisions: "k" where the win was kept, "t" where it was given away.
	Score string
}

// Drawing is the drawing of position ply, 0 being the start, marked with what
// the last n moves before it did.
func (p Played) Drawing(w *words.Catalogue, ply, n int, locale string) game.Diagram {
	d := *w.Drawing(p.Match.Positions()[ply], locale)
	d.Marks = Marks(p.Match, p.BotFirst, ply, n)
	return d
}

// Frames are the drawings of the game from its start on, without the moves that
// were taken back, each marked with the move that led to it.
func (p Played) Frames(w *words.Catalogue, locale string) []game.Diagram {
	frames := make([]game.Diagram, len(p.Match.Positions()))
	for ply := range frames {
		frames[ply] = p.Drawing(w, ply, 1, locale)
	}
	return frames
}
