package chat_test

import (
	"testing"
	"time"

	"nimbot/chat"
)

func TestWhoIsTooFastIsToldSoAndNothingIsDone(t *testing.T) {
	c := newRoom(t)
	l := chat.NewLimiter(c.handler, 5, func() time.Time { return c.now })
	for i := range 5 {
		if r := l.Handle(t.Context(), c.request("ana", "board")); r.Result == chat.Refused {
			t.Fatalf("command %d of 5 was refused", i+1)
		}
	}
	r := l.Handle(t.Context(), c.request("ana", "start 3 4 5"))
	c.expect(r, "[ana] That's faster than I can keep up")
	if doc, err := c.handler.Document(t.Context(), c.place); doc != nil || err != nil {
		t.Errorf("Document = %s, %v; want nothing done", doc, err)
	}
	c.expect(l.Handle(t.Context(), c.request("bob", "start 3 4 5")), "[all]")
	c.now = c.now.Add(12 * time.Second)
	c.expect(l.Handle(t.Context(), c.request("ana", "board")), "[all]")
	c.expect(l.Handle(t.Context(), c.request("ana", "board")), "[ana] That's faster")
}
