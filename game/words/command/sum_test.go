package command_test

import (
	"errors"
	"slices"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// A setup with games in it names its own game, wherever the options stand.
func TestASumNamesItsGame(t *testing.T) {
	const setup = "nim 3 4 + kayles 5 + chomp 2x3"
	for _, line := range []string{"start " + setup, "start misere " + setup, "start " + setup + " level:easy", "start game:sum " + setup, "predict " + setup, "open " + setup + " seats:3"} {
		l, err := command.Parse(line)
		if err != nil || l.Options.Game != "sum" || l.Rest != setup {
			t.Errorf("Parse(%q) = %s %q, %v; want the sum %q", line, l.Options.Game, l.Rest, err, setup)
		}
	}
	if l, err := command.Parse("start nim 3 4+kayles 5+chomp 2x3"); err != nil || l.Options.Game != "sum" || l.Rest != setup {
		t.Errorf("Parse without blanks = %s %q, %v; want the sum %q", l.Options.Game, l.Rest, err, setup)
	}
	for _, line := range []string{"start nim 3 +", "start nim 3 + 7", "start nim 3 + northcott red 5:1,4"} {
		if l, err := command.Parse(line); err != nil || l.Options.Game != "sum" || l.HasWords() {
			t.Errorf("Parse(%q) = %s, %v, a sentence: %v; want a sum that is refused", line, l.Options.Game, err, l.HasWords())
		}
	}
	if l, err := command.Parse("start 3 + 4 + 5"); err != nil || l.Options.Game != rules.Default {
		t.Errorf("Parse(3 + 4 + 5) = %s, %v; want Nim", l.Options.Game, err)
	}
}

// Games that follow each other are a sum, whatever people type for the plus sign.
func TestWordsThatJoinGames(t *testing.T) {
	const setup = "nim 3 4 + kayles 5"
	for _, line := range []string{"start nim 3 4 plus kayles 5", "start nim 3 4 and kayles 5", "start nim 3 4 with kayles 5", "start nim 3 4 & kayles 5", "start nim 3 4, kayles 5", "start nim 3 4, and kayles 5", "start nim 3 4 kayles 5", "start level:easy nim 3 4 plus kayles 5", "demo sum nim 3 4 and kayles 5"} {
		if l, err := command.Parse(line); err != nil || l.Options.Game != "sum" || l.Rest != setup {
			t.Errorf("Parse(%q) = %s %q, %v; want the sum %q", line, l.Options.Game, l.Rest, err, setup)
		}
	}
	for _, line := range []string{"start nim 3 4 und kayles 5", "start 3 4 5 and nim", "start kayles and 3 4", "start 20 {1-3} kayles"} {
		if l, _ := command.Parse(line); l.Options.Game == "sum" {
			t.Errorf("Parse(%q) is the sum %q, want none", line, l.Rest)
		}
	}
	for _, line := range []string{"start nim 3 4 + kayles 5 game:nim", "start 20 {1-3} game:nim"} {
		var refused *command.Refusal
		if _, err := command.Parse(line); !errors.As(err, &refused) || refused.Text.Key != "option.twice" {
			t.Errorf("Parse(%q) = %v, want the refusal of a second game", line, err)
		}
	}
	for line, want := range map[string]string{
		"a sum of nim 3 4 and kayles 5": setup, "nim 3 4 und kayles 5": setup, "nim 3 4, kayles 5": setup, "who wins nim 3 4 + kayles 5?": setup,
		"nim and kayles": "", "nim 3 4 5": "", "chomp 2x3 and nim": "",
	} {
		if got, ok := command.PartsIn(line); got != want || ok != (want != "") {
			t.Errorf("PartsIn(%q) = %q, %v; want %q", line, got, ok, want)
		}
	}
	for line, refused := range map[string]bool{"play nim plus kayles": true, "nim and kayles": true, "is kayles like nim": false, "nim 3 and a friend": false} {
		if _, err := command.PartsRefused(line); (err != nil) != refused {
			t.Errorf("PartsRefused(%q) = %v, want a refusal: %v", line, err, refused)
		}
	}
}

// A move of a sum says in which part it is, unless it can be made in one part only.
func TestMovesOfASum(t *testing.T) {
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Begin("nim 3 4 + kayles 5 + chomp 2x3 + fibonacci 9", rules.Normal)
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]rules.Move{
		"2.A1": "2.A1", "2.a1:1+3": "2.A1:1+3", "part 2 a1": "2.A1", "part 2: A2": "2.A2", "2. a2": "2.A2", "a1 in part 2": "2.A1",
		"a1 in the kayles": "2.A1", "take 3 from b": "1.B3", "in part 3 2,2": "3.2,2", "in part 3 bite 2,2": "3.2,2", "part one take 2 from b": "1.B2", "a1 in kayles": "2.A1", "bite 1,3": "3.1,3", "2.1:1+3": "",
		"a1": "", "2 3": "", "2 a1": "", "5.A1": "", "1.C1": "", "1": "",
	} {
		if got, err := command.ReadMove(p, typed); got != want {
			t.Errorf("ReadMove(%q) = %q, %v; want %q", typed, got, err, want)
		}
	}
}

// What begins with the number of a part, or counts the moves of a record, is asked about with the moves that it may mean.
func TestDoubtfulMovesOfASumAreAskedAbout(t *testing.T) {
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Begin("nim 3 4 + kayles 5 + chomp 2x3", rules.Normal)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		typed, key string
		moves      []rules.Move
	}{
		{"2 A1", "move.meant", []rules.Move{"2.A1"}}, {"2 3", "move.meant", []rules.Move{"3.2,3"}},
		{"2 2", "move.meant", []rules.Move{"2.A2", "3.2,2"}}, {"3 2 2", "move.meant", []rules.Move{"3.2,2"}},
		{"1. A2 2. B1", "move.several", []rules.Move{"1.A2", "2.A2", "1.B1"}}, {"1.A2 2.A1", "move.several", []rules.Move{"1.A2", "2.A1"}},
		{"1. 1.A2 2. 2.A1", "move.several", []rules.Move{"1.A2", "2.A1"}}, {"a1", "move.ambiguous", []rules.Move{"1.A1", "2.A1"}},
		{"2 9", "move.more-than-there", nil}, {"5.A1", "sum.no-such-part", nil}, {"part 5 a1", "sum.no-such-part", nil}, {"0.A1", "sum.no-such-part", nil},
		{"part 12 a1", "sum.no-such-part", nil}, {"part nine a1", "sum.no-such-part", nil}, {"a1 in the stairs", "move.form", nil},
	} {
		_, err := command.ReadMove(p, tt.typed)
		var asked *command.Refusal
		var refused *rules.Error
		if errors.As(err, &refused) {
			asked = &command.Refusal{Text: words.New(refused.Code)}
		} else if !errors.As(err, &asked) {
			t.Errorf("ReadMove(%q) = %v; want %s", tt.typed, err, tt.key)
			continue
		}
		var moves []rules.Move
		listed, _ := asked.Text.Args.Value("moves").([]words.Text)
		for _, one := range listed {
			m, _ := one.Args.Value("move").(rules.Move)
			moves = append(moves, m)
		}
		if asked.Text.Key != tt.key || !slices.Equal(moves, tt.moves) {
			t.Errorf("ReadMove(%q) asks %s about %v; want %s about %v", tt.typed, asked.Text.Key, moves, tt.key, tt.moves)
		}
	}
}

// "3:1" isn't played in part 3 if it may be a step of a staircase, and is played where only one reading is a move.
func TestAStepIsNoPart(t *testing.T) {
	for typed, want := range map[string]string{"3:1": "move.meant", "1:1": "1.1:1", "3:9": "refused"} {
		g, err := rules.Lookup("sum")
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Begin("stairs 4 3 2 + cake 3x5@2,4 + nim 2", rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		m, err := command.ReadMove(p, typed)
		got := string(m)
		var asked *command.Refusal
		switch {
		case errors.As(err, &asked) && asked.Text.Key == "move.meant":
			got = asked.Text.Key
		case err != nil:
			got = "refused"
		}
		if got != want {
			t.Errorf("ReadMove(%q) = %q, %v; want %s", typed, m, err, want)
		}
	}
}

// Two numbers may be a step and what goes down from it, so they lead to the notation; they are no doubt where they move a
// coin.
func TestStepsAreAskedAbout(t *testing.T) {
	for _, tt := range []struct{ game, setup, typed, key, move string }{
		{"stairs", "2 2 3", "3-3", "move.meant", "3:3"}, {"stairs", "2 2 3", "3, 2", "move.meant", "3:2"},
		{"sum", "stairs 2 2 3 + nim 3 4", "1.3-3", "move.meant", "1.3:3"}, {"sum", "stairs 2 2 3 + nim 3 4", "3-3", "move.meant", "1.3:3"},
		{"sum", "stairs 2 2 3 + nim 3 4", "part 1 3,2", "move.meant", "1.3:2"}, {"sum", "stairs 2 2 3 + nim 3 4", "1.3-9", "move.form", ""},
	} {
		g, err := rules.Lookup(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Begin(tt.setup, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		_, err = command.ReadMove(p, tt.typed)
		var asked *command.Refusal
		if !errors.As(err, &asked) || asked.Text.Key != tt.key {
			t.Errorf("ReadMove(%q) in %s = %v; want %s", tt.typed, tt.setup, err, tt.key)
			continue
		}
		if example, _ := asked.Text.Args.Value("example").(string); tt.move != "" && example != tt.move {
			t.Errorf("ReadMove(%q) in %s leads to %q; want %q", tt.typed, tt.setup, example, tt.move)
		}
	}
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Begin("stairs 2 2 3 + coins 2 5 9", rules.Normal)
	if err != nil {
		t.Fatal(err)
	}
	for _, typed := range []string{"9-8", "2.9:8"} {
		if m, err := command.ReadMove(p, typed); err != nil || m != "2.9-8" {
			t.Errorf("ReadMove(%q) = %q, %v; want 2.9-8", typed, m, err)
		}
	}
}
