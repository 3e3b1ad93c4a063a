package solve_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/gametest"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
)

// inLost plays perfectly, but picks by resist in a lost position.
func inLost(e rules.Ending, resist gametest.Player) gametest.Player {
	return func(p rules.Position, r *rand.Rand) rules.Move {
		if a, err := solve.Analyze(p, e); err == nil {
			if m := a.First(); m != "" {
				return m
			}
		}
		return resist(p, r)
	}
}

// fewestReplies is a rule to compare Resist with: the move that leaves the fewest winning
// replies.
func fewestReplies(e rules.Ending) gametest.Player {
	return func(p rules.Position, _ *rand.Rand) rules.Move {
		var best rules.Move
		least := 0
		for m := range p.Moves() {
			q, err := p.Play(m)
			if err != nil {
				continue
			}
			a, err := solve.Analyze(q, e)
			if err != nil {
				continue
			}
			if n := len(slices.Collect(a.Winning())); best == "" || n < least {
				best, least = m, n
			}
		}
		return best
	}
}

func TestResistBeatsOtherRules(t *testing.T) {
	slowtest.Sequential(t)
	const n = 400
	g := lookup(t, "nim")
	for _, e := range g.Endings {
		for _, errs := range []float64{0.3, 0.1} {
			opponent := gametest.Knowing(1-errs, e)
			random := rate(t, g, e, rules.P, inLost(e, gametest.Random), opponent, n)
			fewest := rate(t, g, e, rules.P, inLost(e, fewestReplies(e)), opponent, n)
			ours := rate(t, g, e, rules.P, gametest.AtLevel(solve.Perfect, e), opponent, n)
			t.Logf("%v play, opponent errs %.0f %%: random wins %.0f %%, fewest winning replies %.0f %%, Resist %.0f %% of the lost starts",
				e, 100*errs, 100*random, 100*fewest, 100*ours)
			if ours <= random || ours <= fewest {
				t.Errorf("%v play, opponent errs %.0f %%: Resist wins %.3f, want more than random play, %.3f, and fewest winning replies, %.3f",
					e, 100*errs, ours, random, fewest)
			}
		}
	}
}

// Resist leaves the most after the most greedy winning reply. The test computes this from
// the definition, for all lost positions of a small Nim.
func TestResistLeavesTheMost(t *testing.T) {
	slowtest.Sequential(t)
	g := lookup(t, "nim")
	for _, e := range g.Endings {
		for _, p := range smallNim(t, e) {
			a, err := solve.Analyze(p, e)
			if err != nil || a.Outcome == rules.N {
				continue
			}
			m := solve.Resist(a)
			got := leftAfter(t, p, e, m)
			for other := range p.Moves() {
				if left := leftAfter(t, p, e, other); left > got {
					t.Errorf("Resist(%s, %v) = %q leaves %d, but %q leaves %d", p, e, m, got, other, left)
					break
				}
			}
		}
	}
}

// leftAfter returns how many stones are left after m and the most greedy winning reply, −1
// if m ends the match.
func leftAfter(t *testing.T, p rules.Position, e rules.Ending, m rules.Move) int {
	t.Helper()
	q, err := p.Play(m)
	if err != nil {
		t.Fatalf("%s: Play(%q) = %v", p, m, err)
	}
	left := -1
	for w := range q.Moves() {
		r, err := q.Play(w)
		if err != nil {
			t.Fatalf("%s: Play(%q) = %v", q, w, err)
		}
		a, err := solve.Analyze(r, e)
		if err != nil {
			t.Fatalf("Analyze(%s, %v) = %v", r, e, err)
		}
		if n := int(r.Size().Total); a.Outcome == rules.P && (left < 0 || n < left) {
			left = n
		}
	}
	return left
}

func TestResistInHugeHeapsTakesOne(t *testing.T) {
	for _, text := range []string{"1000000000 1000000000", "999999999999999999 999999999999999998 1"} {
		p, err := lookup(t, "nim").Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		m, err := solve.Choose(p, rules.Normal, solve.Perfect, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Play(m)
		if err != nil || q.Size().Total != p.Size().Total-1 {
			t.Errorf("Choose(%s) = %q leaves %v, %v; want one stone taken", p, m, q, err)
		}
	}
}

// If there are too many moves to consider all, and every considered move lets the opponent
// end the match, Resist looks for others.
func TestResistHandsOverNoWinAtOnce(t *testing.T) {
	for _, c := range [][2]string{
		{"mock-turtles", "1 16 33 48"}, {"turtles", "100 172 200"}, {"turtles", "1 500 501"}, {"turtles", "1 5000000 5000001"},
	} {
		a := analysis(t, c[0], c[1], rules.Normal)
		m := solve.Resist(a)
		q, err := a.Position.Play(m)
		if err != nil {
			t.Fatalf("%s %s: Resist = %q: %v", c[0], c[1], m, err)
		}
		if w, ok := q.(rules.Finishing).Finish(); ok {
			t.Errorf("%s %s: Resist = %q, which %q answers by ending the match", c[0], c[1], m, w)
		}
	}
}

// If there are too many moves to list, these are plausible: the smallest of each part, the
// first that clears a part, and the first that makes it worth as much as each other part.
func TestPlausibleWhereThereAreTooManyMoves(t *testing.T) {
	for _, tt := range []struct{ key, text, want string }{
		{"nim", "500 400", "A1 A100 A500 B1 B400"},
		{"nim", "500 400 400", "A1 A100 A500 B1 B400 C1 C400"},
		{"lasker", "300 200", "A100 A300 A:1+299 A:2+298 A:3+297 B200 B:1+199 B:2+198 B:3+197"},
		{"kayles", "300 301", "A1 A1:1+298 A1:2+297 B1 B1:1+299 B1:2+298 B1:4+296"},
	} {
		if got := solve.Plausible(parse(t, tt.key, tt.text)); !slices.Equal(got, moves(tt.want)) {
			t.Errorf("Plausible(%s %q) = %v, want [%s]", tt.key, tt.text, got, tt.want)
		}
	}
}

// If no move makes progress, all are considered. Here the men stand face to face in every
// row, so they can only retreat.
func TestResistWithoutProgressMoves(t *testing.T) {
	a := analysis(t, "northcott", "red 8:3,4 6:2,3", rules.Normal)
	m := solve.Resist(a)
	if _, err := a.Position.Play(m); err != nil {
		t.Errorf("Resist(%s) = %q: %v, want a retreat", a.Position, m, err)
	}
	if moves, want := solve.Plausible(a.Position), len(slices.Collect(a.Position.Moves())); len(moves) != want {
		t.Errorf("Plausible(%s) = %v, want all %d moves", a.Position, moves, want)
	}
}
