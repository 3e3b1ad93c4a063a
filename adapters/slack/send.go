package slack

import (
	"cmp"
	"log/slog"
	"sync"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// sender delivers messages, as the bot or through a response_url, through the outbox and
// within Slack's rates. It knows the present board of each table.
type sender struct {
	chat    Conversation
	render  *renderer
	web     *webAPI
	outbox  *outbox
	rates   *rateLimiter
	people  *people
	moveLog bool
	log     *slog.Logger
	now     func() time.Time

	boardMu sync.Mutex // makes boardLog.next and outbox.add one step
	boards  *boardLog
	outside *ttlCache[string, struct{}] // channels that the bot may not write to
	invited *ttlCache[string, struct{}] // channels where the bot has said how to invite it
}

func newSender(c Config, render *renderer, web *webAPI, o *outbox, p *people) *sender {
	return &sender{
		chat: c.Chat, render: render, web: web, outbox: o, rates: web.rates, people: p, moveLog: c.MoveLog, log: c.Log, now: c.Now,
		boards:  newBoardLog(c.Now),
		outside: newTTLCache[string, struct{}](remembered, outsideFor, c.Now),
		invited: newTTLCache[string, struct{}](remembered, invitedFor, c.Now),
	}
}

// deliver sends a reply. private is the language of messages that only c's user sees. body
// is the answer to a slash command, nil if everything was queued.
func (s *sender) deliver(c call, reply dialog.Reply, private string) (body *answer) {
	if !reply.Own {
		s.boards.noteHandled(c.place(), reply.Found, reply.Version)
	}
	if table, ok := c.pressed(); ok && !c.ephemeral {
		s.boards.notePressed(table, shownBoard{c.message, c.seen.message()}, reply.Found)
	}
	public := cmp.Or(reply.Locale, private)
	private = s.render.words.Language(reply.Language, private, public) // the person isn't always known yet
	for _, m := range reply.Messages {
		switch {
		case m.To == nil:
			s.show(c, m, outgoing{s.render.message(m, c.place(), public), m.IsBoard(), m.IsBoard() || m.Post != nil, reply.Version, c.table(m), public}, public)
			s.logMove(c, m, reply, public)
		case m.File != nil:
			sent := dialog.Message{Lines: []words.Text{words.New("slack.file.sent")}, To: m.To}
			s.sendFile(c, *m.File, s.render.message(m, c.place(), private), s.render.message(sent, c.place(), private))
		case c.kind == kindCommand && body == nil:
			body = &answer{ResponseType: toPerson, message: s.render.message(m, c.place(), private)}
		default:
			s.sendPrivate(c, s.render.message(m, c.place(), private), m.Edit)
		}
	}
	return body
}

// show sends a public message: in place of the pressed one, or as a new one.
// A private message cannot become public, and a press on a board that a newer one has
// replaced meanwhile doesn't bring the old one back.
func (s *sender) show(c call, m dialog.Message, d outgoing, locale string) {
	s.boardMu.Lock()
	defer s.boardMu.Unlock()
	if d.board && !s.boards.next(d.table, d.version, c.known) {
		return // a newer one is on its way
	}
	if !m.Edit || c.message == "" || c.ephemeral || d.board && s.boards.retired(d.table, c.message) {
		s.post(c, d)
		return
	}
	s.update(c, c.message, d)
	if m.IsBoard() {
		s.boards.noteShown(d.table, shownBoard{c.message, d.message}, d.version)
	}
	if len(m.Ping) > 0 {
		// An edit notifies nobody.
		ping := dialog.Message{Lines: []words.Text{words.New("your-turn", "player", m.Ping[0])}, Ping: m.Ping}
		s.post(c, outgoing{message: s.render.message(ping, c.place(), locale), table: d.table})
	}
}
