package chat_test

import (
	"context"
	"fmt"
	"testing"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
)

// unpaired prepares no rated pair.
type unpaired struct {
	callable
	err error
}

func (u unpaired) Pair(context.Context, dialog.Place, channel.Offer, dialog.User) (chat.Pairing, error) {
	return chat.Pairing{}, u.err
}

// TestAPairThatCannotBePrepared accepts a rated pair that Results can't prepare. A
// refusal is shown as such, any other error as a failure, and the offer stays open.
func TestAPairThatCannotBePrepared(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want dialog.Result
		says string
	}{
		{&command.Refusal{Text: words.Text{Key: "rated.unseated"}}, dialog.Refused, "you can't play a rated pair here"},
		{fmt.Errorf("%w: as a test wants it", store.ErrUnavailable), dialog.Unavailable, "can't reach my storage"},
		{fmt.Errorf("%w: as a test wants it", store.ErrFull), dialog.Unavailable, "out of storage"},
	} {
		c := chattest.NewRoom(t)
		c.People = unpaired{callable{}, tt.err}
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
