package worker

import (
	"context"
	"errors"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/channel"
)

// notePost records in the place's document what became of the day's post in a reply: the
// message id and the lines it shows, that it was deleted, or that the bot can't post there.
// It returns the part of err that is worth a retry.
func (w *Worker) notePost(ctx context.Context, b *pendingBoard, shown dialog.Reply, post string, err error) error {
	var note func(*channel.Document, store.Unix) bool
	m := shown.Messages[0]
	switch {
	case m.Post == nil:
		return err
	case !channel.IsDayPost(m.Post.Name):
		if errors.Is(err, dialog.ErrCannotPost) || errors.Is(err, dialog.ErrPostGone) {
			return nil
		}
		return err
	case errors.Is(err, dialog.ErrCannotPost):
		w.log().WarnContext(ctx, "nothing can be posted here any more; the schedule is switched off", "place", b.key, "error", err)
		note = func(d *channel.Document, _ store.Unix) bool { return d.StopPosting() }
	case errors.Is(err, dialog.ErrPostGone):
		note = func(d *channel.Document, now store.Unix) bool { return d.NoteGone(m.Post.EditID, now) }
	case err != nil || post == "":
		return err
	default:
		note = func(d *channel.Document, now store.Unix) bool {
			return d.NotePosted(m.Post.Name, post, shown.Version, now)
		}
	}
	_, err = w.Chat.Amend(ctx, b.place, note)
	return err
}
