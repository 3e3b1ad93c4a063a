package slack

import (
	"context"
	"strings"
	"time"

	"nimbot/chat"
	"nimbot/words"
)

// drawing is a public message, ready to be sent. A board knows the version of
// the document that it shows.
type drawing struct {
	message
	board   bool
	version uint64
	locale  string
}

// queueOf is the outbox's name of a channel: one for what everybody sees, since
// Slack counts messages by channel, and one for each person, whose answers must
// not wait for that.
func queueOf(p chat.Place, user string) string {
	channel, _ := splitChannel(p.Channel)
	return p.Guild + "/" + channel + "/" + user
}

// post sends a new public message. A board retires the one before it.
func (a *Adapter) post(c call, d drawing) {
	p := c.place()
	q := queueOf(p, "")
	name := ""
	if d.board {
		name = boardJob(p)
	}
	a.outbox.add(q, job{
		name:  name,
		ready: func(now time.Time) time.Duration { return a.web.rates.untilPost(q, now) },
		send: func(ctx context.Context) time.Duration {
			ts, again, settled := a.sendPost(ctx, c, d.message)
			if settled && d.board {
				a.shown(c, shownBoard{ts, d.message}, d.locale)
				a.confirm(ctx, p, d.version)
			}
			return again
		},
	})
}

// boardJob and updateJob are the outbox's names of a place's new board and of
// the change of a message.
func boardJob(p chat.Place) string { return "board " + p.Channel }
func updateJob(ts string) string   { return "update " + ts }

// oldBoards is the outbox's name for the boards of a channel that others
// follow: what is new does not wait for the right to edit them.
const oldBoards = "old"

// shown notes the present board of a place, and takes the buttons off the one
// before.
func (a *Adapter) shown(c call, b shownBoard, locale string) {
	p := c.place()
	before := a.boards.noteShown(p, b)
	if before.ts != "" && before.ts != b.ts && before.message.Text != "" {
		a.outbox.add(queueOf(p, oldBoards), a.edit(c, before.ts, drawing{message: a.render.retired(before.message, locale)}))
	}
}

// confirm tells the chat that nobody has to show this board any more: it was
// shown, or an answer was lost, or it cannot be. What was not sent, or where
// nothing came back in time, is not confirmed, and shown by a worker later: a
// Slack that hangs would leave many games without a board, and one that was
// shown all the same is only there twice.
func (a *Adapter) confirm(ctx context.Context, p chat.Place, version uint64) {
	if err := a.chat.Shown(ctx, p, version); err != nil {
		a.log.WarnContext(ctx, "a board was shown, but that could not be noted; it may be shown once more", "place", p.String(), "error", err)
	}
}

// update changes a public message. Of several waiting changes of one message
// only the last is sent.
func (a *Adapter) update(c call, ts string, d drawing) {
	a.outbox.add(queueOf(c.place(), ""), a.edit(c, ts, d))
}

func (a *Adapter) edit(c call, ts string, d drawing) job {
	p := c.place()
	guild := c.workspace.id()
	return job{
		name: updateJob(ts),
		ready: func(now time.Time) time.Duration {
			if a.through(c, ts) {
				return 0 // sendUpdate finds a way
			}
			return a.web.rates.takeEdit(guild, now)
		},
		send: func(ctx context.Context) time.Duration {
			again := a.sendUpdate(ctx, c, ts, d.message)
			if again == 0 && d.board {
				a.confirm(ctx, p, d.version)
			}
			return again
		},
	}
}

// sendPost posts m, by the bot's own right or through the response_url, and
// returns its id, "" when that is not known. settled: nobody has to show it any
// more.
func (a *Adapter) sendPost(ctx context.Context, c call, m message) (ts string, again time.Duration, settled bool) {
	p := c.place()
	q := queueOf(p, "")
	if a.outside.has(q) && c.response.usable(a.now()) {
		again, settled = a.sendThrough(ctx, c, m)
		return "", again, settled
	}
	ts, err := a.web.post(ctx, c, m)
	switch t, wait := diagnose(err); t {
	case fine:
		a.outside.forget(q)
		return ts, 0, true
	case busy:
		return "", max(wait, a.web.rates.Post), false
	case unsent:
		return "", firstBackoff, false
	case rejected:
		if m.without != nil {
			a.withoutPicture(ctx, c, err)
			return a.sendPost(ctx, c, *m.without)
		}
		// Better a board without buttons than none.
		a.complain(ctx, c, "chat.postMessage", err)
		ts, err = a.web.post(ctx, c, message{Text: m.Text})
		if err == nil {
			return ts, 0, true
		}
	case barred:
		a.outside.put(q, struct{}{})
		if c.response.usable(a.now()) {
			again, settled = a.sendThrough(ctx, c, m)
			a.invite(c)
			return "", again, settled
		}
	}
	a.complain(ctx, c, "chat.postMessage", err)
	a.tellTrouble(c, err)
	return "", 0, !isSilent(err)
}

// sendThrough posts m through the response_url of what asked for it.
func (a *Adapter) sendThrough(ctx context.Context, c call, m message) (again time.Duration, settled bool) {
	err := a.web.respond(ctx, c.response, answer{ResponseType: toChannel, ReplaceOriginal: no(), ThreadTS: c.thread, message: m})
	switch t, wait := diagnose(err); {
	case t == busy:
		return wait, false
	case t == unsent:
		return firstBackoff, false
	case t == rejected && m.without != nil:
		a.withoutPicture(ctx, c, err)
		return a.sendThrough(ctx, c, *m.without)
	}
	if err != nil {
		a.complain(ctx, c, "response_url", err)
	}
	return 0, !isSilent(err)
}

func isSilent(err error) bool { t, _ := diagnose(err); return t == silent }

// sendUpdate edits a message, by the bot's own right or through the
// response_url of the click on it. Editing twice does no harm, so that it is
// tried again whenever that may help.
func (a *Adapter) sendUpdate(ctx context.Context, c call, ts string, m message) (again time.Duration) {
	guild, q := c.workspace.id(), queueOf(c.place(), "")
	through := a.through(c, ts)
	if through && (a.outside.has(q) || !a.web.rates.mayEdit(guild)) {
		return a.replaceThrough(ctx, c, m)
	}
	err := a.web.update(ctx, c, ts, m)
	t, wait := diagnose(err)
	switch t {
	case fine:
		return 0
	case busy, unsent, unclear, silent:
		if through && t == busy {
			return a.replaceThrough(ctx, c, m)
		}
		return max(wait, firstBackoff)
	case rejected:
		if m.without != nil {
			a.withoutPicture(ctx, c, err)
			return a.sendUpdate(ctx, c, ts, *m.without)
		}
		a.complain(ctx, c, "chat.update", err)
		err = a.web.update(ctx, c, ts, message{Text: m.Text})
		if err == nil {
			return 0
		}
	case barred:
		a.outside.put(q, struct{}{})
		if through {
			again = a.replaceThrough(ctx, c, m)
			a.invite(c)
			return again
		}
	case lost:
		if through {
			return a.replaceThrough(ctx, c, m)
		}
	}
	a.complain(ctx, c, "chat.update", err)
	if c.message == ts {
		a.tellTrouble(c, err)
	}
	return 0
}

// through reports whether a message can be edited through the response_url of
// the click on it.
func (a *Adapter) through(c call, ts string) bool {
	return c.message == ts && c.response.usable(a.now())
}

// replaceThrough edits the pressed message through its response_url.
func (a *Adapter) replaceThrough(ctx context.Context, c call, m message) (again time.Duration) {
	err := a.web.respond(ctx, c.response, answer{ReplaceOriginal: yes(), ThreadTS: c.thread, message: m})
	switch t, wait := diagnose(err); t {
	case fine:
		return 0
	case busy, unsent, unclear, silent:
		return max(wait, firstBackoff)
	case rejected:
		if m.without != nil {
			a.withoutPicture(ctx, c, err)
			return a.replaceThrough(ctx, c, *m.without)
		}
	}
	a.complain(ctx, c, "response_url", err)
	return 0
}

// withoutPicture notes that Slack did not take a message with a picture, which
// is then sent without one: it may not have been able to fetch it.
func (a *Adapter) withoutPicture(ctx context.Context, c call, err error) {
	a.render.pictures.refused(a.now())
	a.log.InfoContext(ctx, "Slack did not take a board's picture, so it is shown in emoji; check that http.public_url can be reached from the internet", "place", c.place().String(), "error", err)
}

// whisper sends a message that only c's user sees; with replace it takes the
// place of the private message that was pressed.
func (a *Adapter) whisper(c call, m message, replace bool) {
	a.outbox.add(queueOf(c.place(), c.user), job{send: func(ctx context.Context) time.Duration {
		if c.response.usable(a.now()) {
			body := answer{ResponseType: toPerson, ReplaceOriginal: no(), ThreadTS: c.thread, message: m}
			if replace && c.ephemeral {
				body.ReplaceOriginal = yes()
			}
			err := a.web.respond(ctx, c.response, body)
			switch t, wait := diagnose(err); t {
			case fine:
				return 0
			case busy:
				return wait
			case unclear, silent: // perhaps it was shown
				a.complain(ctx, c, "response_url", err)
				return 0
			}
			a.log.DebugContext(ctx, "a response_url was refused", "place", c.place().String(), "error", err)
		}
		err := a.web.whisper(ctx, c, m)
		switch t, wait := diagnose(err); t {
		case fine:
			return 0
		case busy:
			return wait
		case unsent:
			return firstBackoff
		}
		a.complain(ctx, c, "chat.postEphemeral", err)
		return 0
	}})
}

// invite tells the person once how to make the bot a member, where it can be
// one: not in the direct messages of two people.
func (a *Adapter) invite(c call) {
	if c.user == "" || strings.HasPrefix(c.channel, "D") || !a.invited.first(queueOf(c.place(), "")) {
		return
	}
	a.tell(c, text("slack.invite"))
}

// tellTrouble says privately that the board could not be shown.
func (a *Adapter) tellTrouble(c call, err error) {
	if c.user == "" {
		return
	}
	switch t, _ := diagnose(err); t {
	case archived:
		a.tell(c, text("slack.archived"))
	case barred:
		a.tell(c, text("slack.barred"))
	default:
		a.tell(c, text("slack.not-shown"))
	}
}

// tell whispers one sentence of the adapter's own.
func (a *Adapter) tell(c call, t words.Text) {
	locale := a.people.known(c.workspace, c.user).Locale
	m := chat.Message{To: &chat.User{ID: c.user}, Lines: []words.Text{t}}
	a.whisper(c, a.render.message(m, c.place(), locale), false)
}

// complain logs what Slack refused, with the remedy.
func (a *Adapter) complain(ctx context.Context, c call, method string, err error) {
	t, _ := diagnose(err)
	a.log.WarnContext(ctx, "Slack did not do what it was asked to", "method", method, "place", c.place().String(), "error", err, "remedy", remedies[t])
}
