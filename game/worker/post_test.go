package worker_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/worker"
	"nimbot/store/channel"
	"nimbot/store/storetest"
)

// editablePlatform is a channel on a platform where posts can be edited.
type editablePlatform struct {
	mu     sync.Mutex
	posts  map[string]dialog.Reply // by id, as they were shown last
	edits  []string                // the ids that were edited, in order
	before func(stands string) error
	after  func(stands string) error
}

// Publish implements dialog.Publisher. A post that isn't there is gone.
func (c *editablePlatform) Publish(_ context.Context, _ dialog.Place, _ dialog.Delivery, r dialog.Reply) (string, error) {
	edit := ""
	if p := r.Messages[0].Post; p != nil { // or it's a board
		edit = p.EditID
	}
	if c.before != nil {
		if err := c.before(edit); err != nil {
			return "", err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	id := edit
	switch _, there := c.posts[id]; {
	case id == "":
		id = fmt.Sprint("m", len(c.posts)+1)
	case !there:
		return "", dialog.ErrPostGone
	default:
		c.edits = append(c.edits, id)
	}
	c.posts[id] = r
	if c.after != nil {
		if err := c.after(edit); err != nil {
			return "", err
		}
	}
	return id, nil
}

// dailyFixture is a room with a daily post on an editablePlatform, and several processes.
type dailyFixture struct {
	*chattest.Room
	*editablePlatform
	t        *testing.T
	replicas []*process
}

// process is one of several that share the room's store.
type process struct {
	*routertest.Bot
	worker.Worker
}

// newDailyFixture posts the first date in a room that n processes serve.
func newDailyFixture(t *testing.T, n int) *dailyFixture {
	t.Helper()
	p := &dailyFixture{Room: chattest.NewRoom(t), editablePlatform: &editablePlatform{posts: map[string]dialog.Reply{}}, t: t}
	p.Now = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	for range n {
		p.replicas = append(p.replicas, p.process())
	}
	r := p.Request("mo", "settings daily:09:00")
	r.User.Moderator = true
	p.Expect(p.replicas[0].Handle(t.Context(), r), "at 09:00")
	clear(p.posts) // the post that proved that the bot may post
	p.advance(80 * time.Minute)
	if len(p.posts) != 1 {
		t.Fatalf("%d posts, want the day's", len(p.posts))
	}
	return p
}

// process starts a process.
func (p *dailyFixture) process() *process {
	quiet, now := slog.New(slog.DiscardHandler), p.Clock
	whole := routertest.NewBot(chat.Config{Store: p.Store, Words: p.Words, Seed: 7, Log: quiet, Now: now, Timeout: time.Minute}, p.Store.(*storetest.Memory))
	whole.Config.Chat.PostThrough("test", p.editablePlatform)
	return &process{whole, worker.Worker{Chat: whole.Config.Chat, Store: p.Store, Now: now, Publishers: map[string]dialog.Publisher{"test": p.editablePlatform}, Log: quiet}}
}

// advance moves the clock, and lets the first process do what is due then.
func (p *dailyFixture) advance(d time.Duration) {
	p.t.Helper()
	p.Pass(d)
	for range 3 {
		if _, err := p.replicas[0].Step(p.t.Context()); err != nil {
			p.t.Fatal(err)
		}
	}
}

// share stores a daily result of who, and has them share it through one of the processes.
func (p *dailyFixture) share(by *process, who, date string) dialog.Reply {
	p.t.Helper()
	chattest.SolveDaily(p.t, p.Store, "test", who, date)
	return by.Handle(p.t.Context(), p.Request(who, "daily share"))
}

// text returns the text of a post.
func (p *dailyFixture) text(id string) string { return p.Text(p.posts[id]) }

const day = "2026-11-21"

func TestSharedLinesAreAddedToPost(t *testing.T) {
	p := newDailyFixture(t, 1)
	bot := p.replicas[0]
	if got := p.Document().DayPost; got == nil || got.Message != "m1" || got.Date != day {
		t.Fatalf("the document's post is %+v, want m1 of %s", got, day)
	}
	said := p.share(bot, "ana", day)
	p.Expect(said, "[ana] Nim daily 21 Nov · 🟩❌🟩 · 2 of 3 right · 2 days in a row", "adding your line to the post for 21 Nov")
	if strings.Contains(p.Text(said), "[all]") {
		t.Errorf("a line that stands in the post is a message, too:\n%s", p.Text(said))
	}
	p.advance(time.Second)
	if got := p.text("m1"); !strings.Contains(got, "21 Nov: small Nim") || !strings.Contains(got, "ana: 🟩❌🟩 · 2 days") {
		t.Errorf("the post shows %q, want ana's line in it", got)
	}
	p.Expect(bot.Handle(t.Context(), p.Request("ana", "daily share")), "shared this one already")

	// Many lines take one edit.
	for _, who := range []string{"bob", "cleo", "dan"} {
		p.share(bot, who, day)
	}
	p.advance(time.Second)
	if len(p.edits) != 1 {
		t.Errorf("after two seconds there were %d edits, want one for now", len(p.edits))
	}
	p.advance(15 * time.Second)
	if got := p.text("m1"); len(p.edits) != 2 || !strings.Contains(got, "bob: ") || !strings.Contains(got, "dan: ") {
		t.Errorf("after %d edits the post shows %q, want all lines after two", len(p.edits), got)
	}
	if p.advance(time.Hour); len(p.edits) != 2 {
		t.Errorf("%d edits, want none without a new line", len(p.edits))
	}

	p.advanceToNextPost()
	// The next date's post shows none of them, and takes no line of the date before.
	edits := len(p.edits)
	said = p.share(bot, "gus", day)
	p.Expect(said, "[all] gus: Nim daily 21 Nov")
	p.share(bot, "hal", "2026-11-22")
	p.advance(time.Minute)
	if got := p.text("m2"); !strings.Contains(got, "22 Nov") || !strings.Contains(got, "hal: ") || strings.Contains(got, "ana") || strings.Contains(got, "gus") {
		t.Errorf("the next post shows %q, want hal's line alone", got)
	}
	if got := p.edits[edits:]; len(got) != 1 || got[0] != "m2" {
		t.Errorf("edited %v, want m2 alone", got)
	}
	p.Place.Channel = "elsewhere"
	p.Expect(p.share(bot, "ana", "2026-11-22"), "[all] ana: Nim daily 22 Nov")
}

// advanceToNextPost moves the clock until the next date's post is there.
func (p *dailyFixture) advanceToNextPost() {
	p.t.Helper()
	n := len(p.posts)
	for range 48 * 60 {
		if p.advance(time.Minute); len(p.posts) > n {
			return
		}
	}
	p.t.Fatal("in two days there was no post")
}

// Lines still unshown shortly before the next post are added before it.
func TestTheLastLinesOfADate(t *testing.T) {
	p := newDailyFixture(t, 1)
	p.advanceToNextPost()
	next := p.Now
	p = newDailyFixture(t, 1)
	p.Now = next.Add(-5 * time.Minute)
	p.share(p.replicas[0], "eve", day)
	p.advance(time.Second)
	p.share(p.replicas[0], "fay", day)
	if p.advance(time.Second); strings.Contains(p.text("m1"), "fay") {
		t.Errorf("the post shows %q, want fay's line later", p.text("m1"))
	}
	p.advanceToNextPost()
	if got := p.text("m1"); !strings.Contains(got, "eve: ") || !strings.Contains(got, "fay: ") {
		t.Errorf("the post of a date that ended shows %q, want eve's and fay's lines", got)
	}
}

// Recording a post doesn't trigger a second display of the board.
func TestAPostBesideABoard(t *testing.T) {
	p := newDailyFixture(t, 1)
	p.replicas[0].Handle(t.Context(), p.Request("bob", "start 3 4 5"))
	p.advanceToNextPost()
	p.advance(time.Minute)
	p.advance(time.Minute)
	for id, shown := range p.posts {
		if shown.Messages[0].IsBoard() {
			t.Errorf("the board was shown as %s", id)
		}
	}
}

func TestPostShowsTheFirstFortyLines(t *testing.T) {
	p := newDailyFixture(t, 1)
	for i := range channel.MaxLines + 2 {
		p.Expect(p.share(p.replicas[0], fmt.Sprintf("p%02d", i), day), "adding your line")
	}
	p.Expect(p.share(p.replicas[0], "p03", day), "adding your line") // as after a crash
	p.advance(time.Minute)
	if got := p.text("m1"); strings.Count(got, "🟩❌🟩") != channel.MaxLines || !strings.Contains(got, "p39: ") || !strings.Contains(got, "and 2 more") {
		t.Errorf("the post shows %q, want %d lines and 2 more", got, channel.MaxLines)
	}
}

// Lines that several processes share at the same time are all shown.
func TestLinesFromManyProcesses(t *testing.T) {
	p := newDailyFixture(t, 3)
	var all sync.WaitGroup
	for i := range 12 {
		who := fmt.Sprintf("p%02d", i)
		chattest.SolveDaily(t, p.Store, "test", who, day)
		r := p.Request(who, "daily share")
		for _, by := range p.replicas[:2] { // delivered twice
			all.Go(func() { by.Handle(t.Context(), r) })
		}
	}
	all.Wait()
	p.advance(time.Minute)
	if got := p.text("m1"); strings.Count(got, "🟩❌🟩") != 12 || p.Document().DayPost.More != 0 {
		t.Errorf("the post shows %q, want 12 lines", got)
	}
}

// If a process crashes between storing a line and editing the post, or between the edit
// and its record, the next process repeats the edit. An edit that was based on an older
// document is repeated, too.
func TestAnEditThatIsCutOff(t *testing.T) {
	for _, tt := range []struct {
		name string
		cut  func(p *dailyFixture)
	}{
		{"before the share's edit", func(p *dailyFixture) { p.replicas[0] = p.process() }},
		{"before the edit", func(p *dailyFixture) { p.before = func(string) error { p.before = nil; return errDied } }},
		{"after the edit", func(p *dailyFixture) { p.after = func(string) error { p.after = nil; return errDied } }},
		{"while bob shares", func(p *dailyFixture) {
			p.before = func(string) error {
				p.before = nil
				p.share(p.replicas[1], "bob", day)
				return nil
			}
		}},
	} {
		p := newDailyFixture(t, 2)
		p.share(p.replicas[0], "ana", day)
		tt.cut(p)
		for range 3 { // a lease is over after 30 s
			p.advance(31 * time.Second)
		}
		if got := p.text("m1"); !strings.Contains(got, "ana: 🟩❌🟩") || tt.name == "while bob shares" && !strings.Contains(got, "bob: ") {
			t.Errorf("%s: the post shows %q, want the line", tt.name, got)
		}
		if post := p.Document().DayPost; post.Due != 0 || post.Unshown {
			t.Errorf("%s: the post is still to be drawn: %+v", tt.name, post)
		}
	}
}

// An edit that never succeeds isn't retried for ever.
func TestAnEditThatFails(t *testing.T) {
	p := newDailyFixture(t, 1)
	tries := 0
	p.before = func(string) error { tries++; return errDied }
	p.share(p.replicas[0], "ana", day)
	r := p.Request("mo", "settings daily:off")
	r.User.Moderator = true
	p.replicas[0].Handle(t.Context(), r)
	for range 30 {
		p.advance(time.Hour)
	}
	before := tries
	p.advance(time.Hour)
	if tries != before || before < 20 || before > 26 {
		t.Errorf("an edit was tried %d times, and %d more after a day", before, tries-before)
	}
}

// A post that somebody deleted comes back with the lines when the next person
// shares, and not before.
func TestAPostThatWasDeleted(t *testing.T) {
	p := newDailyFixture(t, 1)
	bot := p.replicas[0]
	p.share(bot, "ana", day)
	p.advance(time.Minute)
	delete(p.posts, "m1")
	p.posts["x"] = dialog.Reply{} // somebody else's, so that ids differ
	p.advance(time.Hour)
	if len(p.posts) != 1 {
		t.Fatalf("a post that was deleted came back by itself: %d", len(p.posts))
	}
	p.share(bot, "bob", day)
	p.advance(time.Minute)
	if got := p.text("m2"); !strings.Contains(got, "ana: ") || !strings.Contains(got, "bob: ") {
		t.Errorf("the new post shows %q, want both lines", got)
	}
	if name := p.posts["m2"].Messages[0].Post.Name; name != "daily 2026-11-21 2" {
		t.Errorf("the new post is named %q, want another name than the first", name)
	}
	p.share(bot, "cleo", day)
	p.advance(time.Minute)
	if got := p.text("m2"); !strings.Contains(got, "cleo: ") {
		t.Errorf("the new post shows %q, want cleo's line, too", got)
	}
	delete(p.posts, "m2")
	p.Expect(bot.Handle(t.Context(), p.Request("ana", "forget me yes")), "Done for this channel")
	p.advance(time.Hour)
	if len(p.posts) != 1 || p.Document().DayPost != nil {
		t.Errorf("%d posts and %+v, want the deleted post forgotten", len(p.posts), p.Document().DayPost)
	}
	p.Expect(p.share(bot, "dan", day), "[all] dan: Nim daily 21 Nov")
}

// "forget me" removes a person's line from the post.
func TestForgottenLines(t *testing.T) {
	for _, line := range []string{"forget me yes", "forget everywhere yes"} {
		p := newDailyFixture(t, 1)
		bot := p.replicas[0]
		p.share(bot, "ana", day)
		p.share(bot, "bob", day)
		p.advance(time.Minute)
		r := p.Request("ana", line)
		p.Expect(bot.Handle(t.Context(), r), "Done")
		p.advance(time.Minute)
		if got := p.text("m1"); strings.Contains(got, "ana") || !strings.Contains(got, "bob: ") {
			t.Errorf("%s: the post shows %q, want bob's line alone", line, got)
		}
		if rec, err := p.Store.Get(t.Context(), p.Place.String()); err != nil || strings.Contains(string(rec.Data), "ana") {
			t.Errorf("%s: %s is stored, want nothing of ana (%v)", line, rec.Data, err)
		}
	}
}

// Editing the post doesn't confirm an unshown board.
func TestEditDoesNotConfirmBoard(t *testing.T) {
	p := newDailyFixture(t, 1)
	bot := p.replicas[0]
	p.share(bot, "ana", day)
	r := p.Request("bob", "start 3 4 5")
	r.Confirms = true // and nobody does
	bot.Handle(t.Context(), r)
	p.advance(time.Minute)
	boards := 0
	for _, shown := range p.posts {
		if shown.Messages[0].IsBoard() {
			boards++
		}
	}
	if got := p.text("m1"); boards != 1 || !strings.Contains(got, "ana: ") {
		t.Errorf("%d boards were shown beside %q, want one", boards, got)
	}
}
