package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/practice"
	"nimbot/game/router/routertest"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/worker"
	"nimbot/store/bolt"
)

// site is the bot with its page, on a store of its own.
type site struct {
	t      testing.TB
	file   string
	limits Limits
	rate   int
	behind clientip.Proxies

	words    *words.Catalogue
	language string // that every browser accepts, "" for none

	ahead  atomic.Int64 // of the clock, in nanoseconds
	store  *bolt.Store
	server *Server
	http   *httptest.Server
	worker *worker.Worker
}

// newSite starts a site on which a browser may send perMinute lines in a minute, 0 for Options' default.
// Limits that are zero are generous.
func newSite(t testing.TB, perMinute int, l Limits) *site {
	t.Helper()
	return newSiteBehind(t, clientip.Proxies{}, perMinute, l)
}

// newSiteBehind starts a site that trusts proxies.
func newSiteBehind(t testing.TB, behind clientip.Proxies, perMinute int, l Limits) *site {
	t.Helper()
	if l.Burst == 0 {
		l.Burst = 10_000
	}
	if l.Joins == 0 {
		l.Joins = 10_000
	}
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, file: filepath.Join(t.TempDir(), "nim.db"), rate: perMinute, limits: l, behind: behind, words: catalogue}
	s.start()
	t.Cleanup(s.stop)
	return s
}

func (s *site) now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }

func (s *site) start() {
	s.t.Helper()
	var err error
	if s.store, err = bolt.Open(s.file, bolt.Options{Now: s.now}); err != nil {
		s.t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	h := routertest.NewBot(chat.Config{Store: s.store, Words: s.words, Now: s.now, Seed: 1, Log: log, Timeout: time.Minute}, s.store)
	s.server, err = New(Options{
		RecordHelp: func(ctx context.Context, userID string, of rules.Situation) error {
			return h.Exercises.RecordHelp(ctx, dialog.Place{Platform: Platform}, dialog.User{ID: userID}, of)
		},
		Bot: h, Boards: h.Boards, Completer: h, LessonProgress: lessonsOf(h.Exercises), DailyProgress: func(ctx context.Context, p dialog.Place, userID string) (DailyProgress, error) {
			t, err := h.Exercises.DailyProgress(ctx, p, userID)
			return DailyProgress(t), err
		}, Store: s.store, Words: s.words, Log: log, Now: s.now, PerMinute: s.rate, Bounds: rules.Size{Parts: chat.DefaultLimits().Piles, Largest: chat.DefaultLimits().Heap}, Local: true, Limits: s.limits, Proxies: s.behind,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	h.Config.Chat.PostThrough(Platform, s.server)
	s.worker = &worker.Worker{Chat: h.Config.Chat, Rounds: h.Config.Rounds, Store: s.store, Now: s.now, Publishers: map[string]dialog.Publisher{Platform: s.server}, Log: log}
	if s.http == nil {
		s.http = httptest.NewServer(s.server)
	} else { // at the same address, as after a restart
		s.http.Config.Handler.(*switcher).set(s.server)
	}
	if _, ok := s.http.Config.Handler.(*switcher); !ok {
		sw := &switcher{}
		sw.set(s.server)
		s.http.Config.Handler = sw
	}
}

// lessonsOf are the lessons as the program has the page ask for them.
func lessonsOf(h *practice.Handler) func(context.Context, string) ([]LessonProgress, error) {
	return func(ctx context.Context, userID string) (all []LessonProgress, err error) {
		path, err := h.LessonProgress(ctx, Platform, userID)
		for _, m := range path {
			all = append(all, LessonProgress(m))
		}
		return all, err
	}
}

// switcher lets a restarted server answer at the address of the old one.
type switcher struct {
	mu  sync.Mutex
	now http.Handler
}

func (s *switcher) set(h http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = h
}

func (s *switcher) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	h := s.now
	s.mu.Unlock()
	h.ServeHTTP(w, r)
}

// restart ends the bot and starts it again on the same store.
func (s *site) restart() {
	s.t.Helper()
	s.server.Close()
	if err := s.store.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.start()
}

func (s *site) stop() {
	s.server.Close()
	s.http.Close()
	_ = s.store.Close()
}

// browser is a browser with a cookie jar.
type browser struct {
	site *site
	http *http.Client
}

func (s *site) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &browser{site: s, http: &http.Client{Jar: jar, Transport: speaking{&http.Transport{}, s}}}
}

// speaking adds the language that the site's browsers accept to each request.
type speaking struct {
	*http.Transport
	site *site
}

func (s speaking) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.site.language != "" && r.Header.Get("Accept-Language") == "" {
		r = r.Clone(r.Context())
		r.Header.Set("Accept-Language", s.site.language)
	}
	return s.Transport.RoundTrip(r)
}

// post sends JSON; the headers are pairs.
func (b *browser) post(path string, body any, headers ...string) (int, postResponse) {
	b.site.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		b.site.t.Fatal(err)
	}
	req, err := http.NewRequest(http.MethodPost, b.site.http.URL+path, bytes.NewReader(data))
	if err != nil {
		b.site.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := b.http.Do(req)
	if err != nil {
		b.site.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var a postResponse
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		b.site.t.Fatalf("POST %s = %d, no JSON: %v", path, resp.StatusCode, err)
	}
	return resp.StatusCode, a
}

// join takes a name that nobody has.
func (b *browser) join(name string, moderator bool) {
	b.site.t.Helper()
	if code, a := b.post("/web/join", map[string]any{"name": name, "moderator": moderator}); code != http.StatusOK {
		b.site.t.Fatalf("join(%q) = %d, %q", name, code, a.Refused)
	}
}

// say types something and returns the last event that it caused.
func (b *browser) say(as, channel, text string) string {
	b.site.t.Helper()
	code, a := b.post("/web/say", sayRequest{As: as, Channel: channel, Text: text})
	if code != http.StatusOK {
		b.site.t.Fatalf("%s says %q: %d, %q", as, text, code, a.Refused)
	}
	return a.Event
}

// tap is an open stream, read in the background.
type tap struct {
	person string
	cancel context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	change *sync.Cond
	seen   []sighting
	last   string // the last event id
	ended  bool
	status int
}

type sighting struct {
	id      string
	message message
}

// open opens a stream; since may be "".
func (b *browser) open(as, since string, channels ...string) *tap {
	b.site.t.Helper()
	return b.openAt(url.Values{"as": {as}, "channel": channels}, as, since)
}

// openAt opens the stream of a query.
func (b *browser) openAt(q url.Values, as, since string) *tap {
	b.site.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.site.http.URL+"/web/stream?"+q.Encode(), nil)
	if err != nil {
		b.site.t.Fatal(err)
	}
	if since != "" {
		req.Header.Set("Last-Event-ID", since)
	}
	resp, err := b.http.Do(req)
	if err != nil {
		b.site.t.Fatal(err)
	}
	p := &tap{person: as, cancel: cancel, done: make(chan struct{}), status: resp.StatusCode}
	p.change = sync.NewCond(&p.mu)
	go p.read(resp)
	b.site.t.Cleanup(p.close)
	return p
}

func (p *tap) read(resp *http.Response) {
	defer close(p.done)
	defer func() { _ = resp.Body.Close() }()
	in := bufio.NewScanner(resp.Body)
	in.Buffer(nil, 1<<20)
	id := ""
	for in.Scan() {
		line := in.Text()
		if rest, ok := strings.CutPrefix(line, "id: "); ok {
			id = rest
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok || id == "" {
			continue // hello
		}
		var m message
		if json.Unmarshal([]byte(data), &m) != nil {
			continue
		}
		p.mu.Lock()
		p.seen, p.last = append(p.seen, sighting{id, m}), id
		p.change.Broadcast()
		p.mu.Unlock()
	}
	p.mu.Lock()
	p.ended = true
	p.change.Broadcast()
	p.mu.Unlock()
}

func (p *tap) close() {
	p.cancel()
	<-p.done
}

// await waits until ok holds of what was seen; false when the stream ended
// before.
func (p *tap) await(ok func([]sighting) bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !ok(p.seen) {
		if p.ended {
			return false
		}
		p.change.Wait()
	}
	return true
}

// texts are all lines that were seen, joined.
func (p *tap) texts() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []string
	for _, s := range p.seen {
		all = append(all, s.message.Lines...)
	}
	return strings.ReplaceAll(strings.Join(all, "\n"), strong, "")
}

// finds waits until a fragment was shown; false when the stream ended before.
func (p *tap) finds(fragment string) bool {
	return p.await(func(all []sighting) bool {
		return slices.ContainsFunc(all, func(s sighting) bool {
			return strings.Contains(strings.ReplaceAll(strings.Join(s.message.Lines, "\n"), strong, ""), fragment)
		})
	})
}

// holds waits until a fragment was shown.
func (p *tap) holds(t testing.TB, fragment string) {
	t.Helper()
	if !p.finds(fragment) {
		t.Fatalf("%s was shown\n%s\nand no %q", p.person, p.texts(), fragment)
	}
}
