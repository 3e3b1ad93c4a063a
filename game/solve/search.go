package solve

import (
	"iter"

	"nimbot/game"
)

// search decides p by looking at everything that can follow.
func search(p game.Position, e game.Ending) (game.Outcome, error) {
	s, ok := p.(game.Searched)
	if !ok {
		return game.P, game.TooLarge("", game.Size{})
	}
	k, ok := s.Key()
	if !ok || !p.Size().Within(s.SearchBound()) {
		return game.P, game.TooLarge("", s.SearchBound())
	}
	return game.OutcomeIf(wins(s, k, e, map[game.Key]bool{})), nil
}

func wins(s game.Searched, k game.Key, e game.Ending, seen map[game.Key]bool) bool {
	if w, ok := seen[k]; ok {
		return w
	}
	win, moved := false, false
	for n := range s.Next(k) {
		moved = true
		if !wins(s, n, e, seen) {
			win = true
			break
		}
	}
	if !moved {
		win = e == game.Misere
	}
	seen[k] = win
	return win
}

func winningBySearch(p game.Position, e game.Ending) iter.Seq[game.Move] {
	return func(yield func(game.Move) bool) {
		for m := range p.Moves() {
			q, err := p.Play(m)
			if err != nil {
				continue
			}
			if o, err := search(q, e); err == nil && o == game.P && !yield(m) {
				return
			}
		}
	}
}
