package dialog

import (
	"context"
	"errors"
	"log/slog"

	"nimbot/store"
	"nimbot/store/lane"
)

// ErrCannotPost is a Publisher's error if the bot may not post and a retry would be useless.
var ErrCannotPost = errors.New("dialog: the bot may not post there")

// ErrHeldBack is a Publisher's error if nothing was sent, because the platform refused it before and
// it isn't to be tried again yet. The Publisher has logged why.
var ErrHeldBack = errors.New("dialog: the platform refused it, and it is tried again later")

// ErrPostGone is a Publisher's error if the post to be edited (Message.EditID) was
// deleted or can't be edited any more.
var ErrPostGone = errors.New("dialog: the post is gone")

// Failure returns the refusal for an error of the store or of a lane, and logs the error for the
// operator. It blames the store only for a question that the store didn't answer. sentences is
// the prefix of the refusals' keys: sentences.unreadable, .full and .away. document says what was
// read or written, and about are attributes of the log line, which must contain nothing that
// somebody typed.
func Failure(ctx context.Context, log *slog.Logger, err error, sentences, document string, about ...any) *Refusal {
	about = append(about, "error", err)
	switch {
	case errors.Is(err, store.ErrLate):
		log.WarnContext(ctx, document+": the commands took too long", about...)
		return RefuseAs(Limited, "limited.slow")
	case errors.Is(err, lane.ErrNotBegun):
		log.WarnContext(ctx, document+": a command waited too long for others", about...)
		return RefuseAs(Unavailable, "limited.waited")
	case errors.Is(err, lane.ErrUnknown):
		log.WarnContext(ctx, document+": commands that are done together took too long", about...)
		return RefuseAs(Unavailable, "limited.unknown")
	case errors.Is(err, store.ErrNewer):
		log.WarnContext(ctx, document+" is of a newer version; upgrade this replica", about...)
		return RefuseAs(Unavailable, "store.newer")
	case errors.Is(err, store.ErrOlder):
		log.ErrorContext(ctx, document+" is of an older version, and was left as it is; run that version, or begin anew with another store", about...)
		return RefuseAs(Broken, sentences+".unreadable")
	case errors.Is(err, store.ErrCorrupt):
		log.ErrorContext(ctx, document+" cannot be read; nothing was changed", about...)
		return RefuseAs(Broken, sentences+".unreadable")
	case errors.Is(err, store.ErrFull):
		log.ErrorContext(ctx, "the store is full; nothing was written", about...)
		return RefuseAs(Unavailable, sentences+".full")
	}
	log.WarnContext(ctx, "the store did not answer", about...)
	return RefuseAs(Unavailable, sentences+".away")
}
