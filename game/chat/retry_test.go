package chat_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/words/command"
)

// lookedBack is a room in which bob gave a win away against ana, who reviews it.
func lookedBack(t *testing.T) (c *chattest.Room, review dialog.Reply) {
	c = chattest.NewRoom(t)
	c.Play("bob: challenge @ana 3 4 5 first:me", "ana: accept", "bob: C1", "ana: A3", "bob: B4", "ana: C4")
	return c, c.Says("ana", "review")
}

// TestAGameIsTriedAgainPrivately begins a private game at a turning point, beside the
// next game of the channel, and plays it with the controls of any private game.
func TestAGameIsTriedAgainPrivately(t *testing.T) {
	c, review := lookedBack(t)
	c.Play("ana: challenge @bob 7 8", "bob: accept")
	before := c.Document().Game.ID
	board := c.Press("bob", review, "Try it from move 1")
	c.Expect(board, "[bob]", "bob's move", "A 3, B 4, C 5", "A practice game from where the last game turned")
	if board.State == nil || board.State.Table != 0 || board.State.Level != "perfect" || public(board) != nil {
		t.Errorf("the game is %+v on boards %v, want a private one against perfect play", board.State, public(board))
	}
	c.Restart()
	hint := c.Press("bob", board, "Hint")
	c.Expect(hint, "[bob]")
	c.Expect(c.Says("bob", "board"), "several games") // the rules of any private game
	moved := c.Press("bob", c.Press("bob", board, "A (3)"), "Take 2")
	c.Expect(moved, "[bob]", "bob took 2 from A")
	if strings.Contains(c.Text(moved), "where the last game turned") {
		t.Errorf("after the first move it is still said where the game comes from")
	}
	if now := c.Document(); now.Game.ID != before || now.Game.Events != "" {
		t.Errorf("the channel's game is %+v", now.Game)
	}
	c.Expect(c.Press("bob", moved, "Show it here"), "[all]", "bob's move")
	for _, tt := range [][2]string{{"retry 2", "just 1"}, {"retry x", "isn't a number"}, {"retry from nim normal 0", "isn't"}} {
		if r := c.Says("bob", tt[0]); r.Result != dialog.Refused {
			t.Errorf("%s: %s", tt[0], c.Text(r))
		}
	}
	c = chattest.NewRoom(t)
	c.Expect(c.Says("ana", "retry 1"), "no turning point")
}

// TestASecondTryAsks has a person with a private game try a game again: start asks, too.
func TestASecondTryAsks(t *testing.T) {
	c, review := lookedBack(t)
	c.Play("ana: challenge @bob 7 8", "bob: accept")
	c.Press("bob", review, "Try it from move 1")
	asked := c.Press("bob", review, "Try it from move 1")
	c.Expect(asked, "[bob]")
	again := c.Press("bob", asked, c.Words.Say(asked.Messages[0].Buttons[0].Label, voice()))
	c.Expect(again, "A 3, B 4, C 5", "A practice game from where the last game turned")
}

// TestATryCountsForNothing has no result counted of a game that is tried again.
func TestATryCountsForNothing(t *testing.T) {
	c, review := lookedBack(t)
	withBook(t, c)
	board := c.Press("bob", review, "Try it from move 1")
	board = c.Press("bob", c.Press("bob", board, "A (3)"), "Take 2")
	c.Expect(c.Press("bob", board, "Resign"), "bob resigned")
	k := c.Place
	c.Place = c.Place.Own("bob")
	if results := c.Document().Results; len(results) != 0 {
		t.Errorf("to be counted are %+v", results)
	}
	c.Place = k
	names := []string{}
	for _, m := range c.Says("bob", "start 3 4").Messages {
		names = append(names, c.Words.Say(m.Lines[0], voice()))
	}
	if slices.ContainsFunc(names, func(s string) bool { return strings.Contains(s, "counts for nothing") }) {
		t.Errorf("an ordinary game is called a try: %q", names)
	}
}

// TestAPrivateGameIsTriedAgain looks back on a private game from its own board, whose
// turning points are its own, not those of the channel's last game.
func TestAPrivateGameIsTriedAgain(t *testing.T) {
	c, _ := lookedBack(t)
	c.Play("ana: challenge @bob 7 8", "bob: accept")
	board := c.Says("bob", "start 1 2")
	board = c.Press("bob", c.Press("bob", board, "B (2)"), "Take 2") // wrong: B1 wins
	review := c.Press("bob", board, "Review")
	c.Expect(c.Press("bob", review, "Try it from move 1"), "[bob]", "A 1, B 2")
}

// TestALostGameIsTriedAgainFromItsResult has the result of a game that was lost to the bot begin
// with the way back to where the win was last given away, for whoever presses it.
func TestALostGameIsTriedAgainFromItsResult(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		want  string // the first button, after those of another level
	}{
		{[]string{"start 3 4 5", "C5", "resign"}, "Try it from move 1"},
		{[]string{"start 1 4 5", "A1", "resign"}, "Review"},
		{[]string{"start 1", "A1"}, "Review"},
	} {
		c := chattest.NewRoom(t)
		c.Says("bob", "start 1 2")
		c.Play("bob: B2")
		var result dialog.Reply
		for _, line := range tt.lines {
			result = c.Says("ana", line)
		}
		if public(result) == nil {
			t.Fatalf("%v: the result is %s", tt.lines, c.Text(result))
		}
		buttons := slices.DeleteFunc(labels(c, result), func(l string) bool { return strings.HasPrefix(l, "Again") || l == "Rematch" })
		if got := buttons[0]; got != tt.want {
			t.Errorf("%v: the result begins with %q, want %q", tt.lines, got, tt.want)
		}
		if tt.want != "Review" {
			for _, who := range []string{"ana", "bob"} {
				c.Expect(c.Press(who, result, tt.want), "["+who+"]", "A 3, B 4, C 5", "A practice game from where the last game turned")
			}
		}
	}
}

// A line that begins a game at a position is held to what a start is held to, and costly positions
// are solved, and charged, before it runs.
func TestATryIsHeldToTheLimitsOfAStart(t *testing.T) {
	c := chattest.NewRoom(t)
	var solved []string
	tries := func(line string) string {
		r := c.Request("ana", line)
		r.Place, r.Private = r.Place.Own("ana"), true
		heard := dialog.Read(r, c.Words)
		heard.Precompute = func(_ context.Context, _ dialog.Request, l command.Line) string {
			_, _, position, _ := l.Setup()
			solved = append(solved, position)
			return ""
		}
		return c.Text(c.Handler.Answer(t.Context(), heard))
	}
	many := strings.Repeat(" 1", 26)
	for _, tt := range []struct{ line, want string }{
		{"retry from nim normal" + many, "26 piles"},
		{"retry from nim normal 2000000000", "1000000000"},
		{"retry from nim normal", "no turning point"},
		{"retry from chess normal 3 4", "no turning point"},
		{"retry from nim misere 3 4 5", "A 3, B 4, C 5"},
	} {
		if got := tries(tt.line); !strings.Contains(got, tt.want) {
			t.Errorf("%.40q is answered %s, want %q", tt.line, got, tt.want)
		}
	}
	if len(solved) > 0 {
		t.Errorf("solved before: %q, want nothing: it is cheap", solved)
	}
	if tries("retry from chomp normal 5 4 2"); !slices.Equal(solved, []string{"5 4 2"}) {
		t.Errorf("solved before: %q, want the position of the costly game", solved)
	}
}
