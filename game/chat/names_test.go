package chat_test

import (
	"testing"

	"nimbot/game/chat/chattest"
)

// TestNamesThatPeopleUse begins games by the names that people have for them.
func TestNamesThatPeopleUse(t *testing.T) {
	for line, want := range map[string]string{
		"start marienbad":                              "nim misere 1 3 5 7",
		"start Marienbad 3 4 5":                        "nim misere 3 4 5",
		"start marienbad normal":                       "nim normal 1 3 5 7",
		"start game:21":                                "subtraction misere 21 {1-3}",
		"start 21-game 15 level:easy":                  "subtraction misere 15 {1-3}",
		"start bachet":                                 "subtraction normal 100 {1-10}",
		"start target 100":                             "subtraction normal 100 {1-10}",
		"start target 100 30 {1-5}":                    "subtraction normal 30 {1-5}",
		"start jeu des bâtonnets":                      "subtraction misere 20 {1-3}",
		"start dawson's chess 9":                       "octal:0.137 normal 9",
		"start Dawson’s Chess 9 misere":                "octal:0.137 misere 9",
		"start avoid the neighbors 8":                  "octal:0.137 normal 8",
		"start officers 7 9":                           "octal:0.6 normal 7 9",
		"start couples-are-forever 7":                  "octal:0.6 normal 6",
		"start couples are forever 7 9":                "octal:0.6 normal 6 8",
		"start double kayles 9":                        "octal:0.7777 normal 9",
		"start daisies 5":                              "octal:4.7 normal 5",
		"start tsyan-shizi 5 8":                        "wythoff normal 5 8",
		"start corner the lady 5 8":                    "wythoff normal 5 8",
		"start silver dollar without the dollar 2 5 9": "coins normal 2 5 9",
		"start game:treblecross 10":                    "octal:0.007 normal 12",
		"start treblecross 10":                         "octal:0.007 normal 12",
		"start 21":                                     "nim normal 21",
	} {
		r := chattest.NewRoom(t).Says("ana", line)
		if s := r.State; s == nil || s.Game+" "+s.Ending+" "+s.Position != want {
			t.Errorf("%s: %+v, want %s", line, s, want)
		}
	}
	c := chattest.NewRoom(t)
	c.Expect(c.Says("ana", "predict treblecross 10"), "Treblecross is this game: `12 game:octal:0.007`.")
	c.Expect(c.Says("ana", "rules marienbad"), "Nim")
	c.Expect(c.Says("ana", "start treblecross 10 misere"), "Treblecross is here only in normal play. Leave out `misere`: `/nim start treblecross`.")
	c.Expect(c.Says("ana", "start treblecross 2"), "Nobody can move")
}

// TestUnknownNamesBeginNothing types names that there is no game of.
func TestUnknownNamesBeginNothing(t *testing.T) {
	for line, want := range map[string]string{
		"start kaylse 5":         "I don't know the game `kaylse`. Did you mean `kayles`? Also near: ",
		"start game:kaylse 5":    "Did you mean `kayles`?",
		"start treblecros 10":    "Did you mean `treblecross`?",
		"start game:poker 5":     "I don't play poker.",
		"start game:zzz 5":       "I don't know the game `zzz`. Nearest: ",
		"start zzzz 5":           "I don't know the game `zzzz`. Nearest: ",
		"start cram 3":           "I don't play cram. See what I play with `/nim games`.",
		"start col":              "I don't play col.",
		"start hex 11":           "I don't play hex.",
		"start game:chess":       "I don't play chess.",
		"start tic tac toe":      "I don't play tic tac toe.",
		"start dots and boxes 3": "I don't play dots and boxes.",
		"rules domineering":      "I don't play domineering.",
		"values cram 3":          "I don't play cram.",
		"rules kaylse":           "Did you mean `kayles`?",
	} {
		c := chattest.NewRoom(t)
		if r := c.Expect(c.Says("ana", line), want); r.State != nil {
			t.Errorf("%s began %+v", line, r.State)
		}
	}
}
