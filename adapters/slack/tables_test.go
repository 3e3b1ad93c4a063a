package slack

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/game/words"
)

// fullRoom returns a world in which ana plays bob at table 1 of general, and cleo plays mo at
// table 2.
func fullRoom(t *testing.T, change ...func(*Config)) *world {
	t.Helper()
	w := newWorld(t, change...)
	w.seat("ana", "bob", "3 4 5")
	w.seat("cleo", "mo", "7 8")
	return w
}

// oneTable returns a world with room for one table in a channel, where ana plays bob.
func oneTable(t *testing.T) *world {
	w := newWorld(t)
	w.tables = 1
	w.stop()
	w.start()
	w.seat("ana", "bob", "3 4 5")
	return w
}

// seat begins a game of two people, in which the first one moves first.
func (w *world) seat(one, other, piles string) {
	w.t.Helper()
	w.typeCommand(one, "general", "challenge @"+other+" "+piles+" first:me")
	w.press(other, "general", "Accept")
}

// boards returns the public messages of general that have a button.
func (w *world) boards() (live []slacktest.Message) {
	for _, m := range w.slack.Messages(channelID("general")) {
		if m.To == "" && m.Thread == "" && len(pressable(m)) > 0 {
			live = append(live, m)
		}
	}
	return live
}

// texts returns the texts of messages.
func texts(all []slacktest.Message) (said []string) {
	for _, m := range all {
		said = append(said, m.Text)
	}
	return said
}

// boardWith returns the only public message with a button whose text contains said.
func (w *world) boardWith(said string) slacktest.Message {
	w.t.Helper()
	found := slices.DeleteFunc(w.boards(), func(m slacktest.Message) bool { return !strings.Contains(m.Text, said) })
	if len(found) != 1 {
		w.t.Fatalf("%d live boards say %q, want 1: %q", len(found), said, texts(w.boards()))
	}
	return found[0]
}

// clicks presses the button with a label on a message.
func (w *world) clicks(name string, m slacktest.Message, label string) slacktest.Ack {
	w.t.Helper()
	for _, e := range pressable(m) {
		if e.label == label || strings.HasPrefix(e.label, label+" ") {
			return w.send(w.slack.Click(userID(name), m, e.action, e.value))
		}
	}
	w.t.Fatalf("no button %q on %q", label, m.Text)
	return slacktest.Ack{}
}

// A press edits the message of its table. A typed move posts the board anew at the bottom and
// retires the former one. Neither touches the message of the other table.
func TestEachTableHasItsOwnMessage(t *testing.T) {
	w := fullRoom(t)
	one, two := w.boardWith("A 3, B 4, C 5"), w.boardWith("A 7, B 8")
	if one.TS == two.TS {
		t.Fatal("both tables have one message")
	}
	w.clicks("ana", one, "C (5)")
	w.clicks("ana", w.boardWith("A 3, B 4, C 5"), "Take 2")
	if got := w.boardWith("A 3, B 4, C 3"); got.TS != one.TS {
		t.Errorf("a press at table 1 made the message %s, want it in %s", got.TS, one.TS)
	}
	if got := w.boardWith("A 7, B 8"); got.TS != two.TS || got.Edited != two.Edited {
		t.Errorf("the board of table 2 is %s after %d edits, want %s untouched", got.TS, got.Edited, two.TS)
	}
	w.typeCommand("cleo", "general", "B1")
	if got := w.boardWith("A 7, B 7"); got.TS == two.TS {
		t.Error("a typed move leaves the board where it was")
	}
	w.typeCommand("bob", "general", "A1")
	w.typeCommand("mo", "general", "resign")
	if live := w.boards(); len(live) != 2 || live[0].TS == live[1].TS {
		t.Errorf("%d messages can be pressed, want the board of table 1 and the end of table 2: %q", len(live), texts(live))
	}
	w.boardWith("A 2, B 4, C 3")
	w.boardWith("cleo won")
}

// TestABoardOfATableIsOldOnlyAtThatTable publishes boards out of order.
func TestABoardOfATableIsOldOnlyAtThatTable(t *testing.T) {
	w := newWorld(t)
	publish := func(table int, version uint64, key string) {
		t.Helper()
		r := dialog.Reply{Version: version, Messages: []dialog.Message{{Board: &dialog.Board{}, TableNumber: table, Lines: []words.Text{words.New(key)}}}}
		if _, err := w.adapter.Publish(t.Context(), general(), dialog.Delivery{}, r); err != nil {
			t.Fatal(err)
		}
	}
	publish(2, 9, "again")
	publish(1, 5, "broken")
	publish(2, 8, "limited") // older than what table 2 shows
	if got := w.slack.Messages(channelID("general")); len(got) != 2 {
		t.Errorf("%d boards were shown, want one for each table: %q", len(got), texts(got))
	}
}

// TestBoardsOfTwoTablesWaitTogether holds Slack while both tables move: neither board
// replaces the other in the outbox, and of each table only the latest is sent.
func TestBoardsOfTwoTablesWaitTogether(t *testing.T) {
	w := fullRoom(t)
	release := w.slack.Hold("chat.postMessage")
	before := len(w.slack.Calls("chat.postMessage"))
	for _, line := range []string{"ana A1", "cleo A1", "bob A1", "mo A1", "ana A1", "cleo B1"} {
		who, text, _ := strings.Cut(line, " ")
		if _, err := w.slack.Command(userID(who), channelID("general"), "/nim", text).Send(); err != nil {
			t.Fatal(err)
		}
	}
	release()
	w.settle()
	w.boardWith("B 4, C 5")
	w.boardWith("A 5, B 7")
	if n := len(w.slack.Calls("chat.postMessage")) - before; n != 3 {
		t.Errorf("%d boards were posted, want 3: the one under way, and the latest of each table", n)
	}
}

// TestAWorkerShowsTheTableThatWasNotShown ends the process between the boards of two
// tables: a worker of the next one shows the missing board alone, once.
func TestAWorkerShowsTheTableThatWasNotShown(t *testing.T) {
	w := fullRoom(t)
	w.typeCommand("ana", "general", "A1")
	calls := len(w.slack.Calls("chat.postMessage"))
	release := w.slack.Hold("chat.postMessage")
	defer release()
	if _, err := w.slack.Command(userID("cleo"), channelID("general"), "/nim", "A2").Send(); err != nil {
		t.Fatal(err)
	}
	w.wait("the call", func() bool { return inOutbox() > 0 })
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	w.stop()
	release()
	w.wait("the end of what hung", func() bool { return len(w.slack.Calls("chat.postMessage")) > calls })
	shown := w.slack.Messages(channelID("general")) // Slack may have done a call that it did not answer
	w.start()
	w.runWorker()
	w.runWorker()
	fresh := w.slack.Messages(channelID("general"))[len(shown):]
	if len(fresh) != 1 || !strings.Contains(fresh[0].Text, "A 5, B 8") {
		t.Errorf("the next process showed %q, want the board of table 2 once", texts(fresh))
	}
	w.typeCommand("bob", "general", "B1")
	w.boardWith("A 2, B 3, C 5")
}

// While the board of table 1 is in the outbox, a worker shows that of table 2.
func TestAWorkerDoesNotWaitForAnotherTable(t *testing.T) {
	w := fullRoom(t, patient)
	release := w.slack.Hold("chat.postMessage")
	defer release()
	if _, err := w.slack.Command(userID("ana"), channelID("general"), "/nim", "A1").Send(); err != nil {
		t.Fatal(err)
	}
	w.wait("the call", func() bool { return inOutbox() > 0 })
	for table, want := range map[int]bool{1: true, 2: false} {
		r, d, err := w.handler.Present(t.Context(), general(), table)
		if err != nil {
			t.Fatal(err)
		}
		within := 50 * time.Millisecond // Slack hangs
		if want {
			within = time.Minute
		}
		ctx, cancel := context.WithTimeout(t.Context(), within)
		_, err = w.adapter.Publish(ctx, general(), d, r)
		cancel()
		if waits := err != nil && strings.Contains(err.Error(), "waits in the outbox"); waits != want {
			t.Errorf("Publish of table %d = %v; that it waits is %v, want %v", table, err, waits, want)
		}
	}
}

// TestTimeAtOneTable ends table 1 by its clock, and leaves table 2's message alone.
func TestTimeAtOneTable(t *testing.T) {
	w := newWorld(t)
	w.seat("ana", "bob", "3 4 5 clock:1m")
	w.seat("cleo", "mo", "7 8")
	one, two := w.boardWith("A 3, B 4, C 5"), w.boardWith("A 7, B 8")
	if err := w.advance(2 * time.Minute); err != nil {
		t.Fatal(err)
	}
	w.boardWith("ana ran out of time")
	if got := w.boardWith("A 7, B 8"); got.TS != two.TS {
		t.Errorf("the board of table 2 moved to %s", got.TS)
	}
	for _, m := range w.slack.Messages(channelID("general")) {
		if m.TS == one.TS && len(pressable(m)) > 0 {
			t.Error("the board of the game that ended by time still has its buttons")
		}
	}
}

// Every table has a thread of its own for its moves.
func TestTheMoveLogOfEachTable(t *testing.T) {
	w := fullRoom(t, func(c *Config) { c.MoveLog = true })
	one, two := w.boardWith("A 3, B 4, C 5").TS, w.boardWith("A 7, B 8").TS
	for _, line := range []string{"ana A1", "cleo A1", "bob B1", "mo B1"} {
		who, text, _ := strings.Cut(line, " ")
		w.typeCommand(who, "general", text)
	}
	got := w.logged()
	if !slices.Equal(got[one], []string{"ana took 1 from A.", "bob took 1 from B."}) || !slices.Equal(got[two], []string{"cleo took 1 from A.", "mo took 1 from B."}) {
		t.Errorf("the threads hold %q, want each table's moves at %s and %s", got, one, two)
	}
}

// Two games of one person in one channel are two lines on the App Home, and their private game
// is another.
func TestAppHomeListsEveryTable(t *testing.T) {
	w := newWorld(t)
	w.seat("ana", "bob", "3 4 5")
	w.seat("ana", "cleo", "7 8")
	w.typeCommand("ana", "general", "start 1 2")
	got := w.homeText("ana")
	for _, want := range []string{"Nim against bob: it's your turn. <#CGENERAL>", "Nim against cleo: it's your turn. <#CGENERAL>", "Nim against Nim Bot: it's your turn. <#CGENERAL>"} {
		if !strings.Contains(got, want) {
			t.Errorf("ana's App Home is %s, want %q", got, want)
		}
	}
	w.typeCommand("bob", "general", "resign")
	if got := w.homeText("ana"); !strings.Contains(got, "Nim against bob: you won") || !strings.Contains(got, "Nim against cleo: it's your turn") {
		t.Errorf("after bob resigned ana's App Home is %s", got)
	}
	w.press("ana", "general", "Show it here")
	if got := w.homeText("ana"); strings.Count(got, "Nim against Nim Bot") != 1 {
		t.Errorf("after ana showed her private game her App Home is %s, want it once", got)
	}
}

// The versions in a reply about a private game are those of another document, so they say
// nothing about the channel's tables: the adapter still notices that another process wrote
// the channel's document, and doesn't show the board that it remembers from before.
func TestAPrivateGameSaysNothingOfTheTables(t *testing.T) {
	w := newWorld(t)
	w.seat("ana", "bob", "3 4 5")
	before := w.boardWith("A 3, B 4, C 5")
	elsewhere := dialog.Request{ID: "elsewhere", Place: general(), User: dialog.User{ID: userID("ana"), Name: "ana"}, Text: "A1"}
	if r := w.handler.Handle(t.Context(), elsewhere); r.Result != dialog.Done {
		t.Fatalf("a move through another process: %+v", r)
	}
	w.typeCommand("cleo", "general", "start 1 2")
	w.typeCommand("bob", "general", "B1")
	for _, m := range w.slack.Messages(channelID("general")) {
		if m.TS == before.TS && m.Edited != before.Edited {
			t.Errorf("the board that another process may have changed was edited to %q", m.Text)
		}
	}
}

// A press on the day's post must not make it the table's board, or it would lose its buttons
// with the next board.
func TestAPressBesideTheBoardsIsNoBoard(t *testing.T) {
	w := newWorld(t)
	day := dialog.Reply{Version: 3, Messages: []dialog.Message{{Post: &dialog.Post{Name: "day"}, Lines: []words.Text{words.New("daily.post", "day", "1 May")}, Buttons: []dialog.Button{{Label: words.New("button.daily-play"), Command: "daily"}}}}}
	if _, err := w.adapter.Publish(t.Context(), general(), dialog.Delivery{}, day); err != nil {
		t.Fatal(err)
	}
	post := w.boards()[0]
	w.clicks("ana", post, "Solve")
	w.typeCommand("ana", "general", "start 3 4 5")
	if live := w.boards(); len(live) != 2 || live[0].TS != post.TS {
		t.Errorf("what can be pressed is %q, want the day's post and the board", texts(live))
	}
}

// While one person presses a board, another has it posted anew at the bottom. The press
// counts and is shown there, so the table has only one board with buttons.
func TestAPressThatCrossedTheBoard(t *testing.T) {
	w := fullRoom(t)
	old := w.boardWith("A 3, B 4, C 5")
	w.typeCommand("bob", "general", "board")
	w.clicks("ana", old, "A (3)")
	if live := w.boards(); len(live) != 2 {
		t.Errorf("%d boards can be pressed, want one of each table: %q", len(live), texts(live))
	}
	w.boardWith("A 3, B 4, C 5")
}
