package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/cmd/bot/config"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/worker"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
)

// The places of the tests on Discord: one has a game whose clock has run out, another a schedule
// whose post is due, and the bot is only spoken to in the third.
var (
	guildOfTest = "1000000000000000001"
	timedOut    = dialog.Place{Platform: discord.Platform, Guild: guildOfTest, Channel: "900000000000000001"}
	scheduled   = dialog.Place{Platform: discord.Platform, Guild: guildOfTest, Channel: "900000000000000002"}
	spoken      = dialog.Place{Platform: discord.Platform, Guild: guildOfTest, Channel: "900000000000000003"}
)

// served is the bot on a fake of Discord, with the Activity.
type served struct {
	t       *testing.T
	app     *App
	discord *discordtest.Server
	adapter *discord.Adapter
	worker  worker.Worker
	log     *lockedText

	mu      sync.Mutex
	refuses func(*http.Request) bool // what is answered with a 401; nil: nothing
}

// lockedText collects what is logged.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedText) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedText) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func newServed(t *testing.T) *served {
	t.Helper()
	fake, log := discordtest.New(), &lockedText{}
	t.Cleanup(fake.Close)
	s := &served{t: t, discord: fake, log: log}
	c := config.Default()
	c.Store = config.StoreURL("bolt:" + t.TempDir() + "/nim.db")
	c.Discord.ApplicationID, c.Discord.PublicKey, c.Discord.Token = discordtest.Application, fake.PublicKey, discordtest.Token
	c.Discord.Mode, c.Discord.APIURL, c.Discord.Pictures = "http", fake.URL, false
	c.Discord.Activity, c.Discord.ClientSecret = "on", discordtest.ClientSecret
	app, err := Assemble(t.Context(), c, Options{Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Close() })
	p, err := connectDiscord(t.Context(), app)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.close(context.Background()) })
	s.app, s.adapter = app, p.publisher.(*discord.Adapter)
	app.states.of(discord.Platform).called.Store(true)
	app.chat.PostThrough(discord.Platform, p.publisher)
	s.worker = worker.Worker{Chat: app.chat, Store: app.store, Now: app.Clock.Now, Publishers: map[string]dialog.Publisher{discord.Platform: p.publisher}, Log: app.log}
	fake.ResponseTime, fake.Now = time.Minute, app.Clock.Now
	fake.SetServers(guildOfTest)
	server := httptest.NewServer(p.routes["/discord/interactions"])
	t.Cleanup(server.Close)
	fake.Endpoint = server.URL
	fake.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.refuses == nil || !s.refuses(r) {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprint(w, `{"code":0,"message":"401: Unauthorized","error":"invalid_client"}`) // the bot may hang up
		return true
	}
	return s
}

// refuse answers requests with a 401 from now on.
func (s *served) refuse(which func(*http.Request) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuses = which
}

// say lets a person type a line in a place.
func (s *served) say(p dialog.Place, id, text string) dialog.Reply {
	s.t.Helper()
	return s.app.public.Handle(s.t.Context(), dialog.Request{
		ID: s.discord.NewID(), Place: p, User: dialog.User{ID: id, Name: "P" + id[len(id)-1:]}, Text: text,
		Mentions: map[string]dialog.User{"800000000000000002": {ID: "800000000000000002", Name: "Bob"}}, Confirms: true,
	})
}

// makeDue lets a clock run out, and a post become due.
func (s *served) makeDue() {
	s.t.Helper()
	s.say(timedOut, "800000000000000001", "challenge @800000000000000002 3 4 5 clock:1m")
	s.say(timedOut, "800000000000000002", "accept")
	chattest.ScheduleDaily(s.t, s.app.chat, scheduled, s.app.Clock.Now())
	s.app.Clock.Advance(2 * time.Minute)
}

// work lets the worker do what is due.
func (s *served) work() {
	s.t.Helper()
	s.app.Clock.Advance(31 * time.Second) // what was claimed before is free again
	if _, err := s.worker.Step(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// shown reports whether the end of the game and the day's post are shown.
func (s *served) shown() (end, post bool) {
	for _, m := range s.discord.Messages(timedOut.Channel) {
		end = end || strings.Contains(m.Text, "ran out of time")
	}
	return end, len(s.discord.Messages(scheduled.Channel)) > 0
}

// isScheduled reports whether the stored schedule is still there.
func (s *served) isScheduled() (on bool) {
	s.t.Helper()
	_, err := s.app.chat.Amend(s.t.Context(), scheduled, func(d *channel.Document, _ store.Unix) bool {
		on = d.Daily.At != ""
		return false
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return on
}

// interact delivers a command of a person in a place.
func (s *served) interact(name string, options ...discordtest.Option) error {
	_, err := s.discord.Deliver(s.t.Context(), discordtest.Interaction{
		Kind: discordtest.Command, Who: discordtest.Person{ID: "800000000000000001", Name: "Ana", Permissions: 1 << 31},
		Channel: spoken.Channel, Guild: guildOfTest, Data: discordtest.Typed("nim", name, nil, options...),
	})
	return err
}

// carries selects the requests with an Authorization header that begins so.
func carries(scheme string) func(*http.Request) bool {
	return func(r *http.Request) bool { return strings.HasPrefix(r.Header.Get("Authorization"), scheme) }
}

// to selects the requests to a path.
func to(path string) func(*http.Request) bool {
	return func(r *http.Request) bool { return strings.Contains(r.URL.Path, path) }
}

// TestWhoseCredentialIsRefused answers each request of the adapter with a 401, and checks what else
// stops. Only requests with the bot's token say something about the bot: then readiness, metric and
// log report it, and what is due waits for the token to be accepted again. Nothing stored changes.
func TestWhoseCredentialIsRefused(t *testing.T) {
	t.Parallel()
	bot, person, secret, opened := carries("Bot "), carries("Bearer "), to("/oauth2/token"), to("/webhooks/")
	authorize := func(s *served) error {
		who := discordtest.Person{ID: "800000000000000001", Name: "Ana"}
		_, err := discord.Activity{Adapter: s.adapter}.Authorize(s.t.Context(), s.discord.Code(who, discordtest.Application))
		return err
	}
	publish := func(d dialog.Delivery, m dialog.Message) func(*served) error {
		return func(s *served) error {
			_, err := s.adapter.Publish(s.t.Context(), spoken, d, dialog.Reply{Version: 1, Messages: []dialog.Message{m}})
			return err
		}
	}
	for n, tt := range []struct {
		what    string
		refused func(*http.Request) bool
		ask     func(*served) error
		ofBot   bool
		says    string // in the error
	}{
		{"a post of the worker", bot, func(s *served) error { s.work(); return errors.New("none") }, true, "none"},
		{"a new message", bot, publish(dialog.Delivery{}, dialog.Message{}), true, "discord.token"},
		{"an edit of a board", bot, publish(dialog.Delivery{Message: "1200000000000000001"}, dialog.Message{Board: &dialog.Board{}, Edit: true}), true, "discord.token"},
		{"a new post", bot, publish(dialog.Delivery{}, dialog.Message{Post: &dialog.Post{Name: "daily 2026-11-21"}}), true, "discord.token"},
		{"an edit of a post", bot, publish(dialog.Delivery{}, dialog.Message{Post: &dialog.Post{Name: "daily 2026-11-21", EditID: "1200000000000000001"}}), true, "discord.token"},
		{"an instance", bot, func(s *served) error {
			_, err := discord.Activity{Adapter: s.adapter}.Instance(s.t.Context(), "i-1")
			return err
		}, true, "discord.token"},
		{"a membership", bot, func(s *served) error {
			_, _, err := discord.Activity{Adapter: s.adapter}.Membership(s.t.Context(), guildOfTest)
			return err
		}, true, "discord.token"},
		{"the servers", bot, func(s *served) error { _, err := s.adapter.Servers(s.t.Context()); return err }, true, "discord.token"},
		{"the gateway", bot, func(s *served) error { return s.adapter.RunGateway(s.t.Context(), discord.GatewayConfig{}) }, true, "discord.token"},
		{"the registration", bot, func(s *served) error { return s.adapter.Register(s.t.Context(), guildOfTest) }, true, "discord.token"},
		{"the check", bot, func(s *served) error {
			_, err := s.adapter.Check(s.t.Context(), discord.Setup{})
			return err
		}, true, "discord.token"},
		{"a person's token", person, authorize, false, "activity.code"},
		{"the client secret", secret, authorize, false, "discord.client_secret"},
		{"the client secret in the check", secret, func(s *served) error {
			_, err := s.adapter.Check(s.t.Context(), discord.Setup{PublicKey: s.discord.PublicKey, Mapping: "x"})
			return err
		}, false, "discord.client_secret"},
		{"a code of another application", func(*http.Request) bool { return false }, func(s *served) error {
			_, err := discord.Activity{Adapter: s.adapter}.Authorize(s.t.Context(), s.discord.Code(discordtest.Person{ID: "800000000000000001"}, "1"))
			return err
		}, false, "activity.code"},
		{"an interaction's token in a follow-up and an edit", opened, func(s *served) error {
			return errors.Join(s.interact("start", discordtest.Option{Name: "piles", Value: "3 4 5"}), s.interact("board"), errors.New("none"))
		}, false, "none"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			if tt.ofBot && n > 2 {
				slowtest.Only(t) // each waits for the token to be tried again
			}
			s := newServed(t)
			s.makeDue()
			var sent atomic.Int32
			s.refuse(func(r *http.Request) bool {
				if !tt.refused(r) {
					return false
				}
				sent.Add(1)
				return true
			})
			if err := tt.ask(s); err == nil || !strings.Contains(err.Error(), tt.says) || tt.says != "discord.token" && strings.Contains(err.Error(), "discord.token") || strings.Contains(err.Error(), "network") {
				t.Errorf("the request ends with %v, want %q", err, tt.says)
			}
			s.work()
			s.wantState(tt.ofBot)
			if end, post := s.shown(); end == tt.ofBot || post == tt.ofBot {
				t.Errorf("shown are the end %v and the post %v, want %v", end, post, !tt.ofBot)
			}
			if !s.isScheduled() {
				t.Error("the schedule is switched off")
			}
			if n := sent.Load(); tt.ofBot && n > 3 {
				t.Errorf("%d requests were sent with a refused token, want one and few tries", n)
			}
			s.refuse(nil)
			s.await("the bot to be accepted again", func() bool { status, _ := s.app.states.ready(discord.Platform); return status == http.StatusOK })
			s.wantState(false)
			s.work()
			if end, post := s.shown(); !end || !post || !s.isScheduled() {
				t.Errorf("afterwards the end is shown: %v, the post: %v, scheduled: %v; want all; the log:\n%s", end, post, s.isScheduled(), s.log)
			}
			if n := len(s.discord.Messages(scheduled.Channel)); n != 1 {
				t.Errorf("the day's post was shown %d times, want once", n)
			}
		})
	}
}

// wantState checks what readiness, metric and log say about a refusal of the bot.
func (s *served) wantState(refused bool) {
	s.t.Helper()
	wantStatus, wantMetric, lines := http.StatusOK, 0, strings.Count(s.log.String(), "discord.token")
	if refused {
		wantStatus, wantMetric = http.StatusServiceUnavailable, 1
		if lines != 1 {
			s.t.Errorf("the log has %d lines about the token, want one:\n%s", lines, s.log)
		}
	}
	if status, said := s.app.states.ready(discord.Platform); status != wantStatus {
		s.t.Errorf("/readyz?platform=discord answers %d %q, want %d", status, said, wantStatus)
	}
	if status, said := s.app.states.ready(""); status != http.StatusOK || strings.Contains(said, "but for") != refused {
		s.t.Errorf("/readyz answers %d %q, want 200, and the platform named: %v", status, said, refused)
	}
	if want := fmt.Sprintf(`nim_platform_refused{platform="discord"} %d`, wantMetric); !strings.Contains(scraped(s.app.metrics), want) {
		s.t.Errorf("/metrics lacks %s", want)
	}
}

func (s *served) await(what string, is func() bool) {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("waited a minute for %s; the log:\n%s", what, s.log)
		}
	}
}
