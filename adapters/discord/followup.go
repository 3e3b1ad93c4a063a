package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"nimbot/game/dialog"
)

// tokenLifetime is how long an interaction's token is valid, less a margin.
const tokenLifetime = 14 * time.Minute

// originalMessage names the message of an interaction's response, or the pressed
// message.
const originalMessage = "@original"

// followUp shows m as a message of its own after the response.
func (a *Adapter) followUp(i *interaction, w messageWriter, m dialog.Message) step {
	return func(ctx context.Context) error {
		var id string
		err := w.send(m, false, func(m message) (err error) {
			id, err = a.rest.followUp(ctx, a.app, i.Token, m)
			return err
		})
		if err != nil {
			a.log.WarnContext(ctx, "discord: a follow-up message was not shown", "place", i.place().String(), "error", err)
			return err
		}
		if m.IsBoard() {
			if old, ok := a.recordBoard(i, w, m, id, id); ok {
				a.retire(ctx, i.place(), old)
			}
		}
		return nil
	}
}

// recordBoard records m as its table's current board, if it is public, and returns the
// previous one. by is the name of the message in requests that carry the interaction's
// token; id is the message id.
func (a *Adapter) recordBoard(i *interaction, w messageWriter, m dialog.Message, by, id string) (old shownBoard, ok bool) {
	if m.To != nil {
		return shownBoard{}, false
	}
	return a.remember(i.place(), shownBoard{writer: w, message: m, token: i.Token, tokenName: by, id: id, answers: i.ID, at: a.now()})
}

// remember records s as its table's current board and returns the previous one. It ignores a board
// that is older than the current one, and one that is shown again by a repeated delivery. Controls,
// the largest part of a board, aren't kept: retire shows the board without them.
func (a *Adapter) remember(p dialog.Place, s shownBoard) (old shownBoard, ok bool) {
	s.message = withoutControls(s.message)
	return a.boards.replace(p, s, func(old shownBoard) bool {
		return isNewer(s.answers, old.answers) || s.answers == old.answers && s.tokenName != old.tokenName
	})
}

// withoutControls returns a board as it's kept.
func withoutControls(m dialog.Message) dialog.Message {
	m.Menu, m.Buttons, m.Form, m.Whom = nil, nil, nil, nil
	if m.Board != nil {
		m.Board = &dialog.Board{View: m.Board.View} // the rest isn't shown here
	}
	return m
}

// isNewer reports whether the id a was made after b: ids contain a timestamp.
func isNewer(a, b string) bool {
	if len(a) != len(b) {
		return len(a) > len(b)
	}
	return a > b
}

// retire removes the buttons of an old board. That may fail; a press of a remaining
// button gets a private answer.
func (a *Adapter) retire(ctx context.Context, place dialog.Place, old shownBoard) {
	var edit func(message) error
	switch {
	case a.now().Sub(old.at) < tokenLifetime:
		edit = func(m message) error { return a.rest.editByToken(ctx, a.app, old.token, old.tokenName, m) }
	case a.rest.token != "" && old.id != "":
		edit = func(m message) error { return a.rest.editMessage(ctx, place.Channel, old.id, m) }
	default:
		return
	}
	err := old.writer.send(old.message, true, edit)
	if err != nil && !isUneditable(err) {
		a.log.InfoContext(ctx, "discord: an old board keeps its buttons", "place", place.String(), "error", err)
	}
}

// Publish posts the result of an expired deadline, or a board whose display wasn't
// confirmed. If the bot isn't a member of the place or has no token, it can't post; the
// next click then shows the board. The caller may retry after an error: Discord prevents
// the same state, or post, from being shown twice.
func (a *Adapter) Publish(ctx context.Context, place dialog.Place, d dialog.Delivery, r dialog.Reply) (post string, err error) {
	if a.rest.token == "" || d.ReplyOnly {
		if slices.ContainsFunc(r.Messages, func(m dialog.Message) bool { return m.Post != nil }) {
			return "", dialog.ErrCannotPost
		}
		return "", nil
	}
	w := a.writers.writerIn(d.Locale, r)
	for n, m := range r.Messages {
		if m.To != nil {
			continue
		}
		if m.Post != nil {
			if post, err = a.post(ctx, place, w, m); err != nil {
				return "", err
			}
			continue
		}
		about := fmt.Sprint(place, " ", m.TableNumber, " ", r.Version)
		if m.IsBoard() && m.Edit && a.boards.isOutdated(place, m.TableNumber, r.Version) {
			continue // a press has shown a newer board meanwhile
		}
		if m.IsBoard() { // a board stays the same while other tables change
			about = fmt.Sprint(place, " board ", m.TableNumber, " ", cmp.Or(r.Changed, r.Version))
		}
		unique := nonce(about, n)
		err := a.refused.try(unique, func() error { return a.publish(ctx, place, d, w, m, unique) })
		switch {
		case errors.Is(err, dialog.ErrCannotPost):
			a.log.WarnContext(ctx, "discord: nothing can be shown here", "place", place.String(), "error", err)
			return "", nil
		case err != nil:
			return "", fmt.Errorf("discord: show in %s: %w", place, err)
		}
	}
	return post, nil
}

// post edits the place's named post if it still exists, otherwise it creates it, at most
// once. It returns the message id.
func (a *Adapter) post(ctx context.Context, place dialog.Place, w messageWriter, m dialog.Message) (id string, err error) {
	unique := nonce(fmt.Sprint(place, " ", m.Post.Name), 0)
	id = m.Post.EditID
	err = a.refused.try(unique, func() (err error) {
		if m.Post.EditID == "" {
			id, err = a.createMessage(ctx, place, w, m, unique)
			return err
		}
		err = w.send(m, false, func(out message) error { return a.rest.editMessage(ctx, place.Channel, m.Post.EditID, out) })
		if isRefused(err) {
			return fmt.Errorf("%w: %v", dialog.ErrPostGone, err) // the next try posts, and is counted
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("discord: post in %s: %w", place, err)
	}
	return id, nil
}

// createMessage posts m. Discord posts it only once, however often create is called with the
// same nonce.
func (a *Adapter) createMessage(ctx context.Context, place dialog.Place, w messageWriter, m dialog.Message, unique string) (id string, err error) {
	err = w.send(m, false, func(m message) (err error) {
		m.Nonce, m.EnforceNonce = unique, true
		id, err = a.rest.createMessage(ctx, place.Channel, m)
		return err
	})
	return id, err
}

// nonce names the nth message about something. Discord compares it with all
// messages of the bot in the last few minutes, in any channel.
func nonce(about string, n int) string {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s %d", about, n) // it always succeeds
	return fmt.Sprintf("%016x", h.Sum64())
}

// publish posts m, or edits the board's current message. Calls with the same nonce post
// it only once.
func (a *Adapter) publish(ctx context.Context, place dialog.Place, d dialog.Delivery, w messageWriter, m dialog.Message, unique string) error {
	if last, ok := a.boards.last(place, m.TableNumber); m.IsBoard() && ok && isNewer(last.id, d.Message) {
		d.Message = last.id // this process posted it, and nobody has pressed it yet
	}
	if m.Edit && d.Message != "" {
		err := w.send(m, false, func(m message) error { return a.rest.editMessage(ctx, place.Channel, d.Message, m) })
		if err == nil && m.IsBoard() {
			a.boards.replace(place, shownBoard{writer: w, message: withoutControls(m), id: d.Message}, func(shownBoard) bool { return true })
		}
		if !isUneditable(err) {
			return err
		}
	}
	id, err := a.createMessage(ctx, place, w, m, unique)
	if err != nil || !m.IsBoard() {
		return err
	}
	last, known := a.boards.last(place, m.TableNumber)
	if isNewer(d.Message, id) || known && isNewer(last.id, id) {
		return nil // Discord had posted m before the present board, and posted nothing now
	}
	old, ok := a.boards.replace(place, shownBoard{writer: w, message: m, id: id}, func(shownBoard) bool { return true })
	if !ok && d.Message != "" {
		// Another process posted the old board, and this process doesn't know its
		// content. It edits the old message to the new state, without buttons.
		old, ok = shownBoard{writer: w, message: m, id: d.Message}, true
	}
	if ok && old.id != id {
		a.retire(ctx, place, old)
	}
	return nil
}

// shownBoard is a board as it was last shown.
type shownBoard struct {
	writer    messageWriter
	message   dialog.Message
	token     string    // of the interaction that showed it
	tokenName string    // the message's name in calls with the token
	id        string    // of the message, "" if unknown
	answers   string    // the id of the interaction or message that it answers, "" if none
	at        time.Time // when the token was issued
}
