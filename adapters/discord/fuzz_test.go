package discord_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"testing"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/chat"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store/storetest"
)

// FuzzInteract checks that Interact answers any JSON within Discord's limits or returns
// an error, and never panics.
func FuzzInteract(f *testing.F) {
	ana := somebody("ana")
	ana.Nick = longName
	f.Add([]byte(`{"type":1}`))
	f.Add([]byte(`{"type":3,"id":"1","channel_id":"2","user":{"id":"3"},"data":{"custom_id":"c:B2 ~1.1"}}`))
	f.Add([]byte(`{"type":2,"id":"1","channel_id":"2","member":{"user":{"id":"3"},"permissions":"x"},"data":{"name":"nim","options":[{"name":"start","options":[{"name":"piles","value":[]}]}]}}`))
	f.Add([]byte(`{"type":4,"id":"1","channel_id":"2","user":{"id":"3"},"data":{"name":"nim","options":[{"name":"move","options":[{"name":"move","value":"A","focused":true}]}]}}`))
	f.Add([]byte(`{"type":5,"id":"1","channel_id":"2","user":{"id":"3"},"data":{"custom_id":"m:start","components":[{"component":{"custom_id":"piles","value":"3 4"}}]}}`))
	for _, text := range []string{"start 3 4 5", "challenge @bob 3 4 5 misere", "help", "A1"} {
		i := types(ana, "c", text)
		i.ID, i.Token = "1", "t"
		f.Add(i.JSON())
	}
	catalogue, err := words.Load()
	if err != nil {
		f.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	f.Fuzz(func(t *testing.T, raw []byte) {
		slowtest.Input(t)
		a, err := discord.New(discord.Config{
			Chat:  chat.New(chat.Config{Store: storetest.NewMemory(), Words: catalogue, Seed: 1, Log: log}),
			Words: catalogue, ApplicationID: discordtest.Application, APIURL: "http://127.0.0.1:1", Picture: discord.PNG, Log: log,
		})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := a.Interact(context.Background(), raw)
		if err != nil {
			return
		}
		for _, p := range discordtest.Judge(http.MethodPost, "/interactions/1/t/callback", answer.ContentType, answer.Body) {
			t.Errorf("Interact(%q) answered %q: %s", raw, answer.Body, p)
		}
	})
}
