package chat_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
)

// public returns the tables whose boards everybody sees in a reply.
func public(r dialog.Reply) (tables []int) {
	for _, m := range r.Messages {
		if m.To == nil && m.IsBoard() {
			tables = append(tables, m.TableNumber)
		}
	}
	return tables
}

// fullRoom returns a channel in which ana plays bob at table 1 and cleo plays dan at table 2.
func fullRoom(t *testing.T) *chattest.Room {
	c := chattest.NewRoom(t)
	for _, line := range []string{"ana challenge @bob 3 4 5 first:me", "bob accept", "cleo challenge @dan 7 8 first:me", "dan accept"} {
		who, text, _ := strings.Cut(line, " ")
		if r := c.Says(who, text); r.Result != dialog.Done {
			t.Fatalf("%s: %s", line, c.Text(r))
		}
	}
	return c
}

// Each line finds the table at which its speaker sits, and touches no other.
func TestLinesFindTheirTable(t *testing.T) {
	c := fullRoom(t)
	for _, tt := range []struct {
		who, text, want string
		table           int
	}{
		{"cleo", "A2", "cleo took 2 from A", 2},
		{"ana", "A1", "ana took 1 from A", 1},
		{"dan", "take 1 from B", "dan took 1 from B", 2},
		{"bob", "board", "bob's move", 1},
		{"dan", "resign", "dan resigned", 2},
	} {
		r := c.Expect(c.Says(tt.who, tt.text), tt.want)
		if r.State.Table != tt.table || len(public(r)) != 1 || public(r)[0] != tt.table {
			t.Errorf("%s %s: table %d, boards of %v, want table %d", tt.who, tt.text, r.State.Table, public(r), tt.table)
		}
	}
	doc := c.Document()
	if one, two := doc.Table(1), doc.Table(2); one.Game.Events != "A1" || two.Game.Events != "A2 B1 resign:1" && !strings.HasPrefix(two.Game.Events, "A2 B1 ") {
		t.Errorf("table 1 holds %q, table 2 %q", one.Game.Events, two.Game.Events)
	}
}

// TestAPressChangesItsTable presses a button whose answer takes the place of the pressed message: the version with which
// its table changed last is that of the press, by which platforms tell its boards apart.
func TestAPressChangesItsTable(t *testing.T) {
	c := fullRoom(t)
	press := c.Request("cleo", c.Button(c.Says("cleo", "board"), "Resign"))
	press.Message = "message"
	r := c.Responder().Handle(t.Context(), press)
	doc := c.Document()
	if at := doc.Table(2); at.Message != "message" || r.Changed != r.Version || at.Changed != r.Version {
		t.Errorf("after the press of version %d, table 2 changed last with %d (the reply says %d), and its message is %q; %s", r.Version, at.Changed, r.Changed, at.Message, c.Text(r))
	}
}

// A button belongs to its table: moves at other tables don't affect it, and it is stale once
// its table has another game.
func TestAButtonBelongsToItsTable(t *testing.T) {
	c := fullRoom(t)
	board := c.Says("cleo", "board")
	c.Says("ana", "A1")
	c.Expect(c.Press("cleo", board, "A (7)"), "cleo's move")
	old := c.Button(board, "Resign")
	c.Says("cleo", "resign")
	c.Says("eve", "challenge @fay 1 2 3")
	c.Says("fay", "accept")
	for _, stamp := range []string{old, strings.Replace(old, "~2.", "~9.", 1), strings.Replace(old, "~2.", "~64.", 1), strings.Replace(old, "~2.", "~65.", 1)} {
		if r := c.Says("cleo", stamp); r.Result != dialog.Stale && r.Result != dialog.Refused {
			t.Errorf("%q: %s", stamp, c.Text(r))
		}
	}
}

// A game against the bot that begins while a board is live is private: nobody else is told of
// it, it has buttons of its own, and it doesn't touch the channel's tables.
func TestFurtherGamesAgainstTheBotArePrivate(t *testing.T) {
	c := fullRoom(t)
	r := c.Expect(c.Says("eve", "start 3 4 5"), "[eve] eve's move. Piles: A 3, B 4, C 5", "Only you can see this board.")
	if r.State.Table != 0 || len(public(r)) != 0 {
		t.Errorf("eve's game is at table %d, shown at %v", r.State.Table, public(r))
	}
	before := c.Document()
	c.Expect(c.Press("eve", r, "A (3)"), "[eve] ")
	c.Expect(c.Says("eve", "A2"), "[eve] ", "eve took 2 from A")
	c.Expect(c.Says("eve", "hint"), "[eve] ")
	c.Expect(c.Says("eve", "board"), "[eve] eve's move")
	c.Expect(c.Says("eve", "start 1 2"), "[eve] You still have a game here")
	if after := c.Document(); after.Version != before.Version {
		t.Error("a private game wrote the channel's document")
	}
	if other := c.Says("fay", c.Button(r, "Resign")); other.Result == dialog.Done {
		t.Errorf("fay pressed eve's button: %s", c.Text(other))
	}
}

// "Show it here" makes a private game a table, once, however often it is pressed.
func TestAPrivateGameIsShown(t *testing.T) {
	c := fullRoom(t)
	r := c.Says("eve", "start 3 4 5")
	shown := c.Expect(c.Press("eve", r, "Show it here"), "[all] eve's move. Piles: A 3, B 4, C 5")
	if m := shown.Messages[0]; m.To == nil || !m.Edit || len(m.Buttons) > 0 {
		t.Errorf("what was pressed becomes %+v, want a private message without buttons in its place", m)
	}
	if r.Messages[0].Open || !strings.HasPrefix(r.RevealCommand, "board ~0.") {
		t.Errorf("the private board may be shown openly: %v, and is shown again by %q", r.Messages[0].Open, r.RevealCommand)
	}
	if shown.State.Table != 3 {
		t.Errorf("it stands at table %d, want 3", shown.State.Table)
	}
	again := c.Press("eve", r, "Show it here")
	if len(public(again)) > 0 && again.State.Table != 3 {
		t.Errorf("pressed again: %s", c.Text(again))
	}
	c.Expect(c.Says("eve", "A2"), "[all] ", "eve took 2 from A")
	if doc := c.Document(); len(doc.Tables) != 2 {
		t.Errorf("the channel has %d tables beside the first, want 2", len(doc.Tables))
	}
}

// A person who plays several games is asked once which one a line means. For ten minutes their
// lines then mean that one.
func TestWhichTableIsMeant(t *testing.T) {
	c := fullRoom(t)
	c.Says("ana", "start 6 7")
	asked := c.Expect(c.Says("ana", "A1"), "[ana] That could be about several games here. Which one do you mean?")
	if b := asked.Messages[0].Buttons; len(b) != 2 {
		t.Fatalf("%d buttons, want one for each of two games: %v", len(b), b)
	}
	c.Expect(c.Says("ana", asked.Messages[0].Buttons[0].Command), "[all] bob's move", "ana took 1 from A")
	c.Expect(c.Says("bob", "B1"), "ana's move")
	c.Expect(c.Says("ana", "B1"), "[all] ", "ana took 1 from B")
	c.Expect(c.Says("ana", "resign"), "Which one do you mean?")
	c.Pass(11 * time.Minute)
	c.Says("bob", "B1")
	c.Expect(c.Says("ana", "A1"), "Which one do you mean?")
}

// A line that is too long for a button must be typed again after the table is chosen. A private
// game can be chosen, too.
func TestALongLineIsTypedAgain(t *testing.T) {
	for _, chosen := range []string{"Against bob: Nim 3 4 5", "Against me: Nim 6 7"} {
		c := fullRoom(t)
		c.Says("ana", "start 6 7 first:me")
		long := "take 1 from the very first of all the piles that lie on the table here, please, thank you"
		asked := c.Expect(c.Says("ana", long), "Which one do you mean?")
		c.Expect(c.Press("ana", asked, chosen), "[ana] ", "Piles: A ")
		c.Expect(c.Says("ana", "A1"), "took 1 from A")
	}
}

// If the private game is chosen, later lines mean it without a further question.
func TestThePrivateGameIsMeant(t *testing.T) {
	c := fullRoom(t)
	c.Says("ana", "start 6 7")
	asked := c.Says("ana", "A1")
	c.Expect(c.Says("ana", asked.Messages[0].Buttons[1].Command), "[ana] ana's move", "ana took 1 from A")
	c.Expect(c.Says("ana", "B1"), "[ana] ", "ana took 1 from B")
	doc := c.Document()
	if one := doc.Table(1); one.Game.Events != "" {
		t.Errorf("the game with bob has the moves %q, want none", one.Game.Events)
	}
}

// A person who sits nowhere and accepts is asked which of several offers they mean.
func TestWhichOfferIsMeant(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: open 3 4 5", "bob: open 7 8")
	asked := c.Expect(c.Says("cleo", "accept"), "[cleo] That could be about several games here.")
	c.Expect(c.Press("cleo", asked, "bob's offer to anyone"), "[all] ", "Piles: A 7, B 8")
	c.Expect(c.Says("dan", "accept"), "[all] ", "Piles: A 3, B 4, C 5")
}

func TestTablesAreBounded(t *testing.T) {
	c := chattest.NewRoom(t)
	for i := range 8 {
		a, b := fmt.Sprint("a", i), fmt.Sprint("b", i)
		c.Says(a, "challenge @"+b+" 3 4 5")
		if r := c.Says(b, "accept"); r.State.Table != i+1 {
			t.Fatalf("pair %d sits at table %d", i, r.State.Table)
		}
	}
	r := c.Expect(c.Says("ana", "challenge @bob 3 4 5"), "[ana] All 8 tables here are taken.")
	if !r.NoTable {
		t.Error("the refusal isn't counted")
	}
	own := c.Expect(c.Says("ana", "start 3 4 5"), "[ana] ana's move")
	c.Expect(c.Press("ana", own, "Show it here"), "[ana] All 8 tables here are taken.")
	c.Expect(c.Says("ana", "A2"), "[ana] ", "ana took 2 from A")
	c.Says("a3", "resign")
	c.Expect(c.Says("ana", "challenge @bob 3 4 5"), "[all] ana challenged bob")
}

func TestOnePersonSitsAtThreeTables(t *testing.T) {
	c := chattest.NewRoom(t)
	for _, other := range []string{"bob", "cleo", "dan"} {
		c.Says("ana", "challenge @"+other+" 3 4 5")
		c.Says(other, "accept")
	}
	c.Expect(c.Says("ana", "challenge @eve 3 4 5"), "[ana] You're in 3 games here already.")
	c.Expect(c.Says("eve", "challenge @ana 3 4 5"), "[all] eve challenged ana")
	c.Expect(c.Says("ana", "accept"), "[ana] You're in 3 games here already.")
	c.Expect(c.Says("bob", "challenge @ana 3 4 5"), "[bob] You two are already playing here.")
}

// A spectator of several games gets the list, whose buttons show a table to them alone. A
// moderator stops a table by its number.
func TestWatchersOfSeveral(t *testing.T) {
	c := fullRoom(t)
	c.Expect(c.Says("eve", "who is playing?"), "[eve] These games are going on here:")
	list := c.Expect(c.Says("eve", "board"), "[eve] These games are going on here:", "1 · ana against bob · Nim 3 4 5 · ana's move", "2 · cleo against dan · Nim 7 8 · cleo's move")
	c.Expect(c.Press("eve", list, "Watch table 2"), "[eve] cleo's move")
	c.Says("cleo", "A2")
	c.Expect(c.Press("eve", list, "Watch table 2"), "[eve] dan's move. Piles: A 5, B 8")
	refused := c.Expect(c.Says("eve", "B2"), "[eve] You're watching")
	c.Button(refused, "Watch")
	c.Button(refused, "Play your own")
	r := c.Request("mod", "stop 2")
	r.User.Moderator = true
	c.Expect(c.Handler.Handle(t.Context(), r), "[all] ", "B 8")
	if one := c.Says("ana", "board"); one.State.Over {
		t.Error("table 1 was stopped, too")
	}
	c.Expect(c.Says("eve", "stop 1"), "[eve] You're watching")
}

// Deadlines are applied at each table on its own.
func TestEachTableHasItsOwnClock(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: challenge @bob 3 4 5 clock:10m first:me", "bob: accept", "cleo: challenge @dan 7 8 clock:30m first:me", "dan: accept")
	c.Pass(11 * time.Minute)
	reply, settled, err := c.Handler.Settle(t.Context(), c.Place)
	if err != nil || !settled || len(public(reply)) != 1 || public(reply)[0] != 1 {
		t.Fatalf("Settle = %s, %v, %v, want the end of table 1", c.Text(reply), settled, err)
	}
	c.Expect(reply, "ana ran out of time")
	c.Expect(c.Says("cleo", "A1"), "cleo took 1 from A")
	c.Pass(31 * time.Minute)
	if reply, settled, _ = c.Handler.Settle(t.Context(), c.Place); !settled || public(reply)[0] != 2 {
		t.Errorf("Settle = %s, want the end of table 2", c.Text(reply))
	}
}

// A finished table stays while it has the latest game of one of its players. When nobody needs
// the others any more, the place has one table again.
func TestFinishedTablesGo(t *testing.T) {
	c := fullRoom(t)
	c.Says("dan", "resign")
	if doc := c.Document(); len(doc.Tables) != 1 {
		t.Fatalf("the finished table is gone at once")
	}
	c.Expect(c.Says("cleo", "review"), "[cleo] ")
	c.Expect(c.Says("dan", "rematch"), "[all] dan challenged cleo")
	c.Says("cleo", "decline")
	c.Pass(8 * 24 * time.Hour)
	c.Says("ana", "start 1 2")
	if doc := c.Document(); len(doc.Tables) != 0 {
		t.Errorf("after a week %d tables stand beside the first", len(doc.Tables))
	}
}

// Settings may be lowered below what is live: nothing ends, and nothing more begins.
func TestFewerTablesThanAreLive(t *testing.T) {
	c := fullRoom(t)
	c.Handler = chat.New(chat.Config{Store: c.Store, Words: c.Words, Now: c.Clock, Limits: chat.Limits{Tables: 1}})
	c.Expect(c.Says("eve", "challenge @fay 3 4 5"), "[eve] The only table here is taken.")
	c.Expect(c.Says("cleo", "A1"), "cleo took 1 from A")
	c.Expect(c.Says("ana", "A1"), "ana took 1 from A")
}

// A table that is gone has no message: what is said of it must not replace another table's board.
func TestATableThatIsGoneHasNoMessage(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: challenge @bob 3 4 5 first:me", "bob: accept")
	press := c.Request("ana", "")
	for _, m := range c.Says("ana", "board").Messages {
		if m.Menu != nil {
			press.Text, press.Message = m.Menu.Play.Command("A1"), "the board of table 1"
		}
	}
	c.Expect(c.Responder().Handle(t.Context(), press), "ana took 1 from A")
	c.Play("cleo: challenge @dan 7 8")
	c.Pass(11 * time.Minute)
	if r, _, err := c.Handler.Settle(t.Context(), c.Place); err != nil || !strings.Contains(c.Text(r), "has expired") {
		t.Fatalf("Settle = %s, %v, want the offer expired", c.Text(r), err)
	}
	for table, want := range map[int]string{1: "the board of table 1", 2: ""} {
		if _, d, err := c.Handler.Present(t.Context(), c.Place, table); err != nil || d.Message != want {
			t.Errorf("Present(table %d) is shown as the message %q, %v; want %q", table, d.Message, err, want)
		}
	}
}
