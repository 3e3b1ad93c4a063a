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
func (e execution) forget(ctx context.Context) (dialog.Message, error) {
	if word, _ := e.line.Everywhere(); word != yes {
		m := message(words.New("forget.everywhere"))
		m.Buttons = []dialog.Button{button(words.New("button.forget-everywhere"), dialog.Danger, "forget "+everywhere+" "+yes)}
		return m, nil
	}
	key, mark, made, err := e.marks.Leave(ctx, e.server.realm(), e.r.User.ID, e.now)
	switch {
	case err != nil:
		return dialog.Message{}, err
	case !made && !mark.UnderWay():
		return dialog.Message{}, refuse("forget.again")
	}
	var who *leaver
	if made {
		who = &leaver{e.server, e.r.User.ID}
	}
	if e.waitForDeletion(ctx, key, e.sweepSoon(key, who)) {
		return message(words.New("forget.gone")), nil
	}
	return message(words.New("forget.under-way")), nil
}

// waitForDeletion waits a moment for a scan of the store, and reports whether the mark
// says that the deletion is complete.
func (e execution) waitForDeletion(ctx context.Context, mark string, done <-chan struct{}) bool {
	wait := time.NewTimer(finishWithin)
	defer wait.Stop()
	if done == nil {
		return false
	}
	select {
	case <-done:
		m, err := e.marks.Read(ctx, mark)
		return err == nil && m.Version != 0 && !m.UnderWay()
	case <-wait.C:
	case <-ctx.Done():
	}
	return false
}
