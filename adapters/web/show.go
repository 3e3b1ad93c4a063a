package web

import (
	"context"
	"time"

	"nimbot/board"
	"nimbot/chat"
)

// conversation carries what is said in channels to the bot and to people, and
// shows what comes of it.
type conversation struct {
	bot       chat.Responder
	completer Completer
	people    *people
	hub       *hub
	speaker   *speaker
	now       func() time.Time
}

// asked is what a reply answers.
type asked struct {
	by      chat.User
	locale  string // the person's
	pressed string // the id of the message whose button it was
	used    string // what was typed, worded
	advice  bool   // a hint or an explanation was asked for
	known   uint64 // the room's version before the store was read
}

// ask has the bot answer in a channel: q says what was asked there, a who asked.
// It returns what show does.
func (c *conversation) ask(ctx context.Context, r *room, a asked, q chat.Request) uint64 {
	c.hub.mu.Lock()
	a.known = r.version
	c.hub.mu.Unlock()
	q.Place, q.User, q.Locale = place(r.name), a.by, a.locale
	return c.show(r, a, c.bot.Handle(ctx, q))
}

// show puts a reply into a channel. It returns the last number of the
// sequence that it took.
func (c *conversation) show(r *room, a asked, reply chat.Reply) uint64 {
	h := c.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	r.read = r.read || reply.Result != chat.Away && reply.Result != chat.Broken
	for _, m := range reply.Messages {
		if m.To == nil && m.Board && reply.Version < r.version && a.known != r.version {
			continue // a newer board came meanwhile; otherwise the store was set back
		}
		c.showMessage(r, a, reply, m)
	}
	return h.seq
}

// showMessage puts a message into a channel, and returns its id.
func (c *conversation) showMessage(r *room, a asked, reply chat.Reply, m chat.Message) string {
	h, to, locale := c.hub, "", reply.Locale
	if m.To != nil {
		to, locale = m.To.ID, a.locale
	}
	e := &entry{message: c.speaker.render(m, locale), to: to}
	e.reviewed = c.speaker.offerReview(&e.message, m, voiceTo(m.To, locale))
	e.Hint = a.advice && to != "" && (reply.Result == chat.Done || reply.Result == chat.Told)
	if m.Diagram != nil {
		if reply.State != nil {
			e.Position = reply.State.Position
		}
		if m.Board && m.Played != nil && reply.State != nil {
			c.speaker.showGame(&e.message, m, reply.State, locale)
		} else {
			e.shared = offerDownloads(&e.message, m)
			e.SVG = draw(c.speaker.words.Captioned(m.Diagram, voice(locale)), board.Options{Title: e.Lines[0]})
		}
	}
	if m.Edit && a.pressed != "" {
		if old := r.find(a.pressed, a.by.ID); old != nil && old.to == to {
			h.replace(r, old, e.message)
			c.noteBoard(r, old, reply.Version)
			return old.ID
		}
	}
	e.Used = a.used
	h.post(r, e)
	c.noteBoard(r, e, reply.Version)
	return e.ID
}

// noteBoard makes e, which was shown, the channel's board if it is one; the one
// before loses its buttons.
func (c *conversation) noteBoard(r *room, e *entry, version uint64) {
	if !e.Board || e.to != "" {
		return
	}
	r.version = version
	if old := r.board; old != nil && old != e {
		old.Menu, old.Buttons, old.Terms, old.Aims, old.Tools, old.Game, old.Retired = nil, nil, nil, nil, nil, nil, true
		c.hub.change(r, old)
	}
	r.board = e
}

// Publish implements chat.Publisher: it shows what was decided unasked. Where
// nobody has the channel open there is nothing to show: whoever comes is
// shown how it stands.
func (s *Server) Publish(_ context.Context, p chat.Place, d chat.Delivery, reply chat.Reply) (post string, err error) {
	r, ok := s.hub.openRoom(p.Channel)
	for _, m := range reply.Messages {
		if m.Post != "" && ok {
			return s.conversation.post(r, reply, m)
		}
		post = m.Stands // as good as edited
	}
	if ok {
		s.conversation.show(r, asked{known: d.Known}, reply)
	}
	return post, nil
}

// post shows a post, or edits the one that stands, and returns its id. What may be
// there already isn't posted again.
func (c *conversation) post(r *room, reply chat.Reply, m chat.Message) (id string, err error) {
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	switch {
	case m.Again:
		return "", nil
	case m.Stands == "":
		return c.showMessage(r, asked{}, reply, m), nil
	}
	e := r.find(m.Stands, "")
	if e == nil {
		return "", chat.ErrPostGone
	}
	c.hub.replace(r, e, c.speaker.render(m, reply.Locale))
	return e.ID, nil
}

// Newest implements worker.Recalling.
func (s *Server) Newest(p chat.Place) uint64 {
	r, ok := s.hub.openRoom(p.Channel)
	if !ok {
		return 0
	}
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	return r.version
}

// arrive shows a newcomer where a channel stands: the present board, or what
// could be started.
func (c *conversation) arrive(ctx context.Context, r *room, who chat.User, locale string) error {
	newcomer, depart, err := c.hub.arrive(ctx, r, who.ID)
	if err != nil {
		return err
	}
	defer depart()
	if !newcomer {
		return nil
	}
	c.ask(ctx, r, asked{by: who, locale: locale}, chat.Request{Text: "board"})
	return nil
}
