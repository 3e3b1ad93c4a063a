package people_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store/platform"
)

// asks sends a line to one of the processes, and returns the result and the text shown.
// Those who can be mentioned are ana, bob, the bot as nim, and another program as robot.
func (w *cluster) asks(replica int, channel, who, text string, unseated bool) (dialog.Result, string) {
	w.t.Helper()
	r := w.replicas[replica].Handle(context.Background(), dialog.Request{
		Place: dialog.Place{Platform: "test", Guild: "g", Channel: channel}, User: dialog.User{ID: "id-" + who, Name: who, Moderator: who == "mo"},
		Text: text, ReplyOnly: unseated,
		Mentions: map[string]dialog.User{
			"nim": {ID: platform.BotID}, "robot": {ID: "r", Name: "robot", Bot: true}, "ana": {ID: "id-ana", Name: "ana"}, "bob": {ID: "id-bob", Name: "bob"},
		},
	})
	var b strings.Builder
	for _, m := range r.Messages {
		for _, l := range m.Lines {
			b.WriteString(w.words.Say(l, words.Voice{Command: "/nim"}) + "\n")
		}
	}
	return r.Result, b.String()
}

// Each impossible rated pair is refused with a reason and a next step.
func TestRefusedRatedPairs(t *testing.T) {
	slowtest.Sequential(t)
	for _, c := range []struct {
		before   []string // "who: what", in the same channel
		who      string
		text     string
		unseated bool
		want     string
	}{
		{nil, "ana", "challenge @nim rated", false, "Games against me aren't rated"},
		{nil, "ana", "challenge @robot rated", false, "is a bot and would never answer"},
		{nil, "ana", "challenge @ana rated", false, "can't challenge yourself"},
		{nil, "ana", "challenge @gone rated", false, "can't find `@gone` here"},
		{nil, "ana", "challenge @bob 3 4 5 rated", false, "Leave out the piles"},
		{nil, "ana", "open 3 4 5 rated", false, "Leave out the piles"},
		{nil, "ana", "challenge rated", false, "Who do you want to challenge?"},
		{nil, "ana", "challenge @bob rated clock:1s", false, "10s to 168h per move"},
		{nil, "ana", "challenge @bob rated clock:0", false, "10s to 168h per move"},
		{nil, "ana", "challenge @bob rated", true, "you can't play a rated pair here"},
		{nil, "ana", "open rated", true, "you can't play a rated pair here"},
		{[]string{"ana: challenge @bob rated"}, "bob", "accept", true, "you can't play a rated pair here"},
		{[]string{"ana: challenge @bob rated"}, "ana", "accept", false, "your own"},
		{[]string{"ana: challenge @bob rated"}, "cleo", "accept", false, "bob"},
		{[]string{"ana: challenge @bob rated", "bob: accept"}, "ana", "challenge @bob rated", false, "You two are already playing here"},
		{[]string{"ana: challenge @bob rated", "bob: accept"}, "cleo", "predict 1 1", false, "Hints are off in rated games"},
		{[]string{"ana: challenge @bob rated", "bob: accept"}, "cleo", "explain", false, "Hints are off in rated games"},
		{[]string{"ana: challenge @bob rated", "bob: accept"}, "ana", "forget me", false, "Finish the game"},
		{[]string{"ana: challenge @bob rated", "bob: accept"}, "ana", "stop", false, "played to the end"},
		{nil, "ana", "export bob", false, "export me"},
	} {
		w := newCluster(t, backends[0].open(t))
		w.store.off.Store(true)
		for _, line := range c.before {
			who, text, _ := strings.Cut(line, ": ")
			if result, said := w.asks(0, "c", who, text, false); result != dialog.Done {
				t.Fatalf("%q was %s: %q", line, result, said)
			}
		}
		if result, said := w.asks(0, "c", c.who, c.text, c.unseated); result != dialog.Refused || !strings.Contains(said, c.want) {
			t.Errorf("after %q, %s's %q was %s: %q, want it refused with %q", c.before, c.who, c.text, result, said, c.want)
		}
	}
}

// TestAnInterruptedPair interrupts a rated pair in its second game, in another
// process than the one that began it, as after a restart.
func TestAnInterruptedPair(t *testing.T) {
	for _, c := range []struct {
		name, who, text string
		rating          string // bob's, as his profile says; "" for none
		ended           string // what the board says
	}{
		{"a restart alone", "ana", "resign", "Rating: 1662?", "bob won the rated pair 2–0."},
		{"a moderator", "mo", "stop", "", "called off"},
		{"somebody leaves", "ana", "forget everywhere yes", "Rating: 1662?", "bob won the rated pair 2–0."},
		{"the one who is ahead leaves", "bob", "forget everywhere yes", "", "The rated pair is a draw, 1–1."},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newCluster(t, backends[0].open(t))
			w.store.off.Store(true)
			w.asks(0, "c", "ana", "challenge @bob rated", false)
			w.asks(0, "c", "bob", "accept", false)
			w.asks(0, "c", "ana", "resign", false)
			_, said := w.asks(1, "c", c.who, c.text, false)
			w.settle()
			if _, board := w.asks(2, "c", "cleo", "board", false); !strings.Contains(said+board, c.ended) {
				t.Errorf("the pair ends with %q and the board %q, want %q", said, board, c.ended)
			}
			_, profile := w.asks(2, "c", "bob", "profile", false)
			if got := strings.Contains(profile, "Rating: "); got != (c.rating != "") || !strings.Contains(profile, c.rating) {
				t.Errorf("bob's profile is %q, want the rating %q", profile, c.rating)
			}
			// The place is free for another pair, also of one who left, a day later.
			w.ahead.Add(int64(25 * time.Hour))
			w.settle()
			w.asks(2, "c", "bob", "challenge @ana rated", false)
			if result, said := w.asks(2, "c", "ana", "accept", false); result != dialog.Done {
				t.Errorf("another pair was %s: %q", result, said)
			}
		})
	}
}

// TestExportsAndNames lets people play, export their data and leave whose names are in
// different scripts, or contain characters that mislead or break a format.
func TestExportsAndNames(t *testing.T) {
	for _, name := range []string{"محمد", "נועה", "李小龍", "ญาดา", "Зоя", "👩‍👩‍👧‍👦", "Z̴̧͑a̵͝l̶̛g̸o̷", "\u202eevil", "a\x00b", "\xff\xfe", `"},{"`, strings.Repeat("ŷ", 100)} {
		w := newCluster(t, backends[0].open(t))
		w.store.off.Store(true)
		w.asks(0, "c", name, "challenge @bob rated", false)
		w.asks(0, "c", "bob", "accept", false)
		w.asks(0, "c", "bob", "resign", false)
		w.asks(0, "c", "bob", "resign", false)
		w.settle()
		for range 10 {
			if result, said := w.asks(1, "c", name, "export me", false); result != dialog.Told || !strings.Contains(said, "everything I store") {
				t.Fatalf("%q exports: %s, %q", name, result, said)
			}
		}
		if _, said := w.asks(1, "c", "bob", "leaders", false); strings.Count(said, "\n") != 3 || !strings.Contains(said, "1662?") {
			t.Errorf("leaders with %q = %q, want a title and two lines", name, said)
		}
		if m := w.counted("g", "id-"+name, 2); len(m.Pairs) != 1 {
			t.Errorf("%q has the pairs %+v, want one", name, m.Pairs)
		}
		if result, said := w.asks(1, "c", name, "forget everywhere yes", false); result != dialog.Told {
			t.Errorf("%q leaves: %s, %q", name, result, said)
		}
	}
}
