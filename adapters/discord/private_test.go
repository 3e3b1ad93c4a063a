package discord_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
)

// only fails unless a message is for one person alone.
func only(t *testing.T, what, who string, m discordtest.Message) {
	t.Helper()
	if m.To != personID(who) {
		t.Errorf("%s is shown to %q, want to %s alone: %q", what, m.To, who, m.Text)
	}
}

// public are the messages of channel c that everybody sees.
func (b *bot) public() (all []discordtest.Message) {
	for _, m := range b.server.Messages(here.Channel) {
		if m.To == "" {
			all = append(all, m)
		}
	}
	return all
}

// Who plays the bot while a board is live plays alone: each press changes the private
// message, board brings it back, and nobody else sees any of it.
func TestAPrivateGame(t *testing.T) {
	b := newBot(t, false)
	one := b.pair("ana", "bob", "3 4 5")
	before := len(b.public())
	own := *b.deliver(types(somebody("cleo"), "c", "start 6 7")).Message
	only(t, "the private board", "cleo", own)
	step := b.presses("cleo", own, "A (6)")
	if step.ID != own.ID {
		t.Errorf("a press on the private board is shown in message %s, want in %s", step.ID, own.ID)
	}
	moved := b.presses("cleo", step, "Take 2")
	if only(t, "the private move", "cleo", moved); moved.ID != own.ID || !strings.Contains(moved.Text, "You took 2 from A") {
		t.Errorf("the private move is shown by message %s, %q, want by %s", moved.ID, moved.Text, own.ID)
	}
	back := *b.deliver(types(somebody("cleo"), "c", "board")).Message
	if only(t, "the board brought back", "cleo", back); back.ID == own.ID || len(back.Buttons) == 0 {
		t.Errorf("board shows message %s with %d buttons, want a new one", back.ID, len(back.Buttons))
	}
	b.presses("cleo", back, "B (")
	only(t, "a typed private move", "cleo", *b.deliver(types(somebody("cleo"), "c", "B1")).Message)
	only(t, "a press on an outdated private board", "cleo", b.presses("cleo", back, "A ("))
	if n := len(b.public()); n != before {
		t.Errorf("everybody sees %d messages more", n-before)
	}
	b.wantPressable("beside a private game", one)
}

// confirming counts what a conversation is told to have been shown.
type confirming struct {
	*routertest.Bot
	tables []int
	n      int
}

func (c *confirming) Shown(ctx context.Context, p dialog.Place, version uint64, tables []int) error {
	c.n++
	c.tables = append(c.tables, tables...)
	return c.Bot.Shown(ctx, p, version, tables)
}

// A private game has nothing to confirm: no worker can show it. Public boards are
// confirmed by their tables.
func TestOnlyPublicBoardsAreConfirmed(t *testing.T) {
	b := newBot(t, false)
	told := &confirming{Bot: b.whole}
	a, err := discord.New(discord.Config{Chat: told, Words: b.words, ApplicationID: discordtest.Application, Token: discordtest.Token, Log: b.log, APIURL: b.server.URL})
	if err != nil {
		t.Fatal(err)
	}
	for i, do := range []discordtest.Interaction{
		types(somebody("ana"), "c", "start 3 4 5"), challenges("bob", "mo", "7 8"), types(somebody("cleo"), "c", "start 6 7"), types(somebody("cleo"), "c", "A2"),
	} {
		do.ID, do.Token = fmt.Sprint(i+1), fmt.Sprint("t", i)
		answer, err := a.Interact(t.Context(), do.JSON())
		if err != nil {
			t.Fatal(err)
		}
		a.Finish(answer)
		if err := a.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if told.n != 2 || !slices.Equal(told.tables, []int{1, 2}) {
		t.Errorf("%d confirmations, of the tables %v, want one for table 1 and one for table 2", told.n, told.tables)
	}
}

// Show it here makes the private game a table: everybody sees its board, in a message of
// its own, and what was pressed can't be played on.
func TestAPrivateGameIsShownHere(t *testing.T) {
	brought := map[string]string{"1": personID("cleo")}
	for _, tt := range []struct {
		name   string
		change func(*discordtest.Interaction)
	}{
		{"where the bot is a member", func(*discordtest.Interaction) {}},
		{"where it was brought along", func(i *discordtest.Interaction) { i.Owners = brought; i.Who.Permissions |= 1 << 50 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBot(t, false)
			do := func(i discordtest.Interaction) discordtest.Outcome {
				tt.change(&i)
				return b.deliver(i)
			}
			first := *do(types(somebody("ana"), "c", "start 3 4 5")).Message
			own := *do(types(somebody("cleo"), "c", "start 6 7")).Message
			only(t, "the private board", "cleo", own)
			o := do(pressed(somebody("cleo"), "c", own, b.find(own, "Show it here")))
			if told := *o.Message; o.Kind != 7 || told.ID != own.ID || told.To != personID("cleo") || len(told.Buttons) != 0 {
				t.Errorf("it is answered with type %d, message %s, %d buttons, want message %s changed and without buttons: %q", o.Kind, told.ID, len(told.Buttons), own.ID, told.Text)
			}
			all := b.public()
			shown := all[len(all)-1]
			if !strings.Contains(shown.Text, "cleo's move. Piles: A 6, B 7") || len(shown.Buttons) == 0 {
				t.Fatalf("everybody sees %q with %d buttons, want cleo's board", shown.Text, len(shown.Buttons))
			}
			b.wantPressable("after it was shown", first, shown)
			if o := do(pressed(somebody("cleo"), "c", shown, b.find(shown, "A (6)"))); o.Kind != 7 || o.Message.ID != shown.ID {
				t.Errorf("a press on the shown board is answered with type %d", o.Kind)
			}
			again := do(pressed(somebody("cleo"), "c", own, b.find(own, "A (6)"))) // as from another device
			if only(t, "a press on the former private board", "cleo", *again.Message); len(b.public()) != len(all) {
				t.Errorf("everybody sees %d messages, want %d", len(b.public()), len(all))
			}
		})
	}
}

// If the public board of a shown game can't be delivered, the worker shows it, once.
func TestAShownGameWhoseBoardIsLost(t *testing.T) {
	b := newBot(t, false)
	first := b.pair("ana", "bob", "3 4 5")
	own := *b.deliver(types(somebody("cleo"), "c", "start 6 7")).Message
	b.server.SetIntercept(func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, "/webhooks/") {
			return false
		}
		status(400, nil, `{"code":50035,"message":"Invalid Form Body"}`)(w)
		return true
	})
	before := len(b.public())
	b.presses("cleo", own, "Show it here")
	b.server.SetIntercept(nil)
	if n := len(b.public()); n != before {
		t.Fatalf("everybody sees %d new messages though the follow-up was refused", n-before)
	}
	for range 2 {
		b.clock.Advance(11 * time.Second)
		b.runWorker()
	}
	all := b.public()
	if len(all) != before+1 || !strings.Contains(all[len(all)-1].Text, "A 6, B 7") {
		t.Fatalf("the worker shows %d messages, the last %q, want cleo's board once", len(all)-before, all[len(all)-1].Text)
	}
	b.wantPressable("after the worker showed it", first, all[len(all)-1])
}

// Where all tables are taken the game stays private, and its board stays playable.
func TestAPrivateGameStaysPrivate(t *testing.T) {
	b := newBot(t, false)
	for n := range 8 {
		b.pair("w"+string(rune('a'+n)), "l"+string(rune('a'+n)), "3 4 5")
	}
	own := *b.deliver(types(somebody("cleo"), "c", "start 6 7")).Message
	before := len(b.public())
	refused := b.presses("cleo", own, "Show it here")
	if only(t, "the refusal", "cleo", refused); refused.ID == own.ID || !strings.Contains(refused.Text, "All 8 tables here are taken") {
		t.Errorf("it is refused by message %s, %q, want a new one", refused.ID, refused.Text)
	}
	if moved := b.presses("cleo", own, "A (6)"); moved.ID != own.ID || len(b.public()) != before {
		t.Errorf("then a press is shown by message %s, want %s", moved.ID, own.ID)
	}
}

// In a message nothing can be answered privately, so one button shows the private game to
// its person.
func TestAPrivateGameInAMention(t *testing.T) {
	b := talkingBot(t, false)
	b.says("ana", "c", "@nim start 3 4 5")
	line := b.says("cleo", "c", "@nim start 6 7")
	if want := "cleo, this one's only for you."; line.Text != want || len(line.Buttons) != 1 {
		t.Fatalf("everybody sees %q with %d buttons, want %q with one", line.Text, len(line.Buttons), want)
	}
	if other := b.press("bob", "c", line, "Show me"); strings.Contains(other.Text, "A 6, B 7") {
		t.Errorf("bob sees cleo's game: %q", other.Text)
	}
	own := b.press("cleo", "c", line, "Show me")
	wantText(t, "the private board", own, "A 6, B 7")
	only(t, "the private board", "cleo", own)
	if step := b.press("cleo", "c", own, "A (6)"); step.ID != own.ID {
		t.Errorf("a press is shown by message %s, want %s", step.ID, own.ID)
	}
}
