package slack

import (
	"fmt"
	"testing"
	"time"
)

func TestMemoryForgets(t *testing.T) {
	now := time.Unix(0, 0)
	m := newTTLCache[string, int](3, time.Minute, func() time.Time { return now })
	for i, k := range []string{"a", "b", "c"} {
		m.put(k, i)
		now = now.Add(10 * time.Second)
	}
	m.get("a") // so that b is the least recently used
	m.put("d", 3)
	want := func(when string, keys map[string]bool) {
		t.Helper()
		for k, there := range keys {
			if got := m.has(k); got != there {
				t.Errorf("%s: has(%q) = %v, want %v", when, k, got, there)
			}
		}
	}
	want("one too many", map[string]bool{"a": true, "b": false, "c": true, "d": true})
	now = time.Unix(60, 0) // get does not prolong
	want("after a minute", map[string]bool{"a": false, "c": true, "d": true})
	if !m.addIfAbsent("a") || m.addIfAbsent("a") {
		t.Error("first() of what was forgotten and of what is there = want true, then false")
	}
	m.forget("d")
	want("forgotten", map[string]bool{"d": false})
}

func TestMemoryIsBounded(t *testing.T) {
	m := newTTLCache[string, int](100, time.Hour, time.Now)
	for i := range 1000 {
		m.change(fmt.Sprint(i), func(n *int) { *n++ })
		m.change("counted", func(n *int) { *n++ })
	}
	if n, _ := m.get("counted"); n != 1000 || m.all.Len() != 100 {
		t.Errorf("counted to %d, keeping %d; want 1000, and 100 kept", n, m.all.Len())
	}
}
