package web

import (
	"context"
	"time"

	"nimbot/board"
	"nimbot/chat"
	"nimbot/exchange"
	"nimbot/game"
)

// conversation passes what is said in channels to the bot and to people, and shows the
// results.
type conversation struct {
	bot       exchange.Responder
	completer Completer
	people    *people
	hub       *hub
	speaker   *speaker
	now       func() time.Time
	drawing   chan struct{} // has an element for each large board being drawn
}

// asked is the request that a reply answers.
type asked struct {
	by      exchange.User
	locale  string // the person's
	pressed string // the id of the message whose button it was
	used    string // what was typed, worded
	advice  bool   // a hint or an explanation was asked for
	known   uint64 // the room's version before the store was read
}

// ask has the bot answer in a channel: q is the request, a who made it. It returns what
// show returns.
func (c *conversation) ask(ctx context.Context, r *room, a asked, q exchange.Request) uint64 {
	c.hub.mu.Lock()
	a.known = r.version
	c.hub.mu.Unlock()
	q.Place, q.User, q.Locale = place(r.name), a.by, a.locale
	reply := c.bot.Handle(ctx, q)
	if reply.ForgotHere || reply.ForgotEverywhere {
		c.forget(r, a.by.ID, reply.ForgotEverywhere)
	}
	last := c.show(r, a, reply)
	if reply.ForgotHere {
		c.showAgain(ctx, r, a.locale)
	}
	return last
}

// show adds a reply to a channel. It returns the last number of the sequence that it
// used.
func (c *conversation) show(r *room, a asked, reply exchange.Reply) uint64 {
	entries := make([]*entry, len(reply.Messages))
	for i, m := range reply.Messages {
		entries[i] = c.prepare(a, reply, m)
	}
	h := c.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	r.read = r.read || reply.Result != exchange.Away && reply.Result != exchange.Broken
	for i, m := range reply.Messages {
		if m.To == nil && m.Board && reply.Version < r.version && a.known != r.version {
			continue // a newer board was shown since the command began
		}
		c.place(r, a, reply, m, entries[i])
	}
	return h.seq
}

// manyParts is how many stones and squares make a board large: drawing it takes longer
// than a usual command.
const manyParts = 400

// prepare words and draws a message, before the hub is locked. Large boards are drawn
// few at a time, so that others find a free processor.
func (c *conversation) prepare(a asked, reply exchange.Reply, m exchange.Message) *entry {
	if m.Diagram != nil && parts(*m.Diagram) > manyParts {
		c.drawing <- struct{}{}
		defer func() { <-c.drawing }()
	}
	to, locale := "", reply.Locale
	if m.To != nil {
		to, locale = m.To.ID, a.locale
	}
	out := c.speaker.render(m, locale)
	reviewed := c.speaker.offerReview(&out, m, voiceTo(m.To, locale))
	out.Hint = a.advice && to != "" && (reply.Result == exchange.Done || reply.Result == exchange.Told)
	var shared *exchange.Played
	if m.Diagram != nil {
		if reply.State != nil {
			out.Position = reply.State.Position
		}
		if m.Board && m.Played != nil && reply.State != nil {
			c.speaker.showGame(&out, m, reply.State, locale)
		} else {
			shared = offerDownloads(&out, m)
			out.SVG = draw(c.speaker.words.Captioned(m.Diagram, voice(locale)), board.Options{Title: out.Lines[0]})
		}
	}
	e := newEntry(out, to)
	e.shared, e.reviewed, e.about = shared, reviewed, about(reply, m)
	return e
}

// parts is how many things are drawn of a diagram, about.
func parts(d game.Diagram) (n uint64) {
	for _, r := range d.Rows {
		n += min(r.Count, game.MaxCells) + uint64(len(r.Cells)+len(r.Spots))
	}
	return n + uint64(len(d.Edges))
}

// place puts a message, as it was prepared, into a channel, and returns its id.
func (c *conversation) place(r *room, a asked, reply exchange.Reply, m exchange.Message, e *entry) string {
	if m.Edit && a.pressed != "" {
		if old := r.find(a.pressed, a.by.ID); old != nil && old.to == e.to {
			c.hub.replace(r, old, e)
			c.noteBoard(r, old, reply.Version)
			return old.at.ID
		}
	}
	if e.at.Used = a.used; a.used != "" {
		e.about = append(e.about, a.by.ID)
	}
	c.hub.post(r, e)
	c.noteBoard(r, e, reply.Version)
	return e.at.ID
}

// noteBoard makes the shown entry e the channel's board if it is one; the previous board
// loses its drawing and its buttons.
func (c *conversation) noteBoard(r *room, e *entry, version uint64) {
	if !e.Board || e.to != "" {
		return
	}
	r.version = version
	old := r.board
	r.board = e
	if old != nil && old != e {
		old.retire()
		c.hub.change(r, old)
	}
}

// Publish implements exchange.Publisher. If nobody has the channel open there is nothing
// to show: newcomers get the present state.
func (s *Server) Publish(_ context.Context, p exchange.Place, d exchange.Delivery, reply exchange.Reply) (post string, err error) {
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

// post shows a post, or edits the existing one, and returns its id. It skips a post that
// may have been shown already.
func (c *conversation) post(r *room, reply exchange.Reply, m exchange.Message) (id string, err error) {
	if m.Again {
		return "", nil
	}
	e := c.prepare(asked{}, reply, m)
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	if m.Stands == "" {
		return c.place(r, asked{}, reply, m, e), nil
	}
	old := r.find(m.Stands, "")
	if old == nil {
		return "", chat.ErrPostGone
	}
	c.hub.replace(r, old, e)
	return old.at.ID, nil
}

// Newest implements worker.Recalling.
func (s *Server) Newest(p exchange.Place) uint64 {
	r, ok := s.hub.openRoom(p.Channel)
	if !ok {
		return 0
	}
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	return r.version
}

// arrive shows a newcomer the present board, or what could be started.
func (c *conversation) arrive(ctx context.Context, r *room, who exchange.User, locale string) error {
	newcomer, depart, err := c.hub.arrive(ctx, r, who.ID)
	if err != nil {
		return err
	}
	defer depart()
	if !newcomer {
		return nil
	}
	c.ask(ctx, r, asked{by: who, locale: locale}, exchange.Request{Text: "board"})
	return nil
}
