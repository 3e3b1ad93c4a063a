package chat_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// begin has ana and bob begin a game, which ana opens.
const begin = "ana: challenge @bob 100 first:me, bob: accept"

// Two replicas share a store that is restored to an earlier state. The replica that
// remembers the lost history must neither overwrite what the other has written since nor
// answer from its cache.
func TestRestoredStoreIsNotOverwritten(t *testing.T) {
	slowtest.Sequential(t)
	memory, server := storetest.NewMemory(), redistest.Start(t)
	for _, backend := range []struct {
		name          string
		first, second store.Store
		snapshot      func(*testing.T) (rewind func(*testing.T))
	}{
		{"memory", memory, memory, memory.Snapshot},
		{"redis", connect(t, server), connect(t, server), func(t *testing.T) func(*testing.T) { return redistest.Snapshot(t, server.Client()) }},
	} {
		for _, c := range []struct {
			name         string
			beforeCopy   string        // what is typed at the first replica before the copy is made
			afterCopy    string        // and after it
			afterRestore string        // what is typed at the second one when the copy is back
			clockAhead   time.Duration // of the first one's clock
			want         string        // what happened in the game then
		}{
			{"emptied", "", begin + ", ana: A1", begin + ", ana: A2", 0, "A2"},
			{"an older copy", begin + ", ana: A1", "bob: A2, ana: A2, bob: A2", "bob: A3, ana: A3, bob: A3", 0, "A1 A3 A3 A3"},
			{"one write is lost", begin + ", ana: A1, bob: A1", "ana: A2", "ana: A3", 0, "A1 A1 A3"},
			{"one write is lost after a clock was ahead", begin + ", ana: A1, bob: A1", "ana: A2", "ana: A3", time.Hour, "A1 A1 A3"},
		} {
			for _, next := range []struct {
				who, says string
				result    dialog.Result
				tables    int // of the place; the game stands at the last
			}{
				{"eve", "board", dialog.Told, 1},
				{"bob", "A1000", dialog.Refused, 1},
				{"bob", "A5", dialog.Done, 1},
				{"ana", "A5", dialog.Done, 1},
				{"bob", "A1000", dialog.Refused, 2},
				{"bob", "A5", dialog.Done, 2},
				{"ana", "A5", dialog.Done, 2},
			} {
				if mover := len(strings.Fields(c.want)) % 2; next.result == dialog.Done && (next.who == "ana") != (mover == 0) {
					continue
				}
				t.Run(fmt.Sprint(backend.name, "/", c.name, "/", next.says, "/table ", next.tables), func(t *testing.T) {
					first, second := chattest.NewRoom(t), chattest.NewRoom(t)
					first.Place.Channel, second.Place.Channel = t.Name(), t.Name()
					first.Store, second.Store = backend.first, backend.second
					first.Restart()
					second.Restart()
					second.Delivered = 100 // its deliveries are others
					first.Pass(c.clockAhead)
					if next.tables > 1 {
						hears(first, "cat: challenge @dan 50 first:me, dan: accept, cat: A1")
					}
					hears(first, c.beforeCopy)
					first.Pass(-c.clockAhead)
					rewind := backend.snapshot(t)
					hears(first, c.afterCopy)
					rewind(t)
					hears(second, c.afterRestore)
					r := first.Says(next.who, next.says)
					want := c.want
					if next.result == dialog.Done {
						want += " " + next.says
					}
					doc := second.Document()
					if game := doc.Table(next.tables).Game; r.Result != next.result || game == nil || game.Events != want {
						t.Fatalf("%q gave %v and leaves the game %+v, want %v and %q", next.says, r.Result, game, next.result, want)
					}
					if next.tables > 1 && doc.Game.Events != "A1" {
						t.Errorf("%q leaves table 1 %q, want %q", next.says, doc.Game.Events, "A1")
					}
					looks := map[int]string{1: "eve", 2: "ana"}[next.tables]
					if now := second.Says(looks, "board").State; r.State.ID != now.ID || r.State.Position != now.Position {
						t.Errorf("%q was answered from %+v, want %+v", next.says, r.State, now)
					}
				})
			}
		}
	}
}

// hears has people type, "WHO: TEXT, WHO: TEXT", and wants each to change
// something.
func hears(c *chattest.Room, lines string) {
	if lines != "" {
		c.Play(strings.Split(lines, ", ")...)
	}
}
