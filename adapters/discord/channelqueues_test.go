package discord

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// A step that waited too long for its slot isn't run: the message is too old by then.
func TestTheWaitForASlotCounts(t *testing.T) {
	for _, tt := range []struct {
		wait time.Duration
		want bool
	}{{replyTimeout - time.Second, true}, {replyTimeout + time.Second, false}} {
		synctest.Test(t, func(t *testing.T) {
			c := newChannelQueues(&Adapter{log: slog.New(slog.DiscardHandler)})
			for range maxRunningReplies {
				c.turns <- struct{}{}
			}
			time.AfterFunc(tt.wait, func() { <-c.turns })
			ran := false
			err := c.do(t.Context(), "1", time.Now(), func(context.Context) error { ran = true; return nil })
			if err != nil || ran != tt.want {
				t.Errorf("after a wait of %v for a slot, do runs the step: %v, %v; want %v", tt.wait, ran, err, tt.want)
			}
			if n := len(c.turns); n != maxRunningReplies-1 {
				t.Errorf("do leaves %d slots taken, want %d", n, maxRunningReplies-1)
			}
		})
	}
}
