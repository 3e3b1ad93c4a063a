package activity_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/adapters/discord"
	"nimbot/adapters/discord/activity"
	"nimbot/adapters/discord/discordtest"
	"nimbot/adapters/web"
	"nimbot/game/chat"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/store/platform"
	"nimbot/store/storetest"
)

const (
	guild    = "100000000000000001"
	channel  = "900000000000000001"
	instance = "i-1-gc-100000000000000001-900000000000000001"
	origin   = "https://" + discordtest.Application + ".discordsays.com"
)

var ana, eve = discordtest.Person{ID: "800000000000000001", Name: "Ana"}, discordtest.Person{ID: "800000000000000009", Name: "Eve"}

// site is a bot's Activity, which is asked as by Discord's proxy.
type site struct {
	t       *testing.T
	discord *discordtest.Server
	http    *httptest.Server
	known   *activity.Visitors
	ahead   atomic.Int64 // of the clock, in seconds
}

func newSite(t *testing.T) *site {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, discord: discordtest.New()}
	t.Cleanup(func() {
		s.discord.Close()
		for _, f := range s.discord.Faults() {
			t.Errorf("Discord refused: %s", f)
		}
	})
	now := func() time.Time { return time.Now().Add(time.Duration(s.ahead.Load()) * time.Second) }
	log := slog.New(slog.DiscardHandler)
	store := storetest.NewMemory()
	talk := routertest.NewBot(chat.Config{Store: store, Words: catalogue, Now: now, Seed: 1, Log: log, Timeout: time.Minute}, store)
	a, err := discord.New(discord.Config{Chat: talk, Words: catalogue, ApplicationID: discordtest.Application, Token: discordtest.Token, ClientSecret: discordtest.ClientSecret, APIURL: s.discord.URL, Log: log, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	proxies, err := clientip.ParseProxies("127.0.0.1, ::1")
	if err != nil {
		t.Fatal(err)
	}
	visitors := activity.New(discord.Activity{Adapter: a}, discordtest.ClientSecret, now)
	visitors.Hasten()
	s.known = visitors
	page, err := web.New(web.Options{Bot: talk, Boards: talk.Boards, Completer: talk, Store: store, Words: catalogue, Log: log, Now: now, Proxies: proxies, Activity: &web.Activity{
		Path: "/activity", Application: discordtest.Application, Origin: origin, Frames: []string{"https://discord.com", origin},
		Visitors: visitors,
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(page.Close)
	s.http = httptest.NewServer(page)
	t.Cleanup(s.http.Close)
	s.discord.SetServers(guild)
	s.discord.SetInstance(instance, discordtest.Instance{Guild: guild, Channel: channel, Users: []string{ana.ID}})
	return s
}

// ask sends a request, with a session unless that is "". The headers are pairs.
func (s *site) ask(method, path, session string, body any, headers ...string) (status int, head http.Header, text string) {
	s.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.http.URL+"/activity"+path, bytes.NewReader(data))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if session != "" {
		r.Header.Set("Nim-Session", session)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	all, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(all)
}

// answer is the answer to a sign-in.
type answer struct{ Session, Name, Channel, Notice, Refused string }

// signIn signs in with a code. The headers are pairs.
func (s *site) signIn(code, instance string, headers ...string) (status int, a answer) {
	s.t.Helper()
	status, _, text := s.ask(http.MethodPost, "/sign-in", "", map[string]string{"code": code, "instance": instance}, headers...)
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		s.t.Fatalf("the answer to a sign-in is %s, %v", text, err)
	}
	return status, a
}

// session signs a person in, and returns their session.
func (s *site) session(who discordtest.Person, headers ...string) string {
	s.t.Helper()
	status, a := s.signIn(s.discord.Code(who, discordtest.Application), instance, headers...)
	if status != http.StatusOK || a.Session == "" || a.Channel != channel {
		s.t.Fatalf("%s signs in with %d, %+v", who.Name, status, a)
	}
	return a.Session
}

// Only a person whose code Discord accepts and whom it lists in the instance can sign in.
func TestRefusedSignIns(t *testing.T) {
	s := newSite(t)
	used := s.discord.Code(ana, discordtest.Application)
	s.signIn(used, instance)
	code := func() string { return s.discord.Code(ana, discordtest.Application) }
	private := "i-2-pc-900000000000000007"
	s.discord.SetInstance(private, discordtest.Instance{Channel: "900000000000000007", Users: []string{ana.ID}})
	for _, tt := range []struct {
		what, code, instance string
		headers              []string
		status               int
		want                 string
	}{
		{"signed out", "", instance, nil, 400, "only works inside Discord"},
		{"a code that nobody gave", "made-up", instance, nil, 403, "didn't accept this sign-in"},
		{"a code twice", used, instance, nil, 403, "didn't accept this sign-in"},
		{"another app's code", s.discord.Code(ana, "1100000000000000002"), instance, nil, 403, "didn't accept this sign-in"},
		{"a path for an instance", code(), "../../users/@me", nil, 400, "only works inside Discord"},
		{"an instance that isn't", code(), "i-3-gc-1-2", nil, 403, "doesn't list you"},
		{"somebody who isn't in it", s.discord.Code(eve, discordtest.Application), instance, nil, 403, "doesn't list you"},
		{"another site's page", code(), instance, []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403, "another site's page"},
		{"another site's form", code(), instance, []string{"Content-Type", "text/plain"}, 415, "can't read that request"},
		{"the frame", code(), instance, []string{"Origin", origin, "Sec-Fetch-Site", "same-origin"}, 200, ""},
		{"the frame in a browser that says less", code(), instance, []string{"Origin", origin}, 200, ""},
		{"a private channel", code(), private, nil, 200, ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			status, a := s.signIn(tt.code, tt.instance, tt.headers...)
			if status != tt.status || !strings.Contains(a.Refused, tt.want) || (a.Session != "") != (tt.status == http.StatusOK) {
				t.Errorf("signIn(%q, %q) = %d, %+v; want %d and %q", tt.code, tt.instance, status, a, tt.status, tt.want)
			}
		})
	}
}

// Without a valid session, nothing is shown and nothing is done.
func TestRefusedRequests(t *testing.T) {
	s := newSite(t)
	good := s.session(ana)
	text, signature, _ := strings.Cut(good, ".")
	if status, _, said := s.ask(http.MethodPost, "/web/say", good, map[string]string{"text": "start 3 4 5"}); status != http.StatusOK {
		t.Fatalf("say = %d, %s", status, said)
	}
	for _, path := range []string{"GET /page", "GET /web/stream", "GET /web/boards", "GET /web/people", "GET /web/lessons", "GET /web/review", "GET /web/complete", "POST /web/say"} {
		method, path, _ := strings.Cut(path, " ")
		for what, session := range map[string]string{
			"no session": "", "nonsense": "x", "a forged signature": text + "." + strings.Repeat("A", len(signature)), "another's words": "eyJpZCI6IjkifQ." + signature,
		} {
			status, _, body := s.ask(method, path, session, map[string]string{"text": "/nim start 1 2"})
			if status != http.StatusUnauthorized || !strings.Contains(body, "signed in too long ago") || strings.Contains(body, "A 3") {
				t.Errorf("%s %s with %s = %d, %s; want 401 and why", method, path, what, status, body)
			}
		}
	}
	for _, path := range []string{"/web/join", "/web/plain", "/web/game.gif", "/analyze/nim/3%204%205", "/worker.js", "/table/general/1", "/daily"} {
		if status, _, _ := s.ask(http.MethodGet, path, good, nil); status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
			t.Errorf("GET %s = %d, want 404: it's of the page alone", path, status)
		}
	}
	if status, _, body := s.ask(http.MethodPost, "/web/say", good, map[string]string{"text": "/nim start 1 2"}, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"); status != http.StatusForbidden || !strings.Contains(body, "another site's page") {
		t.Errorf("another site's page says something with a session: %d, %s; want 403", status, body)
	}
	s.discord.SetInstance(instance, discordtest.Instance{Guild: guild, Channel: channel, Users: []string{eve.ID}})
	s.ahead.Store(6 * 60)
	if status, _, body := s.ask(http.MethodPost, "/web/say", good, map[string]string{"text": "/nim start 1 2"}); status != http.StatusForbidden || !strings.Contains(body, "doesn't list you") {
		t.Errorf("somebody who left says something: %d, %s; want 403 and why", status, body)
	}
	s.ahead.Store(3 * 3600)
	if status, _, _ := s.ask(http.MethodPost, "/web/say", good, map[string]string{"text": "/nim start 1 2"}); status != http.StatusUnauthorized {
		t.Errorf("a session after three hours = %d, want 401", status)
	}
}

// The place is that of the instance, whatever the frame asks for.
func TestTheFrameDoesNotChooseItsPlace(t *testing.T) {
	s := newSite(t)
	session := s.session(ana)
	status, _, said := s.ask(http.MethodPost, "/web/say", session, map[string]string{"channel": "900000000000000002", "as": "Eve", "text": "start 3 4 5"})
	if status != http.StatusOK {
		t.Fatalf("say = %d, %s", status, said)
	}
	_, _, stream := s.ask(http.MethodGet, "/web/stream?poll=1&channel=900000000000000002&as=Eve&watch=general/~Eve", session, nil)
	if !strings.Contains(stream, `"channel":"`+channel+`"`) || !strings.Contains(stream, "Ana's move") || strings.Contains(stream, "900000000000000002") {
		t.Errorf("the stream is\n%s\nwant that of the instance's channel, and Ana's game", stream)
	}
}

// While Discord doesn't answer, people who have signed in can play, and nobody can sign in.
func TestDiscordDoesNotAnswer(t *testing.T) {
	s := newSite(t)
	session := s.session(ana)
	s.discord.SetIntercept(func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, "activity-instances") {
			return false
		}
		w.WriteHeader(http.StatusBadRequest) // a status after which the call isn't repeated
		return true
	})
	s.ahead.Store(6 * 60)
	if status, _, body := s.ask(http.MethodPost, "/web/say", session, map[string]string{"text": "start 3 4 5"}); status != http.StatusOK {
		t.Errorf("a move during an outage = %d, %s; want it done", status, body)
	}
	if status, a := s.signIn(s.discord.Code(ana, discordtest.Application), instance); status != http.StatusServiceUnavailable || !strings.Contains(a.Refused, "couldn't ask Discord") {
		t.Errorf("a sign-in during an outage = %d, %+v; want 503 and why", status, a)
	}
}

// While Discord doesn't tell whether the bot is in the server, its last answer counts.
func TestDiscordDoesNotTellOfTheServer(t *testing.T) {
	s := newSite(t)
	session := s.session(ana)
	s.discord.SetIntercept(func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, "/guilds/") {
			return false
		}
		w.WriteHeader(http.StatusBadRequest) // a status after which the call isn't repeated
		return true
	})
	s.ahead.Store(6 * 60)
	for i := range 3 {
		v, err := s.known.Visit(t.Context(), session, false)
		if err != nil || !v.Seated {
			t.Errorf("visit %d of a server that Discord doesn't tell of = %+v, %v; want that the bot is a member, as before", i+1, v, err)
		}
	}
	private := "i-2-gc-100000000000000009-900000000000000007"
	s.discord.SetInstance(private, discordtest.Instance{Guild: "100000000000000009", Channel: "900000000000000007", Users: []string{ana.ID}})
	for range 2 { // the list alone isn't enough
		if status, a := s.signIn(s.discord.Code(ana, discordtest.Application), private); status != http.StatusServiceUnavailable {
			t.Errorf("a sign-in in a server of which nothing is known = %d, %+v; want 503", status, a)
		}
	}
}

// While Discord hangs, the requests of an instance wait for it together, not one after another, and
// those of a person whose list is fresh don't wait.
func TestDiscordHangs(t *testing.T) {
	s := newSite(t)
	session := s.session(ana)
	s.known.Within(200 * time.Millisecond)
	var hanging atomic.Int64
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	s.discord.SetIntercept(func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, "activity-instances") {
			return false
		}
		hanging.Add(1)
		<-release
		w.WriteHeader(http.StatusBadRequest)
		return true
	})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	stranger := make(chan struct{})
	go func() {
		defer close(stranger)
		_, _, _ = s.known.SignIn(ctx, "192.0.2.1", s.discord.Code(eve, discordtest.Application), instance) // hangs with Discord
	}()
	for hanging.Load() == 0 && ctx.Err() == nil {
		time.Sleep(time.Millisecond)
	}
	visit := func(what string) {
		if _, err := s.known.Visit(ctx, session, false); err != nil {
			t.Errorf("%s while Discord hangs: %v; want that the last list counts", what, err)
		}
	}
	s.known.Within(0) // so that whoever waits is refused
	visit("with a fresh list")
	s.known.Within(200 * time.Millisecond)
	s.ahead.Store(90)
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() { visit("with an older list") })
	}
	all.Wait()
	if n := hanging.Load(); n != 1 {
		t.Errorf("of 101 requests, %d ask Discord, want 1: the others wait for its answer", n)
	}
	cancel()
	<-stranger
}

// Only Discord's clients may frame the page.
func TestFraming(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"", "/", "/web/style.css", "/page"} {
		_, head, _ := s.ask(http.MethodGet, path, s.session(ana), nil)
		if csp := head.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors https://discord.com "+origin+";") || strings.Contains(csp, "unsafe") {
			t.Errorf("GET %q has the policy %q", path, csp)
		}
		if len(head.Values("Set-Cookie")) > 0 || head.Get("Cross-Origin-Opener-Policy") != "" {
			t.Errorf("GET %q has the headers %v, want no cookie and no policy for openers", path, head)
		}
	}
	if _, _, gate := s.ask(http.MethodGet, "/", "", nil); strings.Contains(gate, "Piles") || !strings.Contains(gate, "Connecting") {
		t.Errorf("before a sign-in the frame shows\n%s", gate)
	}
}

// People with the same name get different ones, by which they can be challenged.
func TestNames(t *testing.T) {
	v := activity.New(nil, "secret", time.Now)
	for _, tt := range []struct{ id, once, want string }{
		{"800000000000000001", "Ana Lee", "Ana Lee"}, {"800000000000001234", "ana lee", "ana lee · 1234"}, {"800000000000000001", "Ann", "Ana Lee"},
		{"800000000000000003", "Ana", "Ana"}, {platform.BotID, "Nim Bot", "Nim Bot"},
	} {
		if got := v.Name(tt.id, tt.once); got != tt.want {
			t.Errorf("Name(%q, %q) = %q, want %q", tt.id, tt.once, got, tt.want)
		}
	}
	everybody := []string{"800000000000000001", "800000000000001234", "800000000000000003", "800000000000000004"}
	for text, want := range map[string]string{
		"challenge @Ana Lee 3 4 5": "challenge @800000000000000001 3 4 5", "challenge @ana lee · 1234": "challenge @800000000000001234",
		"challenge @Ana": "challenge @800000000000000003", "challenge @Zoe": "challenge @Zoe",
	} {
		if got, _ := v.Mentions(text, everybody); got != want {
			t.Errorf("Mentions(%q) = %q, want %q", text, got, want)
		}
	}
	if got, who := v.Mentions("challenge @Ana Lee", everybody[2:]); got != "challenge @800000000000000003 Lee" || len(who) != 1 {
		t.Errorf("Mentions of somebody elsewhere = %q, %v; want nobody but Ana", got, who)
	}
	if _, who := v.Mentions("challenge @bot", nil); who["bot"].ID != platform.BotID {
		t.Errorf("Mentions(@bot) = %v, want the bot", who)
	}
}
