package people_test

import (
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/platform"
	"nimbot/store/storetest"
)

// After the clock ran years ahead and is right again, nothing waits for the dates that
// were written then.
func TestTheClockRanAhead(t *testing.T) {
	h := newBookFixture(t, storetest.NewMemory())
	right := h.now
	h.now = right.Add(4 * 365 * 24 * time.Hour)
	for range 3 {
		if err := h.pair("ana", "bob", 4); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.pair("ana", "bob", 4); err == nil {
		t.Fatal("a fourth pair of the day was begun")
	}
	for range 500 { // more results than a member remembers
		h.counts(h.against(platform.BotID, "3 4 5", "A2 C1 !stop:0"))
	}
	marks := person.NewMarks(h.store, func() time.Time { return h.now }, 0)
	key, mark, _, err := marks.Leave(t.Context(), "test", "cy", store.UnixOf(h.now))
	if err != nil {
		t.Fatal(err)
	}
	if err := marks.Swept(t.Context(), key, mark); err != nil {
		t.Fatal(err)
	}

	h.now = right.Add(time.Minute)
	before := h.member("ana")
	if err := h.pair("ana", "bob", 4); err != nil {
		t.Errorf("the first pair of the true day: %v, want it begun", err)
	}
	after := h.member("ana")
	if len(after.Pairs) != len(before.Pairs)+1 || after.LateResults != before.LateResults {
		t.Errorf("%d pairs after %d, %d results refused; want one more and none", len(after.Pairs), len(before.Pairs), after.LateResults)
	}
	if now := store.UnixOf(h.now); after.Seen > now || after.Rating.At > now {
		t.Errorf("last seen %d, rated %d; want neither after %d", after.Seen, after.Rating.At, now)
	}
	h.counts(h.against("cy", "3 4 5", "A2 C1 !resign:1"))
	if m := h.member("cy"); len(m.Games) == 0 {
		t.Error("the game of somebody who left in the future isn't counted")
	}
}
