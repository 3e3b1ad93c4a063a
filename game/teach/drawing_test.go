package teach_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
)

// lastLook is the most that may be looked at after the bound: one analysis of a last position, and the
// search of a last start.
const lastLook = 500

// A drawing ends within its bound, also where there is nothing to find.
func TestDrawingsAreBounded(t *testing.T) {
	for _, key := range []string{"octal:0.111", "octal:0.011", "octal:0.01", "octal:0.3", "octal:4.0", "octal:0.0000000077777777", "octal:4.000000007", "octal:4.7777777777777777", "nim", "chomp"} {
		g := lookup(t, key)
		for _, e := range g.Endings {
			for name, draw := range map[string]func(*rules.Drawing) bool{
				"Start":         func(d *rules.Drawing) bool { _, ok := teach.Start(g, e, 1, d); return ok },
				"FirstStart":    func(d *rules.Drawing) bool { _, ok := teach.FirstStart(g, e, 0, d); return ok },
				"BalancedStart": func(d *rules.Drawing) bool { _, _, ok := teach.BalancedStart(g, e, d); return ok },
				"RatedStart":    func(d *rules.Drawing) bool { _, ok := teach.RatedStart(g, e, d); return ok },
				"RaceQuestion": func(d *rules.Drawing) bool {
					_, ok := teach.RaceQuestion(d, func() rules.Game { return g }, e, solve.Medium, 1, 5)
					return ok
				},
			} {
				d := drawing(rand.New(rand.NewPCG(1, 2)))
				if draw(d); d.Looked() > rules.MaxLooked+lastLook {
					t.Errorf("%s of %s, %v looked at %d positions, want %d at most", name, key, e, d.Looked(), rules.MaxLooked)
				}
				gone, cancel := context.WithCancel(t.Context())
				cancel()
				d = rules.NewDrawing(gone, rand.New(rand.NewPCG(1, 2)))
				if ok := draw(d); ok || d.Looked() > lastLook*16 {
					t.Errorf("%s of %s, %v after the end = %v, and looked at %d positions; want it to stop", name, key, e, ok, d.Looked())
				}
			}
		}
	}
}

// A puzzle isn't drawn after its context has ended.
func TestPuzzleAfterTheEnd(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := teach.NewPuzzle(gone, lookup(t, "nim"), rules.Normal, teach.Find, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("NewPuzzle = %v, want it cancelled", err)
	}
}

// All the puzzles of one choice have one bound, and those found within it are the same as alone.
func TestPuzzlesShareOneBound(t *testing.T) {
	for _, key := range []string{"nim", "bush", "octal:0.011", "octal:0.1"} {
		g, d := lookup(t, key), drawing(nil)
		for seed := range uint64(2000) {
			p, err := teach.NextPuzzle(d, g, rules.Normal, teach.Find, seed)
			if err != nil {
				break
			}
			alone, err := teach.NewPuzzle(t.Context(), g, rules.Normal, teach.Find, seed)
			if err != nil || alone.Key() != p.Key() {
				t.Fatalf("puzzle %d of %s = %s, want %s, %v", seed, key, p.Key(), alone.Key(), err)
			}
		}
		if d.Looked() <= rules.MaxLooked && g.Key != "octal:0.1" || d.Looked() > rules.MaxLooked+lastLook {
			t.Errorf("the puzzles of %s looked at %d positions, want %d", key, d.Looked(), rules.MaxLooked)
		}
	}
}
