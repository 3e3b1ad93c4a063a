package main

import (
	"nimbot/chat"
	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/words"
)

// lesson is the answer about one position with its working, as a textbook
// gives it: who wins, why, and what every winning move is. key is the game's;
// winning are the winning moves that are to be shown, and more says that
// there are others.
func lesson(w *words.Catalogue, key string, a solve.Analysis, winning []game.Move, more bool) chat.Message {
	aim := w.Aim(key, a.Ending.String())
	d := a.Position.Diagram()
	m := chat.Message{
		Lines:   []words.Text{words.New("lesson.position", words.Args{"position", words.Position(key, a.Position, &d), "aim", aim})},
		Diagram: &d,
	}
	m.Lines = append(m.Lines, lessonOutcome(a))
	if a.HasGrundy {
		m.Lines = append(m.Lines, words.New("lesson.grundy", words.Args{"value", a.Grundy}))
	}
	if game.Over(a.Position) {
		return m
	}
	first := game.Move("")
	if len(winning) > 0 {
		first = a.Best()
	}
	work := a.Working(first)
	m.Lines = append(m.Lines, w.Working(key, work)...)
	if len(work.Rows) > 0 {
		m.Working = &work
	}
	if len(winning) > 0 {
		m.Lines = append(m.Lines, lessonMoves(a.Position, winning, more))
	}
	return m
}

func lessonOutcome(a solve.Analysis) words.Text {
	key := "lesson.lost"
	if a.Outcome == game.N {
		key = "lesson.won"
	}
	if game.Over(a.Position) {
		key += "-already"
	}
	return words.New(key, nil)
}

func lessonMoves(p game.Position, winning []game.Move, more bool) words.Text {
	moves := make([]words.Text, 0, len(winning)+1)
	for _, m := range winning {
		to := ""
		if q, err := p.Play(m); err == nil { // a winning move is legal
			to = q.String()
		}
		moves = append(moves, words.New("lesson.move", words.Args{"move", string(m), "to", to}))
	}
	if more {
		moves = append(moves, words.New("lesson.more", nil))
	}
	return words.New("lesson.moves", words.Args{"count", len(winning), "moves", moves})
}
