package router_test

import (
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router"
	"nimbot/game/router/limit"
	"nimbot/game/router/routertest"
	"nimbot/store/storetest"
)

// handlers returns chat, practice and people, without a router.
func handlers(t testing.TB, now func() time.Time) router.Config {
	t.Helper()
	s := storetest.NewMemory()
	return routertest.NewBot(chat.Config{Store: s, Words: chattest.Catalogue(t), Seed: 7, Now: now, Log: slog.New(slog.DiscardHandler)}, s).Config
}

// A costly position is charged the same, whether it is asked for by a command, politely,
// in a sentence, or by a misspelt command.
func TestWorkCostsTheSameForEveryWording(t *testing.T) {
	for i, ask := range []string{
		"predict 500 game:%s", "please predict 500 game:%s", "predict 500 game:%s please",
		"who wins %s 500?", "let's play %s with 500", "start 500 %s", "predcit 500 game:%s", "open 500 game:%s, thanks",
	} {
		// Each reading of the clock by the limiter advances it by 30 ms, so that all work takes as long.
		var reads atomic.Int64
		after := func(n int64) time.Time {
			return time.Unix(1_800_000_000, 0).Add(time.Duration(n) * 30 * time.Millisecond)
		}
		in := handlers(t, func() time.Time { return after(reads.Load()) })
		in.Limit = limit.New(1_000_000, func() time.Time { return after(reads.Add(1)) })
		bot := router.New(in)
		done := 0
		for n := range 60 {
			text := fmt.Sprintf(ask, fmt.Sprintf("octal:0.56%02o%05o7", i, n))
			r := bot.Handle(t.Context(), dialog.Request{
				ID: fmt.Sprint(n), Place: dialog.Place{Platform: "test", Channel: fmt.Sprint(n)}, User: chattest.Person("ana"), Text: text,
			})
			if r.Result != dialog.Limited {
				done++
			}
		}
		// 600 ms a minute at 30 ms each, some seconds of which pass meanwhile.
		if done < 15 || done > 30 {
			t.Errorf("%q was answered %d times of 60, want about 20", ask, done)
		}
	}
}
