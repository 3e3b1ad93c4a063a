package chat

import (
	"context"
	"errors"
	"log/slog"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store"
)

// Failure returns the refusal for an error of the store, and logs the error for the operator.
// sentences is the prefix of the refusals' keys: sentences.unreadable, .full and .away. document
// says what was read or written, and about are attributes of the log line, which must contain
// nothing that somebody typed.
func Failure(ctx context.Context, log *slog.Logger, err error, sentences, document string, about ...any) *dialog.Refusal {
	about = append(about, "error", err)
	switch {
	case errors.Is(err, errSlow):
		log.WarnContext(ctx, document+": the commands took too long", about...)
		return dialog.RefuseAs(dialog.Limited, "limited.slow")
	case errors.Is(err, store.ErrNewer):
		log.WarnContext(ctx, document+" is of a newer version; upgrade this replica", about...)
		return dialog.RefuseAs(dialog.Unavailable, "store.newer")
	case errors.Is(err, store.ErrOlder):
		log.ErrorContext(ctx, document+" is of an older version, and was left as it is; run that version, or begin anew with another store", about...)
		return dialog.RefuseAs(dialog.Broken, sentences+".unreadable")
	case errors.Is(err, store.ErrCorrupt):
		log.ErrorContext(ctx, document+" cannot be read; nothing was changed", about...)
		return dialog.RefuseAs(dialog.Broken, sentences+".unreadable")
	case errors.Is(err, store.ErrFull):
		log.ErrorContext(ctx, "the store is full; nothing was written", about...)
		return dialog.RefuseAs(dialog.Unavailable, sentences+".full")
	}
	log.WarnContext(ctx, "the store did not answer", about...)
	return dialog.RefuseAs(dialog.Unavailable, sentences+".away")
}

// refuse returns a dialog.Refusal as an error.
func refuse(key string, args ...any) error { return dialog.Refuse(key, args...) }

// text makes a sentence from a key of the catalogue and pairs of argument names and values.
func text(key string, args ...any) words.Text { return words.New(key, args) }
