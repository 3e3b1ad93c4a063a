package chat

import (
	"cmp"
	"context"
	"math/rand/v2"
	"strconv"
	"time"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
	"nimbot/store"
	"nimbot/store/channel"
)

// session is one attempt at one command. It works on a copy of the channel's message.Known,
// which finishDocument completes, and collects the reply. Values behind pointers in Doc are
// shared with the lane: replace them, never change them.
type session struct {
	h   *Handler
	r   *dialog.Request // the job's request
	now time.Time
	input
	prepared
	message.Scene
	changes
	replies
	followUp

	unsure    bool   // the person's last command had an unknown outcome
	mayBeDone bool   // this command may have been stored, and overwritten since
	full      string // what to do if the document is too large, "" while it isn't
	staleOK   bool   // the reply may rest on the lane's copy

	host      bool // the host of a simul sent the line, and gets their private board
	hosting   bool // the reply has that board
	notifies  bool // the reply is shown to the people whom it notifies
	turnBegan bool // a turn has begun whose player must be notified
	coin      bool // a coin decides who begins, and the board says so
	swapped   bool // the second game of a pair has begun

	named words.Text // says what the name is that the line has for a game; the zero Text if it has none

	rng    *rand.Rand
	source *rand.PCG // of rng
	drawn  *uint64   // the job's job.drawn
}

// input is the line, as far as it is read.
type input struct {
	line      command.Line
	parseErr  error            // why the line can't be read, or is no move
	typedMove rules.Move       // the line as a move, if parseErr is nil
	choice    *sentence.Choice // the moves that an ambiguous line may mean
	which     []int            // the tables that the line may mean, if several fit equally
	unstamped bool             // the delivery carries no stamp
	talked    bool             // the command comes from a sentence
	confirmed bool             // the person said yes to ending the present game
}

// changes is what the command has changed in the document.
type changes struct {
	known        message.Known // the copy to which Scene points
	startVersion uint64        // the document's version at the start
	dirty        bool          // the document must be written
	touched      bool          // the selected table must be put back into known
	raised       uint64        // tables whose Turn was raised already, a bit each
	warned       []int         // tables at which a player is warned of the clock
	simulOver    int           // the table of a simul whose last game has just ended, 0 for none
	posted       bool          // the day's positions are posted
	shows        []store.Show  // boards that a worker shows
}

// followUp is what the handler does after the lane.
type followUp struct {
	// later, if not nil, computes a reply that takes too long inside the lane. It sets out.Work and
	// changes no document.
	later    func(context.Context) error
	happened []dialog.Event // in a simul
	finished bool           // a game has ended and must be counted
	begun    []Begun        // the seats of games that have begun
	// first, if not nil, must be done before the command is run again. What was done is discarded.
	first      preparation
	own        bool          // the command must be run again in the person's own place
	trying     *tried        // the finished game that is tried again
	publishing *channel.Game // the private game that moves to the channel
}

// begin makes the session of a job on a known document.
func (s *session) begin(h *Handler, j *job, k *message.Known) {
	*s = session{}
	s.h, s.now, s.r = h, h.now(), &j.request
	s.line, s.parseErr, s.unstamped, s.mayBeDone = j.line, j.parseErr, !j.line.Pressed(), j.mayBeDone
	s.known, s.prepared, s.startVersion, s.out.Result = *k, j.prepared, k.Doc.Version, dialog.Told
	s.Scene = message.Scene{Known: &s.known, Words: h.words, Place: s.r.Place}
	s.asker, s.private, s.pressed = &s.r.User, s.r.Place.Person != "", s.line.Pressed()
	s.drawn = &j.drawn
	if s.private && s.asker.ID == "" { // nobody asked: a worker settles or shows the game
		s.asker = &dialog.User{ID: s.r.Place.Person}
	}
	s.sit(max(1, j.table))
}

// answer answers the request.
func (s *session) answer() {
	if s.couldActAgain() && (s.doneInOwn || s.Doc.Knows(s.r.ID)) {
		aimAtTable(s)
		s.tellAgain()
		return
	}
	s.notifies = true
	settleDeadlines(s)
	err := s.parseErr
	switch {
	case mayMeanOwn(s):
		err = s.prepare(findOwn)
	default:
		aimAtTable(s)
	}
	switch {
	case s.own, s.isMoving():
		return
	case err != nil:
	case s.full == noDelivery, s.full == noRoom && !s.line.Command.Ends:
		err = dialog.RefuseAs(dialog.Flooded, s.full)
	default:
		err = s.run()
	}
	if err != nil && s.first == nil {
		err = answerSentence(s, err)
	}
	if err != nil && s.first == nil {
		s.replyRefused(err)
	}
	s.discardUnprepared()
}

// run runs the command, if the person is allowed to.
func (s *session) run() error {
	c := s.line.Command
	if s.unsure && c.Name == "move" && !s.line.Pressed() && s.Playing() {
		s.showPrivately(words.New("unsure"))
		return nil
	}
	if err := s.checkStamp(); err != nil {
		return err
	}
	if s.line.Chooses {
		chooseTable(s)
	}
	if len(s.which) > 0 {
		askWhichTable(s)
		return nil
	}
	if c.Name == "move" {
		if s.readMove(); s.parseErr != nil && s.choice == nil && !s.line.Plain() && (s.line.MeantAsCommand(s.parseErr) || isRemark(s)) {
			return command.UnknownCommand(s.line.Rest)
		}
	}
	if s.line.HasExtraWords() {
		if answered, err := tryExtraWords(s, c); answered {
			return err
		}
	}
	if c.Name == "stop" && s.line.Plain() && isOwnOffer(s) {
		return declineOffer(s)
	}
	if err := s.may(c); err != nil {
		return err
	}
	s.host = takesHostLine(s)
	do, ok := s.h.actions[c.Name]
	if !ok { // a command about people, which only people.Handler handles
		return command.UnknownCommand(c.Name)
	}
	if err := do(s); err != nil || s.named.Key == "" || len(s.out.Messages) == 0 {
		return err
	}
	first := &s.out.Messages[0]
	first.Lines = append(first.Lines, s.named)
	return nil
}

// may returns a refusal if the table doesn't allow the person this command.
func (s *session) may(c *command.Command) error {
	switch moderates := s.r.User.Moderator; {
	case c.Who == command.Anybody, c.Who == command.PlayerOrModerator && moderates && s.Playing(), c.Who == command.ModeratorToChange && (moderates || s.line.Rest == ""):
		return nil
	case c.Who == command.ModeratorToChange:
		return onlyModerators(s.h.words.LanguageNamed, s.line.Rest)
	}
	seat, err := s.mustPlay()
	if err == nil && c.Who == command.Mover && seat != s.Match.ToMove() {
		return refuse("not-your-turn", "player", s.Player(seat.Other()))
	}
	return err
}

// mustPlay refuses if the person isn't a player of the running game. Some commands have
// their own sentence for spectators.
func (s *session) mustPlay() (rules.Seat, error) {
	switch {
	case s.Play.Game == nil:
		return rules.Nobody, refuse("no-game")
	case !s.Playing():
		return rules.Nobody, refuse("match.over")
	}
	seat, plays := s.seat()
	if !plays {
		key := "spectator"
		if own := s.line.Command.Name + "." + key; s.h.words.Has(own) {
			key = own
		}
		r := dialog.Refuse(key, "first", s.Player(0), "second", s.Player(1))
		r.Buttons = []dialog.Button{
			{Label: words.New("button.watch-here"), Command: "watch", Style: dialog.Plain},
			{Label: words.New("button.play-own"), Command: "start", Style: dialog.Primary},
		}
		return seat, r
	}
	return seat, nil
}

// checkStamp refuses a button of a stale board.
func (s *session) checkStamp() error {
	if s.line.Stamp == "" || s.line.Stamp == s.Stamp() || s.line.Name() == "simul" { // "simul" shows the present board anyway
		return nil
	}
	key := "stale.nothing"
	switch name := s.line.Name(); {
	case s.mayBeDone: // the board is stale, perhaps because of this very press
		key = "stale.unsure"
	case s.Play.Lapsed != 0 && !s.Playing() && (name == "accept" || name == "decline"):
		key = "offer.lapsed"
	case s.Playing():
		key = "stale"
	case s.Play.Game != nil:
		key = "stale.over"
	}
	return dialog.RefuseAs(dialog.Stale, key)
}

// replyRefused turns err into the reply.
func (s *session) replyRefused(err error) {
	r := dialog.RefusalOf(err)
	if r == nil {
		s.h.log.Error("a command failed", "place", s.r.Place.String(), "request", s.r.ID, "command", s.line.Name(), "error", err)
		r = dialog.RefuseAs(dialog.Broken, "broken")
	}
	s.out.Result = r.How
	if r.How == dialog.Stale && s.Playing() {
		s.showPrivately(r.Text)
		return
	}
	m := s.tellPrivately(r.Text)
	m.Buttons, m.Whom = r.Buttons, r.Whom
	if r.Text.Key == "no-game" && len(m.Buttons) == 0 {
		m.Buttons = message.CardButtons()
	}
}

// tellAgain answers a repeated delivery. Public messages were shown the first time, or a
// worker will show them; here they would appear twice.
func (s *session) tellAgain() {
	s.out.Result = dialog.Duplicate
	s.tellPrivately(words.New("again"))
}

func (s *session) reply() dialog.Reply {
	if s.Number != 1 && s.Play.Game == nil && s.Play.Offer == nil { // the command began no game here
		s.sit(planTables(s).Home())
	}
	r := s.out
	r.State, r.Tables, r.Locale, r.Zone = s.State(), tableStates(s), s.Locale(), s.Doc.Settings.Zone
	r.Version, r.Changed, r.Found, r.Own = s.Doc.Version, cmp.Or(s.Known.Table(s.Number).Changed, s.Doc.Version), s.startVersion, s.private
	switch {
	case s.hosting:
		r.RevealCommand = "simul"
	case s.ownBoard: // the command that led to the board must not run again
		r.RevealCommand = "board ~" + s.Stamp()
	case s.secret():
		r.RevealCommand = s.line.Typed + " ~" + s.Stamp()
	}
	if len(r.Messages) == 0 { // there was nothing to settle, and no person asked
		r.Messages = []dialog.Message{}
	}
	return r
}

// random is this command's own random source. A command that is run again draws the same.
func (s *session) random() *rand.Rand {
	if s.rng == nil {
		if *s.drawn == 0 {
			*s.drawn = s.h.drawn.Add(1)
		}
		s.source = rand.NewPCG(s.h.seed, *s.drawn)
		s.rng = rand.New(s.source)
	}
	return s.rng
}

// seat returns the asking person's seat. ok is false for a spectator.
func (s *session) seat() (seat rules.Seat, ok bool) { return s.SeatOf(s.r.User.ID) }

func playerOf(u dialog.User) channel.Player { return channel.Player{ID: u.ID, Name: u.Name} }

// newID returns a random id for a game or an offer.
func newID(random *rand.Rand) string { return strconv.FormatUint(random.Uint64()>>24, 36) }
