package slack

import (
	"slices"
	"strings"
	"testing"

	"nimbot/adapters/slack/slacktest"
)

// own returns the messages of general that only name sees and that have a button.
func (w *world) own(name string) (all []slacktest.Message) {
	for _, m := range w.slack.Messages(channelID("general")) {
		if m.To == userID(name) && len(pressable(m)) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// wantOwn checks that name sees one private board, and returns it.
func (w *world) wantOwn(name, said string) slacktest.Message {
	w.t.Helper()
	all := w.own(name)
	if len(all) != 1 || !strings.Contains(all[0].Text, said) {
		w.t.Fatalf("%s sees %q, want one private board that says %q", name, texts(all), said)
	}
	return all[0]
}

// TestAPrivateGame plays against the bot beside a live board, by private answers that each
// press replaces and that nobody else sees.
func TestAPrivateGame(t *testing.T) {
	w := newWorld(t)
	w.seat("ana", "bob", "3 4 5")
	before := w.boards()
	ack := w.typeCommand("cleo", "general", "start 1 2 first:me")
	if !strings.Contains(string(ack.Body), `"ephemeral"`) || !strings.Contains(string(ack.Body), "A 1, B 2") {
		t.Errorf("start beside a board is answered %s, want the private board", ack.Body)
	}
	begun := w.wantOwn("cleo", "Piles: A 1, B 2")
	w.clicks("cleo", begun, "B (2)")
	w.clicks("cleo", w.wantOwn("cleo", "Piles: A 1, B 2"), "Take 1")
	w.clicks("cleo", w.wantOwn("cleo", "Piles: A 0, B 1"), "Take 1")
	over := w.wantOwn("cleo", "won")
	if over.TS != begun.TS {
		t.Errorf("the presses made the message %s, want %s replaced", over.TS, begun.TS)
	}
	w.clicks("cleo", over, "Rematch")
	if got := w.boards(); len(got) != 1 || got[0].TS != before[0].TS || got[0].Edited != before[0].Edited {
		t.Errorf("the channel shows %q, want ana's board untouched", texts(got))
	}
	w.wantOwn("cleo", "Piles: A 1, B 2")
	// `board` shows the private board again, which Slack drops when it reloads.
	w.typeCommand("cleo", "general", "board")
	if all := w.own("cleo"); len(all) != 2 || !strings.Contains(all[1].Text, "A 1, B 2") {
		t.Errorf("after board cleo sees %q, want the private board again", texts(all))
	}
	// Before another game starts, the bot asks whether to end this one; the answer replaces the
	// question.
	w.typeCommand("cleo", "general", "start 5 6 first:me")
	w.press("cleo", "general", "End it and start the new one")
	if all := w.own("cleo"); len(all) != 3 || !strings.Contains(all[2].Text, "A 5, B 6") {
		t.Errorf("after the question cleo sees %q, want the new game instead of it", texts(all))
	}
}

// Slash commands don't work in threads, so mentions play a private game there.
func TestAPrivateGameInAThread(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "start 7 8")
	thread := w.board("general").TS
	w.send(w.slack.Mention(userID("ana"), channelID("general"), thread, "start 3 4 5"))
	w.send(w.slack.Mention(userID("cleo"), channelID("general"), thread, "start 1 2 first:me"))
	begun := w.wantOwn("cleo", "Piles: A 1, B 2")
	w.clicks("cleo", begun, "A (1)")
	w.clicks("cleo", w.wantOwn("cleo", "Piles: A 1, B 2"), "Take 1")
	if got := w.wantOwn("cleo", "You took 1"); begun.Thread != thread || got.TS != begun.TS {
		t.Errorf("the private board went from %s in %q to %s, want it replaced in %s", begun.TS, begun.Thread, got.TS, thread)
	}
}

// When a private game is made public, its private board says so instead.
func TestAPrivateGameIsShown(t *testing.T) {
	for _, member := range []bool{true, false} {
		w := newWorld(t)
		w.seat("ana", "bob", "3 4 5")
		w.typeCommand("cleo", "general", "start 6 7 first:me")
		w.slack.AddChannel(slacktest.Channel{ID: channelID("general"), Member: member})
		w.clicks("cleo", w.wantOwn("cleo", "A 6, B 7"), "Show it here")
		if left := w.own("cleo"); len(left) != 0 {
			t.Errorf("cleo still sees %q, want no private board", texts(left))
		}
		if !slices.ContainsFunc(w.slack.Messages(channelID("general")), func(m slacktest.Message) bool {
			return m.To == userID("cleo") && strings.Contains(m.Text, "Everybody can see")
		}) {
			t.Errorf("member %v: cleo's own message doesn't say that everybody can see the game", member)
		}
		two := w.boardWith("cleo's move")
		w.clicks("cleo", two, "B (7)")
		if got := w.boardWith("cleo's move"); got.TS != two.TS {
			t.Errorf("a press on the board that was shown made %s, want %s edited", got.TS, two.TS)
		}
		w.boardWith("ana's move")
	}
}

// A private game for which no table is free stays private, and can be continued.
func TestAPrivateGameThatFindsNoTable(t *testing.T) {
	w := oneTable(t)
	w.typeCommand("cleo", "general", "start 6 7 first:me")
	w.clicks("cleo", w.wantOwn("cleo", "A 6, B 7"), "Show it here")
	w.wantPrivate("cleo", "The only table here is taken")
	w.clicks("cleo", w.wantOwn("cleo", "A 6, B 7"), "B (7)")
	w.wantOwn("cleo", "A 6, B 7")
}

// A person who sits at no table and types a move is offered to watch or to play.
func TestAWatcherIsOfferedMore(t *testing.T) {
	w := fullRoom(t)
	w.slack.AddUser(slacktest.User{ID: userID("dan"), Name: "dan"})
	w.typeCommand("dan", "general", "board")
	w.press("dan", "general", "Watch table 2")
	w.wantPrivate("dan", "cleo's move.* Piles: A 7, B 8")
	w.typeCommand("dan", "general", "A1")
	w.wantPrivate("dan", "You're watching")
	w.press("dan", "general", "Play your own")
	w.press("dan", "general", "Show it here")
	if got := w.boards(); len(got) != 3 {
		t.Errorf("the channel shows %q, want three tables", texts(got))
	}
}
