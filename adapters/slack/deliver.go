package slack

import (
	"context"
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// outgoing is a rendered public message. version is the document version that a board
// shows.
type outgoing struct {
	message
	board   bool
	shows   bool // the chat waits to be told that it was shown, see confirm
	version uint64
	table   tableOf // the table that it is about
	locale  string
}

// queueOf returns the outbox queue of a channel's public messages (user is ""), because
// Slack limits messages by channel. One person's private messages there have a queue of
// their own, so that they don't wait for the public ones.
func queueOf(p dialog.Place, user string) string {
	channel, _ := splitChannel(p.Channel)
	return p.Guild + "/" + channel + "/" + user
}

// post sends a new public message. If it is a board, the previous board of its table
// loses its buttons.
func (s *sender) post(c call, d outgoing) {
	p := c.place()
	q := queueOf(p, "")
	name, made := "", s.now()
	if d.board {
		name = boardJob(d.table)
	}
	s.outbox.add(q, job{
		name:  name,
		line:  d.table.line(),
		ready: func() time.Duration { return s.rates.takePost(q) },
		send: func(ctx context.Context) time.Duration {
			ts, again, settled := s.sendPost(ctx, c, d.message)
			if settled && d.board {
				s.recordBoard(c, d, ts)
			}
			if settled && d.shows {
				s.confirm(ctx, d)
			}
			if settled && d.board && d.table.number != dialog.RoundTable && s.now().Sub(made) >= overtakenAfter {
				s.overtake(ctx, c, d)
			}
			return again
		},
	})
}

// overtakenAfter is how old a board must be when it is shown for another copy of the bot to have shown a newer
// one above it.
const overtakenAfter = time.Second

// overtake shows a table again if another process has changed it since a board was made: the board may stand
// below the one that shows the change.
func (s *sender) overtake(ctx context.Context, c call, d outgoing) {
	reply, _, err := s.chat.Present(ctx, d.table.Place, d.table.number)
	if err != nil || reply.Changed <= d.version || s.boards.queued(d.table) >= reply.Changed {
		return
	}
	later := call{kind: kindIgnored, workspace: c.workspace, channel: c.channel, thread: c.thread, known: c.known}
	for _, m := range reply.Messages {
		if m.To == nil && m.IsBoard() {
			s.show(later, m, outgoing{message: s.render.message(m, d.table.Place, d.locale), board: true, shows: true, version: reply.Version, table: d.table, locale: d.locale}, d.locale)
		}
	}
}

// boardJob and updateJob return the names of jobs: of a table's new board, and of the
// edit of a message.
func boardJob(t tableOf) string  { return "board " + t.Channel + " " + t.line() }
func updateJob(ts string) string { return "update " + ts }

// oldBoards names the outbox queue for edits of former boards, so that new messages don't
// wait for the limit on edits.
const oldBoards = "old"

// recordBoard records that a board is its table's present one, and removes the buttons of
// the previous one.
func (s *sender) recordBoard(c call, d outgoing, ts string) {
	before := s.boards.noteShown(d.table, shownBoard{ts, d.message}, d.version)
	if before.ts != "" && before.ts != ts && before.message.Text != "" {
		retired := outgoing{message: s.render.retired(before.message, d.locale), table: d.table}
		s.outbox.add(queueOf(d.table.Place, oldBoards), s.edit(c, before.ts, retired, s.rates.takeTidyEdit))
	}
}

// confirm tells the chat that no worker needs to show this board: it was shown, or can't be. A
// board that wasn't sent, or of which Slack doesn't say whether it was shown, is not confirmed,
// and a worker shows it later. If it were confirmed, a fault of Slack's would leave many games
// without a board. Showing a board twice does no harm.
func (s *sender) confirm(ctx context.Context, d outgoing) {
	if err := s.chat.Shown(ctx, d.table.Place, d.version, []int{d.table.number}); err != nil {
		s.log.WarnContext(ctx, "a board was shown, but that could not be noted; it may be shown once more", "place", d.table.String(), "error", err)
	}
}

// update edits a public message. Only the latest of several waiting edits of a message
// is sent.
func (s *sender) update(c call, ts string, d outgoing) {
	s.outbox.add(queueOf(c.place(), ""), s.edit(c, ts, d, s.rates.takeEdit))
}

// edit returns the job that edits a message. take reserves the edit within Slack's limit.
func (s *sender) edit(c call, ts string, d outgoing, take func(workspace string) time.Duration) job {
	guild := c.workspace.id()
	return job{
		name: updateJob(ts),
		line: d.table.line(),
		ready: func() time.Duration {
			if s.hasResponseURLFor(c, ts) {
				return 0 // not limited: sendUpdate falls back to the response_url
			}
			return take(guild)
		},
		send: func(ctx context.Context) time.Duration {
			again, confirmed := s.sendUpdate(ctx, c, ts, d.message)
			if confirmed && d.shows {
				s.confirm(ctx, d)
			}
			return again
		},
	}
}

// sendPost posts m, as the bot or through the response_url. It returns the message's id, "" if
// unknown. confirmed reports that the board was shown or can't be, so no worker needs to show it.
func (s *sender) sendPost(ctx context.Context, c call, m message) (ts string, again time.Duration, confirmed bool) {
	p := c.place()
	q := queueOf(p, "")
	if s.outside.has(q) && c.response.usable(s.now()) {
		again, confirmed = s.postViaResponseURL(ctx, c, m)
		return "", again, confirmed
	}
	err := s.attemptOrPlain(ctx, c, "chat.postMessage", m, func(m message) (err error) {
		ts, err = s.web.post(ctx, c, m)
		return err
	})
	switch t, wait := diagnose(err); t {
	case done:
		s.outside.forget(q)
		return ts, 0, true
	case busy:
		return "", max(wait, s.rates.Post), false
	case unreachable:
		return "", firstBackoff, false
	case noAccess:
		s.outside.put(q, struct{}{})
		if c.response.usable(s.now()) {
			again, confirmed = s.postViaResponseURL(ctx, c, m)
			s.invite(c)
			return "", again, confirmed
		}
	}
	s.logRefusal(ctx, c, "chat.postMessage", err)
	s.tellFailure(c, err)
	return "", 0, !isUnknown(err)
}

// postViaResponseURL posts m through the response_url of its request.
func (s *sender) postViaResponseURL(ctx context.Context, c call, m message) (again time.Duration, confirmed bool) {
	err := s.attempt(ctx, c, m, func(m message) error {
		return s.web.respond(ctx, c.response, answer{ResponseType: toChannel, ReplaceOriginal: new(false), ThreadTS: c.thread, message: m})
	})
	switch t, wait := diagnose(err); t {
	case busy:
		return wait, false
	case unreachable:
		return firstBackoff, false
	}
	if err != nil {
		s.logRefusal(ctx, c, "response_url", err)
	}
	return 0, !isUnknown(err)
}

// isUnknown reports whether Slack may have done what it was asked, or not.
func isUnknown(err error) bool { t, _ := diagnose(err); return t == ambiguous || t == timedOut }

// sendUpdate edits a message, as the bot or through the response_url of the click on it. It may be
// retried, because editing twice does no harm. confirmed reports that the message was edited or
// can't be. A deleted message is not confirmed, so a worker posts the board again.
func (s *sender) sendUpdate(ctx context.Context, c call, ts string, m message) (again time.Duration, confirmed bool) {
	guild, q := c.workspace.id(), queueOf(c.place(), "")
	through := s.hasResponseURLFor(c, ts)
	if through && (s.outside.has(q) || !s.rates.mayEdit(guild)) {
		return s.editViaResponseURL(ctx, c, m)
	}
	err := s.attemptOrPlain(ctx, c, "chat.update", m, func(m message) error { return s.web.update(ctx, c, ts, m) })
	t, wait := diagnose(err)
	switch t {
	case done:
		return 0, true
	case busy, unreachable, ambiguous, timedOut:
		if through && t == busy {
			return s.editViaResponseURL(ctx, c, m)
		}
		return max(wait, firstBackoff), false
	case noAccess:
		s.outside.put(q, struct{}{})
		if through {
			again, confirmed = s.editViaResponseURL(ctx, c, m)
			s.invite(c)
			return again, confirmed
		}
	case messageGone:
		if through {
			return s.editViaResponseURL(ctx, c, m)
		}
	}
	s.logRefusal(ctx, c, "chat.update", err)
	if c.message == ts {
		s.tellFailure(c, err)
	}
	return 0, t != messageGone
}

// hasResponseURLFor reports whether a message can be edited through the response_url of
// the click on it.
func (s *sender) hasResponseURLFor(c call, ts string) bool {
	return c.message == ts && c.response.usable(s.now())
}

// editViaResponseURL edits the pressed message through its response_url.
func (s *sender) editViaResponseURL(ctx context.Context, c call, m message) (again time.Duration, confirmed bool) {
	err := s.attempt(ctx, c, m, func(m message) error {
		return s.web.respond(ctx, c.response, answer{ReplaceOriginal: new(true), ThreadTS: c.thread, message: m})
	})
	switch t, wait := diagnose(err); t {
	case done:
		return 0, true
	case busy, unreachable, ambiguous, timedOut, messageGone: // the next try is the bot's own edit if the response_url is spent
		return max(wait, firstBackoff), false
	}
	s.logRefusal(ctx, c, "response_url", err)
	return 0, true
}

// attempt sends m. If Slack rejects m with its picture, which Slack may have been unable
// to fetch, attempt sends m's version in emoji.
func (s *sender) attempt(ctx context.Context, c call, m message, send func(message) error) error {
	err := send(m)
	if t, _ := diagnose(err); t != rejected || m.emojiVersion == nil {
		return err
	}
	s.render.pictures.refused(s.now())
	s.log.InfoContext(ctx, "Slack did not take a board's picture, so it is shown in emoji; check that http.public_url can be reached from the internet", "place", c.place().String(), "error", err)
	return send(*m.emojiVersion)
}

// attemptOrPlain does the same as attempt, and sends the plain text if Slack rejects the
// blocks, too, so that people at least see the state of the game.
func (s *sender) attemptOrPlain(ctx context.Context, c call, method string, m message, send func(message) error) error {
	err := s.attempt(ctx, c, m, send)
	if t, _ := diagnose(err); t != rejected {
		return err
	}
	s.logRefusal(ctx, c, method, err)
	return send(message{Text: m.Text})
}

// sendPrivate sends a message that only c's user sees; with replace it replaces the
// private message that was pressed.
func (s *sender) sendPrivate(c call, m message, replace bool) {
	s.outbox.add(queueOf(c.place(), c.user), job{send: func(ctx context.Context) time.Duration {
		if c.response.usable(s.now()) {
			body := answer{ResponseType: toPerson, ReplaceOriginal: new(false), ThreadTS: c.thread, message: m}
			if replace && c.ephemeral {
				body.ReplaceOriginal = new(true)
			}
			err := s.web.respond(ctx, c.response, body)
			switch t, wait := diagnose(err); t {
			case done:
				return 0
			case busy:
				return wait
			case ambiguous, timedOut: // it may have been shown
				s.logRefusal(ctx, c, "response_url", err)
				return 0
			}
			s.log.DebugContext(ctx, "a response_url was refused", "place", c.place().String(), "error", err)
		}
		err := s.web.postPrivate(ctx, c, m)
		switch t, wait := diagnose(err); t {
		case done:
			return 0
		case busy:
			return wait
		case unreachable:
			return firstBackoff
		}
		s.logRefusal(ctx, c, "chat.postEphemeral", err)
		return 0
	}})
}

// invite tells c's user how to invite the bot, once in invitedFor for each channel. It says
// nothing in direct messages between people, to which the bot can't be invited.
func (s *sender) invite(c call) {
	if c.user == "" || strings.HasPrefix(c.channel, "D") || !s.invited.addIfAbsent(queueOf(c.place(), "")) {
		return
	}
	s.sendNotice(c, words.New("slack.invite"))
}

// tellFailure says privately that the board could not be shown.
func (s *sender) tellFailure(c call, err error) {
	if c.user == "" {
		return
	}
	switch t, _ := diagnose(err); t {
	case archived:
		s.sendNotice(c, words.New("slack.archived"))
	case noAccess:
		s.sendNotice(c, words.New("slack.barred"))
	default:
		s.sendNotice(c, words.New("slack.not-shown"))
	}
}

// sendNotice sends c's user one of the adapter's own sentences.
func (s *sender) sendNotice(c call, t words.Text) {
	locale := s.people.known(c.workspace, c.user).Locale
	m := dialog.Message{To: &dialog.User{ID: c.user}, Lines: []words.Text{t}}
	s.sendPrivate(c, s.render.message(m, c.place(), locale), false)
}

// logRefusal logs what Slack refused, with the remedy.
func (s *sender) logRefusal(ctx context.Context, c call, method string, err error) {
	s.log.WarnContext(ctx, "Slack did not do what it was asked to", "method", method, "place", c.place().String(), "error", err, "remedy", remedyOf(err))
}
