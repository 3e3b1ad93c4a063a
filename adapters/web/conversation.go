package web

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/words"
)

// conversation passes what is said in channels to the bot and to people, and shows the
// results.
type conversation struct {
	*Options
	people   *people
	hub      *hub
	renderer *renderer
	drawing  chan struct{} // has an element for each large board being drawn
}

// replyContext describes the request that a reply answers.
type replyContext struct {
	by     dialog.User
	locale string // of the person's page
	// language is the one that was chosen on the page, "" for none.
	language string
	pressed  string // the id of the message whose button it was
	used     string // the typed command, in words
	panel    string // where the person sees the private messages of the reply
	aside    bool   // it was typed: only what is about an exercise goes to the panel
	atBoard  bool   // what was pressed belongs to a board
	greets   bool   // nobody asked: the page was opened
	known    uint64 // the room's version before the store was read
	own      *room  // the person's own room in the channel; nil if they have none
	follows  bool   // the board replaces the live one of its table
}

// revealExercise is the RevealCommand of what is said about an exercise.
const revealExercise = "answer"

// panelOf returns the panel in which a message is shown.
func (a replyContext) panelOf(e *entry) string {
	if e.to == "" {
		return ""
	}
	return a.panel
}

// ask passes q to the bot and shows the reply in r. a describes the person who asked. It
// returns the last event number, as show does.
func (c *conversation) ask(ctx context.Context, r *room, a replyContext, q dialog.Request) uint64 {
	own := a.own
	c.hub.mu.Lock()
	a.known = r.version
	knownOwn, pressedOwn := uint64(0), false
	if own != nil {
		knownOwn, pressedOwn = own.version, own.find(a.pressed, a.by.ID) != nil
	}
	c.hub.mu.Unlock()
	q.Place, q.User = r.at, a.by
	q.Locale = cmp.Or(q.Locale, a.locale)
	reply := c.Bot.Handle(ctx, q)
	if a.aside && reply.RevealCommand != revealExercise {
		a.panel = ""
	}
	if st := reply.State; own != nil && st != nil && st.Table == 0 {
		r, a.known = own, knownOwn
	} else if pressedOwn && st != nil {
		defer c.retireOwnBoard(ctx, own)
	}
	if reply.ForgotHere || reply.ForgotEverywhere {
		c.forget(r, a.by.ID, reply.ForgotEverywhere)
	}
	last := c.show(r, a, reply)
	if reply.ForgotHere {
		c.showAgain(ctx, r)
	}
	return last
}

// retireOwnBoard retires an own board that became a table of the channel.
func (c *conversation) retireOwnBoard(ctx context.Context, own *room) {
	if now, err := c.Boards(ctx, own.place()); err != nil || len(now) > 0 {
		return
	}
	c.hub.withdraw(own, []int{0})
}

// show adds a reply to a channel. It returns the last number of the sequence that it
// used.
func (c *conversation) show(r *room, a replyContext, reply dialog.Reply) uint64 {
	entries := make([]*entry, len(reply.Messages))
	messages := slices.Clone(reply.Messages)
	for i, m := range messages {
		if m.Board != nil && m.Board.View == dialog.Own { // others may watch
			watched := *m.Board
			watched.View = dialog.Shared
			m.To, m.Board = nil, &watched
		} else if sharesOwn(m) && r.person != "" {
			m.To = nil
		}
		messages[i] = m
		entries[i] = c.prepare(a, reply, m)
		entries[i].table = m.TableNumber
	}
	h := c.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, m := range messages {
		if m.To == nil && m.IsBoard() && reply.Version < r.versions[m.TableNumber] && a.known != r.version {
			continue // a newer board was shown since the command began
		}
		if a.follows && m.IsBoard() && r.boards[m.TableNumber] != nil && r.versions[m.TableNumber] >= reply.Changed {
			continue // what changed it has shown it meanwhile
		}
		c.insert(c.roomFor(r, m), a, reply, m, entries[i])
	}
	return h.seq
}

// roomFor returns the room for a message of a reply that is shown in r. It is the channel if the
// message shares a game that was played on an own board.
func (c *conversation) roomFor(r *room, m dialog.Message) *room {
	if shared, open := c.hub.rooms[r.channel]; open && sharesOwn(m) {
		return shared
	}
	return r
}

// sharesOwn reports whether a message shares a private game. All other messages of a private
// game are for its person.
func sharesOwn(m dialog.Message) bool {
	return m.TableNumber == 0 && m.Share != nil
}

// manyParts is how many stones and squares make a board large: drawing it takes longer
// than a usual command.
const manyParts = 400

// prepare renders a message before the hub is locked. Only a few large boards are drawn at a
// time, so that a processor stays free for others.
func (c *conversation) prepare(a replyContext, reply dialog.Reply, m dialog.Message) *entry {
	if m.Diagram != nil && countParts(*m.Diagram) > manyParts {
		c.drawing <- struct{}{}
		defer func() { <-c.drawing }()
	}
	to, locale := "", reply.Locale
	if m.To != nil {
		to, locale = m.To.ID, c.renderer.words.Language(a.language, reply.Language, a.locale, reply.Locale)
	}
	shown := *c.renderer
	shown.field = to != "" && a.panel != ""
	out := shown.render(m, locale)
	reviewed := c.renderer.offerReview(&out, m, c.renderer.voiceTo(m.To, locale))
	out.Kind = kindOf(a, reply, m)
	if answer, ok := m.Lines[0].Args.Value("answer").(words.Text); ok && out.Kind == noted {
		out.Answer = c.renderer.words.Say(answer, c.renderer.voiceTo(nil, locale))
		move, _ := answer.Args.Value("move").(rules.Move)
		out.Choice = string(move)
	}
	if reply.Round != nil && m.TableNumber == dialog.RoundTable && m.To == nil {
		say := func(t words.Text) string { return c.renderer.words.Say(t, c.renderer.voiceTo(nil, locale)) }
		out.Round = showRound(reply.Round, m, say)
		out.Round.Host = c.renderer.name(reply.Round.Host.ID, reply.Round.Host.Name)
		pointAtAnswers(&out, reply.Round, say)
		leadQuestion(&out, reply.Round, say)
	}
	var shared *dialog.Share
	st := reply.StateOf(m)
	if m.Diagram != nil {
		if st != nil {
			out.Position = st.Position
		}
		if m.IsBoard() && m.Board.Game != nil && st != nil {
			c.renderer.showGame(&out, m, st, locale)
		} else {
			shared = offerDownloads(&out, m)
			out.SVG = drawSVG(c.renderer.words.Captioned(m.Diagram, voice(locale)), draw.Options{Title: out.Lines[0]})
		}
	}
	e := newEntry(out, to)
	if out.Game != nil {
		e.picture, _ = draw.Picture{Game: st.Game, Position: out.Position, Marks: m.Diagram.Marks, Theme: draw.Card}.Path()
	}
	e.shared, e.reviewed, e.about = shared, reviewed, peopleIn(reply, m)
	return e
}

// countParts is about how many pieces and squares a diagram has.
func countParts(d rules.Diagram) (n uint64) {
	for _, r := range d.Rows {
		n += min(r.Count, rules.MaxCells) + uint64(len(r.Cells)+len(r.Spots))
	}
	for _, p := range d.Parts {
		n += countParts(p.Diagram)
	}
	return n + uint64(len(d.Edges))
}

// insert puts a message, as it was prepared, into a channel, and returns its id.
func (c *conversation) insert(r *room, a replyContext, reply dialog.Reply, m dialog.Message, e *entry) string {
	if old := r.boards[m.TableNumber]; a.follows && m.IsBoard() && old != nil && old.live() {
		m.Edit, a.pressed = true, old.fields.ID
	}
	if m.Edit && a.pressed != "" {
		if old := r.find(a.pressed, a.by.ID); old != nil && old.to == e.to && (m.Advice == nil || old.Kind == e.Kind) { // advice leaves what it is about
			r.unsetBoard(old)
			old.table, old.fields.Of, old.fields.Panel = e.table, r.nameOf(e), a.panelOf(e)
			c.hub.replace(r, old, e)
			c.noteBoard(r, old, reply.Version)
			return old.fields.ID
		}
	}
	if e.fields.Used = a.used; a.used != "" {
		e.about = append(e.about, a.by.ID)
	}
	e.fields.Of, e.fields.Panel = r.nameOf(e), a.panelOf(e)
	c.hub.post(r, e)
	c.noteBoard(r, e, reply.Version)
	return e.fields.ID
}

// nameOf returns the name of a board for pages, "" for other messages.
func (r *room) nameOf(e *entry) string {
	switch {
	case !e.Board || e.to != "":
		return ""
	case r.person != "":
		return "~" + r.owner
	}
	return strconv.Itoa(max(1, e.table))
}

// noteBoard makes the shown entry e the board of its table, if e is a board; the previous board
// loses its drawing and its buttons.
func (c *conversation) noteBoard(r *room, e *entry, version uint64) {
	if !e.Board || e.to != "" {
		return
	}
	r.version, r.versions[e.table] = version, version
	old := r.boards[e.table]
	r.board, r.boards[e.table] = e, e
	if old != nil && old != e {
		old.retire()
		c.hub.sendChange(r, old)
	}
}

// Publish implements dialog.Publisher. If nobody has the channel open there is nothing
// to show: newcomers get the present state.
func (s *Server) Publish(_ context.Context, p dialog.Place, d dialog.Delivery, reply dialog.Reply) (post string, err error) {
	r, ok := s.hub.openRoom(roomName(p))
	for _, m := range reply.Messages {
		switch {
		case m.Post != nil && ok:
			return s.conversation.post(r, reply, m)
		case m.Post != nil:
			post = m.Post.EditID // nobody can see the post, so the edit counts as done
		}
	}
	if ok {
		s.conversation.show(r, replyContext{known: d.Known}, reply)
	}
	return post, nil
}

// post shows a post, or edits the existing one, and returns its message id. It skips a post that
// may already have been shown.
func (c *conversation) post(r *room, reply dialog.Reply, m dialog.Message) (id string, err error) {
	if m.Post.MaybePosted {
		return "", nil
	}
	e := c.prepare(replyContext{}, reply, m)
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	if m.Post.EditID == "" {
		id = c.insert(r, replyContext{}, reply, m, e)
		if m.TableNumber == dialog.RoundTable {
			r.round = r.find(id, "")
			c.closeQuestions(r, reply.Round)
		}
		return id, nil
	}
	old := r.find(m.Post.EditID, "")
	if old == nil {
		return "", dialog.ErrPostGone
	}
	c.hub.replace(r, old, e)
	return old.fields.ID, nil
}

// Newest implements worker.VersionedPublisher.
func (s *Server) Newest(p dialog.Place) uint64 {
	r, ok := s.hub.openRoom(roomName(p))
	if !ok {
		return 0
	}
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	return r.version
}

// arrive shows a newcomer the current boards of a channel, or the games that can be
// started. own is their room there, nil if they have none.
func (c *conversation) arrive(ctx context.Context, r, own *room, who dialog.User, locale string) error {
	rooms := []*room{r}
	if own != nil {
		rooms = append(rooms, own)
	}
	for _, room := range rooms {
		if err := c.readBoards(ctx, room); err != nil {
			return err
		}
	}
	if c.Activity != nil { // no "board" command for newcomers to an Activity: everybody would see the answer
		return nil
	}
	_, depart, err := c.hub.arrive(ctx, r)
	if err != nil {
		return err
	}
	defer depart()
	if !c.hub.sees(who.ID, rooms...) {
		c.ask(ctx, r, replyContext{by: who, locale: locale, own: own, greets: true}, dialog.Request{Text: "board", OwnGame: own != nil})
	}
	return nil
}

// readBoards shows the present boards of a room unless they were read before. If the store doesn't
// answer, the next visitor tries again. The error is that of ctx.
func (c *conversation) readBoards(ctx context.Context, r *room) error {
	unread, depart, err := c.hub.arrive(ctx, r)
	if err != nil {
		return err
	}
	defer depart()
	if !unread {
		return nil
	}
	if err := c.showBoards(ctx, r); err != nil {
		return nil // the answer to the next command tells the person
	}
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	r.read = true
	return nil
}

// showsAll reports whether a room has the boards of a reply already.
func (c *conversation) showsAll(r *room, reply dialog.Reply) bool {
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	return !slices.ContainsFunc(reply.Messages, func(m dialog.Message) bool {
		if m.TableNumber == dialog.RoundTable {
			return r.versions[m.TableNumber] < reply.Version
		}
		return r.boards[m.TableNumber] == nil || r.versions[m.TableNumber] < reply.Changed
	})
}
