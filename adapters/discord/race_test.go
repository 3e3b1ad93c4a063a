package discord_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
	"nimbot/game/worker"
)

// workRound has a worker do what is due.
func (b *bot) workRound() {
	b.t.Helper()
	w := worker.Worker{Chat: b.chat, Rounds: b.whole.Config.Rounds, Store: b.store, Now: b.clock.Now, Publishers: map[string]dialog.Publisher{discord.Platform: b.adapter}, Log: b.log}
	if _, err := w.Step(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// question begins a round and returns its public message.
func (b *bot) question(line string) discordtest.Message {
	b.t.Helper()
	if o := b.deliver(types(somebody("hal"), "c", line)); o.Kind != 4 || o.Message == nil || o.Message.To == "" {
		b.t.Fatalf("%s is answered with type %d: %s; want a private message", line, o.Kind, o.Body)
	}
	return b.last("Question")
}

// last is the newest public message with a text.
func (b *bot) last(text string) discordtest.Message {
	b.t.Helper()
	for _, m := range slices.Backward(b.public()) {
		if strings.Contains(m.Text, text) {
			return m
		}
	}
	b.t.Fatalf("nobody sees %q", text)
	return discordtest.Message{}
}

// A press on the question is answered in private; the next ones replace that. The host's
// Reveal and Next change the pressed message in the callback, without the channel's bucket.
func TestRequestsOfARound(t *testing.T) {
	b := newBot(t, false)
	q := b.question("race 3 4 5 rounds:2 seconds:off")
	requests := len(b.server.Requests())
	o := b.deliver(pressed(somebody("ana"), "c", q, b.find(q, "Answer")))
	choices := *o.Message
	if o.Kind != 4 || choices.To != personID("ana") {
		t.Errorf("Answer is answered with type %d to %q, want 4 to ana", o.Kind, choices.To)
	}
	for _, label := range []string{"A", "Take 2"} {
		o = b.deliver(pressed(somebody("ana"), "c", choices, b.find(choices, label)))
		if choices = *o.Message; o.Kind != 7 || choices.To != personID("ana") {
			t.Errorf("%s is answered with type %d to %q, want 7 to ana", label, o.Kind, choices.To)
		}
	}
	if !strings.Contains(choices.Text, "Noted") {
		t.Errorf("the answer is confirmed by %q", choices.Text)
	}
	if all := b.server.Requests(); len(all) != requests {
		t.Errorf("the presses made the requests %q, want none", all[requests:])
	}
	o = b.deliver(pressed(somebody("hal"), "c", q, b.find(q, "Reveal")))
	if o.Kind != 7 || o.Message.ID != q.ID || !strings.Contains(o.Message.Text, "This wins: take 2 from A") {
		t.Errorf("Reveal is answered with type %d on %s: %q", o.Kind, o.Message.ID, o.Message.Text)
	}
	b.settle()
	b.clock.Advance(11 * time.Second)
	requests = len(b.server.Requests())
	b.workRound()
	if all := b.server.Requests(); len(all) != requests {
		t.Errorf("a worker shows again what was shown: %q", all[requests:])
	}
	shown := b.last("This wins")
	o = b.deliver(pressed(somebody("hal"), "c", shown, b.find(shown, "Next question")))
	if o.Kind != 7 || o.Message.ID != q.ID || len(o.Message.Buttons) != 1 {
		t.Errorf("Next is answered with type %d on %s with %d buttons, want the reveal without it", o.Kind, o.Message.ID, len(o.Message.Buttons))
	}
	if next := b.last("Question 2"); next.ID == q.ID {
		t.Error("the next question has no message of its own")
	}
}

// The count of the answers is edited every two seconds at most, however many come.
func TestCountsAreEditedSeldom(t *testing.T) {
	b := newBot(t, false)
	q := b.question("race 3 4 5 seconds:off")
	for second := range 10 {
		for n := range 5 {
			b.deliver(pressed(somebody(fmt.Sprint("p", second, n)), "c", q, discordtest.Button{CustomID: strings.Replace(b.find(q, "Answer").CustomID, "guess ~", "guess A2 ~", 1)}))
		}
		b.clock.Advance(time.Second)
		b.workRound()
	}
	if n := b.last("Question").Edits; n < 4 || n > 5 {
		t.Errorf("%d edits in 10 s, want one every two", n)
	}
	b.clock.Advance(2 * time.Second)
	b.workRound()
	if m := b.last("Question"); !strings.Contains(m.Text, "50 have answered") {
		t.Errorf("at last it shows %q, want 50 answers", m.Text)
	}
}

// Where the bot can't end a question by the clock there is no round; a message that takes
// no more edits is followed by a new one.
func TestRoundsThatCannotBeShown(t *testing.T) {
	b := newBot(t, false)
	missing := status(403, nil, `{"code":50013,"message":"Missing Permissions"}`)
	b.server.SetIntercept(failing("/messages", missing, missing, missing))
	if o := b.deliver(types(somebody("hal"), "c", "race")); !strings.Contains(o.Message.Text, "not allowed to post") {
		t.Errorf("where it may not post: %q", o.Message.Text)
	}
	b.server.SetIntercept(nil)
	in := types(somebody("hal"), "c", "race")
	in.Owners = map[string]string{"1": personID("hal")}
	if o := b.deliver(in); !strings.Contains(o.Message.Text, "Have me added") {
		t.Errorf("where only a person brought it: %q", o.Message.Text)
	}
	in = types(somebody("hal"), "c", "race")
	in.Guild = ""
	if o := b.deliver(in); !strings.Contains(o.Message.Text, "none in private messages") {
		t.Errorf("in a direct message: %q", o.Message.Text)
	}
	q := b.question("race 3 4 5 seconds:30")
	b.server.SetIntercept(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPatch || !strings.HasSuffix(r.URL.Path, q.ID) {
			return false
		}
		status(400, nil, `{"code":30046,"message":"Maximum number of edits to messages older than 1 hour reached. Try again later"}`)(w)
		return true
	})
	b.clock.Advance(31 * time.Second)
	b.workRound()
	b.clock.Advance(11 * time.Second)
	b.workRound()
	if m := b.last("This wins"); m.ID == q.ID {
		t.Error("the reveal stands where no edit was taken")
	}
}

// The answer is shown in an archived thread, too, by a message that opens it.
func TestARoundInAnArchivedThread(t *testing.T) {
	b := newBot(t, false)
	q := b.question("race 3 4 5 rounds:1 seconds:30")
	b.server.Archive(channelID("c"))
	b.clock.Advance(31 * time.Second)
	b.workRound()
	b.clock.Advance(11 * time.Second)
	b.workRound()
	if m := b.last("This wins"); m.ID == q.ID {
		t.Error("the answer stands in a message that can't be edited")
	}
}
