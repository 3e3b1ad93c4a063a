package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/slack"
	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/game/worker"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/person"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// purged is the id of the server that the tests delete.
const purged = "81384788765712384"

// trace is a bot on a store, and everything by which the server could be found again.
type trace struct {
	t      *testing.T
	store  store.Archive
	bot    *routertest.Bot
	log    bytes.Buffer
	moment atomic.Int64     // the bot's time, in nanoseconds since 1970: what is done in the background reads it, too
	clock  func() time.Time // by which the store's records expire
	files  func() []string  // the store's raw files
	keys   func() []string  // its raw keys and values, where a client can list them
}

// traceStores open the stores on which the tests run.
var traceStores = map[string]func(t *testing.T, w *trace){
	"bolt": func(t *testing.T, w *trace) {
		path := filepath.Join(t.TempDir(), "nim.db")
		b, err := bolt.Open(path, bolt.Options{Now: w.now})
		if err != nil {
			t.Fatal(err)
		}
		w.clock = w.now
		w.store, w.files = b, func() []string { return []string{path} }
		w.keys = func() []string { return nil } // the file has all of them
	},
	"redis": func(t *testing.T, w *trace) {
		server := redistest.Start(t, "--appendonly", "yes", "--save", "3600 1")
		r, err := redis.Open(server.URL(), redis.Options{})
		if err != nil {
			t.Fatal(err)
		}
		dir := server.Client().ConfigGet(t.Context(), "dir").Val()["dir"]
		w.store = r
		w.files = func() (files []string) {
			for _, pattern := range []string{"*.rdb", "appendonlydir/*"} {
				found, err := filepath.Glob(filepath.Join(dir, pattern))
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, found...)
			}
			return files
		}
		w.keys = func() (all []string) {
			c := server.Client()
			names, err := c.Keys(t.Context(), "*").Result()
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				all = append(all, name, c.Get(t.Context(), name).Val(), fmt.Sprint(c.HGetAll(t.Context(), name).Val()), fmt.Sprint(c.ZRange(t.Context(), name, 0, -1).Val()))
			}
			return all
		}
	},
}

func newTrace(t *testing.T, open func(*testing.T, *trace)) *trace {
	w := &trace{t: t, clock: time.Now}
	w.moment.Store(time.Now().UnixNano())
	open(t, w)
	t.Cleanup(func() {
		if err := w.store.Close(); err != nil {
			t.Error(err)
		}
	})
	lexicon, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.bot = routertest.NewBot(chat.Config{Store: w.store, Words: lexicon, Now: w.now, Log: log, Timeout: chattest.Patience}, w.store, func(c *people.Config) { c.ServerOf, c.Forget = ServerOf, Forget })
	return w
}

func (w *trace) now() time.Time { return time.Unix(0, w.moment.Load()) }

func (w *trace) pass(d time.Duration) { w.moment.Add(int64(d)) }

// says has a moderator say something in a channel.
func (w *trace) says(platform, guild, channel, who, text string) {
	w.t.Helper()
	mentions := map[string]dialog.User{}
	for _, name := range []string{"ana", "bob", "cleo"} {
		mentions[name] = dialog.User{ID: "id-" + name, Name: name}
	}
	r := w.bot.Handle(w.t.Context(), dialog.Request{
		Place: dialog.Place{Platform: platform, Guild: guild, Channel: channel}, User: dialog.User{ID: "id-" + who, Name: who, Moderator: true}, Text: text, Mentions: mentions, Confirms: true,
	})
	if r.Result != dialog.Done && r.Result != dialog.Told {
		w.t.Errorf("%s in %s/%s/%s: %q is %v, want it done", who, platform, guild, channel, text, r.Result)
	}
}

// works does what is due.
func (w *trace) works() {
	w.t.Helper()
	by := worker.Worker{Chat: w.bot.Config.Chat, Store: w.store, Now: w.now, Due: w.bot.Book.Due, Log: slog.New(slog.NewTextHandler(&w.log, nil))}
	for range 3 {
		w.pass(time.Minute)
		if _, err := by.Step(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
		if err := w.bot.Book.WaitIdle(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
	}
}

// fill leaves of a server whatever it can leave behind.
func (w *trace) fill(platform, guild string) {
	w.t.Helper()
	for _, line := range [][3]string{
		{"rated", "ana", "challenge @bob rated"}, {"rated", "bob", "accept"}, {"rated", "ana", "resign"}, {"rated", "ana", "resign"},
		{"rated", "cleo", "challenge @bob rated"}, {"rated", "bob", "accept"}, // goes on
		{"bot", "ana", "start 3 4 5"}, {"bot", "cleo", "start 3 4 5"}, // the second is private
		{"offer", "ana", "open 3 4 5"}, {"simul", "bob", "open seats:3"}, {"simul", "cleo", "join"},
		{"round", "cleo", "race"}, {"day", "ana", "settings zone:Europe/Berlin"},
		{"practice", "ana", "learn 1"}, {"practice", "ana", "puzzle"}, {"practice", "ana", "daily"},
		{"own", "ana", "pings off"}, {"own", "ana", "language de"},
	} {
		w.says(platform, guild, line[0], line[1], line[2])
	}
	w.works()
	keys := map[string]time.Time{person.MemberKey(platform, guild, "expired"): w.clock().Add(100 * time.Millisecond)}
	if platform == slack.Platform {
		keys["slack-home/"+guild+"/id-ana"], keys["slack-install/"+guild] = time.Time{}, time.Time{}
	}
	for key, expires := range keys {
		if _, err := w.store.Commit(w.t.Context(), key, store.Write{Data: []byte(`{"v":3,"n":1}`), Expires: expires, Due: w.now().Add(time.Hour)}); err != nil {
			w.t.Fatal(err)
		}
	}
	for i, kind := range []string{"rating", "of-another-version"} {
		if err := w.store.SetLine(w.t.Context(), kind+":"+platform+"/"+guild, store.Line{Member: "id-dora", Score: 1, Version: uint64(i + 1)}); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := w.bot.Book.RecordRemoval(w.t.Context(), platform, guild); err != nil {
		w.t.Fatal(err)
	}
	_, err := person.NewRosters(w.store, w.now).Change(w.t.Context(), person.RosterKey(platform), func(r *person.Roster) (bool, error) {
		r.At, r.Servers, r.Absent = store.UnixOf(w.now()), []string{"1", guild}, []person.Absent{{Server: guild, Since: 1}, {Server: "2", Since: 1}}
		return true, nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// found returns where an id stands in the store, its files and a backup.
func (w *trace) found(id string) (where []string) {
	w.t.Helper()
	for _, text := range w.keys() {
		if strings.Contains(text, id) {
			where = append(where, "the key or value "+text)
		}
	}
	for _, file := range w.files() {
		data, err := os.ReadFile(file)
		if err != nil {
			w.t.Fatal(err)
		}
		if n := bytes.Count(data, []byte(id)); n > 0 {
			where = append(where, fmt.Sprintf("%s, %d times", filepath.Base(file), n))
		}
	}
	var backup bytes.Buffer
	if err := store.WriteBackup(w.t.Context(), &backup, w.store, w.now()); err != nil {
		w.t.Fatal(err)
	}
	zip, err := gzip.NewReader(&backup)
	if err != nil {
		w.t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		w.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, id) {
			where = append(where, "the backup's line "+line)
		}
	}
	return where
}

// TestAPurgedServerIsNowhere fills a store with everything that a server can leave behind,
// purges the server, and looks for its id in every key, value, file and backup, and in what is
// logged afterwards.
func TestAPurgedServerIsNowhere(t *testing.T) {
	for name, open := range traceStores {
		for _, platform := range []string{"discord", "slack"} {
			t.Run(name+"/"+platform, func(t *testing.T) {
				w := newTrace(t, open)
				w.fill(platform, purged)
				w.says(platform, "2", "c", "ana", "start 3 4 5") // stays
				if err := w.bot.Config.Chat.ListBegun(t.Context()); err != nil {
					t.Fatal(err)
				}
				w.pass(time.Second)
				time.Sleep(200 * time.Millisecond) // a document expires by the store's clock
				before := strings.Join(w.found(purged), "\n")
				for _, kind := range []string{"member:", "race:", "gone:", "servers:", "rating:", "/~id-cleo"} {
					if !strings.Contains(before, kind) {
						t.Errorf("before the purge the server left no %q in:\n%s", kind, before)
					}
				}
				done, err := people.Purge(t.Context(), w.store, ServerOf, platform, purged, w.now(), false)
				if err != nil || done.Deleted < 8 || done.Unreadable > 0 {
					t.Fatalf("Purge = %+v, %v, want many documents deleted and all read", done, err)
				}
				if err := w.store.Erase(context.Background()); err != nil {
					t.Fatal(err)
				}
				w.log.Reset()
				w.works()
				for _, where := range append(w.found(purged), logged(w.log.String(), purged)...) {
					t.Errorf("after the purge the server is found in %s", where)
				}
				w.says(platform, "2", "c", "ana", "A1")
				if got := w.found("/2/c"); len(got) == 0 {
					t.Error("another server's game is gone, too")
				}
				if again, err := people.Purge(t.Context(), w.store, ServerOf, platform, purged, w.now(), false); err != nil || again != (people.Purged{}) {
					t.Errorf("a second Purge = %+v, %v, want that there is nothing", again, err)
				}
			})
		}
	}
}

// logged returns the lines of a log with an id.
func logged(log, id string) []string {
	return slices.DeleteFunc(strings.Split(log, "\n"), func(line string) bool { return !strings.Contains(line, id) })
}
