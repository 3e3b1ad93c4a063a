package chat

import (
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"nimbot/game"
	"nimbot/store"
)

// session is one attempt at one command: a copy of what the channel knows, on
// which the command works until close, and what it says. Whatever hangs on a
// pointer in doc is shared with the lane: it is replaced, never changed.
type session struct {
	h   *Handler
	r   Request
	cmd command
	now time.Time

	*known
	dirty  bool // doc is to be written
	turned bool // doc.Turn was raised already
	unsure bool // the person's last command had an unknown outcome

	stamped   string        // the stamp, drawn once
	drawn     *game.Diagram // of the present position, drawn once
	confirmed bool          // the person said yes to ending the present game

	messages []Message
	result   Result
	rng      *rand.Rand
}

func (h *Handler) session(k *known) *session {
	own := *k
	return &session{h: h, now: h.now(), known: &own, result: Told}
}

// answer does what the request asks; parseErr is what parse found.
func (s *session) answer(parseErr error) {
	if s.doc.Knows(s.r.ID) {
		s.tellAgain()
		return
	}
	s.settle()
	err := parseErr
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
		s.h.log.Error("a command failed", "place", s.r.Place.String(), "request", s.r.ID, "command", s.cmd.name, "error", err)
		r = &refusal{say("broken", nil), Broken}
	}
	s.result = r.how
	if r.how == Stale && s.playing() {
		s.showPrivately(r.text)
		return
	}
	s.tell(r.text)
}

// placeLocale is the language of what everybody sees.
func (s *session) placeLocale() string {
	if l := s.doc.Settings.Language; l != "" {
		return l
	}
	return s.doc.Delivery.Locale
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
	if s.r.Message != "" && s.cmd.stamp != "" && s.edits() {
		s.doc.Delivery.Message = s.r.Message
	}
}

// write is the document as it is to be stored over a version. show is when a
// worker is to show the board.
func (s *session) write(over uint64, show time.Time) store.Write {
	return store.Write{Expect: over, Data: s.doc.Encode(), Due: s.due(), Expires: s.expires(), Show: show}
}

// showAt is when a worker is to show the board unless somebody says to have
// shown it; the zero Time when there is none to show.
func (s *session) showAt() time.Time {
	if s.r.Confirms && !s.r.Unseated && s.boardShown() {
		return s.now.Add(showAfter)
	}
	return time.Time{}
}

// boardShown reports whether the reply shows everybody a board.
func (s *session) boardShown() bool {
	for _, m := range s.messages {
		if m.Board && m.To == nil {
			return true
		}
	}
	return false
}

// edits reports whether the reply changes the message that was pressed.
func (s *session) edits() bool {
	for _, m := range s.messages {
		if m.Edit && m.Board {
			return true
		}
	}
	return false
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

// tell adds a message that only the asking person sees.
func (s *session) tell(lines ...Text) *Message {
	s.messages = append(s.messages, Message{To: &s.r.User, Lines: lines})
	return &s.messages[len(s.messages)-1]
}

// announce adds a message for everybody.
func (s *session) announce(lines ...Text) *Message {
	s.messages = append(s.messages, Message{Lines: lines})
	return &s.messages[len(s.messages)-1]
}

// pressed reports whether the command came from a button.
func (s *session) pressed() bool { return s.cmd.stamp != "" }

// playing reports whether a game is going on.
func (s *session) playing() bool { return s.doc.Game != nil && !s.match.Result().Over }

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

func (s *session) seatOf(id string) (game.Seat, bool) {
	if s.doc.Game != nil {
		for i, p := range s.doc.Game.Players {
			if p.ID == id {
				return game.Seat(i), true
			}
		}
	}
	return game.Nobody, false
}

// player is who sits in a seat of the present game.
func (s *session) player(seat game.Seat) User { return userOf(s.doc.Game.Players[seat]) }

func userOf(p store.Player) User { return User{ID: p.ID, Name: p.Name, Bot: p.ID == BotID} }

func playerOf(u User) store.Player { return store.Player{ID: u.ID, Name: u.Name} }

// againstBot reports whether the bot plays the present game, and where.
func (s *session) againstBot() (bot game.Seat, ok bool) { return s.seatOf(BotID) }

// stamp marks the buttons of boards that are drawn now: the turn, and a digest
// of what it belongs to, since after a failover a turn can come twice.
func (s *session) stamp() string {
	if s.stamped == "" {
		s.stamped = s.drawStamp()
	}
	return s.stamped
}

func (s *session) drawStamp() string {
	h := fnv.New32a()
	part := func(x string) { h.Write([]byte(x)); h.Write([]byte{0}) } // a hash never fails
	part(s.r.Place.String())
	part(strconv.Itoa(s.doc.Turn))
	if g := s.doc.Game; g != nil {
		part(g.ID)
		part(s.match.Position().String())
		part(strconv.Itoa(len(s.match.Moves())))
	}
	if o := s.doc.Offer; o != nil {
		part(o.ID)
	}
	b := strconv.AppendInt(make([]byte, 0, 16), int64(s.doc.Turn), 10)
	return string(strconv.AppendUint(append(b, '.'), uint64(h.Sum32()), 36))
}

// checkStamp refuses a button of a board that is no longer true.
func (s *session) checkStamp() error {
	if s.cmd.stamp == "" || s.cmd.stamp == s.stamp() {
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

// button is a command for this very state.
func (s *session) button(label Text, style Style, words ...string) Button {
	command := make([]byte, 0, 64) // on the stack: a board has a dozen buttons
	for _, w := range words {
		command = append(append(command, w...), ' ')
	}
	command = append(append(command, '~'), s.stamp()...)
	return Button{Label: label, Style: style, Command: string(command)}
}

// newID names a game or an offer.
func (s *session) newID() string { return strconv.FormatUint(s.random().Uint64()>>24, 36) }

// state is how the game stands, for programs.
func (s *session) state() *State {
	g := s.doc.Game
	if g == nil {
		return nil
	}
	r := s.match.Result()
	st := &State{
		ID: g.ID, Game: g.Key, Ending: g.Ending, Position: s.match.Position().String(),
		Players: [2]User{s.player(0), s.player(1)},
		ToMove:  s.match.ToMove(), Turn: s.doc.Turn, Version: s.doc.Version,
		Over: r.Over, Winner: r.Winner,
	}
	if r.Over {
		st.ToMove = game.Nobody
	}
	return st
}

// run does the command.
func (s *session) run() error {
	if s.unsure && s.cmd.name == "move" && !s.pressed() && s.playing() {
		s.showPrivately(say("unsure", nil))
		return nil
	}
	if err := s.checkStamp(); err != nil {
		return err
	}
	switch s.cmd.name {
	case "start":
		return s.start()
	case "challenge":
		return s.challenge()
	case "open":
		return s.open()
	case "accept":
		return s.accept()
	case "decline":
		return s.decline()
	case "confirm":
		return s.confirm()
	case "move":
		return s.move()
	case stepCommand:
		return s.pick()
	case "hint":
		return s.hint()
	case "explain":
		return s.explain()
	case "predict":
		return s.predict()
	case "board":
		return s.board()
	case "undo":
		return s.undo()
	case "resign":
		return s.resign()
	case "stop":
		return s.stop()
	case "rematch":
		return s.rematch()
	case "games":
		return s.games()
	case "rules":
		return s.rules()
	case "help":
		return s.help()
	case "settings":
		return s.settings()
	case "forget":
		return s.forget()
	}
	return errors.New("no such command: " + s.cmd.name)
}
