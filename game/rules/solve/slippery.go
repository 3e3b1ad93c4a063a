package solve

import (
	"sync"

	"nimbot/game/rules"
)

// minRange is the smallest difference of a player's win rates against the
// easy and the perfect level for which levels are worth offering: 30 percentage
// points, minus rounding errors.
const minRange = 0.30 - 1e-9

// The bounds of the exact computation. They are small because the first board of a match
// waits for it.
const (
	maxStates = 48 // positions
	maxFirst  = 16 // first moves
)

// LevelsMatter reports whether the bot's level makes a difference for this
// start: a person who plays a winning move half of the time, and a random move
// otherwise, wins at least 30 percentage points more against easy than against
// perfect play. personFirst says whether the person begins. For games of more
// than a few dozen positions, the result is true unless the first move decides
// the game. It is false if the position can't be decided. Results are cached,
// because the same few starts are played again and again.
func LevelsMatter(key string, p rules.Position, e rules.Ending, personFirst bool) bool {
	asked := start{rules.Setup{Game: key, Ending: e, Start: p.String()}, personFirst}
	if slips, known := slipped.recall(asked); known {
		return slips
	}
	slips := slippery(p, e, personFirst)
	slipped.keep(asked, slips)
	return slips
}

// slipped caches the results for recent starts.
var slipped = starts{known: make(map[start]bool)}

// maxStarts is the largest number of cached starts, some 300 bytes each. The next one
// clears the cache.
const maxStarts = 1 << 10

// starts caches the results of LevelsMatter by start.
type starts struct {
	mu    sync.Mutex
	known map[start]bool
}

// start is how a game begins, and whether the person moves first.
type start struct {
	setup       rules.Setup
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
	if len(s.known) >= maxStarts {
		clear(s.known)
	}
	s.known[of] = slips
}

func slippery(p rules.Position, e rules.Ending, personFirst bool) bool {
	_, loopy := p.(rules.Progressing)
	if !loopy && count(p, maxFirst+1) <= maxFirst {
		easy, ok := winRate(p, e, Easy, personFirst)
		if perfect, ok2 := winRate(p, e, Perfect, personFirst); ok && ok2 {
			return easy-perfect >= minRange
		}
	}
	return !decisive(p, e)
}

// decisive reports whether the first move decides the game: some move wins at once, and
// after at least nine tenths of the plausible moves the game is over or the opponent can
// win at once. It also reports true for a position that can't be decided.
func decisive(p rules.Position, e rules.Ending) bool {
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
		if b, err := Analyze(q, e); err == nil && (rules.Over(q) || b.immediate() != "") {
			handing++
		}
	}
	return 10*handing >= 9*len(moves)
}

// winRate returns how often a player who finds a winning move half of the time
// wins against level l; ok is false if too many positions can follow, or one of
// them can't be decided.
func winRate(p rules.Position, e rules.Ending, l Level, personFirst bool) (wins float64, ok bool) {
	m := gameTree{ending: e, bot: strengths[l], known: make(map[turnState]float64)}
	wins = m.personWins(p, personFirst)
	return wins, !m.failed
}

// gameTree computes how often a person wins against the bot. known holds the results, by
// position and player to move.
type gameTree struct {
	ending rules.Ending
	bot    strength
	known  map[turnState]float64
	failed bool
}

// turnState is a position and whether the person is to move.
type turnState struct {
	position string
	person   bool
}

func (m *gameTree) personWins(p rules.Position, person bool) float64 {
	s := turnState{p.String(), person}
	if wins, ok := m.known[s]; ok {
		return wins
	}
	if len(m.known) == maxStates {
		m.failed = true
	}
	if m.failed {
		return 0
	}
	m.known[s] = 0 // so that len(known) counts this state before those that follow it
	m.known[s] = m.average(p, person)
	return m.known[s]
}

// average returns how often the person wins, averaged over the moves that may be played.
func (m *gameTree) average(p rules.Position, person bool) float64 {
	if rules.Over(p) {
		if person == (m.ending == rules.Misere) {
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

// halfKnowingOdds returns the moves of a player who plays a winning move half of the
// time, and any move otherwise.
func halfKnowingOdds(a Analysis) []weightedMove {
	moves, _ := firstMoves(a.Position.Moves(), maxMoves)
	winning, _ := firstMoves(a.Winning(), maxMoves)
	guess := 1.0
	if len(winning) > 0 {
		guess = 0.5
	}
	odds := make([]weightedMove, 0, len(moves)+len(winning))
	for _, m := range moves {
		odds = append(odds, weightedMove{m, guess / float64(len(moves))})
	}
	for _, m := range winning {
		odds = append(odds, weightedMove{m, (1 - guess) / float64(len(winning))})
	}
	return odds
}
