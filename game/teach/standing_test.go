package teach_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/teach"
)

// Whatever requests players make between the moves, answered or not, the turning points are
// the standing moves that gave a win away without a hint.
func TestTurningPointsAreOfTheMovesThatStand(t *testing.T) {
	for _, key := range []string{"nim", "kayles", "northcott"} {
		g := lookup(t, key)
		for seed := range uint64(60) {
			m, hinted := talkative(t, g, rand.New(rand.NewPCG(seed, 11)))
			var want []string
			for i, mv := range m.Moves() {
				before := m.Positions()[i]
				if !hinted[i] && wins(t, before) && someMoveLoses(t, before) && !leavesLost(t, before, mv, rules.Normal) {
					want = append(want, fmt.Sprintf("%d %s %s", i+1, before, mv))
				}
			}
			var got []string
			for _, d := range review(t, m).TurningPoints() {
				got = append(got, fmt.Sprintf("%d %s %s", d.Turn, d.Before, d.Move))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %q: turning points %q, want %q", key, m.Events(), got, want)
			}
		}
	}
}

// talkative is a match of random moves with hints, and with questions that are
// answered or not. hinted is by the moves that stand; a hint is known to its seat
// wherever the position comes again.
func talkative(t *testing.T, g rules.Game, r *rand.Rand) (m rules.Match, hinted []bool) {
	t.Helper()
	m, err := rules.NewMatch(rules.Setup{Game: g.Key, Start: g.Random(r, rules.Normal)})
	if err != nil {
		t.Fatal(err)
	}
	type met struct {
		seat     rules.Seat
		position string
	}
	told := map[met]bool{}
	for steps := 0; !m.Result().Over && steps < 60; steps++ {
		e := rules.Event{Kind: rules.Moved, Seat: m.ToMove()}
		seat, ask, n := rules.Seat(r.IntN(2)), m.Pending(), r.IntN(10)
		switch {
		case n < 1:
			e = rules.Event{Kind: rules.Hinted, Seat: seat}
			told[met{seat, teach.PositionKey(m.Position())}] = true
		case n < 4 && ask == nil && m.CanTakeBack(seat):
			e = rules.Event{Kind: rules.Asked, Seat: seat, What: rules.AskUndo}
		case n < 3 && ask != nil:
			e = rules.Event{Kind: rules.TookBack, Seat: ask.Seat}
		case n < 4 && ask != nil:
			e = rules.Event{Kind: rules.Refused, Seat: seat}
		default:
			moves := slices.Collect(m.Position().Moves())
			e.Move = moves[r.IntN(len(moves))]
			hinted = append(hinted[:len(m.Moves())], told[met{e.Seat, teach.PositionKey(m.Position())}])
		}
		if m, err = m.Apply(e); err != nil {
			t.Fatalf("Apply(%v) = %v", e, err)
		}
	}
	return m, hinted
}

// wins reports whether some move leaves the opponent lost.
func wins(t *testing.T, p rules.Position) bool {
	t.Helper()
	for mv := range p.Moves() {
		if leavesLost(t, p, mv, rules.Normal) {
			return true
		}
	}
	return false
}

// someMoveLoses reports whether some move leaves the opponent won.
func someMoveLoses(t *testing.T, p rules.Position) bool {
	t.Helper()
	for mv := range p.Moves() {
		if !leavesLost(t, p, mv, rules.Normal) {
			return true
		}
	}
	return false
}
