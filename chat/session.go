package chat

import (
	"context"
	"math/rand/v2"
	"strconv"
	"time"

	"nimbot/channel"
	"nimbot/chat/scene"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/store"
	"nimbot/typed"
)

// session is one attempt at one command: a copy of what the channel knows, on
// which the command works until close, and what it says. Whatever hangs on a
// pointer in doc is shared with the lane: it is replaced, never changed.
type session struct {
	h    *Handler
	r    *exchange.Request // the job's
	line typed.Line
	now  time.Time

	scene.Scene
	held       scene.Known // what scene looks at
	found      uint64      // the version of doc to begin with
	typed      bool        // the delivery carries no stamp
	dirty      bool        // doc is to be written
	turnRaised bool        // doc.Turn was raised already
	unsure     bool        // the person's last command had an unknown outcome
	full       bool        // no further delivery can be remembered, so that nothing new may be done
	staleOK    bool        // what was told needs no fresh read

	finished bool // a game ended that is to be counted
	// elsewhere are the positions of the asking person's rated pairs, by Solved.key;
	// nil while nobody looked.
	elsewhere    map[string]bool
	pairing      *Pairing         // what was prepared for the pair that is accepted
	needsPairing *channel.Offer   // a pair must be prepared for it, then the command done anew
	needsPairs   bool             // rated pairs must be looked for, then the command done anew
	solved       *exchange.Solved // what the asking person is told of
	resultsFull  bool             // results wait that others may have counted
	swapped      bool             // the second game of a pair has begun
	passed       bool             // a turn has begun, of which its player is notified

	confirmed bool          // the person said yes to ending the present game
	talked    bool          // the command was made of a sentence
	worked    bool          // a position that takes work may be worked out here
	costly    typed.Line    // a command that waits for that, of a sentence
	drew      bool          // the start of the game that begins is drawn
	coin      bool          // and a coin is to say who begins
	chose     solve.Level   // of the bot: what the person said of it is done
	forgot    bool          // the person, here
	typedMove game.Move     // the command read as a move, when parseErr is nil
	open      *typed.Choice // the moves that it leaves open, when it does
	parseErr  error         // why the line cannot be read, or is no move

	replies
	result exchange.Result
	posted bool          // the day's positions are posted
	late   time.Duration // after the time that settle found decided
	// later, if any, goes on when the lane is left, and shows what takes too long
	// to be worked out in it, for which it notes its work. It changes nothing.
	later func(context.Context) error
	work  time.Duration
	rng   *rand.Rand
}

// begin makes a session of what is known, for the job that it is part of.
func (s *session) begin(h *Handler, j *job, k *scene.Known) {
	*s = session{}
	s.h, s.now, s.r = h, h.now(), &j.request
	s.line, s.parseErr, s.typed, s.worked = j.line, j.parseErr, !j.line.Pressed(), j.worked
	s.pairing, s.elsewhere, s.found, s.result = j.pairing, j.elsewhere, k.Doc.Version, exchange.Told
	s.held = *k
	s.Scene = scene.Scene{Known: &s.held, Words: h.words, Place: s.r.Place}
	s.asker = &s.r.User
}

// answer does what the request asks.
func (s *session) answer() {
	if s.couldActAgain() && s.Doc.Knows(s.r.ID) {
		s.tellAgain()
		return
	}
	s.settle()
	err := s.parseErr
	switch {
	case err != nil:
	case s.full:
		err = &refusal{text: text("flood"), how: exchange.Flooded}
	default:
		err = s.run()
	}
	if err != nil {
		err = conversation{s}.listen(err)
	}
	if err != nil {
		s.refuse(err)
	}
	if s.needsPairs { // it's all done anew
		s.dirty, s.staleOK, s.messages = false, true, nil
	}
}

// run does the command, if the person may.
func (s *session) run() error {
	c := s.line.Command
	if s.unsure && c.Name == "move" && !s.line.Pressed() && s.Playing() {
		s.showPrivately(text("unsure"))
		return nil
	}
	if err := s.checkStamp(); err != nil {
		return err
	}
	if c.Name == "move" {
		if s.readMove(); s.parseErr != nil && s.open == nil && !s.line.Plain() && (s.line.MeantAsCommand(s.parseErr) || conversation{s}.remarks()) {
			return typed.UnknownCommand(s.line.Rest)
		}
	}
	if s.line.Beyond() {
		if answered, err := (conversation{s}).hearBeyond(c); answered {
			return err
		}
	}
	if err := s.may(c); err != nil {
		return err
	}
	do, ok := s.h.actions[c.Name]
	if !ok { // it is about a person, and nobody in front of the Handler took it
		return typed.UnknownCommand(c.Name)
	}
	return do(s)
}

// may returns a refusal if the table doesn't allow the person the command.
func (s *session) may(c *typed.Command) error {
	switch moderates := s.r.User.Moderator; {
	case c.Who == typed.Anybody, c.Who == typed.PlayerOrModerator && moderates && s.Playing(), c.Who == typed.ModeratorToChange && (moderates || s.line.Rest == ""):
		return nil
	case c.Who == typed.ModeratorToChange:
		return refuse("settings.moderators")
	}
	seat, err := s.mustPlay()
	if err == nil && c.Who == typed.Mover && seat != s.Match.ToMove() {
		return refuse("not-your-turn", "player", s.Player(seat.Other()))
	}
	return err
}

// mustPlay refuses unless the person plays in a game that goes on. A command
// may have words of its own for spectators.
func (s *session) mustPlay() (game.Seat, error) {
	switch {
	case s.Doc.Game == nil:
		return game.Nobody, refuse("no-game")
	case !s.Playing():
		return game.Nobody, refuse("match.over")
	}
	seat, plays := s.seat()
	if !plays {
		key := "spectator"
		if own := s.line.Command.Name + "." + key; s.h.words.Has(own) {
			key = own
		}
		return seat, refuse(key, "first", s.Player(0), "second", s.Player(1))
	}
	return seat, nil
}

// checkStamp refuses a button of a board that is no longer true.
func (s *session) checkStamp() error {
	if s.line.Stamp == "" || s.line.Stamp == s.Stamp() {
		return nil
	}
	key := "stale.nothing"
	switch name := s.line.Name(); {
	case s.Doc.Lapsed != 0 && !s.Playing() && (name == "accept" || name == "decline"):
		key = "offer.lapsed"
	case s.Playing():
		key = "stale"
	case s.Doc.Game != nil:
		key = "stale.over"
	}
	return &refusal{text: text(key), how: exchange.Stale}
}

// refuse tells why nothing was done.
func (s *session) refuse(err error) {
	r := refusalOf(err)
	if r == nil {
		s.h.log.Error("a command failed", "place", s.r.Place.String(), "request", s.r.ID, "command", s.line.Name(), "error", err)
		r = &refusal{text: text("broken"), how: exchange.Broken}
	}
	s.result = r.how
	if r.how == exchange.Stale && s.Playing() {
		s.showPrivately(r.text)
		return
	}
	m := s.tellOpenly(r.text)
	m.Buttons, m.Whom = r.buttons, r.whom
}

// tellAgain answers a repeated delivery. What everybody is to see was shown when it
// was done, or is shown by a worker; shown here too, it would be there twice.
func (s *session) tellAgain() {
	s.result = exchange.Again
	s.tellOpenly(text("again"))
}

func (s *session) reply() exchange.Reply {
	r := exchange.Reply{Messages: s.messages, Result: s.result, Level: s.chose, State: s.State(), Version: s.Doc.Version, Found: s.found, Locale: s.Locale(), Zone: s.Doc.Settings.Zone, Late: s.late, Work: s.work, ForgotHere: s.forgot, Solved: s.solved}
	if s.secret() {
		r.Again = s.line.Typed + " ~" + s.Stamp()
	}
	if len(r.Messages) == 0 { // settling found nothing to say and nobody asked for anything
		r.Messages = []exchange.Message{}
	}
	return r
}

// random is this command's own source.
func (s *session) random() *rand.Rand {
	if s.rng == nil {
		s.rng = rand.New(rand.NewPCG(s.h.seed, s.h.drawn.Add(1)))
	}
	return s.rng
}

// close adds to the document what every change needs: the delivery to remember,
// the new version, and what showing the board takes.
func (s *session) close() {
	if s.couldActAgain() {
		s.Doc.Remember(s.r.ID, s.now)
	}
	s.Doc.Results = s.h.uncounted(s.Doc.Results)
	s.Doc.Version = store.NextVersion(s.Doc.Version, s.now)
	if s.posted {
		s.Doc.Daily.Post = s.Doc.Version
	}
	if s.r.Locale != "" {
		s.Doc.Delivery.Locale = s.r.Locale
	}
	s.Doc.Delivery.Unseated = s.r.Unseated || s.r.Place == exchange.Place{} && s.Doc.Delivery.Unseated
	if s.r.Message != "" && s.line.Stamp != "" && s.edits() {
		s.Doc.Delivery.Message = s.r.Message
	}
}

// couldActAgain reports whether the same delivery would act twice if it came
// twice. With a stamp it would not: what changes the board makes the stamp stale,
// and what does not (a setting) is done only once by its nature. But a hint goes
// on with its next step.
func (s *session) couldActAgain() bool { return s.r.ID != "" && (s.typed || s.line.Name() == "hint") }

// overflows reports whether the delivery would have to be remembered but can't
// be. A pressed hint is done all the same: twice, it's one step further.
func (s *session) overflows() bool {
	return s.dirty && !s.full && s.typed && s.couldActAgain() && !s.Doc.CanRemember(s.now)
}

// write returns the write that stores the document over a version. show is when
// a worker must show the board.
func (s *session) write(over uint64, show time.Time) store.Write {
	return store.Write{Expect: over, Data: s.Doc.Encode(), Due: s.Due(), Expires: s.Expires(s.now), Show: show}
}

// showAt is when a worker must show the board unless somebody confirms it first;
// the zero Time if there's no board to show.
func (s *session) showAt() time.Time {
	if s.r.Confirms && !s.r.Unseated && (s.boardShown() || s.posted) {
		return s.now.Add(ShowAfter)
	}
	return time.Time{}
}

// seat finds the seat of the asking person; ok is false for a spectator.
func (s *session) seat() (seat game.Seat, ok bool) { return s.SeatOf(s.r.User.ID) }

func deliveryOf(d channel.Delivery) exchange.Delivery {
	return exchange.Delivery{Message: d.Message, Locale: d.Locale, Unseated: d.Unseated}
}

func playerOf(u exchange.User) channel.Player { return channel.Player{ID: u.ID, Name: u.Name} }

// newID names a game or an offer.
func newID(random *rand.Rand) string { return strconv.FormatUint(random.Uint64()>>24, 36) }
