package chat_test

import (
	"slices"
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store/platform"
)

// labels returns the labels of all buttons of r, without the menu's.
func labels(c *chattest.Room, r dialog.Reply) []string {
	var all []string
	for _, m := range r.Messages {
		buttons := m.Buttons
		if terms := m.Terms(); terms != nil {
			buttons = slices.Concat(buttons, terms.Items)
		}
		for _, b := range buttons {
			all = append(all, c.Words.Say(b.Label, words.Voice{Command: "/nim"}))
		}
	}
	return all
}

func TestBeginGivesTheBotTheFirstMove(t *testing.T) {
	for _, tt := range []struct {
		lines    []string
		position string
		you      rules.Seat
		events   string
	}{
		{[]string{"ana: start 3 4 5", "ana: begin"}, "1 4 5", 1, "A2"},
		{[]string{"ana: start 3 4 5", "ana: hint", "ana: begin"}, "1 4 5", 1, "!hint:1 A2"},
		{[]string{"ana: start 5 7 game:kayles misere", "ana: begin"}, "", 1, ""},
	} {
		c := chattest.NewRoom(t)
		r := c.Play(tt.lines...)
		s := r.State
		if s.Players[tt.you].ID != "ana" || s.ToMove != tt.you || tt.position != "" && s.Position != tt.position {
			t.Errorf("after %q ana has not seat %d to move at %q: %+v", tt.lines, tt.you, tt.position, s)
		}
		if got := c.Document().Game.Events; tt.events != "" && got != tt.events {
			t.Errorf("after %q the events are %q, want %q", tt.lines, got, tt.events)
		}
		if r = c.Says("ana", "resign"); !strings.Contains(c.Text(r), "Nim Bot won: ana resigned after 1 move.") {
			t.Errorf("after %q and resigning: %s", tt.lines, c.Text(r))
		}
	}
}

// Without a game, `begin` begins one.
func TestBeginStartsAGameIfNoneIsRunning(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Expect(c.Says("ana", "begin"), "[all] ana's move.")
}

// The first board, and the end of a game against the bot, offer the right buttons.
func TestButtonsAgainstTheBot(t *testing.T) {
	const hint, resign, review, share, try = "Hint", "Resign", "Review", "Share", "Try it from move 1"
	for _, tt := range []struct {
		what  string
		lines []string
		want  []string
	}{
		{"the first board", []string{"ana: start 3 4 5"}, []string{hint, "Rules", resign, "Let the bot begin", "Level: easy", "Level: medium", "Level: hard"}},
		{"the bot has begun", []string{"ana: start 3 4 5 level:hard first:bot"}, []string{hint, "Rules", resign, "Level: easy", "Level: medium", "Level: perfect"}},
		{"nothing to slip on", []string{"ana: start 7"}, []string{hint, "Rules", resign, "Let the bot begin"}},
		{"after a move", []string{"ana: start 3 4 5", "ana: A1"}, []string{hint, "Undo", resign}},
		{"between people", []string{"ana: challenge @bob 3 4 5", "bob: accept"}, []string{hint, "Rules", resign}},
		{"after a move between people", []string{"ana: challenge @bob 3 4 5", "bob: accept", "ana: A1"}, []string{hint, "Undo", resign}},
		{"lost from a lost start", []string{"ana: start 1 4 5", "ana: A1", "ana: resign"}, []string{"Again, easier (hard)", "Rematch", review, share}},
		{"lost from a won start", []string{"ana: start 3 4 5", "ana: A1", "ana: resign"}, []string{"Again, easier (hard)", "Rematch", try, review, share}},
		{"won by letting the bot begin", []string{"ana: start 1 1", "ana: begin", "ana: take 1"}, []string{"Rematch", review, share}},
		{"one loss", []string{"ana: start 3 4 5 level:hard", "ana: A1", "ana: resign"}, []string{"Again, easier (medium)", "Rematch", try, review, share}},
		{"two losses", []string{"ana: start 3 4 5 level:hard", "ana: A1", "ana: resign", "ana: start 5 6 7 level:hard", "ana: A1", "ana: resign"}, []string{"Again, easier (medium)", "Rematch", try, "Lesson 4", review, share}},
		{"two losses in misère play", []string{"ana: start 3 4 5 misere level:hard", "ana: A1", "ana: resign", "ana: start 5 6 7 misere level:hard", "ana: A1", "ana: resign"}, []string{"Again, easier (medium)", "Rematch", try, "Lesson 7", review, share}},
		{"two losses of two people", []string{"bob: start 3 4 5 level:hard", "bob: A1", "bob: resign", "ana: start 5 6 7 level:hard", "ana: A1", "ana: resign"}, []string{"Again, easier (medium)", "Rematch", try, review, share}},
		{"two losses at the easy level", []string{"ana: start 3 4 5 level:easy", "ana: A1", "ana: resign", "ana: start 5 6 7 level:easy", "ana: A1", "ana: resign"}, []string{"Rematch", try, "Lesson 4", review, share}},
	} {
		c := chattest.NewRoom(t)
		if got := labels(c, c.Play(tt.lines...)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: the buttons are %q, want %q", tt.what, got, tt.want)
		}
	}
}

// A winner is offered the next level, from a start that they can win.
func TestWinnerIsOfferedAHarderLevel(t *testing.T) {
	c := chattest.NewRoom(t)
	r := c.Says("ana", "start 3 4 5 level:medium")
	for !r.State.Over {
		hint := c.Text(c.Says("ana", "hint 3"))
		_, after, _ := strings.Cut(hint, "(`")
		move, _, _ := strings.Cut(after, "`)")
		r = c.Says("ana", move)
	}
	if got, want := labels(c, r), []string{"Again, harder (hard)", "Rematch", "Review", "Share"}; !slices.Equal(got, want) {
		t.Fatalf("after a win at medium the buttons are %q, want %q", got, want)
	}
	r = c.Expect(c.Press("ana", r, "Again, harder (hard)"), "ana's move. Piles: A 3, B 4, C 5.", "Level: hard.")
	if r.State.Level != "hard" {
		t.Errorf("Level = %q after a harder game, want hard", r.State.Level)
	}
}

// A rematch may say who begins, and how well the bot plays.
func TestARematchWithOptions(t *testing.T) {
	for _, tt := range []struct{ lines, want string }{
		{"ana: start 3 4 5,ana: resign,ana: rematch level:easy first:me", "ana's move. Piles: A 3, B 4, C 5. Whoever takes the last stone wins. Take any number of stones from one pile. Level: easy."},
		{"ana: start 1 4 5 level:hard,ana: resign,ana: rematch", "ana's move."},
		{"ana: challenge @bob 3 4 5,bob: accept,ana: resign,ana: rematch first:me,bob: accept", "ana's move."},
		{"ana: challenge @bob 3 4 5,bob: accept,ana: resign,ana: rematch,bob: accept", "bob's move."},
		{"ana: challenge @bob 3 4 5,bob: accept,ana: resign,ana: rematch,bob: rematch", "bob's move."},
	} {
		c := chattest.NewRoom(t)
		c.Expect(c.Play(strings.Split(tt.lines, ",")...), tt.want)
	}
	c := chattest.NewRoom(t)
	c.Play("ana: challenge @bob 3 4 5", "bob: accept", "ana: resign")
	c.Expect(c.Says("ana", "rematch level:easy"), "[ana] `level:` is for games against me.")
	c.Play("cleo: open 1 2")
	c.Expect(c.Says("bob", "rematch"), "[bob] cleo already has an offer open here.")
}

// A rematch against the bot never gives the person the seat that perfect play loses. They keep
// their seat instead and are told so, unless the command says who begins.
func TestARematchCanBeWon(t *testing.T) {
	for _, tt := range []struct {
		lines string
		keeps bool
		first string
	}{
		{"ana: start 3 4 5,ana: resign,ana: rematch", true, "ana"},                     // ana had the winning seat
		{"ana: start 1 4 5,ana: resign,ana: rematch", false, platform.BotID},           // and here the lost one
		{"ana: start 3 4 5,ana: resign,ana: rematch first:bot", false, platform.BotID}, // which she asks for
		{"ana: start 3 4 5 first:bot,ana: resign,ana: rematch", false, "ana"},
	} {
		c := chattest.NewRoom(t)
		r := c.Play(strings.Split(tt.lines, ",")...)
		if keeps := strings.Contains(c.Text(r), "You play the same side again"); keeps != tt.keeps || r.State.Players[0].ID != tt.first {
			t.Errorf("%s: keeps the seat: %v, %s begins; want %v and %s\n%s", tt.lines, keeps, r.State.Players[0].ID, tt.keeps, tt.first, c.Text(r))
		}
	}
}

// A random start, and each button of the card that begins a game, gives the person a winning
// position from their seat.
func TestStartsCanBeWon(t *testing.T) {
	slowtest.Sequential(t)
	c := chattest.NewRoom(t)
	var starts []string
	for _, b := range append(message.CardButtons(), message.MoreButtons()...) {
		if b.Command == "quick" || strings.HasPrefix(b.Command, "start") {
			starts = append(starts, b.Command)
		}
	}
	if len(starts) != 2 {
		t.Fatalf("the card starts %q, want two games", starts)
	}
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for _, first := range []string{"me", "bot", "random"} {
				starts = append(starts, "start game:"+g.Key+" "+e.String()+" first:"+first)
			}
		}
	}
	for i, start := range starts {
		c.Place.Channel = start // another channel for each
		for range slowtest.Count(1, 3) {
			r := c.Says("ana", start)
			if r.State == nil || r.State.Over {
				t.Fatalf("%q: %s", start, c.Text(r))
			}
			m, err := rules.NewMatch(rules.Setup{Game: r.State.Game, Ending: rules.EndingOf(r.State.Ending), Start: c.Document().Game.Start})
			if err != nil {
				t.Fatal(err)
			}
			a, err := solve.Analyze(m.Position(), m.Setup().Ending)
			if ana := r.State.ToMove; err != nil || (a.Outcome == rules.N) != (ana == 0) {
				t.Errorf("%q begins at %s, %v, %v, with ana in seat %d, want a start that she can win", start, m.Position(), a.Outcome, err, ana)
			}
			c.Says("ana", "resign")
			if i < 4 {
				break
			}
		}
	}
}

// A start that was typed isn't changed.
func TestTypedPilesAreKept(t *testing.T) {
	c := chattest.NewRoom(t)
	r := c.Says("ana", "start 1 4 5")
	if s := r.State; s.Position != "1 4 5" || s.Players[0].ID != "ana" || s.Level != "perfect" {
		t.Errorf("start 1 4 5 gives %+v, want that position, ana first, the bot perfect", s)
	}
}
