package chat_test

import (
	"regexp"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// suggested matches a command that a refusal suggests.
var suggested = regexp.MustCompile("`/nim ([^`]*)`")

// The refusal of a position gives a valid example for the same game and ending.
func TestExamplesOfRefusedPositions(t *testing.T) {
	slowtest.Sequential(t)
	c := chattest.NewRoom(t)
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for _, setup := range []string{"x", "0", "99999999999999999999", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26"} {
				text := "predict " + setup + " game:" + g.Key
				if e == rules.Misere {
					text += " misere"
				}
				c.Place.Channel = text // another channel for each
				refused := c.Text(c.Says("ana", text))
				m := suggested.FindStringSubmatch(refused)
				if strings.Contains(refused, "larger than I can play") {
					continue // it names the bounds
				}
				if m == nil {
					t.Errorf("%q is answered with %q, want a command to type", text, refused)
					continue
				}
				r := c.Says("ana", "start "+m[1][len("predict "):])
				if got := r.State; got == nil || got.Game != g.Key || got.Ending != e.String() {
					t.Errorf("%q is answered with %q, which plays %+v", text, refused, got)
				}
			}
		}
	}
	c.Place.Channel = "room"
	c.Expect(c.Says("ana", "challenge @bob 3 x game:pass misere"), "`/nim challenge @bob 3 4- 5 game:pass misere`")
	c.Expect(c.Says("ana", "open red 3:1,1 game:northcott"), "`/nim open red 8:2,5 6:1,6 game:northcott`")
	c.Expect(c.Says("ana", "start x"), "`/nim start 3 4 5`")
}

// The refusal of an invalid octal code says what is wrong with it, with and without the
// prefix "game:".
func TestOctalCodesWithMistakes(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Expect(c.Says("ana", "start octal:0.9"), "`9` isn't an octal digit")
	c.Expect(c.Says("ana", "start game:octal:0.9"), "`9` isn't an octal digit")
	c.Expect(c.Says("ana", "rules octal:5.1"), "A code can't start with `5`")
	c.Expect(c.Says("ana", "start octla:0.9"), "There's no option `octla:`")
}

func TestRefusalsOfChallengesNameWhatWorks(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Expect(c.Says("ana", "challenge @bob @carl 3 4"), "Mention one person, or ask everyone with `/nim open`")
	c.Expect(c.Says("ana", "challenge 0"), "`/nim challenge @name 3 4 5`")
}

func TestARematchThatIsAskedForTwice(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Says("ana", "challenge @bob 1")
	c.Says("bob", "accept")
	c.Says("ana", "A1")
	c.Says("ana", "rematch")
	c.Expect(c.Says("ana", "rematch"), "That's your own offer, so someone else has to accept it.")
}
