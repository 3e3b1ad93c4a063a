package slack

import (
	"context"
	"slices"
	"sync"
	"testing"

	"nimbot/adapters/slack/slacktest"
)

// changes collects what an adapter says about its reach and its token.
type changes struct {
	mu   sync.Mutex
	said []string
}

func (c *changes) of(yes, no string) func(bool) {
	return func(is bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.said = append(c.said, map[bool]string{true: yes, false: no}[is])
	}
}

func (c *changes) have(want ...string) func() bool {
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return slices.Equal(c.said, want)
	}
}

// One of two connections is enough to reach Slack; when all have ended, the bot doesn't reach it until
// the next one is greeted.
func TestReachOverSocket(t *testing.T) {
	var said changes
	w := newWorld(t, overSocket, func(c *Config) { c.Reached = said.of("reached", "lost") })
	w.wait("both connections", func() bool { return w.slack.Sockets() == socketConnections })
	w.wait("it is reached", said.have("lost", "reached"))
	w.wait("both are greeted", func() bool {
		r := w.adapter.reach
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.greeted == socketConnections
	})
	w.slack.Fail("apps.connections.open", "internal_error", "internal_error")
	w.slack.BreakSockets()
	w.wait("it is reached again", said.have("lost", "reached", "lost", "reached"))
	w.wantLog("didn't come about")
}

// A refused token is told, and what Slack answers otherwise is no refusal.
func TestWatchToken(t *testing.T) {
	for _, tt := range []struct {
		code string
		want []string
	}{
		{"", []string{"lost", "reached", "accepted"}},
		{"account_inactive", []string{"lost", "reached", "refused"}},
		{"team_added_to_org", []string{"lost", "reached", "accepted"}},
		{"internal_error", []string{"lost", "reached", "accepted"}}, // after a second try
	} {
		var said changes
		w := newWorld(t, func(c *Config) {
			c.Reached, c.TokenRefused = said.of("reached", "lost"), said.of("refused", "accepted")
		})
		if tt.code != "" {
			w.slack.Fail("auth.test", tt.code)
		}
		ctx, stop := context.WithCancel(t.Context())
		var watching sync.WaitGroup
		watching.Go(func() { w.adapter.WatchToken(ctx) })
		w.wait("after "+tt.code+" it says so", said.have(tt.want...))
		stop()
		watching.Wait()
	}
}

// What is refused at Slack's address is explained: the signature, the secret or the clock.
func TestRefusedDeliveriesAreExplained(t *testing.T) {
	for _, tt := range []struct {
		request
		want string
	}{
		{request{"/slack/commands", "x=1", "", 0}, "it isn't signed"},
		{request{"/slack/commands", "x=1", "other", 0}, "doesn't match slack.signing_secret"},
		{request{"/slack/commands", "x=1", slacktest.SigningSecret, 2 * signatureWindow}, " ahead of Slack's"},
		{request{"/slack/commands", "x=1", slacktest.SigningSecret, -2 * signatureWindow}, " behind Slack's"},
	} {
		w := newWorld(t)
		w.do(tt.request)
		w.wantLog(tt.want)
	}
}
