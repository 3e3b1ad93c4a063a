package teach_test

import (
	"math"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/teach"
)

// A judged decision that a player avoids counts once, as a guess.
func TestAvoidedDecisions(t *testing.T) {
	const first, second = 1.0 / 9, 1.0 / 6 // the chances of a guesser in 4 4 1, and in 2 4
	for _, c := range []struct {
		what, events string
		seen         bool
		judged       int
		credit       float64
	}{
		{"decided", "C1 A2 B2", false, 2, 2},
		{"stopped at once", "!stop:0", false, 1, first},
		{"resigned at once", "!resign:0", false, 1, first},
		{"out of time", "!timeout:0", false, 1, first},
		{"the opponent resigned", "!resign:1", false, 0, 0},
		{"stopped in a lost position", "C1 !stop:1", false, 1, 1},
		{"stopped at the second decision", "C1 A2 !stop:0", false, 2, 1 + second},
		{"taken back there, then met no more", "C1 A2 !undo:0 C1 A4 B4", false, 3, 2 + second},
		{"taken back there, then met again and kept", "C1 A2 !undo:0 C1 B2 A2 B2", false, 2, 1 + second},
		{"taken back there twice", "C1 A2 !undo:0 C1 A2 !undo:0 C1 A2 B2", false, 2, 1 + second},
		{"taken back, then stopped where it was decided", "C1 A2 !undo:0 !stop:0", false, 2, 1 + second},
		{"the opponent took a move back", "C1 A2 !undo:1 A2 B2", false, 2, 2},
		{"of a start that was seen, stopped at once", "!stop:0", true, 0, 0},
		{"of a start that was seen, played on", "C1 A2 B2", true, 1, 1},
	} {
		skill, err := teach.StrictSkill(match(t, "nim", rules.Normal, "4 4 1", c.events), c.seen)
		if err != nil {
			t.Fatal(err)
		}
		if s := skill[0]; s.Judged != c.judged || math.Abs(s.Credit-c.credit) > 1e-9 {
			t.Errorf("%s: %d judged, credit %v; want %d and %v", c.what, s.Judged, s.Credit, c.judged, c.credit)
		}
	}
}
