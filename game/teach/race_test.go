package teach

import (
	"math/rand/v2"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// In every game the last question of a round takes more than the first, on the whole, and
// each is small enough to be asked about.
func TestARoundGetsHarder(t *testing.T) {
	const rounds, several = 12, 5
	for _, g := range rules.Games() {
		if !g.Offers(rules.Normal) {
			continue
		}
		var first, last float64
		for seed := range uint64(rounds) {
			for _, n := range []int{1, several} {
				p, ok := RaceQuestion(ofDay(rand.New(rand.NewPCG(seed, uint64(n)))), func() rules.Game { return g }, rules.Normal, "", n, several)
				if !ok {
					t.Fatalf("%s: there is no question %d", g.Key, n)
				}
				if len(p.Position.String()) > raceLength {
					t.Errorf("%s: question %d asks about %s", g.Key, n, p.Position)
				}
				if n == 1 {
					first += p.work()
				} else {
					last += p.work()
				}
			}
		}
		if last <= first {
			t.Errorf("%s: %d last questions take %.1f in all, the first ones %.1f, want more", g.Key, rounds, last, first)
		}
	}
}

// An easy round asks about small positions to its end, and a hard one is harder than usual from its first
// question.
func TestRoundsHaveLevels(t *testing.T) {
	nim, err := rules.Lookup("nim")
	if err != nil {
		t.Fatal(err)
	}
	asked := func(level solve.Level, n int) (moves int, work float64) {
		for seed := range uint64(20) {
			p, ok := RaceQuestion(ofDay(rand.New(rand.NewPCG(seed, 1))), func() rules.Game { return nim }, rules.Normal, level, n, 5)
			if !ok {
				t.Fatalf("there is no question %d at level %q", n, level)
			}
			moves += p.Legal
			work += p.work()
		}
		return moves, work
	}
	first := 0
	for n := 1; n <= 5; n++ {
		easy, _ := asked(solve.Easy, n)
		medium, usual := asked(solve.Medium, n)
		_, hard := asked(solve.Hard, n)
		if n == 1 {
			first = easy
		}
		if easy > medium || n > 1 && easy >= medium || hard < usual || n < 5 && hard <= usual || easy > 2*first {
			t.Errorf("20 times question %d has %d moves if easy and %d if medium, and takes %.1f if medium and %.1f if hard, want more each time", n, easy, medium, usual, hard)
		}
	}
}

// A round asks for a winning move, and every third time whether the position is won.
func TestWhatARoundAsks(t *testing.T) {
	nim, err := rules.Lookup("nim")
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []Kind{Find, Find, Outcome, Find, Find, Outcome, Find} {
		for seed := range uint64(5) {
			p, ok := RaceQuestion(ofDay(rand.New(rand.NewPCG(seed, 1))), func() rules.Game { return nim }, rules.Normal, "", n+1, 7)
			if !ok || p.Kind != want {
				t.Errorf("question %d asks for %s (%v), want %s", n+1, p.Kind, ok, want)
			}
		}
	}
}

// Rules of thumb answer questions about moves, outcomes and numbers, and no others.
func TestWhatRulesOfThumbAnswer(t *testing.T) {
	asked := map[Asks]bool{}
	for _, l := range Lessons() {
		for seed := range uint64(60) {
			for _, s := range l.Exercise(seed) {
				asked[s.Asks] = true
				for _, rule := range RulesOfThumb() {
					if answers := rule.answers(s); answers && (s.Asks == AsksOrder || s.Asks == AsksIdea || s.Asks == AsksOutcome && rule != AlwaysLost) {
						t.Errorf("lesson %s: the rule %q answers what asks for %s", l.ID, rule, s.Asks)
					}
				}
			}
		}
	}
	if !asked[AsksOrder] || !asked[AsksIdea] || !asked[AsksOutcome] {
		t.Errorf("the lessons ask for %v, want also for an order, an idea and an outcome", asked)
	}
}
