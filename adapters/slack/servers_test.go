package slack

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/worker"
)

// advanceDays moves the clock forward by days, and makes a worker do what is due.
func (w *world) advanceDays(days int) {
	w.t.Helper()
	by := worker.Worker{Chat: w.handler, Store: w.store, Now: w.now, Due: w.talk.Book.Due, Log: w.config.Log}
	for range days * 4 {
		w.mu.Lock()
		w.ahead += 6 * time.Hour
		w.mu.Unlock()
		if _, err := by.Step(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
		if err := w.talk.Book.WaitIdle(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
	}
}

// kept returns the keys of the documents that are stored about a workspace.
func (w *world) kept(team string) (keys []string) {
	w.t.Helper()
	for e, err := range w.store.All(w.t.Context()) {
		if err != nil {
			w.t.Fatal(err)
		}
		for _, prefix := range []string{"slack/" + team + "/", "member:slack/" + team + "/", homeKey(team, "")} {
			if strings.HasPrefix(e.Key, prefix) {
				keys = append(keys, e.Key)
			}
		}
	}
	return keys
}

// TestAWorkspaceThatRemovedTheAppIsDeleted removes the app in each way that Slack reports.
func TestAWorkspaceThatRemovedTheAppIsDeleted(t *testing.T) {
	t.Parallel()
	uninstalled := map[string]any{"type": "app_uninstalled"}
	for _, c := range []struct {
		name    string
		one     bool // the only workspace, installed by hand
		event   map[string]any
		revoked bool // the token is no longer valid afterwards
		back    bool
		days    int
		deleted bool
	}{
		{"within the wait", false, uninstalled, true, false, 6, false},
		{"after it", false, uninstalled, true, false, 8, true},
		{"its tokens revoked", false, map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"bot": []string{"B1"}}}, true, false, 8, true},
		{"only a user's token", false, map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"oauth": []string{"U1"}}}, false, false, 8, false},
		{"access revoked by the enterprise", false, map[string]any{"type": "team_access_revoked", "team_ids": []string{slacktest.Team}}, true, false, 8, true},
		{"access of another workspace revoked", false, map[string]any{"type": "team_access_revoked", "team_ids": []string{"TOTHER"}}, false, false, 8, false},
		{"installed again", false, uninstalled, true, true, 8, false},
		{"installed by hand", true, uninstalled, true, false, 8, true},
		{"installed by hand, a token that still works", true, uninstalled, false, false, 8, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var w *world
			changes := []func(*Config){func(cfg *Config) {
				cfg.Removed = func(ctx context.Context, guild string) error { return w.talk.Book.RecordRemoval(ctx, Platform, guild) }
			}}
			if !c.one {
				changes = append(changes, many)
			}
			w = newWorld(t, changes...)
			if err := w.talk.Book.Watch(t.Context(), Platform, w.adapter); err != nil {
				t.Fatal(err)
			}
			if !c.one {
				w.browse(w.served() + "/slack/install")
			}
			w.typeCommand("ana", "general", "start 3 4 5")
			w.typeCommand("ana", "general", "visibility private")
			if n := len(w.kept(slacktest.Team)); n != 3 {
				t.Fatalf("%q is kept of the workspace, want the channel, the member and the home page", w.kept(slacktest.Team))
			}
			w.send(w.slack.Event(c.event))
			if c.revoked {
				w.slack.Revoke(slacktest.Team)
			}
			if c.back {
				w.advanceDays(5)
				w.browse(w.served() + "/slack/install")
			}
			w.advanceDays(c.days)
			if kept := w.kept(slacktest.Team); (len(kept) == 0) != c.deleted {
				t.Errorf("%d days later %q is kept, want nothing: %v; the log:\n%s", c.days, kept, c.deleted, w.logs)
			}
		})
	}
}
