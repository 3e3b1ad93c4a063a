package chat_test

import (
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// A running game takes a bounded amount of Redis memory, with ids as long as Discord's:
// its record, its expiry, and its deadline. Beyond some 30 000 games Redis turns the
// sorted sets of deadlines from lists into trees, which takes some 100 bytes a game more:
// NIM_TEST_GAMES says how many are begun.
func TestRedisMemoryPerGame(t *testing.T) {
	const (
		atMost  = 700 // bytes
		callers = 16
	)
	games := slowtest.Count(2000, 3000)
	if n, err := strconv.Atoi(os.Getenv("NIM_TEST_GAMES")); err == nil {
		games = n
	}
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	server := redistest.Start(t)
	s, err := redis.Open(server.URL(), redis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	h := chat.New(chat.Config{Store: s, Words: catalogue, Seed: 1, Log: slog.New(slog.DiscardHandler)})
	play := func(from, to int) {
		var wg sync.WaitGroup
		for c := range callers {
			wg.Go(func() {
				for n := from + c; n < to; n += callers {
					if err := playSome(t, h, n); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
	}
	play(0, 4*callers) // warm up, so that connections and scripts aren't counted
	before := usedMemory(t, server)
	play(4*callers, 4*callers+games)
	per := (usedMemory(t, server) - before) / games
	t.Logf("a game takes %d bytes", per)
	if per > atMost {
		t.Errorf("a game takes %d bytes, want at most %d", per, atMost)
	}
}

// playSome begins the nth game, against the bot, and presses three moves.
func playSome(t *testing.T, h *chat.Handler, n int) error {
	id := func(kind int) string { return fmt.Sprintf("1%018d", (n*8+kind)*104_729_000_003) }
	r := dialog.Request{
		Place: dialog.Place{Platform: "discord", Guild: id(0), Channel: id(1)}, User: dialog.User{ID: id(2), Name: "Ana Belen"},
		Text: "start 3 4 5", Locale: "en-US", Confirms: true,
	}
	for press := range 4 {
		r.ID = id(3 + press)
		reply := h.Handle(t.Context(), r)
		if reply.Result != dialog.Done {
			return fmt.Errorf("Handle(%q) is %v, want %v", r.Text, reply.Result, dialog.Done)
		}
		if err := h.Shown(t.Context(), r.Place, reply.Version, []int{1}); err != nil {
			return err
		}
		if reply.State.Over {
			return nil
		}
		_, stamp, _ := strings.Cut(reply.Messages[0].Buttons[0].Command, " ~")
		for pile, stones := range strings.Fields(reply.State.Position) {
			if stones != "0" {
				r.Text, r.Message = fmt.Sprintf("%c1 ~%s", 'A'+pile, stamp), id(7)
			}
		}
	}
	return nil
}

// usedMemory is what a server has allocated, in bytes.
func usedMemory(t *testing.T, server *redistest.Server) int {
	t.Helper()
	info, err := server.Client().InfoMap(t.Context(), "memory").Result()
	if err != nil {
		t.Fatal(err)
	}
	bytes, err := strconv.Atoi(info["Memory"]["used_memory"])
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}
