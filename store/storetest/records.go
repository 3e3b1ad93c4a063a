package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/store"
)

func testCreateOnly(t *testing.T, s store.Archive) {
	wantRecord(t, s, "a", 0, "")
	first := Doc(1, "first")
	mustCommit(t, s, "a", store.Write{Data: first})
	rec, err := s.Commit(t.Context(), "a", store.Write{Data: Doc(1, "second")})
	if !errors.Is(err, store.ErrConflict) || rec.Version != 1 || string(rec.Data) != string(first) {
		t.Errorf("the second creation = %d, %q, %v, want the first record, %v", rec.Version, rec.Data, err, store.ErrConflict)
	}
	wantRecord(t, s, "a", 1, string(first))
	wantRecord(t, s, "b", 0, "")
}

func testStaleVersion(t *testing.T, s store.Archive) {
	for n := range uint64(3) {
		mustCommit(t, s, "a", store.Write{Expect: n, Data: Doc(n+1, "ok")})
	}
	for _, expect := range []uint64{0, 1, 2, 4, 30, 1<<63 + 5} {
		rec, err := s.Commit(t.Context(), "a", store.Write{Expect: expect, Data: Doc(expect+1, "wrong")})
		if !errors.Is(err, store.ErrConflict) || rec.Version != 3 || string(rec.Data) != string(Doc(3, "ok")) {
			t.Errorf("Commit(Expect %d) = %d, %q, %v, want version 3 and %v", expect, rec.Version, rec.Data, err, store.ErrConflict)
		}
	}
	rec, err := s.Commit(t.Context(), "b", store.Write{Expect: 7, Data: Doc(8, "wrong")})
	if !errors.Is(err, store.ErrConflict) || rec.Version != 0 || rec.Data != nil {
		t.Errorf("Commit on nothing = %d, %q, %v, want the zero record and %v", rec.Version, rec.Data, err, store.ErrConflict)
	}
	mustCommit(t, s, "a", store.Write{Expect: 3, Data: Doc(4, "ok")})
	// A write may raise the version by more than one.
	mustCommit(t, s, "a", store.Write{Expect: 4, Data: Doc(9, "ok")})
	mustCommit(t, s, "a", store.Write{Expect: 9, Data: Doc(10, "ok")})
}

func testConcurrentIncrements(t *testing.T, s store.Archive) {
	const callers, each = 8, 15
	ctx := short(t)
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			var rec store.Record
			for done := 0; done < each; {
				var err error
				rec, err = s.Commit(ctx, "counter", store.Write{Expect: rec.Version, Data: Doc(rec.Version+1, "tick")})
				if err == nil {
					done++
				} else if !errors.Is(err, store.ErrConflict) {
					t.Errorf("Commit = %v", err)
					return
				}
			}
		})
	}
	wg.Wait()
	wantRecord(t, s, "counter", callers*each, string(Doc(callers*each, "tick")))
}

func testKeys(t *testing.T, s store.Archive) {
	keys := []string{
		"a", "A", " ", "a ", "discord/1/2", "{1}", "{", "}", "a{b}c", "*", "[a-z]?", "\x00", "a\x00b", "\r\n", "ключ", "🔵",
		"\xff\xfe", `"`, `\`, "#due", ":", "nim:{0}:a", strings.Repeat("k", store.MaxKey),
	}
	for _, key := range keys {
		mustCommit(t, s, key, store.Write{Data: Doc(1, key), Due: time.UnixMilli(5)})
	}
	for _, key := range keys {
		wantRecord(t, s, key, 1, string(Doc(1, key)))
	}
	wantClaim(t, s, time.UnixMilli(9), time.Minute, keys...)
}

// testGetAll reads several records at once: some that are there, one that isn't, and one that can't
// be read.
func testGetAll(t *testing.T, s store.Archive) {
	keys := []string{"none", "discord/1/2", "a", "member:discord/1/2"}
	for _, key := range keys[1:] {
		mustCommit(t, s, key, store.Write{Data: Doc(1, key)})
	}
	if p, ok := s.(Planter); ok {
		p.Plant(t, "planted", newer(1))
		keys = append(keys, "planted")
	}
	all, err := s.GetAll(t.Context(), keys)
	if err != nil || len(all) != 4 || all["none"].Version != 0 {
		t.Errorf("GetAll = %v, %v, want three records and an empty one", all, err)
	}
	for _, key := range keys[1:4] {
		if got := string(all[key].Data); got != string(Doc(1, key)) {
			t.Errorf("GetAll has %q under %q", got, key)
		}
	}
	if all, err := s.GetAll(t.Context(), nil); err != nil || len(all) > 0 {
		t.Errorf("GetAll of no keys = %v, %v", all, err)
	}
}

// testCommitAll commits several writes of every outcome, and reads what is stored then.
func testCommitAll(t *testing.T, s store.Archive) {
	mustCommit(t, s, "changed", store.Write{Data: Doc(1, "first")})
	mustCommit(t, s, "member:discord/1/2", store.Write{Data: Doc(1, "first")})
	wants := []struct {
		key     string
		expect  uint64
		version uint64 // that is stored then
		err     error
	}{
		{"new", 0, 1, nil}, {"member:discord/1/2", 1, 2, nil}, {"changed", 0, 1, store.ErrConflict}, {"gone", 7, 0, store.ErrConflict}, {"", 0, 0, store.ErrInvalid},
	}
	var writes []store.KeyedWrite
	for _, w := range wants {
		writes = append(writes, store.KeyedWrite{Key: w.key, Write: store.Write{Expect: w.expect, Data: Doc(w.expect+1, "by all")}})
	}
	for _, none := range []bool{false, true} {
		keys := []string{"new", "member:discord/1/2", "changed", "gone", "none"}
		if none {
			keys = nil
		}
		written, read, err := store.CommitAll(t.Context(), s, writes, keys)
		if err != nil || len(written) != len(writes) || len(read) != len(keys) {
			t.Fatalf("CommitAll = %v, %v, %v", written, read, err)
		}
		for i, w := range wants {
			if none && w.err == nil {
				continue // written with the same content before
			}
			if got := written[i]; !errors.Is(got.Err, w.err) || w.err == nil && got.Err != nil || got.Version != w.version {
				t.Errorf("CommitAll of %q = version %d, %v, want %d, %v", w.key, got.Version, got.Err, w.version, w.err)
			}
			if got := read[w.key].Version; !none && got != w.version {
				t.Errorf("after CommitAll %q has version %d, want %d", w.key, got, w.version)
			}
		}
	}
	wantRecord(t, s, "changed", 1, string(Doc(1, "first")))
	if _, _, err := store.CommitAll(t.Context(), s, nil, []string{"a", ""}); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("CommitAll that reads no key = %v, want %v", err, store.ErrInvalid)
	}
}

func testBadCalls(t *testing.T, s store.Archive) {
	long := strings.Repeat("k", store.MaxKey+1)
	for _, key := range []string{"", long} {
		if _, err := s.Get(t.Context(), key); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("Get(%.10q) = %v, want %v", key, err, store.ErrInvalid)
		}
		if _, err := s.GetAll(t.Context(), []string{"a", key}); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("GetAll of a and %.10q = %v, want %v", key, err, store.ErrInvalid)
		}
	}
	for _, bad := range []struct {
		key string
		w   store.Write
	}{
		{"", store.Write{Data: Doc(1, "")}},
		{long, store.Write{Data: Doc(1, "")}},
		{"a", store.Write{}},
		{"a", store.Write{Data: []byte("nonsense")}},
		{"a", store.Write{Expect: 1, Data: Doc(1, "")}},
		{"a", store.Write{Expect: 2, Data: Doc(1, "")}},
		{"a", store.Write{Data: newer(1)}},
		{"a", store.Write{Data: SizedDoc(1, store.MaxData+1)}},
		{"a", store.Write{Data: Doc(1, ""), Show: show(noon, 0)}},
		{"a", store.Write{Data: Doc(1, ""), Show: show(noon, store.MaxTable+1)}},
		{"a", store.Write{Data: Doc(1, ""), Show: show(noon, 2, 1, 2)}},
		{"a", store.Write{Data: Doc(1, ""), Show: show(time.Time{}, 2)}},
	} {
		if _, err := s.Commit(t.Context(), bad.key, bad.w); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("Commit(%.10q, %.40q) = %v, want %v", bad.key, bad.w.Data, err, store.ErrInvalid)
		}
	}
	wantRecord(t, s, "a", 0, "")
}

func testCopies(t *testing.T, s store.Archive) {
	want := string(Doc(1, "one"))
	in := []byte(want)
	if _, err := s.Commit(t.Context(), "a", store.Write{Data: in}); err != nil {
		t.Fatal(err)
	}
	scribble(in)
	wantRecord(t, s, "a", 1, want)
	got, err := s.Get(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	scribble(got.Data)
	wantRecord(t, s, "a", 1, want)
	got, err = s.Commit(t.Context(), "a", store.Write{Data: Doc(1, "two")})
	if !errors.Is(err, store.ErrConflict) {
		t.Fatalf("Commit = %v, want %v", err, store.ErrConflict)
	}
	scribble(got.Data)
	wantRecord(t, s, "a", 1, want)
	// A record that was read must not change with later writes.
	old, err := s.Get(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(200) {
		mustCommit(t, s, "a", store.Write{Expect: n + 1, Data: Doc(n+2, strings.Repeat("z", int(n)))})
	}
	if string(old.Data) != want {
		t.Errorf("a record that was read became %q, want %q", old.Data, want)
	}
}

func scribble(b []byte) {
	for i := range b {
		b[i] = '!'
	}
}

func testBigRecords(t *testing.T, s store.Archive) {
	for i, size := range []int{len(Doc(1, "")), 4096, 65536, store.MaxData} {
		key := fmt.Sprint("big", i)
		mustCommit(t, s, key, store.Write{Data: SizedDoc(1, size)})
		wantRecord(t, s, key, 1, string(SizedDoc(1, size)))
	}
}

func testManyKeys(t *testing.T, s store.Archive) {
	const n, callers = 1000, 64
	ctx := short(t)
	name := func(i int) string { return fmt.Sprintf("console/%d", i) }
	var wg sync.WaitGroup
	for c := range callers {
		wg.Go(func() {
			for i := c; i < n; i += callers {
				if _, err := s.Commit(ctx, name(i), store.Write{Data: Doc(1, name(i))}); err != nil {
					t.Errorf("Commit(%q) = %v", name(i), err)
				}
			}
		})
	}
	wg.Wait()
	for i := 0; i < n; i += 7 {
		wantRecord(t, s, name(i), 1, string(Doc(1, name(i))))
	}
}

func testExpiry(t *testing.T, s store.Archive) {
	const soon = 400 * time.Millisecond
	mustCommit(t, s, "soon", store.Write{Data: Doc(1, ""), Expires: time.Now().Add(soon)})
	mustCommit(t, s, "late", store.Write{Data: Doc(1, ""), Expires: time.Now().Add(time.Hour)})
	saved := func(key string, expires func() time.Time) {
		err := store.ErrConflict
		for errors.Is(err, store.ErrConflict) { // on a slow machine it may have expired meanwhile
			mustCommit(t, s, key, store.Write{Data: Doc(1, ""), Expires: time.Now().Add(soon)})
			_, err = s.Commit(t.Context(), key, store.Write{Expect: 1, Data: Doc(2, ""), Expires: expires()})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	saved("put off", func() time.Time { return time.Now().Add(time.Hour) })
	saved("kept", func() time.Time { return time.Time{} })
	mustCommit(t, s, "never", store.Write{Data: Doc(1, "")})
	advance(s, soon+100*time.Millisecond)
	wantRecord(t, s, "soon", 0, "")
	wantRecord(t, s, "late", 1, string(Doc(1, "")))
	wantRecord(t, s, "put off", 2, string(Doc(2, "")))
	wantRecord(t, s, "kept", 2, string(Doc(2, "")))
	wantRecord(t, s, "never", 1, string(Doc(1, "")))
	rec, err := s.Commit(t.Context(), "soon", store.Write{Expect: 1, Data: Doc(2, "")})
	if !errors.Is(err, store.ErrConflict) || rec.Version != 0 {
		t.Errorf("Commit on an expired record = %d, %v, want 0, %v", rec.Version, err, store.ErrConflict)
	}
	mustCommit(t, s, "soon", store.Write{Data: Doc(1, "again"), Due: time.UnixMilli(1)})
	wantRecord(t, s, "soon", 1, string(Doc(1, "again")))
	wantClaim(t, s, time.UnixMilli(2), time.Minute, "soon")
}

func testDelete(t *testing.T, s store.Archive) {
	past := time.Now().Add(-time.Hour)
	mustCommit(t, s, "a", store.Write{Data: Doc(1, ""), Due: time.UnixMilli(1), Show: show(time.UnixMilli(1), 1, 2)})
	mustCommit(t, s, "a", store.Write{Expect: 1, Data: Doc(2, ""), Expires: past, Due: time.UnixMilli(1)})
	wantRecord(t, s, "a", 0, "")
	wantClaim(t, s, time.UnixMilli(9), time.Minute)
	mustCommit(t, s, "never there", store.Write{Data: Doc(1, ""), Expires: past})
	wantRecord(t, s, "never there", 0, "")
	mustCommit(t, s, "a", store.Write{Data: Doc(1, "anew")})
	wantRecord(t, s, "a", 1, string(Doc(1, "anew")))
	wantClaim(t, s, time.UnixMilli(9), time.Minute)
}

// Planter is a store into which a test can put what no Commit would write.
type Planter interface {
	Plant(t *testing.T, key string, value []byte)
}

// newer returns a record of a later version of the program, and older one of an earlier version.
func newer(version uint64) []byte {
	return fmt.Appendf(nil, `{"v":%d,"n":%d,"what":"is this"}`, store.Format+1, version)
}

func older(version uint64) []byte {
	return fmt.Appendf(nil, `{"v":%d,"n":%d,"what":"was this"}`, store.Format-1, version)
}

// testFormats checks that a value that isn't a record of this version's format is refused, and never
// overwritten.
func testFormats(t *testing.T, s store.Archive) {
	p, ok := s.(Planter)
	if !ok {
		t.Skip("this store has no way to plant a value")
	}
	for _, c := range []struct {
		value string
		want  error
	}{
		{string(newer(1)), store.ErrNewer},
		{string(older(1)), store.ErrOlder},
		{string(older(9)), store.ErrOlder},
		{`{"v":3,"n":1,"trunc`, store.ErrCorrupt},
		{`{"v":3,"n":1,"trunc":{}`, store.ErrCorrupt},
		{`{"v":3,"n":01}`, store.ErrCorrupt},
		{`{"n":1,"v":1}`, store.ErrCorrupt},
		{"hello", store.ErrCorrupt},
		{"\x00", store.ErrCorrupt},
	} {
		p.Plant(t, "planted", []byte(c.value))
		if rec, err := s.Get(t.Context(), "planted"); !errors.Is(err, c.want) || rec.Data != nil {
			t.Errorf("Get of %q = %q, %v, want %v", c.value, rec.Data, err, c.want)
		}
		for _, expect := range []uint64{0, 9} {
			if _, err := s.Commit(t.Context(), "planted", store.Write{Expect: expect, Data: Doc(expect+1, "")}); !errors.Is(err, c.want) {
				t.Errorf("Commit(Expect %d) over %q = %v, want %v", expect, c.value, err, c.want)
			}
		}
		if rec, err := s.Get(t.Context(), "planted"); !errors.Is(err, c.want) {
			t.Errorf("Get of %q after Commit = %q, %v, want %v", c.value, rec.Data, err, c.want)
		}
		var seen bool
		for e, err := range s.All(t.Context()) {
			seen = seen || e.Key == "planted" && errors.Is(err, c.want)
		}
		if !seen {
			t.Errorf("All over %q does not tell %v", c.value, c.want)
		}
	}
}

func testCancelledContext(t *testing.T, s store.Archive) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, get := s.Get(ctx, "a")
	_, all := s.GetAll(ctx, []string{"a"})
	_, commit := s.Commit(ctx, "a", store.Write{Data: Doc(1, "")})
	written, _, read := store.CommitAll(ctx, s, []store.KeyedWrite{{Key: "a", Write: store.Write{Data: Doc(1, "")}}}, []string{"a"})
	_, claim := s.Claim(ctx, time.Now(), time.Minute, 1)
	for name, err := range map[string]error{"Get": get, "GetAll": all, "Commit": commit, "CommitAll": written[0].Err, "CommitAll's reading": read, "Claim": claim} {
		if !errors.Is(err, context.Canceled) || !errors.Is(err, store.ErrLate) {
			t.Errorf("%s with a cancelled context = %v, want %v and %v", name, err, context.Canceled, store.ErrLate)
		}
	}
	wantRecord(t, s, "a", 0, "")
}

func testClosed(t *testing.T, s store.Archive) {
	mustCommit(t, s, "a", store.Write{Data: Doc(1, "")})
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatalf("Close() = %v", err)
		}
	}
	ctx := short(t)
	if _, err := s.Get(ctx, "a"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("Get after Close = %v, want %v", err, store.ErrUnavailable)
	}
	if _, err := s.Commit(ctx, "a", store.Write{Expect: 1, Data: Doc(2, "")}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("Commit after Close = %v, want %v", err, store.ErrUnavailable)
	}
	if _, err := s.Claim(ctx, time.Now(), time.Minute, 1); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("Claim after Close = %v, want %v", err, store.ErrUnavailable)
	}
	if err := s.Shown(ctx, []store.Task{{Key: "a", Show: []int{1}, Version: 1}}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("Shown after Close = %v, want %v", err, store.ErrUnavailable)
	}
}
