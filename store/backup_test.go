package store_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nimbot/store"
	"nimbot/store/storetest"
)

var made = time.Date(2026, 5, 1, 2, 0, 0, 0, time.UTC)

// backedUp returns a backup of s.
func backedUp(t testing.TB, s store.Source) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := store.WriteBackup(t.Context(), &b, s, made); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// everything returns the entries of a source, by key.
func everything(t *testing.T, s store.Source) map[string]store.Entry {
	t.Helper()
	all := map[string]store.Entry{}
	for e, err := range s.All(t.Context()) {
		if err != nil {
			t.Fatalf("All = %q, %v", e.Key, err)
		}
		all[e.Key] = e
	}
	return all
}

func TestBackupRoundTrip(t *testing.T) {
	s := storetest.NewMemory()
	later := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	for _, e := range []store.Entry{
		{Key: "plain", Record: store.Record{Version: 1, Data: storetest.Doc(1, "a")}},
		{Key: "all", Record: store.Record{Version: 7, Data: storetest.Doc(7, "b")}, Expires: later, Due: made, Show: []store.Show{{Table: 1, At: made.Add(time.Second)}, {Table: 12, At: made}}},
		{Key: "names", Record: store.Record{Version: 2, Data: []byte(`{"v":3,"n":2,"x":"<b>&\u2028</b> ♟", "y" : 1e400 }`)}},
		{Key: "lines", Record: store.Record{Version: 3, Data: []byte("{\"v\":3,\"n\":3,\n\"x\":\r\n1}")}},
		{Key: "not \xff UTF-8", Record: store.Record{Version: 4, Data: storetest.Doc(4, "")}},
		{Key: "<html> \u2028 \"quoted\"\n", Record: store.Record{Version: 5, Data: storetest.Doc(5, "")}},
		{Key: "large", Record: store.Record{Version: 6, Data: storetest.SizedDoc(6, store.MaxData)}},
	} {
		if _, err := s.Restore(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	lines := []store.LeaderboardLine{
		{Board: "rating:discord/1", Line: store.Line{Member: "2", Score: 1234.5678901234567, Version: 9}},
		{Board: "rating:discord/1", Line: store.Line{Member: "not \xff UTF-8", Score: -1e-300, Version: 1 << 53}},
		{Board: "\xfe", Line: store.Line{Member: "zero", Score: 0, Version: 1}},
	}
	for _, l := range lines {
		if err := s.SetLine(t.Context(), l.Board, l.Line); err != nil {
			t.Fatal(err)
		}
	}
	want := everything(t, s)
	b, err := store.OpenBackup(t.Context(), bytes.NewReader(backedUp(t, s)))
	if err != nil {
		t.Fatal(err)
	}
	if !b.Made.Equal(made) || b.Records != len(want) || len(b.Unreadable) > 0 {
		t.Errorf("OpenBackup = made %v, %d records, unreadable %q, want %v, %d, none", b.Made, b.Records, b.Unreadable, made, len(want))
	}
	for range 2 { // it may be read more than once
		if all := everything(t, b); !reflect.DeepEqual(all, want) { // cmp takes a second for the large record
			t.Errorf("the backup differs (-stored +backup):\n%s", cmp.Diff(want, all))
		}
		got := map[store.LeaderboardLine]bool{}
		for l, err := range b.AllLines(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			got[l] = true
		}
		for _, l := range lines {
			if !got[l] || len(got) != len(lines) {
				t.Errorf("AllLines = %v, want %v", got, lines)
				break
			}
		}
	}
}

func TestBackupSkipsDamagedRecords(t *testing.T) {
	s := storetest.NewMemory()
	fill(t, s, 3)
	s.Plant(t, "k1", []byte("dear diary"))
	b, err := store.OpenBackup(t.Context(), bytes.NewReader(backedUp(t, s)))
	if err != nil || b.Records != 2 || len(b.Unreadable) != 1 || !strings.Contains(b.Unreadable[0], `"k1"`) {
		t.Errorf("OpenBackup = %+v, %v, want 2 records and k1 unreadable", b, err)
	}
	s.Plant(t, "k2", []byte(`{"v":9,"n":1}`))
	if err := store.WriteBackup(t.Context(), io.Discard, s, made); !errors.Is(err, store.ErrNewer) {
		t.Errorf("WriteBackup of a newer version's store = %v, want %v", err, store.ErrNewer)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := store.WriteBackup(ctx, io.Discard, s, made); !errors.Is(err, context.Canceled) {
		t.Errorf("WriteBackup with a cancelled context = %v, want %v", err, context.Canceled)
	}
}

// zipped returns text as a gzip file.
func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func unzipped(t *testing.T, data []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestOpenBackupRefuses(t *testing.T) {
	s := storetest.NewMemory()
	fill(t, s, 3)
	whole := backedUp(t, s)
	text := unzipped(t, whole)
	lines := strings.SplitAfter(text, "\n")
	forty := strings.Repeat("tune", 10)
	for _, c := range []struct {
		name string
		file []byte
		want error
		text string
	}{
		{"nothing", nil, store.ErrCorrupt, "gzip"},
		{"a poem", []byte("Take one or take two,"), store.ErrCorrupt, "gzip"},
		{"a foreign gzip file", zipped(t, "Take one\nor take two,\n"), store.ErrCorrupt, "begin"},
		{"other JSON", zipped(t, "{\"kind\":\"diary\"}\n"), store.ErrCorrupt, "begin"},
		{"an empty gzip file", zipped(t, ""), store.ErrCorrupt, "cut short"},
		{"without the last byte", whole[:len(whole)-1], store.ErrCorrupt, ""},
		{"without the second half", whole[:len(whole)/2], store.ErrCorrupt, "cut short"},
		{"without its end", zipped(t, strings.Join(lines[:4], "")), store.ErrCorrupt, "cut short"},
		{"without a record", zipped(t, lines[0]+strings.Join(lines[2:], "")), store.ErrCorrupt, "changed"},
		{"a changed record", zipped(t, strings.Replace(text, `"key":"k1"`, `"key":"k9"`, 1)), store.ErrCorrupt, "changed"},
		{"a changed date", zipped(t, strings.Replace(text, "2026-05", "2026-06", 1)), store.ErrCorrupt, "changed"},
		{"a changed count", zipped(t, strings.Replace(text, `"records":3`, `"records":4`, 1)), store.ErrCorrupt, "changed"},
		{"more after its end", zipped(t, text+"x"), store.ErrCorrupt, "follows"},
		{"a record that is none", zipped(t, strings.Replace(text, `"data":{"v":3`, `"data":{"w":3`, 1)), store.ErrCorrupt, ""},
		{"a newer format", zipped(t, strings.Replace(text, `"format":2`, `"format":3`, 1)), store.ErrNewer, "format 3"},
		{"an older format", zipped(t, strings.Replace(text, `"format":2`, `"format":1`, 1)), store.ErrOlder, "format 1, this version reads 2"},
		{"a newer kind", zipped(t, lines[0]+`{"kind":"tune"}`+"\n"+strings.Join(lines[1:], "")), store.ErrNewer, `"tune"`},
		{"a newer kind of 40 bytes", zipped(t, lines[0]+`{"kind":"`+forty+`"}`+"\n"), store.ErrNewer, `"` + forty + `"`},
		{"a newer kind of 41 bytes", zipped(t, lines[0]+`{"kind":"`+forty+`x"}`+"\n"), store.ErrNewer, `"` + forty + `…"`},
		{"a line without a member", zipped(t, lines[0]+`{"kind":"line","board":"b"}`+"\n"+strings.Join(lines[1:], "")), store.ErrCorrupt, "member"},
		{"a newer record", zipped(t, strings.Replace(text, `"data":{"v":3`, `"data":{"v":9`, 1)), store.ErrNewer, "format 9"},
		{"an older record", zipped(t, strings.Replace(text, `"data":{"v":3`, `"data":{"v":2`, 1)), store.ErrOlder, `format 2, this version reads 3 (key "k0")`},
	} {
		b, err := store.OpenBackup(t.Context(), bytes.NewReader(c.file))
		if b != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: OpenBackup = %v, %v, want %v with %q", c.name, b, err, c.want, c.text)
		}
	}
	for n := range whole {
		if b, err := store.OpenBackup(t.Context(), bytes.NewReader(whole[:n])); b != nil || !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("OpenBackup of %d of %d bytes = %v, %v, want %v", n, len(whole), b, err, store.ErrCorrupt)
		}
	}
}

func TestMergeKeepsNewerRecords(t *testing.T) {
	from, to := storetest.NewMemory(), storetest.NewMemory()
	fill(t, from, 5)
	if _, err := to.Commit(t.Context(), "k2", store.Write{Data: storetest.Doc(8, "newer")}); err != nil {
		t.Fatal(err)
	}
	done, err := store.Merge(t.Context(), from, to, nil)
	if want := (store.Migration{Records: 5, Copied: 4, Verified: 5}); err != nil || done != want {
		t.Errorf("Merge = %+v, %v, want %+v", done, err, want)
	}
	if rec, err := to.Get(t.Context(), "k2"); err != nil || rec.Version != 8 {
		t.Errorf("Get(%q) = version %d, %v, want 8", "k2", rec.Version, err)
	}
}

func BenchmarkBackup(b *testing.B) {
	s := storetest.NewMemory()
	const records = 10_000
	for i := range records {
		if _, err := s.Commit(b.Context(), fmt.Sprint("k", i), store.Write{Data: storetest.SizedDoc(1, 600)}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		file := backedUp(b, s)
		if _, err := store.OpenBackup(b.Context(), bytes.NewReader(file)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/records, "µs/record")
}
