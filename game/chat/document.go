package chat

import (
	"nimbot/game/dialog"
	"nimbot/store"
)

// finishDocument completes a changed document: the delivery to remember, the new version,
// and what a worker needs to show the board.
func (e *execution) finishDocument() {
	if e.couldActAgain() {
		e.Doc.Remember(e.r.ID, e.now)
	}
	announceSimul(e)
	if e.r.Message != "" && e.line.Stamp != "" && e.edits() {
		e.Message = e.r.Message
		e.known.Put(e.Table)
	}
	e.putBack()
	dropCounted(e)
	tidyTables(e)
	former := e.Doc.Version
	e.Doc.Version = store.NextVersion(former, e.now)
	noteVersions(e, former)
	noteWarned(e)
	if e.posted {
		e.Doc.Daily.Post = e.Doc.Version
	}
	if e.r.Locale != "" {
		e.Doc.Delivery.Locale = e.r.Locale
	}
	e.Doc.Delivery.Unseated = e.r.ReplyOnly || e.r.Place == dialog.Place{} && e.Doc.Delivery.Unseated
}

// couldActAgain reports whether the delivery must be remembered, because a repetition
// would act twice. Stamped presses needn't be: after the first, the stamp is stale or the
// effect is the same, unless the command's row says that it Repeats.
func (e *execution) couldActAgain() bool {
	return e.r.ID != "" && (e.unstamped || e.line.Command != nil && e.line.Command.Repeats)
}

// overflows reports whether the delivery should be remembered but can't be. A pressed command that
// Repeats is still answered: acting twice only gives one more step. So is one that Reposts the board, whose
// buttons still work.
func (e *execution) overflows() bool {
	return e.dirty && e.room != noDelivery && e.unstamped && e.couldActAgain() && (e.line.Command == nil || !e.line.Command.Reposts) && !e.Doc.CanRemember(e.now)
}

// write returns the write of the document over a version. show are the boards that a
// worker must show.
func (e *execution) write(over uint64, show []store.Show) store.Write {
	return store.Write{Expect: over, Data: e.Doc.Encode(), Due: e.Due(), Expires: e.Expires(e.now), Show: show}
}
