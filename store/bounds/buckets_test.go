package bounds_test

import (
	"fmt"
	"testing"
	"time"

	"nimbot/store/bounds"
)

func TestBuckets(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	b := bounds.NewBuckets(bounds.Rate{Every: time.Second, Burst: 10}, func() time.Time { return now })
	burst := func(key string) (n int) {
		for ; b.Take(key); n++ {
		}
		return n
	}
	for _, tt := range []struct {
		what string
		do   func()
		want int
	}{
		{"full at first", func() {}, 10},
		{"empty then", func() {}, 0},
		{"a token a second", func() { now = now.Add(3 * time.Second) }, 3},
		{"no more than the burst", func() { now = now.Add(time.Hour) }, 10},
		{"some are given back", func() { b.Adjust("ana", -2) }, 2},
		{"none are given back to a bucket that owes", func() { b.Adjust("ana", 5); now = now.Add(4 * time.Second) }, 0},
		{"what is owed is paid", func() { now = now.Add(2 * time.Second) }, 1},
		{"emptied", func() { now = now.Add(time.Hour); b.Empty("ana"); now = now.Add(time.Second) }, 1},
		{"a part of a token", func() { now = now.Add(2 * time.Second); b.TakeSome("ana", .5) }, 1},
	} {
		tt.do()
		if got := burst("ana"); got != tt.want {
			t.Errorf("%s: %d at once, want %d", tt.what, got, tt.want)
		}
	}
	if n := burst("bob"); n != 10 {
		t.Errorf("another key has %d, want 10", n)
	}
	now = now.Add(time.Hour)
	if b.TakeSome("bob", 11) || !b.TakeSome("bob", 10) {
		t.Error("eleven of ten tokens are taken, or ten aren't")
	}
	now = now.Add(4 * time.Second)
	if wait := b.TakeBut("bob", 5); wait != 2*time.Second {
		t.Errorf("with four tokens, one that leaves five waits for %v, want 2s", wait)
	}
	if wait := b.TakeBut("bob", 3); wait != 0 {
		t.Errorf("with four tokens, one that leaves three waits for %v", wait)
	}
}

// The values 0 and nil mean what their documentation says.
func TestBucketsOfNothing(t *testing.T) {
	free := bounds.NewBuckets(bounds.Rate{Burst: 1}, nil)
	one := bounds.NewBuckets(bounds.Rate{Every: time.Hour}, nil)
	for i := range 1000 {
		if !free.Take("ana") || free.TakeBut("ana", 0) != 0 {
			t.Fatalf("without a limit, %d are too many", i)
		}
	}
	if !one.Take("ana") || one.Take("ana") {
		t.Error("a burst of 0 isn't one")
	}
	if r := bounds.PerMinute(0); r != (bounds.Rate{}) {
		t.Errorf("PerMinute(0) = %v, want no limit", r)
	}
}

// The keys that took last are remembered.
func TestBucketsForgetTheOldest(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	b := bounds.NewBuckets(bounds.Rate{Every: time.Hour}, func() time.Time { return now })
	b.Take("old")
	for i := range 9_999 {
		b.Take(fmt.Sprint(i))
	}
	if b.Take("old") {
		t.Error("a key is forgotten while 10,000 are remembered")
	}
	for i := range 10_000 {
		b.Take(fmt.Sprint("new", i))
	}
	if !b.Take("old") {
		t.Error("a key that took before 10,000 others is remembered")
	}
}

func BenchmarkTake(b *testing.B) {
	buckets := bounds.NewBuckets(bounds.Rate{Every: time.Nanosecond, Burst: 10}, nil)
	keys := make([]string, 1000)
	for i := range keys {
		keys[i] = fmt.Sprint("person", i)
	}
	b.ReportAllocs()
	for i := range b.N {
		buckets.Take(keys[i%len(keys)])
	}
}
