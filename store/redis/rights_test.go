package redis_test

import (
	"strings"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// TestCheckTriesWhatTheBotNeeds takes each command from a user in turn.
func TestCheckTriesWhatTheBotNeeds(t *testing.T) {
	server := redistest.Start(t)
	url := strings.Replace(server.URL(), "redis://", "redis://bot:secret@", 1)
	check := func(rules ...any) ([]redis.Note, error) {
		t.Helper()
		args := append([]any{"acl", "setuser", "bot", "reset", "on", ">secret", "~nim:*", "+@all"}, rules...)
		if err := server.Client().Do(t.Context(), args...).Err(); err != nil {
			t.Fatal(err)
		}
		s, err := redis.Open(url, redis.Options{Owner: "discord 1"})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		return s.Check(t.Context())
	}
	if _, err := check(); err != nil {
		t.Errorf("Check with all rights = %v", err)
	}
	for _, name := range append(redis.NeededCommands(), "multi", "exec") {
		_, err := check("-" + name)
		wantLine(t, "Check without "+name, err, store.ErrUnavailable, "use "+name+";", "ACL SETUSER bot ~nim:* +"+name)
	}
	_, err := check("-evalsha", "-zadd")
	wantLine(t, "Check without evalsha and zadd", err, store.ErrUnavailable, "use zadd, evalsha;", "+zadd +evalsha")
	_, err = check("resetkeys", "~other:*")
	wantLine(t, "Check without the keys", err, store.ErrUnavailable, "use the keys nim:*", "ACL SETUSER bot ~nim:*")
	for _, right := range []string{"-info", "-config"} {
		notes, err := check(right)
		if err != nil || right == "-info" && !strings.Contains(redis.Texts(notes), "+info") {
			t.Errorf("Check with %s = %v, %v, want it to work, and a note on INFO", right, notes, err)
		}
	}
	// What the documentation lists is enough.
	listed := []any{"-@all", "+multi", "+exec", "+client|setname"}
	for _, name := range redis.NeededCommands() {
		listed = append(listed, "+"+name)
	}
	if _, err := check(listed...); err != nil {
		t.Errorf("Check with the listed rights = %v", err)
	}
	s, err := redis.Open(url, redis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	uses(t, s)
}

// uses uses everything of a store but Erase.
func uses(t *testing.T, s store.Archive) {
	t.Helper()
	ctx := t.Context()
	_, err := s.Commit(ctx, "discord/1/2", store.Write{Data: []byte(`{"v":3,"n":1}`), Due: time.UnixMilli(1), Show: []store.Show{{Table: 1, At: time.UnixMilli(1)}, {Table: 2, At: time.UnixMilli(1)}}})
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	must(err)
	_, err = s.Get(ctx, "discord/1/2")
	must(err)
	tasks, err := s.Claim(ctx, time.UnixMilli(9), time.Minute, 9)
	must(err)
	must(s.Shown(ctx, tasks))
	_, err = s.Claim(ctx, time.UnixMilli(9), time.Minute, 9) // sends what was shown
	must(err)
	must(s.SetLine(ctx, "b", store.Line{Member: "m", Score: 1, Version: 1}))
	_, _, err = s.Lines(ctx, "b", 0, 9)
	must(err)
	_, err = s.Rank(ctx, "b", "m")
	must(err)
	for l, err := range s.AllLines(ctx) {
		must(err)
		_, err = s.Restore(ctx, store.Entry{Key: "restored", Record: store.Record{Version: l.Version, Data: []byte(`{"v":3,"n":1}`)}})
		must(err)
	}
	for _, err := range s.All(ctx) {
		must(err)
	}
	must(s.RemoveLine(ctx, "b", "m"))
	must(s.Remove(ctx, "discord/1/2"))
	_, err = s.Time(ctx)
	must(err)
}
