package chat_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/channel"
)

// attempt is a line that two people, or one twice, send to two processes at once.
type attempt struct{ who, text string }

// onlyOneFree is a channel with one free table, and a second process on its store.
func onlyOneFree(t *testing.T) (*chattest.Room, [2]*chat.Handler) {
	c := chattest.NewRoom(t)
	for i := range chat.DefaultLimits().Tables - 1 {
		c.Play(fmt.Sprintf("a%d: challenge @b%d 3 4 5", i, i), fmt.Sprintf("b%d: accept", i))
	}
	other := chat.New(chat.Config{Store: c.Store, Words: c.Words, Seed: 8, Now: c.Clock, Timeout: time.Minute})
	return c, [2]*chat.Handler{c.Handler, other}
}

// live are the running games and open offers of a document, by the ids of their makers.
func live(doc channel.Document) (all []string) {
	for _, n := range doc.Numbers() {
		switch at := doc.Table(n); {
		case at.Offer != nil:
			all = append(all, at.Offer.From.ID)
		case at.Game != nil && !strings.Contains(at.Game.Events, "resign"):
			all = append(all, at.Game.Players[0].ID+at.Game.Players[1].ID)
		}
	}
	return all
}

// Of two people who want the last free table in the same instant one gets it. The other is
// told that all are taken, and keeps their private game as it was.
func TestTheLastFreeTable(t *testing.T) {
	for _, tt := range []struct {
		name  string
		begin []string // private games
		tries [2]attempt
	}{
		{"two offers", nil, [2]attempt{{"cleo", "challenge @dan 3 4 5"}, {"eve", "challenge @fay 7 8"}}},
		{"an offer and a game that is shown", []string{"eve"}, [2]attempt{{"cleo", "open 3 4 5"}, {"eve", "Show it here"}}},
		{"two games that are shown", []string{"cleo", "eve"}, [2]attempt{{"cleo", "Show it here"}, {"eve", "Show it here"}}},
		{"a game that is shown twice", []string{"eve"}, [2]attempt{{"eve", "Show it here"}, {"eve", "Show it here"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for range 10 {
				c, both := onlyOneFree(t)
				private := map[string]dialog.Reply{}
				for _, who := range tt.begin {
					private[who] = c.Says(who, "start 3 4 5 first:me")
				}
				var requests [2]dialog.Request
				for i, a := range tt.tries {
					if a.text == "Show it here" {
						a.text = c.Button(private[a.who], a.text)
					}
					requests[i] = c.Request(a.who, a.text)
				}
				var replies [2]dialog.Reply
				var asking sync.WaitGroup
				for i, h := range both {
					asking.Go(func() { replies[i] = h.Handle(t.Context(), requests[i]) })
				}
				asking.Wait()
				checkLast(t, c, tt.tries, replies, private)
			}
		})
	}
}

// checkLast checks the results of two tries to get the last table.
func checkLast(t *testing.T, c *chattest.Room, tries [2]attempt, replies [2]dialog.Reply, private map[string]dialog.Reply) {
	t.Helper()
	if games := live(c.Document()); len(games) != chat.DefaultLimits().Tables {
		t.Fatalf("%d tables are live, want %d: %v", len(games), chat.DefaultLimits().Tables, games)
	}
	refused := 0
	for i, r := range replies {
		if !strings.Contains(c.Text(r), "All 8 tables here are taken.") {
			continue
		}
		refused++
		if who := tries[i].who; private[who].State != nil {
			c.Expect(c.Says(who, "A2"), "["+who+"] ", who+" took 2 from A")
		}
	}
	want := 1
	if tries[0].who == tries[1].who {
		want = 0
		mine := slices.DeleteFunc(live(c.Document()), func(ids string) bool { return !strings.Contains(ids, tries[0].who) })
		if own, err := c.Store.Get(t.Context(), c.Place.Own(tries[0].who).String()); err != nil || len(mine) != 1 || running(t, own) {
			t.Errorf("%d tables have the game, and privately it still runs: %v, %v", len(mine), running(t, own), err)
		}
		c.Expect(c.Says(tries[0].who, "A2"), "[all] ", tries[0].who+" took 2 from A")
	}
	if refused != want {
		t.Errorf("%d were told that all tables are taken, want %d:\n%s%s", refused, want, c.Text(replies[0]), c.Text(replies[1]))
	}
}

// running reports whether a record has a game at table 1.
func running(t *testing.T, rec store.Record) bool {
	t.Helper()
	if rec.Version == 0 {
		return false
	}
	doc, err := channel.Decode(rec.Data)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Game != nil
}

// A document with more live tables than this version opens is played to its end.
func TestMoreTablesThanAreOpened(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Play("ana: challenge @bob 3 4 5 first:me", "bob: accept")
	doc := c.Document()
	for n := 2; n <= 33; n++ {
		at := doc.Table(1)
		g := *at.Game
		g.ID, g.Players = fmt.Sprint("g", n), [2]channel.Player{{ID: fmt.Sprint("a", n)}, {ID: fmt.Sprint("b", n)}}
		at.Number, at.Game = n, &g
		doc.Put(at)
	}
	former := doc.Version
	doc.Version++
	if _, err := c.Store.Commit(t.Context(), c.Place.String(), store.Write{Expect: former, Data: doc.Encode()}); err != nil {
		t.Fatal(err)
	}
	c.Restart()
	c.Expect(c.Says("cleo", "challenge @dan 3 4 5"), "[cleo] All 32 tables here are taken.")
	c.Expect(c.Says("cleo", "open seats:2"), "[cleo] ")
	c.Expect(c.Says("a33", "A1"), "[all] ", "Piles: A 2, B 4, C 5")
	c.Expect(c.Says("b33", "resign"), "[all] ", "won")
	c.Expect(c.Says("ana", "A1"), "ana took 1 from A")
	doc = c.Document()
	for n := 2; n <= 32; n++ {
		if at := doc.Table(n); at.Game == nil || at.Game.Events != "" {
			t.Errorf("table %d was touched: %+v", n, at.Game)
		}
	}
}
