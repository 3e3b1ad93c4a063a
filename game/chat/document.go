package chat

import (
	"nimbot/game/dialog"
	"nimbot/store"
)

// finishDocument completes a changed document: the delivery to remember, the new version,
// and what a worker needs to show the board.
func (s *session) finishDocument() {
	if s.couldActAgain() {
		s.Doc.Remember(s.r.ID, s.now)
	}
	announceSimul(s)
	s.putBack()
	dropCounted(s)
	tidyTables(s)
	former := s.Doc.Version
	s.Doc.Version = store.NextVersion(former, s.now)
	noteVersions(s, former)
	noteWarned(s)
	if s.posted {
		s.Doc.Daily.Post = s.Doc.Version
	}
	if s.r.Locale != "" {
		s.Doc.Delivery.Locale = s.r.Locale
	}
	s.Doc.Delivery.Unseated = s.r.ReplyOnly || s.r.Place == dialog.Place{} && s.Doc.Delivery.Unseated
	if s.r.Message != "" && s.line.Stamp != "" && s.edits() {
		s.Message = s.r.Message
		s.known.Put(s.Table)
	}
}

// couldActAgain reports whether the delivery must be remembered, because a repetition
// would act twice. Stamped presses needn't be: after the first, the stamp is stale or the
// effect is the same, unless the command's row says that it Repeats.
func (s *session) couldActAgain() bool {
	return s.r.ID != "" && (s.unstamped || s.line.Command != nil && s.line.Command.Repeats)
}

// overflows reports whether the delivery should be remembered but can't be. A pressed command that
// Repeats is still answered: acting twice only gives one more step. So is one that Reposts the board, whose
// buttons still work.
func (s *session) overflows() bool {
	return s.dirty && s.full != noDelivery && s.unstamped && s.couldActAgain() && (s.line.Command == nil || !s.line.Command.Reposts) && !s.Doc.CanRemember(s.now)
}

// write returns the write of the document over a version. show are the boards that a
// worker must show.
func (s *session) write(over uint64, show []store.Show) store.Write {
	return store.Write{Expect: over, Data: s.Doc.Encode(), Due: s.Due(), Expires: s.Expires(s.now), Show: show}
}
