package chat

import (
	"strings"

	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/words"
)

// told is a message of some lines.
func told(lines ...words.Text) Message { return Message{Lines: lines} }

// working is a sentence, and below it a working of the game key.
func (s *scene) working(t words.Text, key string, work game.Working) Message {
	m := told(t)
	m.Lines = append(m.Lines, s.words.Working(key, work)...)
	if len(work.Rows) > 0 {
		m.Working = &work // drawn in binary columns
	}
	return m
}

// hintWon is a step of the hints for somebody who can win.
func (s *scene) hintWon(a solve.Analysis, step int) Message {
	best := a.Best()
	w := a.Working(best)
	switch step {
	case 1:
		if a.EveryMoveWins() {
			return told(text("hint.won-always"))
		}
		return told(text("hint.won"))
	case 2:
		if a.EveryMoveWins() {
			return told(text("hint.every"))
		}
		return told(s.whereToLook(w, best)...)
	}
	do := words.Do(s.match.Position(), best)
	return s.working(text("hint.move", "do", do), s.doc.Game.Key, w)
}

// whereToLook says how to find the move best, without it, so that whoever can
// do the sums has enough.
func (s *scene) whereToLook(w game.Working, best game.Move) []words.Text {
	p := s.match.Position()
	hinting, hints := p.(game.Hinting)
	switch {
	case onlyMove(p):
		return []words.Text{text("hint.only-move")}
	case w.Target != nil && w.Target.Row < len(w.Rows):
		return s.words.WhereToLook(s.doc.Game.Key, w)
	case hints:
		hint := hinting.Hint(best, s.match.Setup().Ending)
		return []words.Text{text("hint."+hint.Code, hint.Args...)}
	}
	first := game.Choice{}
	for c := range p.Choices("") {
		if c.Done {
			break
		}
		// Of 1 and 14 the longer one is what 14,8 begins with.
		if strings.HasPrefix(string(best), c.Prefix) && len(c.Prefix) > len(first.Prefix) {
			first = c
		}
	}
	if first.Prefix == "" {
		return []words.Text{s.words.Method(s.doc.Game.Key, w)}
	}
	return []words.Text{text("hint.begins", "label", words.Step(first))}
}

// onlyMove reports whether p has just one legal move.
func onlyMove(p game.Position) bool {
	n := 0
	for range p.Moves() {
		if n++; n > 1 {
			break
		}
	}
	return n == 1
}

// hintLost is a step of the hints for somebody who cannot win by force.
func (s *scene) hintLost(a solve.Analysis, step int) Message {
	switch step {
	case 1:
		if len(s.match.Moves()) == int(s.match.ToMove()) { // nothing was theirs to lose
			return told(text("hint.lost-from-start"))
		}
		return told(text("hint.lost"))
	case 2:
		return s.working(text("hint.why-lost"), s.doc.Game.Key, a.Working(""))
	}
	return told(text("hint.resist", "do", words.Do(a.Position, solve.Resist(a))))
}
