package chat

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"nimbot/channel"
	"nimbot/game"
	"nimbot/store"
	"nimbot/typed"
)

// session is one attempt at one command: a copy of what the channel knows, on
// which the command works until close, and what it says. Whatever hangs on a
// pointer in doc is shared with the lane: it is replaced, never changed.
type session struct {
	h    *Handler
	r    Request
	line typed.Line
	now  time.Time

	scene
	dirty  bool // doc is to be written
	turned bool // doc.Turn was raised already
	unsure bool // the person's last command had an unknown outcome

	confirmed bool      // the person said yes to ending the present game
	typedMove game.Move // the command read as a move, when unread is nil
	unread    error     // why the line cannot be read, or is no move

	replies
	result Result
	rng    *rand.Rand
}

// begin makes a session of what is known, for the job that it is part of.
func (s *session) begin(h *Handler, j *job, k known) {
	*s = session{h: h, r: j.request, line: j.line, unread: j.unread, now: h.now(), result: Told}
	s.scene = scene{known: &k, words: h.words, place: s.r.Place}
	s.asker = &s.r.User
}

// answer does what the request asks.
func (s *session) answer() {
	if s.doc.Knows(s.r.ID) {
		s.tellAgain()
		return
	}
	s.settle()
	err := s.unread
	if err == nil {
		err = s.run()
	}
	if err != nil {
		s.refuse(err)
	}
}

// tellAgain answers a delivery that was handled before as it was answered
// then: with the board as it is now.
func (s *session) tellAgain() {
	s.result = Again
	if s.doc.Game == nil {
		s.tell(say("again", nil))
		return
	}
	s.showBoard()
}

func (s *session) refuse(err error) {
	r, ok := refusalOf(err)
	if !ok {
		s.h.log.Error("a command failed", "place", s.r.Place.String(), "text", typed.Abridge(s.r.Text), "error", err)
		r = &refusal{say("broken", nil), Broken}
	}
	s.result = r.how
	if r.how == Stale && s.playing() {
		s.showPrivately(r.text)
		return
	}
	s.tell(r.text)
}

func (s *session) reply() Reply {
	r := Reply{Messages: s.messages, Result: s.result, State: s.state(), Version: s.doc.Version, Locale: s.placeLocale()}
	if len(r.Messages) == 0 {
		// Settling found nothing to say and nobody asked for anything.
		r.Messages = []Message{}
	}
	return r
}

// random is this command's own source.
func (s *session) random() *rand.Rand {
	if s.rng == nil {
		s.rng = s.h.random()
	}
	return s.rng
}

// close brings into the document what belongs to every change of it. What the
// session knows is what the channel knows from then on.
func (s *session) close() {
	s.doc.Remember(s.r.ID, s.now)
	s.doc.Version++
	if s.r.Locale != "" {
		s.doc.Delivery.Locale = s.r.Locale
	}
	s.doc.Delivery.Unseated = s.r.Unseated || s.r.Place == Place{} && s.doc.Delivery.Unseated
	if s.r.Message != "" && s.line.Stamp != "" && s.edits() {
		s.doc.Delivery.Message = s.r.Message
	}
}

// write is the document as it is to be stored over a version. show is when a
// worker is to show the board.
func (s *session) write(over uint64, show time.Time) store.Write {
	return store.Write{Expect: over, Data: s.doc.Encode(), Due: s.due(), Expires: s.expires(s.now), Show: show}
}

// showAt is when a worker is to show the board unless somebody says to have
// shown it; the zero Time when there is none to show.
func (s *session) showAt() time.Time {
	if s.r.Confirms && !s.r.Unseated && s.boardShown() {
		return s.now.Add(showAfter)
	}
	return time.Time{}
}

// changed notes that the document must be written and boards drawn before
// this are stale.
func (s *session) changed() {
	s.noted()
	s.stamped = ""
	if !s.turned {
		s.turned = true
		s.doc.Turn++
	}
}

// noted notes that the document must be written, and that boards stay true.
func (s *session) noted() {
	s.dirty = true
	if s.result == Told {
		s.result = Done
	}
}

// apply lets something happen in the match.
func (s *session) apply(e game.Event) error {
	next, err := s.match.Apply(e)
	if err != nil {
		return err
	}
	g := *s.doc.Game
	g.Events = strings.TrimPrefix(g.Events+" "+e.String(), " ")
	if next.ToMove() != s.match.ToMove() || len(next.Moves()) != len(s.match.Moves()) {
		g.Since = store.UnixOf(s.now)
	}
	s.doc.Game = &g
	if next.Turn() != s.match.Turn() {
		s.changed()
	}
	s.match, s.drawn = next, nil
	s.noted()
	return nil
}

// seat finds the seat of the asking person; ok is false for a spectator.
func (s *session) seat() (seat game.Seat, ok bool) { return s.seatOf(s.r.User.ID) }

// checkStamp refuses a button of a board that is no longer true.
func (s *session) checkStamp() error {
	if s.line.Stamp == "" || s.line.Stamp == s.stamp() {
		return nil
	}
	key := "stale.nothing"
	switch {
	case s.playing():
		key = "stale"
	case s.doc.Game != nil:
		key = "stale.over"
	}
	return &refusal{say(key, nil), Stale}
}

func userOf(p channel.Player) User { return User{ID: p.ID, Name: p.Name, Bot: p.ID == BotID} }

func playerOf(u User) channel.Player { return channel.Player{ID: u.ID, Name: u.Name} }

// showBoard shows the board as the answer to the command: in place of the
// pressed message, or as a new message.
func (s *session) showBoard() { s.showStep("", 0, s.line.Pressed()) }

// freshBoard shows the board as a new message.
func (s *session) freshBoard() { s.showStep("", 0, false) }

// showStep shows the board with the step of a move behind prefix, from the
// skip-th choice on.
func (s *session) showStep(prefix string, skip int, edit bool) {
	m := s.boardMessage(prefix, skip, edit)
	m.Ping = s.turnPing(s.r.User.ID)
	s.show(m)
}

// showPrivately says why, and shows the present board to the asking person
// only. Both sentences stand in one line, since the board is drawn below it.
func (s *session) showPrivately(why Text) {
	m := s.tell(say("sentences", Args{"first", why, "second", s.stateLine()}))
	m.Diagram = s.diagram()
}

// newID names a game or an offer.
func newID(random *rand.Rand) string { return strconv.FormatUint(random.Uint64()>>24, 36) }
