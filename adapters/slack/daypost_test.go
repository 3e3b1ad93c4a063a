package slack

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/words"
)

// sharing is a channel with the day's post, in which people share their lines.
type sharing struct {
	*world
	date string
}

func newSharing(t *testing.T, change ...func(*Config)) *sharing {
	t.Helper()
	s := &sharing{world: newWorld(t, append(change, patient)...)}
	s.date = chattest.ScheduleDaily(t, s.handler, general(), s.now())
	s.runWorker()
	s.public(1)
	return s
}

// share makes a person share their line.
func (s *sharing) share(name string) {
	s.t.Helper()
	chattest.SolveDaily(s.t, s.store, Platform+"/"+slacktest.Team, userID(name), s.date)
	s.typeCommand(name, "general", "daily share")
}

// public returns the messages that everybody in the channel sees. There must be n.
func (s *sharing) public(n int) (all []slacktest.Message) {
	s.t.Helper()
	for _, m := range s.slack.Messages(channelID("general")) {
		if m.To == "" {
			all = append(all, m)
		}
	}
	if len(all) != n {
		s.t.Fatalf("everybody sees %d messages, want %d", len(all), n)
	}
	return all
}

// Shared lines are added by editing the post.
func TestTheDaysPostShowsWhatIsShared(t *testing.T) {
	s := newSharing(t)
	first := s.public(1)[0]
	s.share("ana")
	if got := s.private("ana", "general"); !strings.Contains(got, "adding your line") {
		t.Errorf("who shares is told %q, want that their line is added", got)
	}
	s.share("bob")
	s.runWorker()
	post := s.public(1)[0]
	if post.TS != first.TS || strings.Count(post.Text, "🟩❌🟩 · 2 days") != 2 || !strings.Contains(post.Text, first.Text) {
		t.Errorf("the post is %+v, want the first one with both lines", post)
	}
	if n := len(s.slack.Calls("chat.update")); n != 1 {
		t.Errorf("two lines took %d edits, want one", n)
	}
	if got, want := pressable(post), pressable(first); len(got) != len(want) || got[0].label != want[0].label {
		t.Errorf("the post has %v to press, want %v", got, want)
	}
}

// TestFailedPostEdit checks, for each Slack error, what happens to a post that can't be
// edited.
func TestFailedPostEdit(t *testing.T) {
	for _, tt := range []struct {
		code  string
		posts int // afterwards
	}{
		{"message_not_found", 2},
		{"edit_window_closed", 2},
		{"ratelimited", 1},
		{"fatal_error", 1},
		{"invalid_blocks", 1},
	} {
		s := newSharing(t)
		s.share("ana")
		s.slack.Fail("chat.update", tt.code)
		s.runWorker()
		s.runWorker()
		s.runWorker()
		all := s.public(tt.posts)
		if got := all[tt.posts-1].Text; !strings.Contains(got, "ana: 🟩❌🟩") {
			t.Errorf("%s: the last post shows %q, want ana's line", tt.code, got)
		}
		s.share("bob")
		s.runWorker()
		if got := s.public(tt.posts)[tt.posts-1].Text; !strings.Contains(got, "ana: ") || !strings.Contains(got, "bob: ") {
			t.Errorf("%s: the last post shows %q, want both lines", tt.code, got)
		}
	}
}

// An edit of a post keeps to the workspace's rate, and gives up when its context ends.
func TestEditsOfPostsKeepTheRate(t *testing.T) {
	s := newSharing(t, func(c *Config) { c.Rates.Update, c.Rates.Burst = time.Hour, 1 })
	s.share("ana")
	s.runWorker()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	post := dialog.Message{Lines: []words.Text{words.New("talk.okay")}, Post: &dialog.Post{Name: "daily " + s.date, EditID: s.public(1)[0].TS}}
	_, err := s.adapter.Publish(ctx, general(), dialog.Delivery{}, dialog.Reply{Version: 3, Messages: []dialog.Message{post}})
	if !errors.Is(err, context.Canceled) || len(s.slack.Calls("chat.update")) != 1 {
		t.Errorf("Publish(an edit over the rate) = %v after %d edits, want %v after one", err, len(s.slack.Calls("chat.update")), context.Canceled)
	}
}
