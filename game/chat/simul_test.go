package chat_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// simulOf has ana begin a simul with so many guests at Nim 1, 2.
func simulOf(c *chattest.Room, guests int) {
	c.Says("ana", fmt.Sprintf("open 1 2 seats:%d", guests))
	for i := range guests {
		c.Says(fmt.Sprint("g", i), "accept")
	}
	c.Says("ana", "begin")
}

// playing counts the running games of a place.
func playing(c *chattest.Room) (n int) { return len(c.Says("nobody", "help").Tables) }

// roomOfTwo returns a place that may have two tables, beside a simul of twenty.
func roomOfTwo(t *testing.T) *chattest.Room {
	t.Helper()
	c := chattest.NewRoom(t)
	c.Handler = chat.New(chat.Config{Store: c.Store, Words: c.Words, Seed: 7, Now: c.Clock, Timeout: time.Minute, Limits: chat.Limits{Tables: 2}})
	simulOf(c, 20)
	if n := playing(c); n != 20 {
		t.Fatalf("20 guests play %d games, want 20", n)
	}
	return c
}

// A simul's tables don't count against the place's limit, nor against the host's.
func TestASimulHasRoomBeyondTheLimit(t *testing.T) {
	c := roomOfTwo(t)
	c.Play("x: challenge @y 1 2", "y: accept", "ana: challenge @z 1 2", "z: accept")
	if n := playing(c); n != 22 {
		t.Errorf("beside a simul of 20, two pairs make %d games, want 22", n)
	}
	c.Expect(c.Says("v", "challenge @w 1 2"), "All 2 tables here are taken")
}

// A place has at most 32 tables, and each simul takes one itself.
func TestSimulsShareTheTables(t *testing.T) {
	c := roomOfTwo(t)
	c.Says("host", "open 1 2 seats:20")
	for i := range 10 {
		c.Says(fmt.Sprint("h", i), "accept")
	}
	c.Expect(c.Says("h10", "accept"), "There isn't room here for that many games")
	c.Says("host", "begin")
	if n := playing(c); n != 30 {
		t.Errorf("two simuls have %d games, want 30", n)
	}
}

// The player who begins can win from a drawn start. The offer says so only if the start was drawn.
func TestADrawnSimulCanBeWon(t *testing.T) {
	for _, g := range rules.Games() {
		c := chattest.NewRoom(t)
		c.Expect(c.Says("ana", "open seats:2 game:"+g.Key), "Whoever begins can win")
		c.Says("bob", "accept")
		c.Says("ana", "begin")
		st := c.Says("bob", "board").State
		p, err := g.Parse(st.Position)
		if err != nil {
			t.Fatalf("%s: Parse(%q): %v", g.Key, st.Position, err)
		}
		if a, err := solve.Analyze(p, rules.EndingOf(st.Ending)); err != nil || a.Outcome != rules.N {
			t.Errorf("%s: %s is drawn, whose outcome is %v (%v), want won", g.Key, st.Position, a.Outcome, err)
		}
	}
	c := chattest.NewRoom(t)
	if said := c.Text(c.Says("ana", "open 1 2 3 seats:2")); strings.Contains(said, "can win") || !strings.Contains(said, "Each guest chooses who begins.") {
		t.Errorf("the offer of a start that somebody named says %q, want that each guest chooses who begins", said)
	}
}

// The host deletes everything about themselves in the middle: the games end, the guests
// have won, and the results stand without the host's name.
func TestTheHostForgetsEverything(t *testing.T) {
	c := chattest.NewRoom(t)
	simulOf(c, 3)
	if err := c.Handler.Leave(t.Context(), c.Place, "ana", store.UnixOf(c.Now)); err != nil {
		t.Fatal(err)
	}
	doc := c.Document()
	if o := doc.Table(1).Offer; !o.Over() || o.From.ID != platform.ForgottenID || slices.ContainsFunc(o.Guests, func(g channel.Guest) bool { return g.Result != channel.GuestWon }) {
		t.Errorf("the simul became %+v, want it over, won by every guest, and nobody's", o)
	}
	if slices.Contains(doc.People(), "ana") {
		t.Errorf("the document still names ana: %s, want it without her", doc.Encode())
	}
	if n := playing(c); n != 0 {
		t.Errorf("%d games go on, want none", n)
	}
}

// If a guest deletes everything before the simul begins, their seat is free; if the host does,
// there is no simul.
func TestForgettingBeforeASimulBegins(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: open 1 2 seats:3", "bob: accept", "cleo: accept")
	if err := c.Handler.Leave(t.Context(), c.Place, "bob", store.UnixOf(c.Now)); err != nil {
		t.Fatal(err)
	}
	if o := c.Document().Offer; len(o.Guests) != 1 || o.Guests[0].Who.ID != "cleo" {
		t.Errorf("after bob left, the guests are %+v, want cleo alone", o.Guests)
	}
	if err := c.Handler.Leave(t.Context(), c.Place, "ana", store.UnixOf(c.Now)); err != nil {
		t.Fatal(err)
	}
	if o := c.Document().Offer; o != nil {
		t.Errorf("without its host the simul is %+v, want none", o)
	}
}

// The clock runs for guests only: the host has many games at once.
func TestTheHostHasNoClock(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: open 1 2 seats:2 clock:1m", "bob: accept", "cleo: accept", "ana: begin", "bob: begin")
	for _, st := range c.Says("x", "help").Tables {
		if hosts := st.ToMove != rules.Nobody && st.Players[st.ToMove].ID == "ana"; hosts != st.Deadline.IsZero() {
			t.Errorf("at table %d, where %v is to move, the deadline is %v; want one of a guest alone", st.Table, st.ToMove, st.Deadline)
		}
	}
	c.Pass(2 * time.Minute)
	c.Says("x", "help") // any line applies the deadlines
	for _, g := range c.Document().Offer.Guests {
		if want := map[string]string{"bob": "", "cleo": channel.GuestLost}[g.Who.ID]; g.Result != want {
			t.Errorf("after two minutes in which nobody moved, %s's result is %q, want %q", g.Who.ID, g.Result, want)
		}
	}
}

// Each board of the reply that begins a simul finds the state of its own table.
func TestEachBoardHasItsState(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: start 7 8", "ana: resign", "ana: open 1 2 seats:2", "bob: accept", "cleo: accept")
	r := c.Says("ana", "begin")
	boards := 0
	for _, m := range r.Messages {
		if m.Board == nil || m.Board.Game == nil {
			continue
		}
		boards++
		if st := r.StateOf(m); st == nil || st.Table != m.TableNumber || st.Position != "1 2" {
			t.Errorf("table %d's board has the state %+v, want its own", m.TableNumber, st)
		}
	}
	if boards != 2 {
		t.Errorf("%d boards are shown, want 2", boards)
	}
}

// Every game of a simul counts for its guest and for the host, the last one too.
func TestEveryGameOfASimulCounts(t *testing.T) {
	c := routertest.NewRoom(t)
	c.Place = dialog.Place{Platform: "discord", Guild: "g", Channel: "room"}
	simulOf(c, 3)
	for i := range 3 { // each takes the last stone
		g := fmt.Sprint("g", i)
		c.Says(g, "B1")
		c.Says("ana", "A1")
		c.Expect(c.Says(g, "B1"), g+" won in 2 moves")
	}
	if _, err := c.Handler.Counted(t.Context(), c.Place); err != nil {
		t.Fatal(err)
	}
	for who, want := range map[string]string{"g0": "1 game", "g1": "1 game", "g2": "1 game", "ana": "3 games"} {
		c.Expect(c.Says(who, "profile"), want)
	}
}

// A guest learns how the host answers their request, and that the host took one back.
func TestAGuestHearsTheHostsAnswer(t *testing.T) {
	c := chattest.NewRoom(t)
	simulOf(c, 2)
	c.Play("g1: B1", "ana: A1")
	for _, tt := range []struct{ line, said string }{
		{"undo", "ana said no to taking it back"},
		{"stop", "ana said no to ending the game"},
	} {
		c.Expect(c.Says("g1", tt.line), "g1 asked to")
		c.Expect(c.Says("ana", "decline"), "[all] Simul: g1 against ana.", tt.said)
	}
	c = chattest.NewRoom(t)
	simulOf(c, 1)
	c.Play("g0: B1", "ana: A1", "ana: undo")
	c.Expect(c.Says("ana", "decline"), "[all] Simul: g0 against ana.", "ana took the request back")
	c.Says("ana", "undo")
	c.Expect(c.Says("g0", "decline"), "[all]", "g0 said no to taking it back")
}
