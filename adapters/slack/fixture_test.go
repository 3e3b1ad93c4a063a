package slack

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/chat"
	"nimbot/game/dialog"
	book "nimbot/game/people"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/game/worker"
	"nimbot/store/storetest"
)

// testRates are so short that tests needn't wait. The fake enforces the same.
var testRates = Rates{Post: 4 * time.Millisecond, Update: time.Millisecond, Burst: 1000, Open: 5 * time.Millisecond}

// world is the tests' fixture: a bot on a fake Slack.
type world struct {
	t       testing.TB
	slack   *slacktest.Server
	store   *storetest.Memory
	gate    *gate         // in front of the chat's store
	timeout time.Duration // of the chat; long, because a machine may be slow
	lookup  time.Duration // of lookups of people; long, too
	tables  int           // live tables of a channel; 0: the chat's default
	words   *words.Catalogue
	talk    *routertest.Bot
	handler *chat.Handler
	adapter *Adapter
	config  Config
	logs    *logBuffer
	level   *slog.LevelVar // of logs

	mu      sync.Mutex
	ahead   time.Duration // of the chat's clock
	handled atomic.Int64
	stop    func()
}

// newWorld returns a bot over HTTP in one workspace, with the channel general and its
// people; change may change the configuration.
func newWorld(t testing.TB, change ...func(*Config)) *world {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, slack: slacktest.New(), store: storetest.NewMemory(), words: catalogue, logs: &logBuffer{}, level: new(slog.LevelVar), timeout: time.Minute, lookup: time.Minute}
	w.gate = &gate{Store: w.store}
	w.slack.PostEvery, w.slack.AckWithin = time.Millisecond, time.Minute
	w.slack.Judge = judgeWithSchema(t)
	for _, name := range []string{"ana", "bob", "cleo"} {
		w.slack.AddUser(slacktest.User{ID: userID(name), Name: name, Locale: "en-GB"})
	}
	w.slack.AddUser(slacktest.User{ID: userID("mo"), Name: "mo", Admin: true})
	w.slack.AddChannel(slacktest.Channel{ID: channelID("general"), Member: true})
	w.config = Config{
		Words: catalogue, Store: w.store, Command: "/nim", Rates: testRates, APIURL: w.slack.URL,
		SigningSecret: slacktest.SigningSecret, BotToken: slacktest.BotToken,
		Jitter: func(most time.Duration) time.Duration { return most },
		Log:    slog.New(slog.NewTextHandler(w.logs, &slog.HandlerOptions{Level: w.level})),
	}
	for _, c := range change {
		c(&w.config)
	}
	w.start()
	t.Cleanup(func() {
		w.stop()
		w.slack.Close()
		for _, p := range w.slack.Problems() {
			t.Errorf("Slack minds: %s", p)
		}
	})
	return w
}

func userID(name string) string    { return "U" + strings.ToUpper(name) }
func channelID(name string) string { return "C" + strings.ToUpper(name) }

// start begins a new process on the same store.
func (w *world) start() {
	w.talk = routertest.NewBot(chat.Config{Store: w.gate, Timeout: w.timeout, Limits: chat.Limits{Tables: w.tables}, Words: w.words, Seed: 1, Now: w.now, Log: w.config.Log}, w.store, func(c *book.Config) { c.ServerOf = ServerOf })
	w.handler = w.talk.Config.Chat
	w.config.Chat = counted{w}
	a, err := New(w.config)
	if err != nil {
		w.t.Fatal(err)
	}
	w.adapter = a
	a.intake.timeout = w.lookup
	w.handler.PostThrough(Platform, a)
	server := httptest.NewServer(a.Handler())
	w.slack.Connect(server.URL, slacktest.SigningSecret)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	if w.config.AppToken != "" {
		go func() { ended <- a.RunSocket(ctx) }()
		w.wait("the sockets", func() bool { return w.slack.Sockets() >= socketConnections })
	} else {
		ended <- nil
	}
	w.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			w.t.Errorf("RunSocket() = %v", err)
		}
		server.Close()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := a.Close(ctx); err != nil {
			w.t.Errorf("Close() = %v", err)
		}
		w.wait("the sockets' end", func() bool { return w.slack.Sockets() == 0 })
	}
}

// counted counts what the chat has handled.
type counted struct{ w *world }

func (c counted) Handle(ctx context.Context, r dialog.Request) dialog.Reply {
	defer c.w.handled.Add(1)
	return c.w.talk.Handle(ctx, r)
}

func (c counted) Shown(ctx context.Context, p dialog.Place, version uint64, tables []int) error {
	return c.w.talk.Shown(ctx, p, version, tables)
}

func (c counted) Present(ctx context.Context, p dialog.Place, table int) (dialog.Reply, dialog.Delivery, error) {
	return c.w.talk.Present(ctx, p, table)
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Add(w.ahead)
}

// wait waits until something holds.
func (w *world) wait(what string, holds func() bool) {
	w.t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > time.Minute {
			w.t.Fatalf("waited in vain for %s; the log:\n%s", what, w.logs.String())
		}
	}
}

// settle waits until everything is sent.
func (w *world) settle() {
	w.t.Helper()
	quiet := 0
	w.wait("the outbox", func() bool {
		s, o := w.adapter.socket.queues, w.adapter.outbox
		s.mu.Lock()
		handling := len(s.all)
		s.mu.Unlock()
		o.mu.Lock()
		defer o.mu.Unlock()
		if quiet++; handling+len(o.queues) > 0 {
			quiet = 0
		}
		return quiet >= 3
	})
}

// send sends d and waits until all messages that follow are sent.
func (w *world) send(d *slacktest.Delivery) slacktest.Ack {
	w.t.Helper()
	ack, err := d.Send()
	if err != nil {
		w.t.Fatalf("Send() = %v", err)
	}
	w.settle()
	return ack
}

// typeCommand types a slash command as a person; mentions are written @bob.
func (w *world) typeCommand(name, channel, text string) slacktest.Ack {
	w.t.Helper()
	return w.send(w.slack.Command(userID(name), channelID(channel), "/nim", w.typed(text)))
}

// typed returns text as Slack sends it: each @name of a known person becomes a mention.
func (w *world) typed(text string) string {
	words := strings.Split(slacktest.Escape(text), " ")
	for i, word := range words {
		switch name := strings.TrimPrefix(word, "@"); {
		case name == word:
		case name == "bot":
			words[i] = "<@" + slacktest.BotUser + "|nim>"
		case strings.Contains(" ana bob cleo mo ", " "+name+" "):
			words[i] = "<@" + userID(name) + "|" + name + ">"
		}
	}
	return strings.Join(words, " ")
}

// press presses the control with this label on the channel's newest message that has one.
func (w *world) press(name, channel, label string) slacktest.Ack {
	w.t.Helper()
	all := w.slack.Messages(channelID(channel))
	for i := len(all) - 1; i >= 0; i-- {
		if m := all[i]; m.To == "" || m.To == userID(name) {
			for _, e := range pressable(m) {
				if e.label == label || strings.HasPrefix(e.label, label+" ") {
					return w.send(w.slack.Click(userID(name), m, e.action, e.value))
				}
			}
		}
	}
	w.t.Fatalf("no button %q in %s", label, channel)
	return slacktest.Ack{}
}

// element is something to press.
type element struct{ label, action, value string }

func pressable(m slacktest.Message) []element {
	var all []element
	for _, b := range m.Blocks {
		block := b.(map[string]any)
		if block["type"] != "actions" {
			continue
		}
		for _, x := range block["elements"].([]any) {
			e := x.(map[string]any)
			id := e["action_id"].(string)
			if e["type"] == "users_select" {
				continue // it has no label
			}
			if options, ok := e["options"].([]any); ok {
				for _, o := range options {
					all = append(all, element{labelOf(o), id, o.(map[string]any)["value"].(string)})
				}
				continue
			}
			all = append(all, element{labelOf(x), id, e["value"].(string)})
		}
	}
	return all
}

func labelOf(x any) string { return x.(map[string]any)["text"].(map[string]any)["text"].(string) }

// board returns the newest public message of a channel.
func (w *world) board(channel string) slacktest.Message {
	w.t.Helper()
	all := w.slack.Messages(channelID(channel))
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].To == "" {
			return all[i]
		}
	}
	w.t.Fatalf("nothing public was shown in %s", channel)
	return slacktest.Message{}
}

// private returns the newest message that only name sees.
func (w *world) private(name, channel string) string {
	w.t.Helper()
	all := w.slack.Messages(channelID(channel))
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].To == userID(name) {
			return all[i].Text
		}
	}
	return ""
}

// advance moves the chat's clock, and makes a worker apply expired deadlines and show
// unconfirmed boards.
func (w *world) advance(d time.Duration) error {
	w.mu.Lock()
	w.ahead += d
	w.mu.Unlock()
	w.store.Advance(d)
	by := worker.Worker{Chat: w.handler, Rounds: w.talk.Config.Rounds, Store: w.store, Now: w.now, Publishers: map[string]dialog.Publisher{Platform: w.adapter}, Log: w.config.Log}
	_, err := by.Step(context.Background())
	w.settle()
	return err
}

// logBuffer keeps what was logged.
type logBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

var _ io.Writer = (*logBuffer)(nil)

// shared returns a file or folder of ../shared, which holds the platforms' schemas. ok is
// false if it doesn't exist.
func shared(t testing.TB, name string) (file string, ok bool) {
	t.Helper()
	file = filepath.Join("..", "..", "..", "shared", filepath.FromSlash(name))
	_, err := os.Stat(file)
	return file, err == nil
}
