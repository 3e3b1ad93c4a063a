package command_test

import (
	"testing"

	"nimbot/game/rules"
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
	for _, line := range []string{"start nim 3 +", "start nim 3 + 7", "start nim 3 + northcott red 5:1,4"} {
		if l, err := command.Parse(line); err != nil || l.Options.Game != "sum" || l.HasWords() {
			t.Errorf("Parse(%q) = %s, %v, a sentence: %v; want a sum that is refused", line, l.Options.Game, err, l.HasWords())
		}
	}
	if l, err := command.Parse("start 3 + 4 + 5"); err != nil || l.Options.Game != rules.Default {
		t.Errorf("Parse(3 + 4 + 5) = %s, %v; want Nim", l.Options.Game, err)
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
		"a1 in the kayles": "2.A1", "take 3 from b": "1.B3", "in part 3 2,2": "3.2,2", "bite 1,3": "3.1,3", "2.1:1+3": "",
		"a1": "", "2 3": "", "2 a1": "", "5.A1": "", "1.C1": "", "1": "",
	} {
		if got, err := command.ReadMove(p, typed); got != want {
			t.Errorf("ReadMove(%q) = %q, %v; want %q", typed, got, err, want)
		}
	}
}
