package chat_test

import (
	"slices"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/rules"
)

// TestADemonstrationSaysWhoWinsAndWhy reads the whole of a short demonstration.
func TestADemonstrationSaysWhoWinsAndWhy(t *testing.T) {
	c := chattest.NewRoom(t)
	r := c.Expect(c.Says("ana", "demo 3 4 5"), "[ana] With perfect play, the first player wins.",
		"1. First player: take 2 from A (`A2`). Check: after `A2`, 1 ⊕ 4 ⊕ 5 = 0.",
		"1. Second player: ", "Every move loses here.", "two equal parts are left. Whatever your opponent does to one, you can do to the other.", "First player wins.")
	if n := strings.Count(c.Text(r), "Whatever your opponent does"); n != 1 {
		t.Errorf("why copying wins is said %d times, want once", n)
	}
	if text := c.Text(r); strings.Count(text, "some part can be lowered to make it 0 again") != 1 || strings.Contains(text, "nothing else can be moved") {
		t.Errorf("want the reason why 0 loses once, and nothing twice:\n%s", text)
	}
	if text := c.Text(r); !strings.Contains(text, "1 ⊕ 3 ⊕ 2 = 0") {
		t.Errorf("the loser lets every move be copied, want one repair:\n%s", text)
	}
	if review := r.Messages[0].Review; review == nil || len(review.Match.Moves()) != 9 {
		t.Errorf("Review = %+v, want the game with its 9 moves, to step through", review)
	}
	if r := c.Press("ana", r, "Play it yourself"); r.State == nil || r.State.Position != "3 4 5" || r.State.ToMove != 0 {
		t.Errorf("State = %+v, want a game of 3 4 5 that ana begins", r.State)
	}
}

// demonstrated returns the text of all parts of a demonstration.
func demonstrated(c *chattest.Room, line string) (text string, parts int) {
	r := c.Says("ana", line)
	for {
		text += c.Text(r)
		parts++
		m := r.Messages[0]
		if !slices.ContainsFunc(m.Buttons, func(b dialog.Button) bool { return b.Label.Key == "button.more" }) {
			return text, parts
		}
		r = c.Press("ana", r, "More …")
	}
}

// TestWhoMovesAtRandomLoses lets the second player of a start that the first one wins move at random,
// in every game.
func TestWhoMovesAtRandomLoses(t *testing.T) {
	for _, g := range rules.Games() {
		for range 4 {
			text, _ := demonstrated(chattest.NewRoom(t), "demo game:"+g.Key+" against:random")
			if strings.Contains(text, "the first player wins.") && !strings.Contains(text, "First player wins.") {
				t.Errorf("%s: %s", g.Key, text)
			}
		}
	}
}

// TestALongDemonstrationComesInParts asks for one part after the other.
func TestALongDemonstrationComesInParts(t *testing.T) {
	c := chattest.NewRoom(t)
	for _, line := range []string{"demo 9 9 8 7", "demo 9 9 9 8 8 7 misere against:random"} {
		text, parts := demonstrated(c, line)
		if moves := strings.Count(text, " player: "); parts != (moves+11)/12 || parts < 2 {
			t.Errorf("%s has %d parts with %d moves, want twelve in each", line, parts, moves)
		}
		if n := strings.Count(text, " player wins."); n != 2 { // before the first move, and at the end
			t.Errorf("%s says %d times who wins, want twice:\n%s", line, n, text)
		}
	}
	text, parts := demonstrated(c, "demo 500 500")
	if parts != 10 || !strings.Contains(text, "I stop a demonstration after 120 moves. See how it goes on with `/nim demo ") {
		t.Errorf("a demonstration of 1000 moves has %d parts, want the 10 allowed:\n%s", parts, text)
	}
}

// TestADemonstrationTellsNothingAboutAGameThatIsOn asks for one that passes a position of a game
// between people where hints are off, and of one's own game.
func TestADemonstrationTellsNothingAboutAGameThatIsOn(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Press("bob", c.Says("ana", "challenge @bob 1 4 5"), "Accept")
	c.Expect(c.Says("eve", "demo 3 4 5"), "[eve] That demonstration leads to the position of a game that's on here.")
	c.Expect(c.Says("eve", "demo 3 5 game:wythoff"), "player wins.")
	c.Says("ana", "demo 1 4 5")
	c.Expect(c.Says("bob", "resign"), "ana used 1 hint")
}

// TestADemonstrationRefuses types what a demonstration doesn't take.
func TestADemonstrationRefuses(t *testing.T) {
	c := chattest.NewRoom(t)
	for line, want := range map[string]string{
		"demo 3 4 5 level:easy":          "Leave it out: `/nim demo 3 4 5`",
		"demo 3 4 5 against:me":          "`against:` can't be `me`",
		"demo 3 4 5 part:11":             "Use 1 to 10",
		"demo 3 4 5 part:0":              "Use 1 to 10",
		"start 3 4 5 against:random":     "There's no option `against:`",
		"demo 1000000000000000000":       "too large",
		"demo game:poker":                "I don't play poker",
		"demo 3 4 5 misere game:euclid":  "exactly two piles",
		"demo 500 500 game:dawsonkayles": "I don't know the game `dawsonkayles`",
	} {
		if text := c.Text(c.Says("ana", line)); !strings.Contains(text, want) || strings.Contains(text, "player wins.") {
			t.Errorf("%s: %s, want %q", line, text, want)
		}
	}
}

// TestEachPartOfADemonstrationHasItsOwnMoves steps through the parts of a demonstration of every game.
func TestEachPartOfADemonstrationHasItsOwnMoves(t *testing.T) {
	for _, g := range rules.Games() {
		c := chattest.NewRoom(t)
		r := c.Says("ana", "demo game:"+g.Key)
		moves := 0
		for {
			m := r.Messages[0]
			if m.Review == nil || len(m.Review.Match.Moves()) > 12 {
				t.Fatalf("%s: Review = %+v, want at most 12 moves", g.Key, m.Review)
			}
			if start := m.Review.Match.Positions()[0].Diagram(); m.Diagram == nil || m.Diagram.Shape != start.Shape || len(m.Diagram.Rows) != len(start.Rows) {
				t.Errorf("%s: the drawing isn't that of the part's first position", g.Key)
			}
			for n := range m.Review.Match.Moves() {
				moves++
				lines, _ := m.Review.Said.After(n + 1)
				if turn := lines[0].Args.Value("turn"); turn != rules.MoveNumber(moves) {
					t.Errorf("%s: move %d is said to be %v", g.Key, moves, turn)
				}
			}
			if !slices.ContainsFunc(m.Buttons, func(b dialog.Button) bool { return b.Label.Key == "button.more" }) {
				break
			}
			r = c.Press("ana", r, "More …")
		}
	}
}
