package chat_test

import (
	"slices"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
)

// botGames returns the starts of a person's running games against the bot, in the channel and in
// their own place.
func botGames(t *testing.T, c *chattest.Room, who string) (running []string) {
	for _, p := range []dialog.Place{c.Place, c.Place.Own(who)} {
		rec, err := c.Store.Get(t.Context(), p.String())
		if err != nil {
			t.Fatal(err)
		}
		k, err := message.Decode(rec, nil)
		if err != nil {
			t.Fatal(err)
		}
		for table := range k.Tables {
			_, plays := table.SeatOf(who)
			if _, vsBot := table.AgainstBot(); plays && vsBot && table.Playing() {
				running = append(running, table.Game.Start)
			}
		}
	}
	return running
}

// A person has one game against the bot in a place, however the next one begins. They are asked
// whether the running one ends, wherever it is, and if they agree the next one replaces it. A try
// of a finished game is refused, and the running game is a press away.
func TestASecondGameAgainstTheBotAsks(t *testing.T) {
	own := func(c *chattest.Room, line string) dialog.Reply {
		r := c.Request("ana", line)
		r.Place, r.Private = r.Place.Own("ana"), true
		return c.Handler.Handle(t.Context(), r)
	}
	says := func(line string) func(*chattest.Room, dialog.Reply) dialog.Reply {
		return func(c *chattest.Room, _ dialog.Reply) dialog.Reply { return c.Says("ana", line) }
	}
	presses := func(label string) func(*chattest.Room, dialog.Reply) dialog.Reply {
		return func(c *chattest.Room, over dialog.Reply) dialog.Reply { return c.Press("ana", over, label) }
	}
	type way struct {
		name string
		by   func(c *chattest.Room, over dialog.Reply) dialog.Reply
		want string // the start of the next game, "" if it is refused
	}
	for _, running := range []struct {
		place, lines string
		over         string // ends ana's first game, which she loses
		after        string
		ways         []way
	}{
		{"private", "ana: start 3 4 5 first:me, ana: C5, bob: challenge @cid 5 6, cid: accept", "ana: resign", "ana: start 7 8 first:me, bob: stop", []way{
			{"start", says("start 1 2"), "1 2"},
			{"challenge", says("challenge @bot 1 2"), "1 2"},
			{"a sentence", says("let's play with 1 2"), "1 2"},
			{"rematch", says("rematch"), "3 4 5"},
			{"the button Rematch", presses("Rematch"), "3 4 5"},
		}},
		{"public", "bob: challenge @cid 5 6, cid: accept, ana: start 3 4 5 first:me, ana: C5", "ana: resign", "bob: stop, ana: start 7 8 first:me", []way{
			{"start", says("start 1 2"), "1 2"},
			{"challenge", says("challenge @bot 1 2"), "1 2"},
			{"start in the own place", func(c *chattest.Room, _ dialog.Reply) dialog.Reply { return own(c, "start 1 2") }, "1 2"},
			{"challenge in the own place", func(c *chattest.Room, _ dialog.Reply) dialog.Reply { return own(c, "challenge @bot 1 2") }, "1 2"},
			{"rematch in the own place", func(c *chattest.Room, _ dialog.Reply) dialog.Reply { return own(c, "rematch") }, "3 4 5"},
			{"the button Rematch", presses("Rematch"), "3 4 5"},
			{"the button Try it", presses("Try it from move 1"), ""},
			{"retry in the own place", func(c *chattest.Room, _ dialog.Reply) dialog.Reply { return own(c, "retry") }, ""},
		}},
	} {
		for _, way := range running.ways {
			t.Run(running.place+"/"+way.name, func(t *testing.T) {
				c := chattest.NewRoom(t)
				hears(c, running.lines)
				over := c.Play(running.over)
				hears(c, running.after)
				if got := botGames(t, c, "ana"); !slices.Equal(got, []string{"7 8"}) {
					t.Fatalf("ana's games are %q, want one from 7 8", got)
				}
				asked := way.by(c, over)
				if got := botGames(t, c, "ana"); !slices.Equal(got, []string{"7 8"}) {
					t.Errorf("before ana agrees, her games are %q, want one from 7 8:\n%s", got, c.Text(asked))
				}
				if way.want == "" {
					c.Expect(asked, "[ana]", "You already have a game against me here.")
					c.Expect(c.Press("ana", asked, "Show the board"), "A 7, B 8")
					return
				}
				c.Expect(asked, "[ana]", "You still have a game here.")
				if len(asked.Messages[0].Buttons) == 0 {
					t.Fatalf("the question has no button:\n%s", c.Text(asked))
				}
				begun := c.Press("ana", asked, c.Words.Say(asked.Messages[0].Buttons[0].Label, voice()))
				if got := botGames(t, c, "ana"); !slices.Equal(got, []string{way.want}) {
					t.Errorf("after ana agreed, her games are %q, want one from %q:\n%s", got, way.want, c.Text(begun))
				}
			})
		}
	}
}
