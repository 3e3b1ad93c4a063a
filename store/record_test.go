package store_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/storetest"
)

func TestParseHeader(t *testing.T) {
	for _, c := range []struct {
		data string
		want store.Header
		err  error
	}{
		{`{"v":3,"n":1}`, store.Header{Format: 3, Version: 1}, nil},
		{`{"v":3,"n":12,"turn":3}`, store.Header{Format: 3, Version: 12}, nil},
		{`{"v":3,"n":18446744073709551615}`, store.Header{Format: 3, Version: math.MaxUint64}, nil},
		{`{"v":1,"n":7,"what":1}`, store.Header{Format: 1, Version: 7}, store.ErrOlder},
		{`{"v":2,"n":7,"what":1}`, store.Header{Format: 2, Version: 7}, store.ErrOlder},
		{`{"v":4,"n":7,"what":1}`, store.Header{Format: 4, Version: 7}, store.ErrNewer},
		{`{"v":3,"n":18446744073709551616}`, store.Header{}, store.ErrCorrupt},
		{`{"v":99999999999,"n":1}`, store.Header{}, store.ErrCorrupt},
		{`{"v":3,"n":0}`, store.Header{}, store.ErrCorrupt},
		{`{"v":3,"n":01}`, store.Header{}, store.ErrCorrupt},
		{`{"v":0,"n":1}`, store.Header{}, store.ErrCorrupt},
		{`{"v":3,"n":-1}`, store.Header{}, store.ErrCorrupt},
		{`{"v":3,"n":1.5}`, store.Header{}, store.ErrCorrupt},
		{`{"v":3,"n":1`, store.Header{}, store.ErrCorrupt},
		{`{"v":3,"n":1,"cut`, store.Header{}, store.ErrCorrupt},
		{`{"v":3,"n":}`, store.Header{}, store.ErrCorrupt},
		{`{"v":1}`, store.Header{}, store.ErrCorrupt},
		{`{"v":,"n":1}`, store.Header{}, store.ErrCorrupt},
		{`{"n":1,"v":1}`, store.Header{}, store.ErrCorrupt},
		{`{ "v":3,"n":1}`, store.Header{}, store.ErrCorrupt},
		{``, store.Header{}, store.ErrCorrupt},
		{`}`, store.Header{}, store.ErrCorrupt},
	} {
		if got, err := store.ParseHeader([]byte(c.data)); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("ParseHeader(%q) = %v, %v, want %v, %v", c.data, got, err, c.want, c.err)
		}
	}
}

// FuzzParseRecord checks that whatever ParseRecord accepts re-encodes to the
// same header.
func FuzzParseRecord(f *testing.F) {
	f.Add([]byte(`{"v":3,"n":12,"turn":3}`))
	f.Add([]byte(`{"v":3,"n":1}`))
	f.Add([]byte(`{"v":2,"n":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		slowtest.Input(t)
		rec, err := store.ParseRecord("key", data)
		if err != nil {
			if rec.Version != 0 || !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrNewer) {
				t.Errorf("ParseRecord(%q) = %v, %v", data, rec, err)
			}
			return
		}
		head := store.AppendHeader(nil, rec.Version)
		if len(`{"v":2`) < len(data) && data[len(`{"v":`)] == '2' {
			head[len(`{"v":`)] = '2'
		}
		if string(head) != string(data[:len(head)]) {
			t.Errorf("ParseRecord(%q) = version %d, whose header is %q", data, rec.Version, head)
		}
	})
}

func TestMilli(t *testing.T) {
	for _, c := range []struct {
		t    time.Time
		want int64
	}{
		{time.Time{}, 0},
		{time.UnixMilli(5), 5},
		{time.Unix(0, 5_999_999), 5},
		{time.Unix(0, 0), 1},
		{time.Unix(-5, 0), 1},
	} {
		got := store.Milli(c.t)
		if got != c.want || store.Milli(store.FromMilli(got)) != got {
			t.Errorf("Milli(%v) = %d, want %d", c.t, got, c.want)
		}
	}
}

func TestWriteCheck(t *testing.T) {
	long := strings.Repeat("k", store.MaxKey)
	for _, c := range []struct {
		key  string
		w    store.Write
		good bool
	}{
		{"a", store.Write{Data: storetest.Doc(1, "")}, true},
		{long, store.Write{Data: storetest.Doc(1, "")}, true},
		{"a", store.Write{Expect: 4, Data: storetest.Doc(5, "")}, true},
		{"a", store.Write{Expect: 4, Data: storetest.Doc(90, "")}, true},
		{"a", store.Write{Data: storetest.SizedDoc(1, store.MaxData)}, true},
		{"", store.Write{Data: storetest.Doc(1, "")}, false},
		{long + "k", store.Write{Data: storetest.Doc(1, "")}, false},
		{"a", store.Write{Expect: 4, Data: storetest.Doc(4, "")}, false},
		{"a", store.Write{Expect: 4, Data: storetest.Doc(3, "")}, false},
		{"a", store.Write{Data: storetest.SizedDoc(1, store.MaxData+1)}, false},
		{"a", store.Write{Data: []byte(`{"v":3,"n":1}`)}, true},
		{"a", store.Write{Data: []byte(`{"v":2,"n":1}`)}, false},
		{"a", store.Write{Data: []byte(`{"v":4,"n":1}`)}, false},
		{"a", store.Write{}, false},
	} {
		if err := c.w.Check(c.key); (err == nil) != c.good || err != nil && !errors.Is(err, store.ErrInvalid) {
			t.Errorf("Check(%.10q, expect %d, %.20q) = %v, want it taken: %v", c.key, c.w.Expect, c.w.Data, err, c.good)
		}
	}
}

// TestCorruptErrorQuotesTheBeginning checks that the error for invalid data
// quotes its beginning.
func TestCorruptErrorQuotesTheBeginning(t *testing.T) {
	for data, want := range map[string]string{
		"dear diary":                 `it is "dear diary"`,
		"123456789012345678901234":   `it is "123456789012345678901234"`,
		"123456789012345678901234 5": `it begins "123456789012345678901234"`,
	} {
		if _, err := store.ParseHeader([]byte(data)); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("ParseHeader(%q) = %v, want it to end %s", data, err, want)
		}
	}
}
