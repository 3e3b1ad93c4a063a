package serve

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/game/dialog"
	"nimbot/game/worker"
	"nimbot/store/redis/redistest"
)

// TestCopiesAgreeOnTheTime plays a game of one minute at three copies whose machines' clocks
// differ: a copy that is ahead or behind ends no game early, and lets none go on.
func TestCopiesAgreeOnTheTime(t *testing.T) {
	url := redistest.Start(t).URL()
	var copies []*App
	for _, off := range []time.Duration{0, 70 * time.Second, -time.Hour} {
		app, err := Assemble(t.Context(), config.Config{Store: config.StoreURL(url)}, Options{
			Log: slog.New(slog.DiscardHandler), Wall: func() time.Time { return time.Now().Add(off) },
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = app.Close() })
		copies = append(copies, app)
	}
	place := dialog.Place{Platform: "discord", Guild: "1", Channel: "2"}
	says := func(by int, who, text string) dialog.Reply {
		return copies[by].Own.Handle(t.Context(), dialog.Request{
			ID: fmt.Sprint(by, who, text), Place: place, User: dialog.User{ID: who, Name: who}, Text: text, Mentions: map[string]dialog.User{"bob": {ID: "bob", Name: "bob"}},
		})
	}
	works := func() {
		for _, app := range copies {
			by := worker.Worker{Chat: app.chat, Store: app.store, Now: app.Clock.Now, Due: app.people.Due, Log: app.log}
			if _, err := by.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for begins := range copies {
		says(begins, "ana", "challenge @bob 3 4 5 clock:1m")
		r := says((begins+1)%3, "bob", "accept")
		if r.Result != dialog.Done || r.State == nil || r.State.Over {
			t.Fatalf("copy %d: accept = %v, want a game", begins, r.Result)
		}
		for _, app := range copies {
			app.Clock.Advance(5 * time.Second)
		}
		works()
		for by := range copies {
			if r := says(by, "ana", "board"); r.State == nil || r.State.Over {
				t.Errorf("5 s after copy %d began a game of a minute, it is over at copy %d", begins, by)
			}
		}
		for _, app := range copies {
			app.Clock.Advance(time.Minute)
		}
		works()
		if r := says(begins, "ana", "board"); r.State != nil && !r.State.Over {
			t.Errorf("65 s after copy %d began a game of a minute, it goes on", begins)
		}
	}
}
