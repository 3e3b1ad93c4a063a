package redis_test

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"nimbot/store"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// tableless acts as an older version of the program, which has no tables and shares a store
// with this version. It runs the older version's scripts (testdata/tableless) with the older
// version's arguments.
type tableless struct {
	t *testing.T
	s *redis.Store
}

func (o tableless) run(name string, keys []string, args ...any) any {
	o.t.Helper()
	text, err := os.ReadFile("testdata/tableless/" + name + ".lua")
	if err != nil {
		o.t.Fatal(err)
	}
	answer, err := o.s.Client().Eval(o.t.Context(), string(text), keys, args...).Result()
	if err != nil {
		o.t.Fatalf("%s = %v", name, err)
	}
	return answer
}

func at(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return strconv.FormatInt(t.UnixMilli(), 10)
}

// commit returns 1, or the stored record if it differs.
func (o tableless) commit(key string, expect uint64, data []byte, due, show time.Time) any {
	o.t.Helper()
	return o.run("commit", []string{o.s.RecordKey(key), o.s.TasksKey(key)}, expect, 1, data, key, "", at(due), at(show), false)
}

// claim returns the ready members of a key's bucket, and leases the key.
func (o tableless) claim(key string, now time.Time, lease time.Duration) (ready []string, row any) {
	o.t.Helper()
	ready, err := o.s.Client().ZRangeByScore(o.t.Context(), o.s.TasksKey(key), &goredis.ZRangeBy{Min: "-inf", Max: at(now)}).Result()
	if err != nil {
		o.t.Fatal(err)
	}
	rows, _ := o.run("claim", []string{o.s.TasksKey(key), o.s.RecordKey(key)}, at(now), at(now.Add(lease)), key).([]any)
	return ready, rows[0]
}

func (o tableless) shown(key string, version uint64) {
	o.t.Helper()
	o.run("shown", []string{o.s.TasksKey(key), o.s.RecordKey(key)}, key, version)
}

// dump returns all keys of a server with their content.
func dump(t *testing.T, c goredis.UniversalClient) map[string]string {
	t.Helper()
	names, err := c.Keys(t.Context(), "*").Result()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range names {
		if all[name], err = c.Dump(t.Context(), name).Result(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func tables(t *testing.T, s *redis.Store, now time.Time) []store.Task {
	t.Helper()
	tasks, err := s.Claim(t.Context(), now, time.Millisecond, 10)
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

func confirm(t *testing.T, s *redis.Store, key string, version uint64, shown ...int) {
	t.Helper()
	if err := s.Shown(t.Context(), []store.Task{{Key: key, Show: shown, Version: version}}); err != nil {
		t.Fatal(err)
	}
}

// TestBesideAVersionWithoutTables lets two versions work on one record: the older one
// sees only table 1, and leaves the shows of other tables unchanged.
func TestBesideAVersionWithoutTables(t *testing.T) {
	s := openAt(t, redistest.Start(t).URL(), "nim")
	old := tableless{t, s}
	const key = "discord/1/2"
	now := time.UnixMilli(2_000_000_000_000)
	write := func(expect, version uint64, show ...store.Show) {
		t.Helper()
		if _, err := s.Commit(t.Context(), key, store.Write{Expect: expect, Data: storetest.Doc(version, ""), Show: show}); err != nil {
			t.Fatal(err)
		}
	}
	want := func(shown ...int) {
		t.Helper()
		now = now.Add(time.Second)
		got := tables(t, s, now)
		if len(shown) == 0 && len(got) == 0 {
			return
		}
		if len(got) != 1 || !reflect.DeepEqual(got[0].Show, shown) {
			t.Errorf("Claim = %+v, want tables %v", got, shown)
		}
	}
	write(0, 10, store.Show{Table: 2, At: now}, store.Show{Table: 1, At: now})
	if ready, row := old.claim(key, now, time.Millisecond); len(ready) != 1 || ready[0] != "s"+key || fmt.Sprint(row) != "[0 1 10]" {
		t.Errorf("the older version claims %q of %q, want table 1's board", row, ready)
	}
	want(1, 2)
	if got := old.commit(key, 10, storetest.Doc(12, ""), time.Time{}, now); got != int64(1) {
		t.Fatalf("the older version's write = %v", got)
	}
	confirm(t, s, key, 10, 1) // it asked again
	want(1, 2)
	write(12, 14)
	confirm(t, s, key, 10, 1)
	want(1, 2)
	confirm(t, s, key, 12, 1)
	want(2)
	confirm(t, s, key, 12, 2)
	want()
	write(14, 16, store.Show{Table: 2, At: now}, store.Show{Table: 1, At: now})
	old.shown(key, 16)
	want(2)
	if got := old.commit(key, 16, storetest.Doc(18, ""), time.Time{}, time.Time{}); got != int64(1) {
		t.Fatalf("the older version's write = %v", got)
	}
	want(2)
	confirm(t, s, key, 18, 2)
	want()
	if _, row := old.claim(key, now, time.Millisecond); fmt.Sprint(row) != "[0 0 18]" {
		t.Errorf("the older version claims %v, want nothing", row)
	}
	if keys := slices.Collect(maps.Keys(dump(t, s.Client()))); len(keys) != 1 || keys[0] != s.RecordKey(key) {
		t.Errorf("the server holds %q, want the record alone", keys)
	}
}

// TestAVersionWithoutTablesRefuses checks that the scripts of a version that knows only
// format 1 return a record of format 2 and change nothing.
func TestAVersionWithoutTablesRefuses(t *testing.T) {
	s := openAt(t, redistest.Start(t).URL(), "nim")
	old := tableless{t, s}
	now := time.UnixMilli(2_000_000_000_000)
	const key, record = "discord/1/2", `{"v":2,"n":7,"tables":[]}`
	if _, err := s.Commit(t.Context(), key, store.Write{Data: []byte(record), Due: now, Show: []store.Show{{Table: 1, At: now}, {Table: 2, At: now}}}); err != nil {
		t.Fatal(err)
	}
	before := dump(t, s.Client())
	for _, expect := range []uint64{0, 6, 7} {
		if got := old.commit(key, expect, storetest.Doc(9, ""), now, now); got != record {
			t.Errorf("the older version's write over version %d = %v, want what is stored", expect, got)
		}
	}
	if after := dump(t, s.Client()); !maps.Equal(before, after) {
		t.Errorf("the older version changed what is stored: %q, want %q", after, before)
	}
	if _, err := store.ParseHeader([]byte(record), 1); err == nil {
		t.Error("ParseHeader takes a newer format")
	}
}

// TestOneTableIsStoredAsBefore checks that this version and the version without tables store
// a record of one table under the same keys, with the same bytes.
func TestOneTableIsStoredAsBefore(t *testing.T) {
	server := redistest.Start(t)
	s := openAt(t, server.URL(), "nim")
	old := tableless{t, openAt(t, server.URL(), "nim")}
	now := time.UnixMilli(2_000_000_000_000)
	const key = "discord/1/2"
	type step struct {
		due, show time.Time
		confirms  bool
		claims    bool
	}
	steps := []step{
		{due: now}, {due: now, show: now}, {due: now, show: now, claims: true}, {show: now, confirms: true}, {due: now}, {},
		{due: now, show: now.Add(time.Hour)}, {due: now, show: now, confirms: true}, {due: now, claims: true}, {show: now},
	}
	run := func(commit func(n uint64, s step), confirm func(n uint64), claim func()) (seen []map[string]string) {
		if err := s.Client().FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		for n, step := range steps {
			commit(uint64(n), step)
			if step.claims {
				claim()
			}
			if step.confirms {
				confirm(uint64(n) + 1)
			}
			seen = append(seen, dump(t, s.Client()))
		}
		return seen
	}
	want := run(func(n uint64, s step) { old.commit(key, n, storetest.Doc(n+1, ""), s.due, s.show) },
		func(n uint64) { old.shown(key, n) }, func() { old.claim(key, now, time.Minute) })
	got := run(func(n uint64, step step) {
		if _, err := s.Commit(t.Context(), key, store.Write{Expect: n, Data: storetest.Doc(n+1, ""), Due: step.due, Show: store.ShowAt(1, step.show)}); err != nil {
			t.Fatal(err)
		}
	}, func(n uint64) {
		confirm(t, s, key, n, 1)
		tables(t, s, time.UnixMilli(1)) // sends it
	}, func() {
		if _, err := s.Claim(t.Context(), now, time.Minute, 1); err != nil {
			t.Fatal(err)
		}
	})
	for i := range want {
		if !maps.Equal(got[i], want[i]) {
			t.Errorf("after step %d the server holds %q, want %q", i, got[i], want[i])
		}
	}
}
