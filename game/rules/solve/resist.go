package solve

import (
	"iter"
	"slices"

	"nimbot/game/rules"
)

// Limits on what Resist looks at, so that a command stays quick.
const (
	maxMoves        = 400 // legal moves considered; if there are more, only some are
	maxReplies      = 64  // winning replies considered to one move
	maxParts        = 64  // parts considered if there are too many moves
	maxStepsPerPart = 3   // steps considered within a part, the first ones listed

	maxLooked = 10_000 // moves looked through for one after which no reply ends the match
)

// Resist returns the move that is hardest to answer in a lost position: the one after
// which the opponent's most greedy winning reply leaves the most and, among equals, the
// one with the smallest share of winning replies. So the game stays long and the opponent
// has many occasions to err. If positions can repeat, Resist considers only moves that
// make progress, unless there are none. It returns "" only if there is no legal move.
func Resist(a Analysis) rules.Move {
	best := hardest(a, candidates(a.Position))
	if last, _ := best.next.finish(); last != "" {
		if r := hardest(a, notLosingAtOnce(a)); r.move != "" && r.beats(&best) {
			best = r
		}
	}
	return best.move
}

// hardest returns the resistance of the move that is hardest to answer; its move is "" if
// there are no moves.
func hardest(a Analysis, moves []rules.Move) resistance {
	var best resistance
	for _, m := range moves {
		least := best.left
		if best.move == "" || best.ends {
			least = 0
		}
		if r := resist(a, m, least); best.move == "" || r.beats(&best) {
			best = r
		}
	}
	return best
}

// notLosingAtOnce returns moves after which no reply ends the match. It needs
// positions that implement rules.Finishing.
func notLosingAtOnce(a Analysis) []rules.Move {
	var moves []rules.Move
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
	move  rules.Move
	next  Analysis // of the position after the move
	ends  bool     // there is no winning reply: the move itself ends the match, and loses it
	left  uint64   // the total left after the most greedy winning reply
	wins  int      // winning replies, up to maxReplies
	legal int      // legal replies, up to maxMoves; 0 until counted
}

// resist returns how hard a move is to answer. It stops looking when a reply leaves less than least: another move is
// harder.
func resist(a Analysis, m rules.Move, least uint64) resistance {
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
		if r.wins++; r.wins == maxReplies || r.left < least {
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
func count(p rules.Position, n int) int {
	if c, ok := p.(rules.Countable); ok {
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

// candidates returns the moves worth considering in a lost position: all of them, or only
// the smallest if there are too many. If positions can repeat, it returns only those that
// make progress, unless there are none.
func candidates(p rules.Position) []rules.Move {
	moves, all := firstMoves(p.Moves(), maxMoves)
	if !all {
		moves = smallestMoves(p)
	}
	return onlyProgress(p, moves)
}

// onlyProgress returns the moves that make progress. It returns all moves if none does, or
// if positions can't repeat.
func onlyProgress(p rules.Position, moves []rules.Move) []rules.Move {
	l, ok := p.(rules.Progressing)
	if !ok {
		return moves
	}
	forward := slices.DeleteFunc(slices.Clone(moves), func(m rules.Move) bool { return !l.Progress(m) })
	if len(forward) > 0 {
		return forward
	}
	return moves
}

// firstMoves lists at most n moves, and reports whether they are all.
func firstMoves(of iter.Seq[rules.Move], n int) (moves []rules.Move, all bool) {
	for m := range of {
		if len(moves) == n {
			return moves, false
		}
		moves = append(moves, m)
	}
	return moves, true
}

// smallestMoves returns all moves that take the least, such as one stone from a heap. It
// doesn't list the others, but follows the first choices of every part.
func smallestMoves(p rules.Position) []rules.Move {
	var smallest []rules.Move
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

// firstChoices collects the moves to which the first n choices after prefix lead.
func firstChoices(p rules.Position, prefix string, n int, moves []rules.Move) []rules.Move {
	for c := range p.Choices(prefix) {
		if n == 0 || len(moves) >= maxMoves {
			break
		}
		n--
		if c.Done {
			moves = append(moves, rules.Move(c.Prefix))
		} else {
			moves = firstChoices(p, c.Prefix, maxStepsPerPart, moves)
		}
	}
	return moves
}
