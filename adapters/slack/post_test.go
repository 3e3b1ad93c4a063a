package slack

import (
	"context"
	"errors"
	"testing"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/game/words"
)

// A post that may have been posted already isn't repeated. Where the bot may not post,
// Publish returns ErrCannotPost.
func TestPosts(t *testing.T) {
	for _, tt := range []struct {
		name  string
		codes []string
		again bool
		want  error
		posts int
	}{
		{"as it should be", nil, false, nil, 1},
		{"perhaps there", nil, true, nil, 0},
		{"an answer that is lost", []string{"eof"}, false, nil, 1},
		{"no member", []string{"not_in_channel"}, false, dialog.ErrCannotPost, 0},
		{"archived", []string{"is_archived"}, false, dialog.ErrCannotPost, 0},
	} {
		w := newWorld(t)
		w.slack.Fail("chat.postMessage", tt.codes...)
		p := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
		_, err := w.adapter.Publish(context.Background(), p, dialog.Delivery{}, dialog.Reply{Version: 3, Messages: []dialog.Message{{
			Lines: []words.Text{words.New("talk.okay")}, Post: &dialog.Post{Name: "daily 2026-11-21", MaybePosted: tt.again},
		}}})
		if !errors.Is(err, tt.want) || tt.want == nil && err != nil {
			t.Errorf("%s: Publish() = %v, want %v", tt.name, err, tt.want)
		}
		if n := len(w.slack.Messages(p.Channel)); n != tt.posts {
			t.Errorf("%s: %d messages, want %d", tt.name, n, tt.posts)
		}
	}
}
