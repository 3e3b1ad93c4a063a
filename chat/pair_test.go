package chat_test

import (
	"context"
	"fmt"
	"testing"

	"nimbot/channel"
	"nimbot/chat"
	"nimbot/chat/chattest"
	"nimbot/exchange"
	"nimbot/store"
	"nimbot/typed"
	"nimbot/words"
)

// unpaired prepares no rated pair.
type unpaired struct {
	chat.Results
	err error
}

func (u unpaired) Pair(context.Context, exchange.Place, channel.Offer, exchange.User) (chat.Pairing, error) {
	return chat.Pairing{}, u.err
}

// TestAPairThatCannotBePrepared accepts a rated pair that Results can't prepare. A
// refusal is shown as such, any other error as a failure, and the offer stays open.
func TestAPairThatCannotBePrepared(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want exchange.Result
		says string
	}{
		{&typed.Refusal{Text: words.Text{Key: "rated.unseated"}}, exchange.Refused, "you can't play a rated pair here"},
		{fmt.Errorf("%w: as a test wants it", store.ErrUnavailable), exchange.Unavailable, "can't reach my storage"},
		{fmt.Errorf("%w: as a test wants it", store.ErrFull), exchange.Unavailable, "out of storage"},
	} {
		c := chattest.NewRoom(t)
		c.People = unpaired{err: tt.err}
		c.Restart()
		c.Play("ana: challenge @bob rated")
		r := c.Says("bob", "accept")
		if c.Expect(r, tt.says); r.Result != tt.want {
			t.Errorf("after %q, accept = %v, want %v", tt.err, r.Result, tt.want)
		}
		if doc := c.Document(); doc.Offer == nil || doc.Game != nil {
			t.Errorf("after %q, the offer is %v and the game %v, want the offer alone", tt.err, doc.Offer, doc.Game)
		}
	}
}
