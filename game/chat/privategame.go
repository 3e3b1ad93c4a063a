package chat

import (
	"context"
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/chat/tables"
	"nimbot/game/dialog"
)

// goToOwn chooses the person's own place for a press on a private board, or on the review
// of a private game.
func (j *job) goToOwn() {
	private := j.line.Pressed() && j.line.Table() == tables.Own ||
		j.line.Name() == "retry" && strings.HasPrefix(j.line.Rest, ownPlace+" ")
	if r := &j.request; private && r.Place.Person == "" {
		r.Place, r.Private = r.Place.Own(r.User.ID), true
	}
}

// findOwn is the preparation that looks up the person's private game.
func findOwn(ctx context.Context, h outside, _ dialog.ParsedRequest, j *job) (dialog.Reply, error) {
	return dialog.Reply{}, h.findOwn(ctx, j)
}

// findOwn looks up a person's private game in a place or, in their private place, whether they play
// the bot in its channel. The error is the store's.
func (h outside) findOwn(ctx context.Context, j *job) error {
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	place, id := j.request.Place, j.request.User.ID
	other := place.Own(id)
	if place.Person != "" {
		other = place.Shared()
	}
	rec, err := h.store.Get(ctx, other.String())
	if err != nil {
		return err
	}
	k, err := message.Decode(rec, nil)
	if err != nil {
		return err
	}
	if place.Person != "" {
		j.playsShared, j.lookedForOwn = k.PlaysBot(id), true
		return nil
	}
	j.ownGame, j.ownLast, j.lookedForOwn, j.doneInOwn = nil, nil, true, k.Doc.Knows(j.request.ID)
	switch t := k.Table(1); {
	case t.Playing():
		j.ownGame = &t
	case t.Game != nil:
		j.ownLast = &t
	}
	return nil
}
