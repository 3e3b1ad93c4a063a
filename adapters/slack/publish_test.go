package slack

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/game/words"
)

// Publish returns an error for temporary failures and for boards that may not have been shown, so
// that a worker retries. It returns nil for permanent failures.
func TestPublish(t *testing.T) {
	for _, tt := range []struct {
		name   string
		codes  []string
		again  bool // Publish returns an error
		boards int
	}{
		{"as it should be", nil, false, 1},
		{"a rate limit", []string{"429"}, true, 0},
		{"an unheard-of error", []string{"tea_time"}, true, 0},
		{"no member", []string{"not_in_channel"}, false, 0},
		{"archived", []string{"is_archived"}, false, 0},
		{"uninstalled", []string{"account_inactive"}, false, 0},
		{"refused blocks", []string{"invalid_blocks"}, false, 1},
		{"an answer that is lost", []string{"eof"}, true, 1},
		{"a fault of Slack's", []string{"500"}, true, 0},
	} {
		w := newWorld(t)
		w.slack.Fail("chat.postMessage", tt.codes...)
		p := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
		r := dialog.Reply{Version: 3, Messages: []dialog.Message{
			{Board: &dialog.Board{}, Lines: []words.Text{words.New("again")}},
			{To: &dialog.User{ID: userID("ana")}, Lines: []words.Text{words.New("broken")}}, // private: nobody has asked
		}}
		_, err := w.adapter.Publish(context.Background(), p, dialog.Delivery{}, r)
		if (err != nil) != tt.again {
			t.Errorf("%s: Publish() = %v, want an error: %v", tt.name, err, tt.again)
		}
		if n := len(w.slack.Messages(p.Channel)); n != tt.boards {
			t.Errorf("%s: %d messages, want %d", tt.name, n, tt.boards)
		}
	}
}

// A worker that is late doesn't show its board after a newer one.
func TestPublishShowsNoOlderBoard(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "challenge @bob 3 4 5")
	w.press("bob", "general", "Accept")
	w.typeCommand("ana", "general", "A1")
	p := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
	late := dialog.Reply{Version: 1, Messages: []dialog.Message{{Board: &dialog.Board{}, Lines: []words.Text{words.New("again")}}}}
	if _, err := w.adapter.Publish(context.Background(), p, dialog.Delivery{}, late); err != nil {
		t.Fatal(err)
	}
	w.wantBoard("ana took 1 from A")
}

func TestPublishWithoutAccess(t *testing.T) {
	w := newWorld(t)
	p := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
	r := dialog.Reply{Messages: []dialog.Message{{Lines: []words.Text{words.New("again")}}}}
	if _, err := w.adapter.Publish(context.Background(), p, dialog.Delivery{ReplyOnly: true}, r); err != nil || len(w.slack.Calls("")) > 0 {
		t.Errorf("Publish() where the bot has no seat = %v after %v, want nothing", err, w.slack.Calls(""))
	}
}

// An expired offer loses its buttons.
func TestPublishExpiredOffers(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "challenge @bob 3 4 5")
	if err := w.advance(time.Hour); err != nil {
		t.Fatal(err)
	}
	w.wantBoard("has expired")
	for _, m := range w.slack.Messages(channelID("general")) {
		if n := len(pressable(m)); n > 0 {
			t.Errorf("after the offer expired %q has %d buttons", m.Text, n)
		}
	}
}

// The result of an expired deadline is a new board at the bottom, and the old one loses
// its buttons.
func TestPublishExpiredDeadlines(t *testing.T) {
	w := newWorld(t)
	p := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
	w.typeCommand("ana", "general", "challenge @bob 3 4 5 clock:1m")
	w.press("bob", "general", "Accept")
	old := w.board("general")
	if err := w.advance(2 * time.Minute); err != nil {
		t.Fatal(err)
	}
	w.wantBoard("ana ran out of time")
	for _, m := range w.slack.Messages(p.Channel) {
		if m.TS == old.TS && len(pressable(m)) > 0 {
			t.Error("the board of the game that ended by time still has its buttons")
		}
	}
}

// The bot can't be invited to the direct messages of two people, so it doesn't ask for it.
func TestNobodyIsInvitedToADirectMessage(t *testing.T) {
	w := newWorld(t)
	w.slack.AddChannel(slacktest.Channel{ID: "DANABOB"})
	w.send(w.slack.Command(userID("ana"), "DANABOB", "/nim", "challenge <@"+userID("bob")+"> 3 4 5"))
	for _, m := range w.slack.Messages("DANABOB") {
		if strings.Contains(m.Text, "/invite") {
			t.Errorf("two people in their direct messages are told %q", m.Text)
		}
	}
	if n := len(w.slack.Messages("DANABOB")); n != 1 {
		t.Errorf("%d messages, want the challenge", n)
	}
}

// A worker waits out a rate limit for its post, and doesn't leave it to the next lease.
func TestAWorkerWaitsOutALimit(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"chat.postMessage", "chat.update"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.typeCommand("ana", "general", "challenge @bob 3 4 5 clock:1h first:me")
			w.press("bob", "general", "Accept")
			w.slack.Fail(method, "429")
			if err := w.advance(2 * time.Hour); err != nil {
				t.Fatal(err)
			}
			w.wantBoard("ran out of time")
		})
	}
}
