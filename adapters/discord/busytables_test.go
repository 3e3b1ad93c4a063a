package discord_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
)

// eightTables seats eight pairs, "w0" and "l0" at table 1, each before a single pile.
func eightTables(b *bot) (boards [8]discordtest.Message) {
	for n := range boards {
		boards[n] = b.pair(fmt.Sprint("w", n), fmt.Sprint("l", n), fmt.Sprint(100+n))
	}
	return boards
}

// wantHeap checks that of each table one public board has buttons, with a heap of its
// number's and left more.
func (b *bot) wantHeap(left int) {
	b.t.Helper()
	live := map[int]int{}
	for _, m := range b.public() {
		for n := range 8 {
			if len(m.Buttons) > 0 && strings.Contains(m.Text, fmt.Sprintf("A %d.", left+n)) {
				live[n]++
			}
		}
	}
	if len(live) != 8 || len(b.pressable()) != 8 {
		b.t.Errorf("%d tables have a board with their last state, and %d messages have buttons, want 8 and 8: %v", len(live), len(b.pressable()), live)
	}
}

// Pressed moves of eight tables at once are answered by callbacks alone: the channel's
// pace doesn't matter to them.
func TestPressedMovesOfEightTables(t *testing.T) {
	b := newBot(t, false)
	boards := eightTables(b)
	before := len(b.server.Requests())
	var players sync.WaitGroup
	for n, board := range boards {
		players.Go(func() {
			for i := range 6 { // the choice of a number, for six moves
				who := fmt.Sprintf("%c%d", "wl"[i%2], n)
				i := pressed(somebody(who), "c", board, b.find(board, "Take 2"))
				o, err := b.server.Deliver(t.Context(), i)
				if err != nil || o.Kind != 7 || o.Message.ID != board.ID {
					t.Errorf("%s is answered with type %d, %v, want the board changed", who, o.Kind, err)
					return
				}
				board = *o.Message
			}
		})
	}
	players.Wait()
	b.settle()
	b.wantHeap(100 - 12)
	for _, r := range b.server.Requests()[before:] {
		if strings.Contains(r, "/channels/") {
			t.Errorf("a press led to %s", r)
		}
	}
}

// Typed moves of eight tables share the channel's pace. They're made at once; of a
// table's boards that wait to be posted only the latest is.
func TestTypedMovesOfEightTables(t *testing.T) {
	b := talkingBot(t, false)
	eightTables(b)
	b.server.LimitMessages(4, time.Second)
	const rounds = 5
	posted := func() (n int) {
		for _, r := range b.server.Requests() {
			if strings.HasPrefix(r, http.MethodPost) && strings.HasSuffix(r, here.Channel+"/messages") {
				n++
			}
		}
		return n
	}
	begun := time.Now()
	for i := range rounds {
		for n := range 8 {
			if _, err := b.server.Say(message(fmt.Sprintf("%c%d", "wl"[i%2], n), "c", guild, "@nim take 2")); err != nil {
				t.Fatal(err)
			}
		}
	}
	b.await("all moves", func() bool {
		r, err := b.chat.State(t.Context(), here)
		if err != nil {
			t.Fatal(err)
		}
		for n, s := range r.Tables {
			if s.Position != fmt.Sprint(100+n-2*rounds) {
				return false
			}
		}
		return true
	})
	made := time.Since(begun)
	b.settle()
	b.wantHeap(100 - 2*rounds)
	t.Logf("%d moves were made within %s and shown within %s by %d posts, %d of them refused", 8*rounds, made.Round(time.Millisecond), time.Since(begun).Round(time.Millisecond), posted(), b.server.Limited())
	if n := posted(); n > 24 {
		t.Errorf("%d posts for %d moves of 8 tables, want at most three a table", n, 8*rounds)
	}
}
