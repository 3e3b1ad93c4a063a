package slack

import (
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/exchange"
)

func TestAnOlderBoardNeverFollowsANewerOne(t *testing.T) {
	l, p := newBoardLog(time.Now), exchange.Place{Channel: "C1"}
	for _, tt := range []struct {
		version, known uint64
		want           bool
	}{
		{5, 0, true}, {7, 0, true},
		{6, 0, false}, {6, 5, false}, // asked for before 7 was shown
		{7, 5, true}, {8, 7, true},
		{6, 8, true}, // the store was set back
		{7, 6, true}, {6, 8, false},
	} {
		if got := l.next(p, tt.version, tt.known); got != tt.want {
			t.Errorf("next(%d, %d) = %v, want %v", tt.version, tt.known, got, tt.want)
		}
	}
}

// After an older copy of the store was restored, whoever asks sees the board as
// it is stored.
func TestTheBoardOfAStoreThatWasSetBack(t *testing.T) {
	w := newWorld(t)
	w.types("ana", "general", "challenge @bob 3 4 5 first:me")
	w.press("bob", "general", "Accept")
	rewind := w.store.Snapshot(t)
	w.types("ana", "general", "A3")
	w.wantBoard("ana took 3 from A")
	rewind(t)
	w.types("bob", "general", "board")
	if now := w.board("general").Text; strings.Contains(now, "took 3 from A") {
		t.Errorf("the board is still %q", now)
	}
	w.types("ana", "general", "A2")
	w.wantBoard("ana took 2 from A")
}

// A worker shows the board of a restored store, too, but none that it read
// before a newer one was shown.
func TestPublishAfterTheStoreWasSetBack(t *testing.T) {
	w := newWorld(t)
	p := exchange.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
	w.types("ana", "general", "challenge @bob 3 4 5 first:me")
	w.press("bob", "general", "Accept")
	rewind := w.store.Snapshot(t)
	publish := func(known uint64) {
		t.Helper()
		r, d, err := w.handler.Present(t.Context(), p, 1)
		d.Known = known
		if err == nil {
			_, err = w.adapter.Publish(t.Context(), p, d, r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	before := w.adapter.Newest(p)
	w.types("ana", "general", "A3")
	known := w.adapter.Newest(p)
	rewind(t)
	publish(before)
	w.wantBoard("ana took 3 from A")
	publish(known)
	if now := w.board("general").Text; strings.Contains(now, "took 3 from A") {
		t.Errorf("after the restore a worker leaves %q", now)
	}
}

// What another process may have changed is not put back as it was here.
func TestABoardThatChangedElsewhereIsForgotten(t *testing.T) {
	l, p := newBoardLog(time.Now), exchange.Place{Channel: "C1"}
	old := shownBoard{"1.1", message{Text: "old"}}
	for _, tt := range []struct {
		name    string
		handled [][2]uint64 // the versions found and left
		want    string
	}{
		{"one after the other", [][2]uint64{{2, 30}, {30, 41}, {41, 41}, {41, 57}}, "old"},
		{"out of order", [][2]uint64{{2, 30}, {30, 41}, {57, 60}, {41, 57}}, ""},
		{"a gap", [][2]uint64{{2, 30}, {41, 57}}, ""},
		{"only read, after a change elsewhere", [][2]uint64{{2, 30}, {31, 31}}, ""},
	} {
		l.forget(p)
		l.noteHandled(p, tt.handled[0][0], tt.handled[0][1])
		l.noteShown(p, old)
		for _, v := range tt.handled[1:] {
			l.noteHandled(p, v[0], v[1])
		}
		if got := l.noteShown(p, shownBoard{}); got.message.Text != tt.want {
			t.Errorf("%s: the board before is %q, want %q", tt.name, got.message.Text, tt.want)
		}
	}
	// Whoever presses it shows what it looks like.
	l.noteShown(p, shownBoard{ts: "1.1"})
	l.notePressed(p, shownBoard{"1.1", message{Text: "seen"}})
	l.notePressed(p, shownBoard{"0.9", message{Text: "an older one"}})
	if got := l.noteShown(p, shownBoard{}); got.message.Text != "seen" {
		t.Errorf("the board before is %q, want what was seen", got.message.Text)
	}
}

// After a restart the pressed board still loses its buttons when the next game
// begins, and keeps its result.
func TestRetiringAfterARestart(t *testing.T) {
	w := newWorld(t)
	w.types("ana", "general", "start 3 4 5")
	w.press("ana", "general", "Resign")
	over := w.board("general")
	w.stop()
	w.start()
	w.press("ana", "general", "Rematch")
	for _, m := range w.slack.Messages(over.Channel) {
		if m.TS == over.TS && (len(pressable(m)) > 0 || m.Text != over.Text) {
			t.Errorf("the finished board became %q with %d buttons, want its result and none", m.Text, len(pressable(m)))
		}
	}
}
