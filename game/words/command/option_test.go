package command

import (
	"errors"
	"testing"
	"time"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// keyOf returns the catalogue's key of a refusal, "" for nil.
func keyOf(err error) string {
	var r *Refusal
	var g *rules.Error
	switch {
	case errors.As(err, &r):
		return r.Text.Key
	case errors.As(err, &g):
		return g.Code
	}
	return ""
}

// An option is accepted within its bounds if the command has it; otherwise the refusal
// names the option.
func TestOptionsAndTheirBounds(t *testing.T) {
	clock := func(want time.Duration) func(Options) bool {
		return func(o Options) bool { return o.Clock == want }
	}
	first := func(want string) func(Options) bool { return func(o Options) bool { return o.First == want } }
	seated := func(want int) func(Options) bool { return func(o Options) bool { return o.Seats == want } }
	rounds := func(want int) func(Options) bool { return func(o Options) bool { return o.Rounds == want } }
	seconds := func(want int) func(Options) bool { return func(o Options) bool { return o.Seconds == want } }
	ends := func(want rules.Ending) func(Options) bool { return func(o Options) bool { return o.Ending == want } }
	rated := func(want bool) func(Options) bool { return func(o Options) bool { return o.Rated == want } }
	for _, tt := range []struct {
		text, refused string
		has           func(Options) bool
	}{
		{"start level:hard", "", func(o Options) bool { return o.Level == solve.Hard }},
		{"start level:nope", "option.level", func(o Options) bool { return o.Level == solve.Perfect }},
		{"open seats:1", "", seated(1)},
		{"open seats:20", "", seated(20)},
		{"open seats:0", "option.seats", seated(0)},
		{"open seats:21", "option.seats", seated(0)},
		{"open seats:x", "option.seats", seated(0)},
		{"start seats:3", "option.seats-elsewhere", seated(0)},
		{"race rounds:1", "", rounds(1)},
		{"race rounds:20", "", rounds(20)},
		{"race rounds:0", "option.rounds", rounds(0)},
		{"race rounds:21", "option.rounds", rounds(0)},
		{"race rounds:off", "option.rounds", rounds(0)},
		{"start rounds:3", "option.unknown", rounds(0)},
		{"race seconds:10", "", seconds(10)},
		{"race seconds:300", "", seconds(300)},
		{"race seconds:off", "", seconds(0)},
		{"race seconds:9", "option.seconds", seconds(0)},
		{"race seconds:301", "option.seconds", seconds(0)},
		{"race seconds:soon", "option.seconds", seconds(0)},
		{"open seconds:30", "option.unknown", seconds(0)},
		{"start first:me", "", first("me")},
		{"start first:bot", "", first("them")},
		{"start first:nobody", "option.first", first("")},
		{"challenge @bob clock:10s", "", clock(10 * time.Second)},
		{"challenge @bob clock:168h", "", clock(168 * time.Hour)},
		{"challenge @bob clock:9s", "option.clock", clock(0)},
		{"challenge @bob clock:169h", "option.clock", clock(0)},
		{"challenge @bob clock:soon", "option.clock", clock(0)},
		{"start misere", "", ends(rules.Misere)},
		{"start misere:no", "", ends(rules.Normal)},
		{"start normal", "", ends(rules.Normal)},
		{"start misere:perhaps", "option.ending", ends(rules.Misere)},
		{"start misere normal", "option.twice", ends(rules.Misere)},
		{"challenge @bob", "", rated(false)},
		{"challenge @bob rated", "", rated(true)},
		{"challenge @bob rated:no", "", rated(false)},
		{"challenge @bob rated:perhaps", "option.rated", rated(false)},
		{"start rated", "", rated(false)}, // there it's a word among the piles
		{"start level:easy level:hard", "option.twice", func(o Options) bool { return o.Level == solve.Easy }},
		{"challenge @bob @cy", "challenge.several", rated(false)},
		{"start levle:easy", "option.unknown-near", first("")},
		{"start qqq:easy", "option.unknown", first("")},
		{"start game:kyles", "game.unknown-near", func(o Options) bool { return o.Game == rules.Default }},
		{"start game:random", "", func(o Options) bool { return o.Game == AnyGame }},
	} {
		l, err := Parse(tt.text)
		if got := keyOf(err); got != tt.refused || !tt.has(l.Options) {
			t.Errorf("Parse(%q) = %+v, refused by %q; want %q", tt.text, l.Options, got, tt.refused)
		}
	}
}

// The refusal of a move is about the pile that the text names, but doesn't take an ordinary
// word for the name of a pile.
func TestRefusalsOfMoves(t *testing.T) {
	p := positionOf(t, "nim", "3 4 5")
	for text, want := range map[string]string{
		"A9": "move.take-too-many", "B0": "move.take-nothing", "D1": "move.no-such-pile", "AA2": "move.no-such-pile", "take 2 from z": "move.no-such-pile",
		"me": "move.form", "AB": "move.form", "take me": "move.form", "take -1 from a": "move.form", "B2 B3": "move.form", "B2?": "move.form",
		"take 2": "move.ambiguous", "take two from b": "", "b 2": "", "'B2.'": "", "take the b 2": "", "b2 stones": "",
	} {
		if _, err := ReadMove(p, text); keyOf(err) != want {
			t.Errorf("ReadMove(%q) = %v, want %q", text, err, want)
		}
	}
}

// A line that isn't a move counts as a misspelt command or a sentence if it looks like one,
// and otherwise as a wrong move.
func TestMeantAsCommand(t *testing.T) {
	p := positionOf(t, "nim", "3 4 5")
	for text, want := range map[string]bool{
		"hnit": true, "hnit 2": true, "boar": true, "undoo please": true, "please let me win": true, "xyz": true,
		"A9": false, "d": false, "xy": false, "take me": false, "take 2": false, "board": false, "B2 B3": false, "hnit ~1.abc": false, "please let me win ~1.abc": false,
	} {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		_, unread := ReadMove(p, l.Typed)
		if got := l.MeantAsCommand(unread); got != want {
			t.Errorf("Parse(%q).MeantAsCommand(%v) = %v, want %v", text, unread, got, want)
		}
	}
	l, _ := Parse("all stones of a pile")
	if l.MeantAsCommand(refuse("move.ambiguous", nil)) {
		t.Errorf("MeantAsCommand of a move that can mean several = true, want false")
	}
}
