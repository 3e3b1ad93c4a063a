package people

import (
	"context"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// The words after "forget" that delete everything about a person, without and with the
// confirmation.
const (
	everywhere = "everywhere"
	yes        = "yes"
)

// finishWithin is how long the reply waits for the deletion to complete.
const finishWithin = 1500 * time.Millisecond

// forget deletes everything about a person on this platform. It asks for confirmation
// first.
func (v session) forget(ctx context.Context) (dialog.Message, error) {
	if word, _ := v.line.Everywhere(); word != yes {
		m := message(words.New("forget.everywhere"))
		m.Buttons = []dialog.Button{button(words.New("button.forget-everywhere"), dialog.Danger, "forget "+everywhere+" "+yes)}
		return m, nil
	}
	key, mark, made, err := v.marks.Leave(ctx, v.server.realm(), v.r.User.ID, v.now)
	switch {
	case err != nil:
		return dialog.Message{}, err
	case !made && !mark.UnderWay():
		return dialog.Message{}, refuse("forget.again")
	}
	var who *leaver
	if made {
		who = &leaver{v.server, v.r.User.ID}
	}
	if v.waitForDeletion(ctx, key, v.sweepSoon(key, who)) {
		return message(words.New("forget.gone")), nil
	}
	return message(words.New("forget.under-way")), nil
}

// waitForDeletion waits a moment for a scan of the store, and reports whether the mark
// says that the deletion is complete.
func (v session) waitForDeletion(ctx context.Context, mark string, done <-chan struct{}) bool {
	wait := time.NewTimer(finishWithin)
	defer wait.Stop()
	if done == nil {
		return false
	}
	select {
	case <-done:
		m, err := v.marks.Read(ctx, mark)
		return err == nil && m.Version != 0 && !m.UnderWay()
	case <-wait.C:
	case <-ctx.Done():
	}
	return false
}
