package analysis

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words"
)

func newOracle(t *testing.T, bounds rules.Size) Oracle {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return Oracle{catalogue, bounds}
}

func TestFamilyIsWithinTheBounds(t *testing.T) {
	for _, l := range Family(rules.Size{Parts: 25, Largest: 1000}) {
		for e, b := range l.Bounds {
			if b.Parts == 0 || b.Parts > 25 || b.Largest == 0 || b.Largest > 1000 {
				t.Errorf("%s, %s: the bounds are %+v, want at most 25 parts of 1000", l.Key, e, b)
			}
		}
	}
}

func TestReadIsWithinTheBounds(t *testing.T) {
	o := newOracle(t, rules.Size{Parts: 3, Largest: 10})
	for _, tt := range []struct{ position, code string }{{"3 4 5", ""}, {"10 0 0", ""}, {"1 1 1 1", "limit.parts"}, {"11", "limit.largest"}, {"x", "pile.not-a-number"}} {
		_, err := o.Read("nim", tt.position, rules.Normal)
		var refusal *rules.Error
		if errors.As(err, &refusal) != (tt.code != "") || refusal != nil && refusal.Code != tt.code {
			t.Errorf("Read(%q) = %v, want %q", tt.position, err, tt.code)
		}
	}
	_, err := o.Read("nim", "1"+strings.Repeat("0", 30), rules.Normal)
	var refusal *rules.Error
	if !errors.As(err, &refusal) || refusal.Args["max"] != uint64(10) {
		t.Errorf("Read(10^30) = %v, want the bound 10", err)
	}
}

// For each game's first example and the positions one move later, Check, Answer and Explain
// agree, and no list is null.
func TestAnswersAgree(t *testing.T) {
	o := newOracle(t, rules.Size{})
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			p, err := o.Read(g.Key, g.Examples[0], e)
			if err != nil {
				t.Fatal(err)
			}
			solved, err := o.Explain(p, MostMoves)
			if err != nil {
				t.Fatal(err)
			}
			wins := map[string]bool{}
			for _, m := range solved.Winning {
				wins[m.Move] = true
			}
			for m := range p.At.Moves() {
				c, err := Check(p, m)
				if err != nil || !c.Legal || c.Wins != wins[string(m)] || (len(c.Better) > 0) != (len(wins) > 0 && !c.Wins) {
					t.Errorf("%s %v %s: Check(%s) = %+v, %v; it wins: %t", g.Key, e, p.At, m, c, err, wins[string(m)])
				}
				left, err := o.Read(g.Key, c.To, e)
				if err != nil {
					continue // not every position can be read as a start
				}
				for _, l := range solve.Levels() {
					r, err := Answer(left, l, 1)
					if err != nil || r.Over != (r.Winner != "") || r.Move == "" && !c.Over {
						t.Errorf("%s %v %s: Answer(%s) = %+v, %v", g.Key, e, c.To, l, r, err)
					}
				}
				if text, err := json.Marshal(c); err != nil || strings.Contains(string(text), "null") {
					t.Errorf("Check(%s) = %s, %v, want no null", m, text, err)
				}
			}
		}
	}
}
