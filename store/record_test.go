package store_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"nimbot/store"
)

func TestParseHeader(t *testing.T) {
	for _, c := range []struct {
		data string
		want store.Header
		err  error
	}{
		{`{"v":1,"n":1}`, store.Header{Format: 1, Version: 1}, nil},
		{`{"v":1,"n":12,"turn":3}`, store.Header{Format: 1, Version: 12}, nil},
		{`{"v":1,"n":18446744073709551615}`, store.Header{Format: 1, Version: math.MaxUint64}, nil},
		{`{"v":2,"n":7,"what":1}`, store.Header{Format: 2, Version: 7}, store.ErrNewer},
		{`{"v":1,"n":18446744073709551616}`, store.Header{}, store.ErrCorrupt},
		{`{"v":99999999999,"n":1}`, store.Header{}, store.ErrCorrupt},
		{`{"v":1,"n":0}`, store.Header{}, store.ErrCorrupt},
		{`{"v":1,"n":01}`, store.Header{}, store.ErrCorrupt},
		{`{"v":0,"n":1}`, store.Header{}, store.ErrCorrupt},
		{`{"v":1,"n":-1}`, store.Header{}, store.ErrCorrupt},
		{`{"v":1,"n":1.5}`, store.Header{}, store.ErrCorrupt},
		{`{"v":1,"n":1`, store.Header{}, store.ErrCorrupt},
		{`{"v":1,"n":1,"cut`, store.Header{}, store.ErrCorrupt},
		{`{"v":1,"n":}`, store.Header{}, store.ErrCorrupt},
		{`{"v":1}`, store.Header{}, store.ErrCorrupt},
		{`{"v":,"n":1}`, store.Header{}, store.ErrCorrupt},
		{`{"n":1,"v":1}`, store.Header{}, store.ErrCorrupt},
		{`{ "v":1,"n":1}`, store.Header{}, store.ErrCorrupt},
		{``, store.Header{}, store.ErrCorrupt},
		{`}`, store.Header{}, store.ErrCorrupt},
	} {
		if got, err := store.ParseHeader([]byte(c.data)); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("ParseHeader(%q) = %v, %v, want %v, %v", c.data, got, err, c.want, c.err)
		}
	}
}

// FuzzParseRecord holds that what is read as a record is one, and that its
// header is the one that would be written.
func FuzzParseRecord(f *testing.F) {
	f.Add([]byte(`{"v":1,"n":12,"turn":3}`))
	f.Add([]byte(`{"v":1,"n":1}`))
	f.Add([]byte(`{"v":2,"n":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := store.ParseRecord("key", data)
		if err != nil {
			if rec.Version != 0 || !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrNewer) {
				t.Errorf("ParseRecord(%q) = %v, %v", data, rec, err)
			}
			return
		}
		if head := store.AppendHeader(nil, rec.Version); string(head) != string(data[:len(head)]) {
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
