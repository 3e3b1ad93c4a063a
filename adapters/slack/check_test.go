package slack

import (
	"context"
	"nimbot/adapters/slack/slacktest"
	"strings"
	"testing"
)

func TestCheckOfScopes(t *testing.T) {
	for _, c := range []struct{ scopes, note, says string }{
		{strings.Join(scopeNames(), ","), "", ""},
		{"commands, chat:write, chat:write.public, app_mentions:read, im:history", "slack: without the scope users:read there are no display names", ""},
		{"chat:write.public,app_mentions:read,files:write,im:history,users:read", "", "slack.bot_token: lacks the scopes commands, chat:write;"},
	} {
		w := newWorld(t)
		w.slack.Scopes = c.scopes
		notes, err := w.adapter.Check(t.Context())
		if got := strings.Join(notes, "\n"); (got == "") != (c.note == "") || !strings.Contains(got, c.note) {
			t.Errorf("Check with %s notes %q, want %q", c.scopes, got, c.note)
		}
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("Check with %s = %v, want %q", c.scopes, err, c.says)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		bot, app, want string
	}{
		{slacktest.BotToken, slacktest.AppToken, ""},
		{"xoxb-wrong", slacktest.AppToken, "slack.bot_token: invalid_auth; install the app again"},
		{slacktest.BotToken, "xapp-wrong", "slack.app_token was refused"},
	} {
		w := newWorld(t)
		w.config.BotToken, w.config.AppToken = tt.bot, tt.app
		a, err := New(w.config)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Check(context.Background()); (err == nil) != (tt.want == "") || err != nil && !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Check() with %s, %s = %v, want %q", tt.bot, tt.app, err, tt.want)
		}
	}
}
