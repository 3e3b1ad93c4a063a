package slack

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/chat"
	"nimbot/game/dialog"
	book "nimbot/game/people"
	"nimbot/game/router/routertest"
)

func TestAnOlderBoardNeverFollowsANewerOne(t *testing.T) {
	l, p := newBoardLog(time.Now), dialog.Place{Channel: "C1"}
	marks := []uint64{l.newest()} // after each board that was sent
	for _, tt := range []struct {
		table   int
		version uint64
		after   int // boards sent when the command began
		want    bool
	}{
		{1, 5, 0, true}, {1, 7, 0, true},
		{1, 6, 0, false}, {1, 6, 1, false}, // asked for before 7 was shown
		{1, 7, 1, true}, {1, 8, 3, true},
		{2, 7, 0, true}, {2, 6, 4, false}, {2, 6, 5, true}, // another table
		{1, 6, 5, true}, // an older store was restored
		{1, 7, 6, true}, {1, 6, 6, false},
	} {
		got := l.next(tableOf{p, tt.table}, tt.version, marks[tt.after])
		if got != tt.want {
			t.Errorf("next(%d, %d) of table %d after %d boards = %v, want %v", tt.version, marks[tt.after], tt.table, tt.after, got, tt.want)
		}
		if got {
			marks = append(marks, l.newest())
		}
	}
}

// After an older copy of the store was restored, people see the board as it is stored.
func TestBoardAfterRestore(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "challenge @bob 3 4 5 first:me")
	w.press("bob", "general", "Accept")
	rewind := w.store.Snapshot(t)
	w.typeCommand("ana", "general", "A3")
	w.wantBoard("ana took 3 from A")
	rewind(t)
	w.typeCommand("bob", "general", "board")
	if now := w.board("general").Text; strings.Contains(now, "took 3 from A") {
		t.Errorf("the board is still %q", now)
	}
	w.typeCommand("ana", "general", "A2")
	w.wantBoard("ana took 2 from A")
}

// A worker shows the board of a restored store, too, but no board that it read before a
// newer one was shown.
func TestPublishAfterRestore(t *testing.T) {
	w := newWorld(t)
	p := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
	w.typeCommand("ana", "general", "challenge @bob 3 4 5 first:me")
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
	w.typeCommand("ana", "general", "A3")
	known := w.adapter.Newest(p)
	rewind(t)
	publish(before)
	w.wantBoard("ana took 3 from A")
	publish(known)
	if now := w.board("general").Text; strings.Contains(now, "took 3 from A") {
		t.Errorf("after the restore a worker leaves %q", now)
	}
}

// A remembered board is dropped if another process may have changed it.
func TestABoardThatChangedElsewhereIsForgotten(t *testing.T) {
	l, p := newBoardLog(time.Now), dialog.Place{Channel: "C1"}
	at := tableOf{p, 1}
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
		l.forget(at)
		l.handled.forget(p)
		l.noteHandled(p, tt.handled[0][0], tt.handled[0][1])
		l.noteShown(at, old, tt.handled[0][1])
		for _, v := range tt.handled[1:] {
			l.noteHandled(p, v[0], v[1])
		}
		if got := l.noteShown(at, shownBoard{}, 60); got.message.Text != tt.want {
			t.Errorf("%s: the board before is %q, want %q", tt.name, got.message.Text, tt.want)
		}
	}
	// A press repeats its message, so the message is known again.
	l.noteShown(at, shownBoard{ts: "1.1"}, 60)
	l.notePressed(at, shownBoard{"1.1", message{Text: "seen"}}, 60)
	l.notePressed(at, shownBoard{"0.9", message{Text: "an older one"}}, 60)
	if got := l.noteShown(at, shownBoard{}, 60); got.message.Text != "seen" {
		t.Errorf("the board before is %q, want what was seen", got.message.Text)
	}
	// A press on a board that another process has shown since tells that board.
	l.noteShown(at, old, 60)
	l.notePressed(at, shownBoard{"1.2", message{Text: "a newer one"}}, 60)
	if got := l.noteShown(at, shownBoard{}, 60); got.ts != "1.2" {
		t.Errorf("the board before is %s, want the newer one that was pressed", got.ts)
	}
}

// After a restart the pressed board still loses its buttons when the next game
// begins, and keeps its result.
func TestRetiringAfterARestart(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "start 3 4 5")
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

// TestALateBoardIsOvertaken holds Slack while it takes a board, and lets another process make the next move: the
// process whose board came late shows what came of that. A board that came soon asks for nothing.
func TestALateBoardIsOvertaken(t *testing.T) {
	var ahead atomic.Int64
	w := newWorld(t, func(c *Config) { c.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) } })
	w.startGame()
	other := routertest.NewBot(chat.Config{Store: w.gate, Timeout: w.timeout, Words: w.words, Seed: 1, Now: w.now, Log: w.config.Log}, w.store, func(c *book.Config) { c.ServerOf = ServerOf })
	place := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
	moves := func(first, second, text string, late time.Duration) {
		release := w.slack.Hold("chat.postMessage")
		if _, err := w.typing(first, text).Send(); err != nil {
			t.Fatal(err)
		}
		other.Handle(t.Context(), dialog.Request{ID: "1" + text, Place: place, User: dialog.User{ID: userID(second), Name: second}, Text: text})
		ahead.Add(int64(late))
		release()
		w.settle()
	}
	moves("ana", "bob", "A1", 2*time.Second)
	w.wantBoard("bob took 1 from A")
	moves("ana", "bob", "A2", 0)
	w.wantBoard("ana took 2 from A")
}
