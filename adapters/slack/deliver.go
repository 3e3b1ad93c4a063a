package slack

import (
	"context"
	"strings"
	"time"

	"nimbot/exchange"
	"nimbot/words"
)

// drawing is a public message, ready to be sent. A board knows the version of
// the document that it shows.
type drawing struct {
	message
	board   bool
	shows   bool // that it was sent is confirmed
	version uint64
	table   tableOf // that it is about
	locale  string
}

// queueOf is the outbox queue of a channel's public messages, because Slack limits
// messages by channel, or of one person's private ones, which must not wait for those.
func queueOf(p exchange.Place, user string) string {
	channel, _ := splitChannel(p.Channel)
	return p.Guild + "/" + channel + "/" + user
}

// post sends a new public message. A board retires the one before it.
func (s *sender) post(c call, d drawing) {
	p := c.place()
	q := queueOf(p, "")
	name := ""
	if d.board {
		name = boardJob(d.table)
	}
	s.outbox.add(q, job{
		name:  name,
		line:  d.table.line(),
		ready: func(now time.Time) time.Duration { return s.rates.takePost(q, now) },
		send: func(ctx context.Context) time.Duration {
			ts, again, settled := s.sendPost(ctx, c, d.message)
			if settled && d.board {
				s.shown(c, d, ts)
			}
			if settled && d.shows {
				s.confirm(ctx, d)
			}
			return again
		},
	})
}

// boardJob and updateJob are the outbox's names of a table's new board and of
// the change of a message.
func boardJob(t tableOf) string  { return "board " + t.Channel + " " + t.line() }
func updateJob(ts string) string { return "update " + ts }

// oldBoards is the outbox queue for editing boards that are no longer present. New
// messages don't wait for the edit limit.
const oldBoards = "old"

// shown records that a board is its table's present one, and removes the buttons of the
// previous one.
func (s *sender) shown(c call, d drawing, ts string) {
	before := s.boards.noteShown(d.table, shownBoard{ts, d.message}, d.version)
	if before.ts != "" && before.ts != ts && before.message.Text != "" {
		retired := drawing{message: s.render.retired(before.message, d.locale), table: d.table}
		s.outbox.add(queueOf(d.table.Place, oldBoards), s.edit(c, before.ts, retired, s.rates.takeSpareEdit))
	}
}

// confirm tells the chat that no worker needs to show this board: it was shown, may have
// been shown, or can't be. A board that wasn't sent, or whose call timed out, is not
// confirmed, and a worker shows it later. Otherwise a hanging Slack would leave many
// games without a board; a board shown twice does no harm.
func (s *sender) confirm(ctx context.Context, d drawing) {
	if err := s.chat.Shown(ctx, d.table.Place, d.version, []int{d.table.number}); err != nil {
		s.log.WarnContext(ctx, "a board was shown, but that could not be noted; it may be shown once more", "place", d.table.String(), "error", err)
	}
}

// update edits a public message. Only the latest of several waiting edits of a message
// is sent.
func (s *sender) update(c call, ts string, d drawing) {
	s.outbox.add(queueOf(c.place(), ""), s.edit(c, ts, d, s.rates.takeEdit))
}

// edit is the change of a message, for which take reserves an edit.
func (s *sender) edit(c call, ts string, d drawing, take func(workspace string, now time.Time) time.Duration) job {
	guild := c.workspace.id()
	return job{
		name: updateJob(ts),
		line: d.table.line(),
		ready: func(now time.Time) time.Duration {
			if s.through(c, ts) {
				return 0 // sendUpdate finds a way
			}
			return take(guild, now)
		},
		send: func(ctx context.Context) time.Duration {
			again := s.sendUpdate(ctx, c, ts, d.message)
			if again == 0 && d.shows {
				s.confirm(ctx, d)
			}
			return again
		},
	}
}

// sendPost posts m, as the bot or through the response_url. It returns the message's id,
// "" if unknown. settled: no worker needs to show it.
func (s *sender) sendPost(ctx context.Context, c call, m message) (ts string, again time.Duration, settled bool) {
	p := c.place()
	q := queueOf(p, "")
	if s.outside.has(q) && c.response.usable(s.now()) {
		again, settled = s.sendThrough(ctx, c, m)
		return "", again, settled
	}
	ts, err := s.web.post(ctx, c, m)
	switch t, wait := diagnose(err); t {
	case done:
		s.outside.forget(q)
		return ts, 0, true
	case busy:
		return "", max(wait, s.rates.Post), false
	case unsent:
		return "", firstBackoff, false
	case rejected:
		if m.without != nil {
			s.withoutPicture(ctx, c, err)
			return s.sendPost(ctx, c, *m.without)
		}
		// Better a board without buttons than none.
		s.complain(ctx, c, "chat.postMessage", err)
		ts, err = s.web.post(ctx, c, message{Text: m.Text})
		if err == nil {
			return ts, 0, true
		}
	case barred:
		s.outside.put(q, struct{}{})
		if c.response.usable(s.now()) {
			again, settled = s.sendThrough(ctx, c, m)
			s.invite(c)
			return "", again, settled
		}
	}
	s.complain(ctx, c, "chat.postMessage", err)
	s.tellFailure(c, err)
	return "", 0, !isSilent(err)
}

// sendThrough posts m through the response_url of its request.
func (s *sender) sendThrough(ctx context.Context, c call, m message) (again time.Duration, settled bool) {
	err := s.web.respond(ctx, c.response, answer{ResponseType: toChannel, ReplaceOriginal: no(), ThreadTS: c.thread, message: m})
	switch t, wait := diagnose(err); {
	case t == busy:
		return wait, false
	case t == unsent:
		return firstBackoff, false
	case t == rejected && m.without != nil:
		s.withoutPicture(ctx, c, err)
		return s.sendThrough(ctx, c, *m.without)
	}
	if err != nil {
		s.complain(ctx, c, "response_url", err)
	}
	return 0, !isSilent(err)
}

func isSilent(err error) bool { t, _ := diagnose(err); return t == silent }

// sendUpdate edits a message, as the bot or through the response_url of the click on it.
// It may be retried, because editing twice does no harm.
func (s *sender) sendUpdate(ctx context.Context, c call, ts string, m message) (again time.Duration) {
	guild, q := c.workspace.id(), queueOf(c.place(), "")
	through := s.through(c, ts)
	if through && (s.outside.has(q) || !s.rates.mayEdit(guild)) {
		return s.replaceThrough(ctx, c, m)
	}
	err := s.web.update(ctx, c, ts, m)
	t, wait := diagnose(err)
	switch t {
	case done:
		return 0
	case busy, unsent, unclear, silent:
		if through && t == busy {
			return s.replaceThrough(ctx, c, m)
		}
		return max(wait, firstBackoff)
	case rejected:
		if m.without != nil {
			s.withoutPicture(ctx, c, err)
			return s.sendUpdate(ctx, c, ts, *m.without)
		}
		s.complain(ctx, c, "chat.update", err)
		err = s.web.update(ctx, c, ts, message{Text: m.Text})
		if err == nil {
			return 0
		}
	case barred:
		s.outside.put(q, struct{}{})
		if through {
			again = s.replaceThrough(ctx, c, m)
			s.invite(c)
			return again
		}
	case lost:
		if through {
			return s.replaceThrough(ctx, c, m)
		}
	}
	s.complain(ctx, c, "chat.update", err)
	if c.message == ts {
		s.tellFailure(c, err)
	}
	return 0
}

// through reports whether a message can be edited through the response_url of
// the click on it.
func (s *sender) through(c call, ts string) bool {
	return c.message == ts && c.response.usable(s.now())
}

// replaceThrough edits the pressed message through its response_url.
func (s *sender) replaceThrough(ctx context.Context, c call, m message) (again time.Duration) {
	err := s.web.respond(ctx, c.response, answer{ReplaceOriginal: yes(), ThreadTS: c.thread, message: m})
	switch t, wait := diagnose(err); t {
	case done:
		return 0
	case busy, unsent, unclear, silent:
		return max(wait, firstBackoff)
	case rejected:
		if m.without != nil {
			s.withoutPicture(ctx, c, err)
			return s.replaceThrough(ctx, c, *m.without)
		}
	}
	s.complain(ctx, c, "response_url", err)
	return 0
}

// withoutPicture records that Slack refused a message with a picture, which is then sent
// without one: Slack may have been unable to fetch it.
func (s *sender) withoutPicture(ctx context.Context, c call, err error) {
	s.render.pictures.refused(s.now())
	s.log.InfoContext(ctx, "Slack did not take a board's picture, so it is shown in emoji; check that http.public_url can be reached from the internet", "place", c.place().String(), "error", err)
}

// whisper sends a message that only c's user sees; with replace it takes the
// place of the private message that was pressed.
func (s *sender) whisper(c call, m message, replace bool) {
	s.outbox.add(queueOf(c.place(), c.user), job{send: func(ctx context.Context) time.Duration {
		if c.response.usable(s.now()) {
			body := answer{ResponseType: toPerson, ReplaceOriginal: no(), ThreadTS: c.thread, message: m}
			if replace && c.ephemeral {
				body.ReplaceOriginal = yes()
			}
			err := s.web.respond(ctx, c.response, body)
			switch t, wait := diagnose(err); t {
			case done:
				return 0
			case busy:
				return wait
			case unclear, silent: // perhaps it was shown
				s.complain(ctx, c, "response_url", err)
				return 0
			}
			s.log.DebugContext(ctx, "a response_url was refused", "place", c.place().String(), "error", err)
		}
		err := s.web.whisper(ctx, c, m)
		switch t, wait := diagnose(err); t {
		case done:
			return 0
		case busy:
			return wait
		case unsent:
			return firstBackoff
		}
		s.complain(ctx, c, "chat.postEphemeral", err)
		return 0
	}})
}

// remove deletes the private message that was pressed. What can't be deleted answers that
// it is out of date.
func (s *sender) remove(c call) {
	s.outbox.add(queueOf(c.place(), c.user), job{send: func(ctx context.Context) time.Duration {
		err := s.web.respond(ctx, c.response, answer{DeleteOriginal: true})
		switch t, wait := diagnose(err); t {
		case done:
			return 0
		case busy, unsent, unclear, silent: // deleting twice does no harm
			return max(wait, firstBackoff)
		}
		s.log.DebugContext(ctx, "a private message could not be deleted", "place", c.place().String(), "error", err)
		return 0
	}})
}

// invite tells the person once how to invite the bot, except in direct messages between
// two people, where it can't be invited.
func (s *sender) invite(c call) {
	if c.user == "" || strings.HasPrefix(c.channel, "D") || !s.invited.first(queueOf(c.place(), "")) {
		return
	}
	s.tell(c, text("slack.invite"))
}

// tellFailure says privately that the board could not be shown.
func (s *sender) tellFailure(c call, err error) {
	if c.user == "" {
		return
	}
	switch t, _ := diagnose(err); t {
	case archived:
		s.tell(c, text("slack.archived"))
	case barred:
		s.tell(c, text("slack.barred"))
	default:
		s.tell(c, text("slack.not-shown"))
	}
}

// tell whispers one sentence of the adapter's own.
func (s *sender) tell(c call, t words.Text) {
	locale := s.people.known(c.workspace, c.user).Locale
	m := exchange.Message{To: &exchange.User{ID: c.user}, Lines: []words.Text{t}}
	s.whisper(c, s.render.message(m, c.place(), locale), false)
}

// complain logs what Slack refused, with the remedy.
func (s *sender) complain(ctx context.Context, c call, method string, err error) {
	s.log.WarnContext(ctx, "Slack did not do what it was asked to", "method", method, "place", c.place().String(), "error", err, "remedy", remedyOf(err))
}
