package gametest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
)

// checkCard checks the data of a Game, and that it accepts and decides its own examples.
func checkCard(t *testing.T, g rules.Game) {
	if g.Key == "" || g.Key != strings.ToLower(g.Key) || strings.ContainsAny(g.Key, " \t") {
		t.Errorf("key %q, want lower case without blanks", g.Key)
	}
	if g.Title == "" || len(g.Examples) == 0 || len(g.Endings) == 0 {
		t.Fatalf("%s: want a title, examples and endings: %+v", g.Key, g)
	}
	if !slices.IsSorted(g.Endings) || len(slices.Compact(slices.Clone(g.Endings))) != len(g.Endings) {
		t.Errorf("%s: Endings = %v, want each once, normal play first", g.Key, g.Endings)
	}
	for _, e := range g.Endings {
		for _, s := range g.Examples {
			if p, err := g.Begin(s, e); err != nil {
				t.Errorf("%s: Begin(%q, %v) = %v, want its own example accepted", g.Key, s, e, err)
			} else if _, err := solve.Analyze(p, e); err != nil {
				t.Errorf("%s: Analyze(%s, %v) = %v, want its own example decided", g.Key, p, e, err)
			}
		}
	}
	if found, err := rules.Lookup(g.Key); err != nil || found.Key != g.Key {
		t.Errorf("Lookup(%q) = %q, %v", g.Key, found.Key, err)
	}
}

// checkGarbage parses invalid texts. Each must return an *Error with a code, or
// a position that round-trips.
func checkGarbage(t *testing.T, g rules.Game) {
	for _, s := range garbage {
		p, err := g.Parse(s)
		if err == nil {
			if q, err := g.Parse(p.String()); err != nil || q.String() != p.String() {
				t.Errorf("%s: Parse(%.40q) = %s, which is not read back: %v", g.Key, s, p, err)
			}
			continue
		}
		var refusal *rules.Error
		known := errors.Is(err, rules.ErrNotation) || errors.Is(err, rules.ErrTooLarge)
		if !errors.As(err, &refusal) || !known || refusal.Code == "" {
			t.Errorf("%s: Parse(%.40q) = %v, want an *Error that is ErrNotation or ErrTooLarge and has a code", g.Key, s, err)
		}
	}
	for _, s := range []string{"", " ", "\x00", "@everyone", "\u202e3 4", "x", "\xff\xfe", "½"} {
		if p, err := g.Parse(s); err == nil {
			t.Errorf("%s: Parse(%q) = %s, want it refused", g.Key, s, p)
		}
	}
}

// The bounds on random starts.
const (
	draws    = 400  // starts drawn
	minWon   = 0.35 // the smallest and the largest share that the first player may win
	maxWon   = 0.65
	maxMoves = 5000 // the most moves that a start may have
)

// checkRandom draws starts. They must be playable, not won by the first move, and fair.
func checkRandom(t *testing.T, g rules.Game) {
	for _, e := range g.Endings {
		r := rand.New(rand.NewPCG(1, uint64(e)))
		c := newFailures(t)
		n := 0
		for range draws {
			setup := g.Random(r, e)
			p, err := g.Begin(setup, e)
			if err != nil {
				c.errorf("%s: Begin(%q, %v) = %v, want a random start accepted", g.Key, setup, e, err)
				continue
			}
			if m := winsAtOnce(c, p, e); m != "" {
				c.errorf("%s: the random start %q is won at once by %q in %v play", g.Key, setup, m, e)
			}
			a, err := solve.Analyze(p, e)
			if err != nil {
				c.errorf("Analyze(%s, %v) = %v, want a random start decided", p, e, err)
			}
			if a.Outcome == rules.N {
				n++
			}
		}
		if share := float64(n) / draws; share < minWon || share > maxWon {
			t.Errorf("%s: the first player wins %.0f %% of %d random starts in %v play, want %.0f to %.0f %%",
				g.Key, 100*share, draws, e, 100*minWon, 100*maxWon)
		}
	}
}

// winsAtOnce returns a move after which the match is over and won, or "".
func winsAtOnce(c *failures, p rules.Position, e rules.Ending) rules.Move {
	c.t.Helper()
	n := 0
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			c.errorf("%s: Play(%q) = %v, want it accepted: it is listed", p, m, err)
		} else if e == rules.Normal && rules.Over(q) {
			return m
		}
		if n++; n > maxMoves {
			c.errorf("%s: a random start with more than %d moves", p, maxMoves)
			break
		}
	}
	return ""
}

// checkReplay plays matches at random, with other events in between, and replays them from
// setup and events. Of many setups, it takes some forty if slow tests don't run.
func checkReplay(t *testing.T, g rules.Game, setups []string) {
	c := newFailures(t)
	step := slowtest.Count(max(1, len(setups)/40), 1)
	for _, e := range g.Endings {
		for i := 0; i < len(setups); i += step {
			s := setups[i]
			for seed := range uint64(5) {
				r := rand.New(rand.NewPCG(seed, uint64(i)))
				m, err := rules.NewMatch(rules.Setup{Game: g.Key, Ending: e, Start: s})
				if err != nil {
					t.Fatalf("NewMatch(%s %q, %v): %v", g.Key, s, e, err)
				}
				m = playOut(m, r)
				got, err := rules.Replay(m.Setup(), m.Events())
				if err != nil {
					c.errorf("Replay(%+v, %q) = %v, want the match", m.Setup(), m.Events(), err)
					continue
				}
				if !sameMatch(got, m) {
					c.errorf("Replay(%+v, %q) = %s %+v turn %d, want %s %+v turn %d", m.Setup(), m.Events(),
						got.Position(), got.Result(), got.Turn(), m.Position(), m.Result(), m.Turn())
				}
			}
		}
	}
}

// playOut plays up to 300 random legal moves, hints, questions and takebacks, until the
// match is over.
func playOut(m rules.Match, r *rand.Rand) rules.Match {
	for range 300 {
		if m.Result().Over {
			break
		}
		seat := rules.Seat(r.IntN(2))
		events := []rules.Event{
			{Kind: rules.Hinted, Seat: seat},
			{Kind: rules.Asked, Seat: seat, What: rules.AskUndo},
			{Kind: rules.Asked, Seat: seat, What: rules.AskStop},
			{Kind: rules.Refused, Seat: seat},
			{Kind: rules.TookBack, Seat: seat},
		}
		if r.IntN(4) == 0 {
			if next, err := m.Apply(events[r.IntN(len(events))]); err == nil {
				m = next
			}
			continue
		}
		moves := slices.Collect(m.Position().Moves())
		if next, err := m.Play(m.ToMove(), moves[r.IntN(len(moves))]); err == nil {
			m = next
		}
	}
	return m
}

func sameMatch(a, b rules.Match) bool {
	asked := func(m rules.Match) string {
		if m.Pending() == nil {
			return ""
		}
		return m.Pending().String()
	}
	return a.Setup() == b.Setup() && a.Events() == b.Events() && a.Position().String() == b.Position().String() &&
		a.Result() == b.Result() && a.Turn() == b.Turn() && a.ToMove() == b.ToMove() && asked(a) == asked(b) &&
		slices.Equal(a.Moves(), b.Moves())
}
