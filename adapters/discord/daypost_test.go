package discord_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nimbot/adapters/discord/discordtest"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
)

// sharing is a channel with the day's post, in which people share their lines.
type sharing struct {
	*bot
	place dialog.Place
	date  string
}

func newSharing(t *testing.T) *sharing {
	t.Helper()
	s := &sharing{bot: newBot(t, false), place: dialog.Place{Platform: "discord", Guild: guild, Channel: channelID("c")}}
	s.date = chattest.ScheduleDaily(t, s.chat, s.place, s.clock.Now())
	s.runWorker()
	s.publicMessages(1)
	return s
}

// share has somebody share their line, and the post edited.
func (s *sharing) share(who discordtest.Person) discordtest.Outcome {
	s.t.Helper()
	chattest.SolveDaily(s.t, s.store, "discord", who.ID, s.date)
	return s.deliver(types(who, "c", "daily share"))
}

// publicMessages returns the channel's public messages and fails unless there are n.
func (s *sharing) publicMessages(n int) (all []discordtest.Message) {
	s.t.Helper()
	for _, m := range s.server.Messages(s.place.Channel) {
		if m.To == "" {
			all = append(all, m)
		}
	}
	if len(all) != n {
		s.t.Fatalf("everybody sees %d messages, want %d", len(all), n)
	}
	return all
}

// A shared line is added by editing the post, with names unchanged.
func TestTheDaysPostShowsWhatIsShared(t *testing.T) {
	s := newSharing(t)
	first := s.publicMessages(1)[0]
	ana := somebody("ana")
	ana.Name = "*ana* @everyone"
	if o := s.share(ana); o.Message == nil || o.Message.To != ana.ID || !strings.Contains(o.Message.Text, "adding your line") {
		t.Errorf("who shares is told %+v, want in private that their line is added", o)
	}
	s.publicMessages(1)
	s.runWorker()
	post := s.publicMessages(1)[0]
	if post.ID != first.ID || post.Edits != 1 || !strings.Contains(post.Text, first.Text) || !strings.Contains(post.Text, "🟩❌🟩 · 2 days") {
		t.Errorf("the post is %+v, want the first one, edited once, with ana's line", post)
	}
	if body := string(post.Body); !strings.Contains(body, `\\*ana\\* \\@everyone`) || !strings.Contains(body, `"allowed_mentions":{"parse":[]}`) {
		t.Errorf("the post's body is %s, want the name escaped and nobody notified", body)
	}
	if len(post.Buttons) != len(first.Buttons) {
		t.Errorf("the post has the buttons %+v, want %+v", post.Buttons, first.Buttons)
	}
}

// A full post is within Discord's limits, which the server checks.
func TestTheLargestPostFits(t *testing.T) {
	s := newSharing(t)
	for i := range 42 {
		who := somebody(fmt.Sprint("p", i))
		who.ID = fmt.Sprint(800000000000002000 + i)
		who.Name = strings.Repeat("_", 30) + fmt.Sprintf("%02d", i)
		s.share(who)
	}
	s.runWorker()
	if got := s.publicMessages(1)[0].Text; strings.Count(got, "🟩❌🟩") != 40 || !strings.Contains(got, "and 2 more") {
		t.Errorf("the post shows %q, want 40 lines and 2 more", got)
	}
}

// A post that can't be edited any more is followed by one with all lines.
func TestAPostThatIsGone(t *testing.T) {
	for _, answer := range []func(http.ResponseWriter){
		status(404, nil, `{"code":10008,"message":"Unknown Message"}`),
		status(429, nil, `{"code":30046,"message":"Maximum number of edits to messages older than 1 hour reached. Try again later","retry_after":3600}`),
		status(429, map[string]string{"X-RateLimit-Scope": "user", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "3600"}, `{"code":30046,"message":"Maximum number of edits"}`),
		status(400, nil, `{"code":50083,"message":"Tried to perform an operation on an archived thread"}`),
		status(400, nil, `{"code":30046,"message":"Maximum number of edits to messages older than 1 hour reached. Try again later"}`),
	} {
		s := newSharing(t)
		first := s.publicMessages(1)[0]
		s.share(somebody("ana"))
		s.runWorker()
		s.server.SetIntercept(func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method != http.MethodPatch || !strings.HasSuffix(r.URL.Path, first.ID) {
				return false
			}
			answer(w)
			return true
		})
		s.share(somebody("bob"))
		s.runWorker()
		next := s.publicMessages(2)[1]
		for _, want := range []string{"ana: 🟩❌🟩", "bob: 🟩❌🟩"} {
			if !strings.Contains(next.Text, want) {
				t.Errorf("the new post shows %q, want %q in it", next.Text, want)
			}
		}
		s.share(somebody("cleo"))
		s.runWorker()
		if got := s.publicMessages(2)[1]; !strings.Contains(got.Text, "cleo: ") || got.Edits != 1 {
			t.Errorf("the new post shows %q after %d edits, want cleo's line, too", got.Text, got.Edits)
		}
	}
}

// A restarted process edits lines into a post that the previous one created.
func TestNextProcessAddsSharedLine(t *testing.T) {
	s := newSharing(t)
	s.share(somebody("ana"))
	s.stop()
	s.start()
	s.runWorker()
	if got := s.publicMessages(1)[0]; !strings.Contains(got.Text, "ana: 🟩❌🟩") {
		t.Errorf("the post shows %q, want ana's line", got.Text)
	}
}
