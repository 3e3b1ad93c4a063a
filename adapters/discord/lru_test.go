package discord

import (
	"strings"
	"testing"
)

func TestLRU(t *testing.T) {
	l := newLRU(10, func(key string, value int) int { return value })
	l.put("a", 4)
	l.put("b", 4)
	if v, ok := l.get("a"); v != 4 || !ok {
		t.Errorf(`get("a") = %d, %v, want 4`, v, ok)
	}
	for _, tt := range []struct {
		key    string
		value  int
		old    int
		had    bool
		remain string // the keys that are known then
	}{
		{"c", 4, 0, false, "a c"}, // b was not used for the longest time
		{"a", 6, 4, true, "a c"},  // the old weight does not count
		{"d", 1, 0, false, "a d"},
		{"e", 11, 0, false, ""}, // more than there is room for
		{"f", 10, 0, false, "f"},
	} {
		old, had := l.put(tt.key, tt.value)
		if old != tt.old || had != tt.had {
			t.Errorf("put(%q, %d) = %d, %v, want %d, %v", tt.key, tt.value, old, had, tt.old, tt.had)
		}
		var known []string
		for _, key := range strings.Fields("a b c d e f") {
			if _, ok := l.all[key]; ok {
				known = append(known, key)
			}
		}
		if got := strings.Join(known, " "); got != tt.remain || l.used.Len() != len(known) {
			t.Errorf("after %q is put, %q are known, want %q", tt.key, got, tt.remain)
		}
	}
}
