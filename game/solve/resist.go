package solve

import (
	"iter"
	"slices"

	"nimbot/game"
)

// Limits on what Resist looks at, so that a command stays quick.
const (
	maxMoves        = 400 // more legal moves than these are not all considered
	maxReplies      = 64  // winning replies considered to one move
	maxParts        = 64  // parts considered if there are too many moves
	maxStepsPerPart = 3   // steps considered within a part, the first ones listed

	maxLooked = 10_000 // moves looked through for one that the opponent cannot end
)

// Resist returns the move that is hardest to answer in a lost position: the one
// that leaves the most after the opponent's most greedy winning reply, and
// among equals the one of whose replies the smallest share wins. So the game
// stays long and the opponent has many occasions to err. Where positions can
// repeat, only moves that make progress are considered while there are any.
// It is "" only when there is no legal move.
func Resist(a Analysis) game.Move {
	best := hardest(a, candidates(a.Position))
	if last, _ := best.next.finish(); last != "" {
		if r := hardest(a, notLosingAtOnce(a)); r.move != "" && r.beats(&best) {
			best = r
		}
	}
	return best.move
}

// hardest returns the hardest to answer of some moves; its move is "" when there
// are none.
func hardest(a Analysis, moves []game.Move) resistance {
	var best resistance
	for _, m := range moves {
		if r := resist(a, m); best.move == "" || r.beats(&best) {
			best = r
		}
	}
	return best
}

// notLosingAtOnce returns moves after which no reply ends the match. It needs
// positions that implement game.Finishing.
func notLosingAtOnce(a Analysis) []game.Move {
	var moves []game.Move
	looks := 0
	for m := range a.Position.Moves() {
		if looks++; looks > maxLooked || len(moves) == maxParts {
			break
		}
		q, err := a.Position.Play(m)
		if err != nil {
			continue
		}
		if last, _ := (Analysis{Position: q, Ending: a.Ending}).finish(); last == "" {
			moves = append(moves, m)
		}
	}
	return moves
}

// resistance is how hard a losing move is to answer.
type resistance struct {
	move  game.Move
	next  Analysis // of the position after the move
	ends  bool     // nothing is left to answer: the match is lost at once
	left  uint64   // left after the most greedy winning reply
	wins  int      // winning replies, up to manyReplies
	legal int      // legal replies, up to manyMoves; 0 until counted
}

func resist(a Analysis, m game.Move) resistance {
	r := resistance{move: m, ends: true}
	q, err := a.Position.Play(m)
	if err != nil {
		return r
	}
	r.next, err = Analyze(q, a.Ending)
	if err != nil {
		return r
	}
	for w := range r.next.Winning() {
		after, err := q.Play(w)
		if err != nil {
			continue
		}
		if left := after.Size().Total; r.ends || left < r.left {
			r.left = left
		}
		r.ends = false
		if r.wins++; r.wins == maxReplies {
			break
		}
	}
	return r
}

// beats reports whether r is harder to answer than s.
func (r *resistance) beats(s *resistance) bool {
	switch {
	case r.ends != s.ends:
		return s.ends
	case r.ends:
		return false
	case r.left != s.left:
		return r.left > s.left
	}
	r.count()
	s.count()
	return r.wins*s.legal < s.wins*r.legal
}

// count counts the legal replies. It is only called to break ties.
func (r *resistance) count() {
	if r.legal > 0 {
		return
	}
	r.legal = count(r.next.Position, maxMoves)
}

// count counts at most n legal moves.
func count(p game.Position, n int) int {
	if c, ok := p.(game.Countable); ok {
		return c.CountMoves(n)
	}
	counted := 0
	for range p.Moves() {
		if counted++; counted == n {
			break
		}
	}
	return counted
}

// candidates returns the moves worth considering in a lost position: all of them,
// or only the smallest when there are too many; where positions can repeat,
// those that make progress if there are any.
func candidates(p game.Position) []game.Move {
	moves, all := firstMoves(p.Moves(), maxMoves)
	if !all {
		moves = smallestMoves(p)
	}
	return onlyProgress(p, moves)
}

// onlyProgress keeps the moves that make progress, where positions can repeat
// and there are any.
func onlyProgress(p game.Position, moves []game.Move) []game.Move {
	l, ok := p.(game.Progressing)
	if !ok {
		return moves
	}
	forward := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool { return !l.Progress(m) })
	if len(forward) > 0 {
		return forward
	}
	return moves
}

// firstMoves lists at most n moves, and reports whether they are all.
func firstMoves(of iter.Seq[game.Move], n int) (moves []game.Move, all bool) {
	for m := range of {
		if len(moves) == n {
			return moves, false
		}
		moves = append(moves, m)
	}
	return moves, true
}

// smallestMoves finds the moves that take least, one stone of a heap, without
// listing the others: it follows the first choices of every part. Of moves
// that take equally much it keeps all.
func smallestMoves(p game.Position) []game.Move {
	var smallest []game.Move
	var most uint64
	for _, m := range firstChoices(p, "", maxParts, nil) {
		q, err := p.Play(m)
		if err != nil {
			continue
		}
		left := q.Size().Total
		if len(smallest) == 0 || left > most {
			smallest, most = smallest[:0], left
		}
		if left == most {
			smallest = append(smallest, m)
		}
	}
	return smallest
}

// firstChoices collects the moves that the first n choices after prefix lead
// to.
func firstChoices(p game.Position, prefix string, n int, moves []game.Move) []game.Move {
	for c := range p.Choices(prefix) {
		if n == 0 || len(moves) >= maxMoves {
			break
		}
		n--
		if c.Done {
			moves = append(moves, game.Move(c.Prefix))
		} else {
			moves = firstChoices(p, c.Prefix, maxStepsPerPart, moves)
		}
	}
	return moves
}
