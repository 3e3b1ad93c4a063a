package slack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"nimbot/game/dialog"
)

// Publish implements dialog.Publisher. It returns when Slack has taken every message
// or ctx ends; no call that it makes outlives ctx.
func (a *Adapter) Publish(ctx context.Context, place dialog.Place, d dialog.Delivery, r dialog.Reply) (post string, err error) {
	channel, thread := splitChannel(place.Channel)
	c := call{kind: kindIgnored, workspace: guildOf(place.Guild), channel: channel, thread: thread, message: d.Message, known: d.Known}
	if d.ReplyOnly {
		return "", nil // nothing can be posted there; the next command settles it
	}
	if !r.Own {
		a.sender.boards.noteHandled(place, r.Found, r.Version)
	}
	locale := cmp.Or(r.Locale, d.Locale)
	for _, m := range r.Messages {
		if m.To != nil || m.Post != nil && m.Post.MaybePosted {
			continue // it isn't for everybody, or may have been posted
		}
		out := outgoing{a.render.message(m, place, locale), m.IsBoard(), false, r.Version, c.table(m), locale}
		if m.Post != nil && m.Post.EditID != "" {
			post, err = m.Post.EditID, a.sender.editPost(ctx, c, m.Post, out.message)
		} else {
			post, err = a.sender.publish(ctx, c, m, out)
		}
		if err != nil {
			return "", err
		}
	}
	return post, nil
}

// editPost edits a post when Slack's limit on edits allows it.
func (s *sender) editPost(ctx context.Context, c call, post *dialog.Post, m message) error {
	ts, take := post.EditID, s.rates.takeSpareEdit
	if post.Urgent {
		take = s.rates.takeEdit
	}
	if err := reserve(ctx, take, c.workspace.id()); err != nil {
		return err
	}
	err := s.attemptOrPlain(ctx, c, "chat.update", m, func(m message) error { return s.web.update(ctx, c, ts, m) })
	switch t, _ := diagnose(err); t {
	case done:
		return nil
	case messageGone, noAccess, archived:
		return fmt.Errorf("%w: %w", dialog.ErrPostGone, err)
	}
	s.logRefusal(ctx, c, "chat.update", err)
	return fmt.Errorf("slack: %w", err)
}

// reserve waits until a rate allows the next message or edit of a channel or workspace.
func reserve(ctx context.Context, take func(of string) (wait time.Duration), of string) error {
	for {
		wait := take(of)
		if wait == 0 {
			return nil
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Newest implements worker.VersionedPublisher.
func (a *Adapter) Newest(dialog.Place) uint64 { return a.sender.boards.newest() }

// errQueued means that the outbox already holds this board.
var errQueued = errors.New("slack: the board waits in the outbox")

// publish sends one message now. post is its id if it is a post (dialog.Message.Post). The
// caller may retry after an error, so there is none where a retry could show a post twice
// or would be in vain. A board that may have been shown is an error, because showing it twice does
// no harm.
func (s *sender) publish(ctx context.Context, c call, m dialog.Message, d outgoing) (post string, err error) {
	q := queueOf(c.place(), "")
	if m.IsBoard() && s.outbox.waits(q, boardJob(d.table), updateJob(c.message)) {
		return "", errQueued
	}
	if m.Edit && c.message != "" {
		if gone, err := s.publishEdit(ctx, c, d); !gone {
			return "", err
		}
	}
	if err := reserve(ctx, s.rates.takePost, q); err != nil {
		return "", err
	}
	if m.IsBoard() && !s.boards.next(d.table, d.version, c.known) {
		return "", nil // a command has shown a newer one meanwhile
	}
	var ts string
	err = s.attemptOrPlain(ctx, c, "chat.postMessage", d.message, func(m message) (err error) {
		if ts, err = s.web.post(ctx, c, m); waitedOut(ctx, err) {
			ts, err = s.web.post(ctx, c, m)
		}
		return err
	})
	switch t, _ := diagnose(err); t {
	case done:
		if m.IsBoard() {
			s.recordBoard(c, d, ts)
		}
		if m.Post == nil {
			return "", nil
		}
		return ts, nil
	case ambiguous, timedOut:
		if m.Post != nil {
			s.logRefusal(ctx, c, "chat.postMessage", err)
			return "", nil // it may have been posted; a retry would post it twice
		}
	case noAccess, archived, revoked:
		s.logRefusal(ctx, c, "chat.postMessage", err)
		if m.Post != nil {
			return "", fmt.Errorf("%w: %w", dialog.ErrCannotPost, err)
		}
		return "", nil // trying again does not help
	}
	return "", fmt.Errorf("slack: %w", err)
}

// waitedOut waits as long as a rate limit asks for, if ctx lasts twice as long, and reports
// whether it did. Without the wait the worker would try again only when its lease ends.
func waitedOut(ctx context.Context, err error) bool {
	t, wait := diagnose(err)
	if until, ok := ctx.Deadline(); t != busy || !ok || time.Until(until) < 2*wait {
		return false
	}
	select {
	case <-time.After(wait):
		return true
	case <-ctx.Done():
		return false
	}
}

// publishEdit shows a board in its table's message. gone reports that the message is
// deleted.
func (s *sender) publishEdit(ctx context.Context, c call, d outgoing) (gone bool, err error) {
	if err := reserve(ctx, s.rates.takeEdit, c.workspace.id()); err != nil {
		return false, err
	}
	if !s.boards.next(d.table, d.version, c.known) {
		return false, nil // a command has shown a newer one meanwhile
	}
	err = s.attempt(ctx, c, d.message, func(m message) error {
		err := s.web.update(ctx, c, c.message, m)
		if waitedOut(ctx, err) {
			err = s.web.update(ctx, c, c.message, m)
		}
		return err
	})
	switch t, _ := diagnose(err); t {
	case done:
		s.recordBoard(c, d, c.message)
	case messageGone:
		return true, nil
	}
	return false, err
}

// guildOf returns the workspace of a Place's Guild.
func guildOf(guild string) workspace {
	if len(guild) > 0 && guild[0] == 'E' {
		return workspace{Enterprise: guild, Org: true}
	}
	return workspace{Team: guild}
}
