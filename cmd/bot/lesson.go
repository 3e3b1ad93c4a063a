package main

import (
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
)

// lesson returns the answer about one position with its working, as a textbook gives
// it: who wins, why, and which moves win. key is the game's key; winning lists the
// winning moves to show; more reports that there are others.
func lesson(w *words.Catalogue, key string, a solve.Analysis, winning []rules.Move, more bool) dialog.Message {
	told := explain.Teacher{Analysis: a, Words: w, Key: key}.Lesson()
	d := a.Position.Diagram()
	m := dialog.Message{Lines: told.Lines, Working: told.Working, Diagram: &d}
	if len(winning) > 0 {
		m.Lines = append(m.Lines, lessonMoves(a.Position, winning, more))
	}
	return m
}

func lessonMoves(p rules.Position, winning []rules.Move, more bool) words.Text {
	moves := make([]words.Text, 0, len(winning)+1)
	for _, m := range winning {
		to := ""
		if q, err := p.Play(m); err == nil { // a winning move is legal
			to = q.String()
		}
		moves = append(moves, words.New("lesson.move", "move", string(m), "to", to))
	}
	if more {
		moves = append(moves, words.New("lesson.more"))
	}
	return words.New("lesson.moves", "count", len(winning), "moves", moves)
}
