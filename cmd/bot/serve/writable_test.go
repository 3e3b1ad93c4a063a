package serve

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/game/dialog"
	"nimbot/store/redis/redistest"
)

// TestNotReadyWhileTheStoreRefusesWrites has Redis refuse writes for a minute in several ways,
// while it answers reads and people play: their moves are refused, and nothing is lost.
func TestNotReadyWhileTheStoreRefusesWrites(t *testing.T) {
	server, log := redistest.Start(t), lockedText{}
	app, err := Assemble(t.Context(), config.Config{Store: config.StoreURL(server.URL())}, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Close() })
	admin := adminHandler(app)
	ready := func() int {
		w := httptest.NewRecorder()
		admin.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		return w.Code
	}
	ask := func(args ...any) {
		t.Helper()
		if err := server.Client().Do(t.Context(), args...).Err(); err != nil {
			t.Fatal(err)
		}
	}
	sets := func(setting, refuse, allow string) [2]func() {
		return [2]func(){func() { ask("config", "set", setting, refuse) }, func() { ask("config", "set", setting, allow) }}
	}
	disk := func(works bool) {
		inTheWay := filepath.Join(server.Dir(), "dump.rdb", "folder")
		if works {
			err = os.RemoveAll(filepath.Dir(inTheWay))
		} else {
			err = os.MkdirAll(inTheWay, 0o700)
		}
		if err != nil {
			t.Fatal(err)
		}
		ask("config", "set", "save", "3600 1000000")
		saveUntil(t, server, works)
	}
	deliveries := 0
	say := func(who, text string) dialog.Reply {
		deliveries++
		return app.Own.Handle(t.Context(), dialog.Request{
			ID: fmt.Sprint(deliveries), Place: dialog.Place{Platform: "discord", Guild: "1", Channel: "2"}, User: dialog.User{ID: who, Name: who}, Text: text,
			Mentions: map[string]dialog.User{"bob": {ID: "bob", Name: "bob"}},
		})
	}
	say("ana", "challenge @bob 9 9")
	if r := say("bob", "accept"); r.State == nil {
		t.Fatalf("accept = %v, want a game", r.Result)
	}
	pile := 9
	for name, c := range map[string][2]func(){
		"READONLY":   {func() { ask("replicaof", "127.0.0.1", "1") }, func() { ask("replicaof", "no", "one") }},
		"OOM":        sets("maxmemory", "1", "0"),
		"NOREPLICAS": sets("min-replicas-to-write", "1", "0"),
		"MISCONF":    {func() { disk(false) }, func() { disk(true) }},
	} {
		if code := ready(); code != http.StatusOK {
			t.Errorf("before %s: GET /readyz = %d, want 200", name, code)
		}
		mover := say("ana", "board").State
		who := mover.Players[mover.ToMove].ID
		c[0]()
		for range 4 {
			if code := ready(); code != http.StatusServiceUnavailable {
				t.Errorf("during %s: GET /readyz = %d, want 503", name, code)
			}
			if r := say(who, "A1"); r.Result != dialog.Unavailable || len(r.Messages) == 0 {
				t.Errorf("during %s: a move is answered %v with %d messages, want %v and why", name, r.Result, len(r.Messages), dialog.Unavailable)
			}
			app.Clock.Advance(15 * time.Second)
		}
		c[1]()
		if code := ready(); code != http.StatusOK {
			t.Errorf("after %s: GET /readyz = %d, want 200", name, code)
		}
		if !strings.HasSuffix(log.String(), "level=INFO msg=\"ready again: the store takes what is written\"\n") {
			t.Errorf("after %s the log doesn't end in that it's ready again:\n%s", name, log.String())
		}
		wantPosition := func(did string) {
			t.Helper()
			if got, want := say("ana", "board").State, fmt.Sprintf("%d 9", pile); got == nil || got.Position != want {
				t.Errorf("after %s and %s: the position is %+v, want %s", name, did, got, want)
			}
		}
		wantPosition("no move")
		for range 2 { // whoever was told that the outcome is unknown may be shown the board first
			if say(who, "A1").Result == dialog.Done {
				break
			}
		}
		pile--
		wantPosition("a move")
	}
}

// saveUntil lets a server save until saving has succeeded or failed, as wanted.
func saveUntil(t *testing.T, server *redistest.Server, works bool) {
	t.Helper()
	want := "rdb_last_bgsave_status:err"
	if works {
		want = "rdb_last_bgsave_status:ok"
	}
	for until := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		info, err := server.Client().Info(t.Context(), "persistence").Result()
		if err == nil && strings.Contains(info, want) && strings.Contains(info, "rdb_bgsave_in_progress:0") {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("redis saves otherwise than wanted: %s, %v", info, err)
		}
		_ = server.Client().BgSave(t.Context()).Err() // it may be saving already
	}
}
