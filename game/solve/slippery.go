package solve

import (
	"sync"

	"nimbot/game"
)

// leastRange is how much more somebody who knows half of the time must win
// against the easy level than against the perfect one, for levels to be worth
// offering: 30 points, but for what rounding takes away.
const leastRange = 0.30 - 1e-9

// What is looked at to tell that exactly; a first board waits for it.
const (
	manyStates = 48 // positions
	manyFirst  = 16 // first moves
)

// Slippery reports whether a start of the game with that key leaves anything to
// slip on, so that levels make a difference: somebody who plays a winning move
// half of the time, and any move otherwise, wins at least 30 points more against
// easy than against perfect play. personFirst tells who begins. In games of more
// than a few dozen positions it is so unless the first move decides everything.
// Where nothing decides the position it is false. What was found out is
// remembered: the same few starts are played again and again.
func Slippery(key string, p game.Position, e game.Ending, personFirst bool) bool {
	asked := start{game.Setup{Game: key, Ending: e, Start: p.String()}, personFirst}
	if slips, known := slipped.recall(asked); known {
		return slips
	}
	slips := slippery(p, e, personFirst)
	slipped.keep(asked, slips)
	return slips
}

// slipped remembers the starts that were asked about lately.
var slipped = starts{known: make(map[start]bool)}

// manyStarts is how many starts are remembered, some 300 bytes each. One more,
// and all are forgotten.
const manyStarts = 1 << 10

// starts are what is known about some starts.
type starts struct {
	mu    sync.Mutex
	known map[start]bool
}

// start is how a game begins, and whether the person moves first.
type start struct {
	setup       game.Setup
	personFirst bool
}

func (s *starts) recall(of start) (slips, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	slips, known = s.known[of]
	return slips, known
}

func (s *starts) keep(of start, slips bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.known) >= manyStarts {
		clear(s.known)
	}
	s.known[of] = slips
}

func slippery(p game.Position, e game.Ending, personFirst bool) bool {
	_, loopy := p.(game.Progressing)
	if !loopy && count(p, manyFirst+1) <= manyFirst {
		easy, ok := halfKnowing(p, e, Easy, personFirst)
		if perfect, ok2 := halfKnowing(p, e, Perfect, personFirst); ok && ok2 {
			return easy-perfect >= leastRange
		}
	}
	return !decisive(p, e)
}

// decisive reports whether the first move decides: some move wins at once, and
// nearly all others that a player considers hand that over.
func decisive(p game.Position, e game.Ending) bool {
	a, err := Analyze(p, e)
	if err != nil {
		return true
	}
	if a.immediate() == "" {
		return false
	}
	handing, moves := 0, Plausible(p)
	for _, m := range moves {
		q, err := p.Play(m)
		if err != nil {
			continue
		}
		if b, err := Analyze(q, e); err == nil && (game.Over(q) || b.immediate() != "") {
			handing++
		}
	}
	return 10*handing >= 9*len(moves)
}

// halfKnowing is how often that person wins against a level; ok is false when
// too many positions can follow, or one of them cannot be decided.
func halfKnowing(p game.Position, e game.Ending, l Level, personFirst bool) (wins float64, ok bool) {
	m := meeting{ending: e, bot: views[l], known: make(map[situation]float64)}
	wins = m.personWins(p, personFirst)
	return wins, !m.failed
}

// meeting is every way in which a person and the bot may play on.
type meeting struct {
	ending game.Ending
	bot    view
	known  map[situation]float64
	failed bool
}

// situation is a position and whether the person is to move.
type situation struct {
	position string
	person   bool
}

func (m *meeting) personWins(p game.Position, person bool) float64 {
	s := situation{p.String(), person}
	if wins, ok := m.known[s]; ok {
		return wins
	}
	if len(m.known) == manyStates {
		m.failed = true
	}
	if m.failed {
		return 0
	}
	m.known[s] = 0 // counted before those that follow it
	m.known[s] = m.average(p, person)
	return m.known[s]
}

// average is the mean over the moves that may be played.
func (m *meeting) average(p game.Position, person bool) float64 {
	if game.Over(p) {
		if person == (m.ending == game.Misere) {
			return 1
		}
		return 0
	}
	a, err := Analyze(p, m.ending)
	if err != nil {
		m.failed = true
		return 0
	}
	odds := halfKnowingOdds
	if !person {
		odds = m.bot.odds
	}
	sum := 0.0
	for _, c := range odds(a) {
		q, err := p.Play(c.move)
		if err != nil || m.failed {
			break
		}
		sum += c.share * m.personWins(q, !person)
	}
	return sum
}

// halfKnowingOdds are the moves of somebody who plays a winning move half of
// the time, and any move otherwise.
func halfKnowingOdds(a Analysis) []chance {
	moves, _ := firstMoves(a.Position.Moves(), manyMoves)
	winning, _ := firstMoves(a.Winning(), manyMoves)
	guess := 1.0
	if len(winning) > 0 {
		guess = 0.5
	}
	odds := make([]chance, 0, len(moves)+len(winning))
	for _, m := range moves {
		odds = append(odds, chance{m, guess / float64(len(moves))})
	}
	for _, m := range winning {
		odds = append(odds, chance{m, (1 - guess) / float64(len(winning))})
	}
	return odds
}
