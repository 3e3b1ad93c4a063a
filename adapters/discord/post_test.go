package discord_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// A post with a name is shown once however often it's published, and where the
// bot may not post that is said.
func TestPosts(t *testing.T) {
	b := newBot(t, false)
	place := dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("c")}
	post := func(date string, version uint64, again bool) error {
		_, err := b.adapter.Publish(t.Context(), place, dialog.Delivery{}, dialog.Reply{Version: version, Messages: []dialog.Message{{
			Lines: []words.Text{words.New("talk.okay")}, Post: &dialog.Post{Name: "daily " + date, MaybePosted: again},
		}}})
		return err
	}
	for i, again := range []bool{false, true, true} {
		if err := post("2026-11-21", uint64(i+1), again); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(b.server.Messages(place.Channel)); n != 1 {
		t.Errorf("one post, published three times, is %d messages", n)
	}
	if err := post("2026-11-22", 4, false); err != nil || len(b.server.Messages(place.Channel)) != 2 {
		t.Errorf("the next day's post: %v, %d messages, want 2", err, len(b.server.Messages(place.Channel)))
	}
	for _, answer := range []func(http.ResponseWriter){
		status(403, nil, `{"code":50001,"message":"Missing Access"}`), status(404, nil, `{"code":10003,"message":"Unknown Channel"}`),
	} {
		b.server.Intercept = failing("/channels/", slices.Repeat([]func(http.ResponseWriter){answer}, 20)...)
		if err := post("2026-11-23", 5, false); !errors.Is(err, dialog.ErrCannotPost) {
			t.Errorf("Publish where the bot may not post = %v, want %v", err, dialog.ErrCannotPost)
		}
	}
}
