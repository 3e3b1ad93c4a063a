package chat_test

import (
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/rules"
)

// TestValues asks for lists of Grundy values, and for what has none.
func TestValues(t *testing.T) {
	c := chattest.NewRoom(t)
	for line, want := range map[string][]string{
		"values kayles 0-30":                   {"[ana] Kayles: the Grundy values of `kayles n` for n from 0 to 30.", "n = 0–9: 0 1 2 3 1 4 3 2 1 4", "n = 30: 7", "From n = 71 on, the values repeat with period 12."},
		"values octal:0.137 20":                {"for n from 0 to 20", "period 34"},
		"values subtraction {1-3} 0-20":        {"`subtraction n {1-3}`", "n = 20: 0", "From n = 0 on, the values repeat with period 4."},
		"values {squares}":                     {"n = 0–9: 0 1 0 1 2 0 1 0 1 2", "No period of these values is proved."},
		"values game:lasker 5 to 9":            {"n = 5–9: 5 6 8 7 9"},
		"values kayles 7-7":                    {"Kayles: the Grundy value of `kayles 7` is 2.", "The moves from it leave 0, 1, 3, 4, 5. The smallest number that's missing is 2."},
		"values mock-turtles 1-4":              {"n = 1–4: 1 2 4 7"},
		"values octal:0.6 9999-10000":          {"for n from 9999 to 10000"},
		"values nim 199":                       {"n = 190–199: 190"},
		"values":                               {"Which game? Try `/nim values kayles 0-30`."},
		"values kayles misere 0-9":             {"belong to normal play. Leave out `misere`: `/nim values kayles 0-9`."},
		"values kayles 0-1000000":              {"at most 200 values at a time. Try `/nim values kayles 0-199`."},
		"values kayles 5-99999999999999999999": {"at most 1000000000000000000. Try `/nim values kayles 0-30`."},
		"values kayles nine":                   {"`nine` isn't a range of numbers."},
		"values kayles 9-3":                    {"`9-3` isn't a range"},
		"values northcott 3":                   {"Northcott's game has no Grundy values, because pieces can go back again and again."},
		"values wythoff 0-9":                   {"one number doesn't make a position", "`/nim predict 7 12 game:wythoff`"},
		"values octal:0.6 9999-10001":          {"Try `/nim values octal:0.6 0-20`."},
		"values subtraction {0}":               {"every move takes at least one stone. Try `/nim values subtraction {1-3} 0-20`."},
		"values kaylse 5":                      {"I don't know the game `kaylse`."},
	} {
		text := c.Text(c.Says("ana", line))
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %s, want %q", line, text, w)
			}
		}
	}
}

// TestValuesOfEveryGame lists what there is of each game, in a sentence where there is nothing.
func TestValuesOfEveryGame(t *testing.T) {
	c := chattest.NewRoom(t)
	for _, g := range rules.Games() {
		text := c.Text(c.Says("ana", "values "+g.Key+" 1-9"))
		if listed := strings.Contains(text, "n = 1–9: "); listed != (g.Single) || !listed && !strings.Contains(text, "See a position worked out") {
			t.Errorf("%s: %s", g.Key, text)
		}
	}
}

// TestValuesOfAGameThatIsOn lists none where hints are off, and counts as a hint for the players.
func TestValuesOfAGameThatIsOn(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Press("bob", c.Says("ana", "challenge @bob kayles 5 7"), "Accept")
	c.Says("ana", "values kayles 7")
	c.Expect(c.Says("bob", "resign"), "ana used 1 hint")
	off := c.Request("mo", "settings hints:off")
	off.User.Moderator = true
	c.Handler.Handle(t.Context(), off)
	c.Press("bob", c.Says("ana", "challenge @bob nim 3 4 + kayles 5"), "Accept")
	c.Expect(c.Says("eve", "values kayles 7"), "Hints are off")
	c.Expect(c.Says("eve", "values grundy 7"), "Grundy values")
}
