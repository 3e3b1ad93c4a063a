package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimbot/chat"
	"nimbot/exchange"
)

// tokenFor is how long an interaction's token is good for, less a margin.
const tokenFor = 14 * time.Minute

// originalMessage names the message of an interaction's response, or the pressed
// message.
const originalMessage = "@original"

// followUp shows m as a message of its own after the response.
func (a *Adapter) followUp(i *interaction, w writer, m exchange.Message) step {
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
		if m.Board {
			if old, ok := a.newBoard(i, w, m, id, id); ok {
				a.retire(ctx, i.place(), old)
			}
		}
		return nil
	}
}

// newBoard records m as its table's current board, if it is public, and returns the
// previous one. by and id are as in shown.
func (a *Adapter) newBoard(i *interaction, w writer, m exchange.Message, by, id string) (old shown, ok bool) {
	if m.To != nil {
		return shown{}, false
	}
	return a.remember(i.place(), shown{writer: w, message: m, token: i.Token, by: by, id: id, asked: i.ID, at: a.now()})
}

// remember records s as its table's current board and returns the previous one. It
// ignores anything older than the current board, and anything that has shown it already,
// as a repeated delivery. Controls, the largest part of a board, aren't kept: retire
// shows the board without them.
func (a *Adapter) remember(p exchange.Place, s shown) (old shown, ok bool) {
	m := &s.message
	m.Menu, m.Buttons, m.Terms, m.Form, m.Whom = nil, nil, nil, nil, nil
	m.Play, m.Played = nil, nil // not shown here at all
	return a.boards.replace(p, s, func(old shown) bool {
		return newer(s.asked, old.asked) || s.asked == old.asked && s.by != old.by
	})
}

// newer reports whether the id a was made after b: ids contain a timestamp.
func newer(a, b string) bool {
	if len(a) != len(b) {
		return len(a) > len(b)
	}
	return a > b
}

// retire removes the buttons of an old board, if it can: a button that stays is answered
// privately.
func (a *Adapter) retire(ctx context.Context, place exchange.Place, old shown) {
	var edit func(message) error
	switch {
	case a.now().Sub(old.at) < tokenFor:
		edit = func(m message) error { return a.rest.editByToken(ctx, a.app, old.token, old.by, m) }
	case a.rest.token != "" && old.id != "":
		edit = func(m message) error { return a.rest.editMessage(ctx, place.Channel, old.id, m) }
	default:
		return
	}
	err := old.writer.send(old.message, true, edit)
	if err != nil && !gone(err) {
		a.log.InfoContext(ctx, "discord: an old board keeps its buttons", "place", place.String(), "error", err)
	}
}

// Publish shows in place what time decided, or a board that wasn't shown when it was
// written. Without a seat or a token the bot can do nothing here, and the next click
// shows it. The caller may retry after an error: Discord prevents the same state, or
// post, from being shown twice.
func (a *Adapter) Publish(ctx context.Context, place exchange.Place, d exchange.Delivery, r exchange.Reply) (post string, err error) {
	if a.rest.token == "" || d.Unseated {
		if slices.ContainsFunc(r.Messages, func(m exchange.Message) bool { return m.Post != "" }) {
			return "", chat.ErrCannotPost
		}
		return "", nil
	}
	w := a.scribe.writerIn(d.Locale, r)
	for n, m := range r.Messages {
		if m.To != nil {
			continue
		}
		if m.Post != "" {
			if post, err = a.post(ctx, place, w, m); err != nil {
				return "", err
			}
			continue
		}
		about := fmt.Sprint(place, " ", m.TableNumber, " ", r.Version)
		if m.Board && m.Edit && a.boards.outdated(place, m.TableNumber, r.Version) {
			continue // a press has shown a newer one meanwhile
		}
		if m.Board { // which stays the same while other tables change
			about = fmt.Sprint(place, " board ", m.TableNumber, " ", cmp.Or(r.Changed, r.Version))
		}
		err := a.publish(ctx, place, d, w, m, nonce(about, n))
		switch {
		case err == nil:
		case hopeless(err):
			a.log.WarnContext(ctx, "discord: nothing can be shown here", "place", place.String(), "error", err)
			return "", nil
		default:
			return "", fmt.Errorf("discord: show in %s: %w", place, err)
		}
	}
	return post, nil
}

// post posts a message once, however often it is called, or edits the existing post. It
// returns the message's id.
func (a *Adapter) post(ctx context.Context, place exchange.Place, w writer, m exchange.Message) (id string, err error) {
	if m.Stands != "" {
		err := w.send(m, false, func(out message) error { return a.rest.editMessage(ctx, place.Channel, m.Stands, out) })
		switch {
		case err == nil:
			return m.Stands, nil
		case gone(err) || hopeless(err) && !errors.Is(err, errTokenRefused):
			return "", fmt.Errorf("%w: %w", chat.ErrPostGone, err)
		}
		return "", fmt.Errorf("discord: edit a post in %s: %w", place, err)
	}
	id, err = a.create(ctx, place, w, m, nonce(fmt.Sprint(place, " ", m.Post), 0))
	switch {
	case hopeless(err):
		return "", fmt.Errorf("%w: %w", chat.ErrCannotPost, err)
	case err != nil:
		return "", fmt.Errorf("discord: post in %s: %w", place, err)
	}
	return id, nil
}

// create shows a new message, once, however often it is called with the same
// unique, a nonce.
func (a *Adapter) create(ctx context.Context, place exchange.Place, w writer, m exchange.Message, unique string) (id string, err error) {
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

// publish shows one message, once, however often it is called with the same
// unique, a nonce.
func (a *Adapter) publish(ctx context.Context, place exchange.Place, d exchange.Delivery, w writer, m exchange.Message, unique string) error {
	if m.Edit && d.Message != "" {
		err := w.send(m, false, func(m message) error { return a.rest.editMessage(ctx, place.Channel, d.Message, m) })
		if err == nil && m.Board {
			a.boards.replace(place, shown{writer: w, message: m, id: d.Message}, func(shown) bool { return true })
		}
		if !gone(err) {
			return err
		}
	}
	id, err := a.create(ctx, place, w, m, unique)
	if err != nil || !m.Board {
		return err
	}
	old, ok := a.boards.replace(place, shown{writer: w, message: m, id: id}, func(shown) bool { return true })
	if !ok && d.Message != "" {
		// Another process drew the old board; what it showed is not known
		// here, so it shows the new state, without buttons.
		old, ok = shown{writer: w, message: m, id: d.Message}, true
	}
	if ok && old.id != id {
		a.retire(ctx, place, old)
	}
	return nil
}

// gone reports whether the message can no longer be edited: it was deleted, or
// edited too often.
func gone(err error) bool {
	switch restCode(err) {
	case discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached:
		return true
	}
	return false
}

// hopeless reports whether a retry is useless: the bot was removed, the channel deleted,
// or the token revoked.
func hopeless(err error) bool {
	switch restCode(err) {
	case discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeMissingAccess,
		discordgo.ErrCodeMissingPermissions, discordgo.ErrCodeCannotSendMessagesToThisUser:
		return true
	}
	return errors.Is(err, errTokenRefused)
}

// shown is a board as it was last shown.
type shown struct {
	writer  writer
	message exchange.Message
	token   string    // of the interaction that showed it
	by      string    // the message's name in calls with the token
	id      string    // of the message, "" if unknown
	asked   string    // the interaction or message that it answers, "" if none
	at      time.Time // when the token was issued
}
