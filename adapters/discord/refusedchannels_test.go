package discord_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
	"nimbot/game/worker"
)

// closing is a channel in which a clock runs out.
type closing struct {
	*bot
	place dialog.Place
	board discordtest.Message
}

func newClosing(t *testing.T) *closing {
	t.Helper()
	b := newBot(t, false)
	ana, bob := somebody("ana"), somebody("bob")
	b.deliver(types(ana, "c", "challenge @bob 3 4 5 clock:1m"))
	o := b.deliver(types(bob, "c", "accept"))
	o = b.deliver(pressed(ana, "c", *o.Message, o.Message.Buttons[0])) // now the board's id is known
	b.clock.Advance(2 * time.Minute)
	return &closing{b, dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("c")}, *o.Message}
}

// workFor lets a worker do what is due, every half minute.
func (c *closing) workFor(d time.Duration) {
	c.t.Helper()
	w := worker.Worker{Chat: c.chat, Store: c.store, Now: c.clock.Now, Publishers: map[string]dialog.Publisher{"discord": c.adapter}, Log: c.log}
	for ; d > 0; d -= 30 * time.Second {
		c.clock.Advance(30 * time.Second)
		if _, err := w.Step(c.t.Context()); err != nil {
			c.t.Fatal(err)
		}
	}
}

// isShown reports whether the end of the game stands in the channel.
func (c *closing) isShown() bool {
	all := c.server.Messages(c.place.Channel)
	return strings.Contains(all[len(all)-1].Text, "ran out of time")
}

// What Discord refuses is tried a few times after growing pauses, whatever the code, and is shown if
// it's allowed meanwhile. Then it counts as shown.
func TestRefusalsAreTriedLessAndLess(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		answer func(http.ResponseWriter)
	}{
		{"a locked thread", status(403, nil, `{"code":160005,"message":"Thread is locked"}`)},
		{"an archived thread that nothing opens", status(400, nil, `{"code":50083,"message":"archived"}`)},
		{"an unknown code", status(403, nil, `{"code":50278,"message":"Cannot send messages to this user"}`)},
		{"a wrong kind of channel", status(400, nil, `{"code":50024,"message":"Cannot execute action on this channel type"}`)},
		{"a channel without text", status(400, nil, `{"code":50008,"message":"Cannot send messages in a non-text channel"}`)},
		{"no code", status(403, nil, `{"message":"Forbidden"}`)},
		{"a page", status(403, nil, `<html>Forbidden</html>`)},
		{"a maximum", status(429, nil, `{"code":30033,"message":"Maximum number of thread participants"}`)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newClosing(t)
			sent := 0
			c.server.SetIntercept(func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.URL.Path, "/channels/") {
					return false
				}
				sent++
				tt.answer(w)
				return true
			})
			c.workFor(time.Hour)
			if sent < 4 || sent > 14 {
				t.Errorf("in the first hour %d requests were sent, want an edit and a post a few times", sent)
			}
			c.workFor(23 * time.Hour)
			if sent > 20 {
				t.Errorf("in a day %d requests were sent, want at most ten tries", sent)
			}
			if n := strings.Count(c.logged.String(), "\n"); n > 24 {
				t.Errorf("%d lines were logged, want few:\n%.2000s", n, c.logged)
			}
			c.server.SetIntercept(nil)
			c.workFor(5 * time.Hour)
			if c.isShown() {
				t.Error("the end of the game is shown after it was given up")
			}
		})
	}
	t.Run("allowed later", func(t *testing.T) {
		t.Parallel()
		c := newClosing(t)
		c.server.Lock(c.place.Channel)
		c.workFor(time.Hour)
		if c.isShown() {
			t.Fatal("the end of the game is shown in a locked thread")
		}
		c.server.Unlock(c.place.Channel)
		c.workFor(time.Hour)
		if !c.isShown() {
			t.Errorf("the end of the game isn't shown an hour after the thread was opened; the log:\n%s", c.logged)
		}
	})
}

// In an archived thread nothing can be edited. The board is shown in a new message, which opens the
// thread.
func TestArchivedThreadGetsANewMessage(t *testing.T) {
	t.Parallel()
	c := newClosing(t)
	c.server.Archive(c.place.Channel)
	c.workFor(time.Minute)
	if all := c.server.Messages(c.place.Channel); !c.isShown() || all[len(all)-1].ID == c.board.ID {
		t.Errorf("the channel shows %q, want the end of the game in a message of its own; the log:\n%s", all[len(all)-1].Text, c.logged)
	}
}
