package discord

import (
	"strconv"
	"strings"
	"testing"

	"nimbot/game/dialog"
)

func TestPictureCacheDropsTheLeastRecentlyUsed(t *testing.T) {
	a := newPictureCache(10)
	put := func(key string, weight int) { a.put(key, make([]byte, weight-len(key))) }
	put("a", 4)
	put("b", 4)
	if png, ok := a.get("a"); len(png) != 3 || !ok {
		t.Errorf(`get("a") = %d bytes, %v, want 3`, len(png), ok)
	}
	for _, tt := range []struct {
		key    string
		weight int
		remain string // the keys that are known then
	}{
		{"c", 4, "a c"}, // b was not looked at for the longest time
		{"a", 6, "a c"}, // the old weight does not count
		{"d", 1, "a d"},
		{"e", 11, ""}, // more than there is room for
		{"f", 10, "f"},
	} {
		put(tt.key, tt.weight)
		var known []string
		for _, key := range strings.Fields("a b c d e f") {
			if a.all.Contains(key) {
				known = append(known, key)
			}
		}
		if got := strings.Join(known, " "); got != tt.remain {
			t.Errorf("after %q is put, %q are known, want %q", tt.key, got, tt.remain)
		}
	}
}

func TestBoardsAreReplaced(t *testing.T) {
	b, p := newBoards(), dialog.Place{Platform: Platform, Guild: "1", Channel: "2"}
	for _, tt := range []struct {
		id  string
		may bool
		old string // "" for none
	}{
		{"first", false, ""}, // there is none to be asked about
		{"second", true, "first"},
		{"third", false, ""},
		{"fourth", true, "second"},
	} {
		old, ok := b.replace(p, shownBoard{id: tt.id}, func(shownBoard) bool { return tt.may })
		if old.id != tt.old || ok != (tt.old != "") {
			t.Errorf("replace(%q) where it may: %v = %q, %v, want %q", tt.id, tt.may, old.id, ok, tt.old)
		}
	}
	for i := range maxBoards {
		b.replace(dialog.Place{Channel: strconv.Itoa(i)}, shownBoard{}, nil)
	}
	if n := b.all.Len(); n != maxBoards {
		t.Errorf("%d boards are remembered, want %d", n, maxBoards)
	}
}
