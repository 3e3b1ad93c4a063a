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

// execution is one attempt at one command. It works on a copy of the channel's message.Known,
// which finishDocument completes, and collects the reply. Values behind pointers in Doc are
// shared with the lane: replace them, never change them.
type execution struct {
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

// begin makes the execution of a job on a known document.
func (e *execution) begin(h *Handler, j *job, k *message.Known) {
	*e = execution{}
	e.h, e.now, e.r = h, h.now(), &j.request
	e.line, e.parseErr, e.unstamped, e.mayBeDone = j.line, j.parseErr, !j.line.Pressed(), j.mayBeDone
	e.known, e.prepared, e.startVersion, e.out.Result = *k, j.prepared, k.Doc.Version, dialog.Told
	e.Scene = message.Scene{Known: &e.known, Words: h.words, Place: e.r.Place}
	e.asker, e.private, e.pressed = &e.r.User, e.r.Place.Person != "", e.line.Pressed()
	e.drawn = &j.drawn
	if e.private && e.asker.ID == "" { // nobody asked: a worker settles or shows the game
		e.asker = &dialog.User{ID: e.r.Place.Person}
	}
	e.sit(max(1, j.table))
}

// answer answers the request.
func (e *execution) answer() {
	if e.couldActAgain() && (e.doneInOwn || e.Doc.Knows(e.r.ID)) {
		aimAtTable(e)
		e.tellAgain()
		return
	}
	e.notifies = true
	settleDeadlines(e)
	err := e.parseErr
	switch {
	case mayMeanOwn(e):
		err = e.prepare(findOwn)
	default:
		aimAtTable(e)
	}
	switch {
	case e.own, e.isMoving():
		return
	case err != nil:
	case e.full == noDelivery, e.full == noRoom && !e.line.Command.Ends:
		err = dialog.RefuseAs(dialog.Flooded, e.full)
	default:
		err = e.run()
	}
	if err != nil && e.first == nil {
		err = answerSentence(e, err)
	}
	if err != nil && e.first == nil {
		e.replyRefused(err)
	}
	e.discardUnprepared()
}

// run runs the command, if the person is allowed to.
func (e *execution) run() error {
	c := e.line.Command
	if e.unsure && c.Name == "move" && !e.line.Pressed() && e.Playing() {
		e.showPrivately(words.New("unsure"))
		return nil
	}
	if err := e.checkStamp(); err != nil {
		return err
	}
	if e.line.Chooses {
		chooseTable(e)
	}
	if len(e.which) > 0 {
		askWhichTable(e)
		return nil
	}
	if c.Name == "move" {
		if e.readMove(); e.parseErr != nil && e.choice == nil && !e.line.Plain() && (e.line.MeantAsCommand(e.parseErr) || isRemark(e)) {
			return command.UnknownCommand(e.line.Rest)
		}
	}
	if e.line.HasExtraWords() {
		if answered, err := tryExtraWords(e, c); answered {
			return err
		}
	}
	if c.Name == "stop" && e.line.Plain() && isOwnOffer(e) {
		return declineOffer(e)
	}
	if err := e.may(c); err != nil {
		return err
	}
	e.host = takesHostLine(e)
	do, ok := e.h.actions[c.Name]
	if !ok { // a command about people, which only people.Handler handles
		return command.UnknownCommand(c.Name)
	}
	if err := do(e); err != nil || e.named.Key == "" || len(e.out.Messages) == 0 {
		return err
	}
	first := &e.out.Messages[0]
	first.Lines = append(first.Lines, e.named)
	return nil
}

// may returns a refusal if the table doesn't allow the person this command.
func (e *execution) may(c *command.Command) error {
	switch moderates := e.r.User.Moderator; {
	case c.Who == command.Anybody, c.Who == command.PlayerOrModerator && moderates && e.Playing(), c.Who == command.ModeratorToChange && (moderates || e.line.Rest == ""):
		return nil
	case c.Who == command.ModeratorToChange:
		return onlyModerators(e.h.words.LanguageNamed, e.line.Rest)
	}
	seat, err := e.mustPlay()
	if err == nil && c.Who == command.Mover && seat != e.Match.ToMove() {
		return refuse("not-your-turn", "player", e.Player(seat.Other()))
	}
	return err
}

// mustPlay refuses if the person isn't a player of the running game. Some commands have
// their own sentence for spectators.
func (e *execution) mustPlay() (rules.Seat, error) {
	switch {
	case e.Play.Game == nil:
		return rules.Nobody, refuse("no-game")
	case !e.Playing():
		return rules.Nobody, refuse("match.over")
	}
	seat, plays := e.seat()
	if !plays {
		key := "spectator"
		if own := e.line.Command.Name + "." + key; e.h.words.Has(own) {
			key = own
		}
		r := dialog.Refuse(key, "first", e.Player(0), "second", e.Player(1))
		r.Buttons = []dialog.Button{
			{Label: words.New("button.watch-here"), Command: "watch", Style: dialog.Plain},
			{Label: words.New("button.play-own"), Command: "start", Style: dialog.Primary},
		}
		return seat, r
	}
	return seat, nil
}

// checkStamp refuses a button of a stale board.
func (e *execution) checkStamp() error {
	if e.line.Stamp == "" || e.line.Stamp == e.Stamp() || e.line.Name() == "simul" { // "simul" shows the present board anyway
		return nil
	}
	key := "stale.nothing"
	switch name := e.line.Name(); {
	case e.mayBeDone: // the board is stale, perhaps because of this very press
		key = "stale.unsure"
	case e.Play.Lapsed != 0 && !e.Playing() && (name == "accept" || name == "decline"):
		key = "offer.lapsed"
	case e.Playing():
		key = "stale"
	case e.Play.Game != nil:
		key = "stale.over"
	}
	return dialog.RefuseAs(dialog.Stale, key)
}

// replyRefused turns err into the reply.
func (e *execution) replyRefused(err error) {
	r := dialog.RefusalOf(err)
	if r == nil {
		e.h.log.Error("a command failed", "place", e.r.Place.String(), "request", e.r.ID, "command", e.line.Name(), "error", err)
		r = dialog.RefuseAs(dialog.Broken, "broken")
	}
	e.out.Result = r.How
	if r.How == dialog.Stale && e.Playing() {
		e.showPrivately(r.Text)
		return
	}
	m := e.tellPrivately(r.Text)
	m.Buttons, m.Whom = r.Buttons, r.Whom
	if r.Text.Key == "no-game" && len(m.Buttons) == 0 {
		m.Buttons = message.CardButtons()
	}
}

// tellAgain answers a repeated delivery. Public messages were shown the first time, or a
// worker will show them; here they would appear twice.
func (e *execution) tellAgain() {
	e.out.Result = dialog.Duplicate
	e.tellPrivately(words.New("again"))
}

func (e *execution) reply() dialog.Reply {
	if e.Number != 1 && e.Play.Game == nil && e.Play.Offer == nil { // the command began no game here
		e.sit(planTables(e).Home())
	}
	r := e.out
	r.State, r.Tables, r.Locale, r.Zone = e.State(), tableStates(e), e.Locale(), e.Doc.Settings.Zone
	r.Version, r.Changed, r.Found, r.Own = e.Doc.Version, cmp.Or(e.Known.Table(e.Number).Changed, e.Doc.Version), e.startVersion, e.private
	switch {
	case e.hosting:
		r.RevealCommand = "simul"
	case e.ownBoard: // the command that led to the board must not run again
		r.RevealCommand = "board ~" + e.Stamp()
	case e.secret():
		r.RevealCommand = e.line.Typed + " ~" + e.Stamp()
	}
	if len(r.Messages) == 0 { // there was nothing to settle, and no person asked
		r.Messages = []dialog.Message{}
	}
	return r
}

// random is this command's own random source. A command that is run again draws the same.
func (e *execution) random() *rand.Rand {
	if e.rng == nil {
		if *e.drawn == 0 {
			*e.drawn = e.h.drawn.Add(1)
		}
		e.source = rand.NewPCG(e.h.seed, *e.drawn)
		e.rng = rand.New(e.source)
	}
	return e.rng
}

// seat returns the asking person's seat. ok is false for a spectator.
func (e *execution) seat() (seat rules.Seat, ok bool) { return e.SeatOf(e.r.User.ID) }

func playerOf(u dialog.User) channel.Player { return channel.Player{ID: u.ID, Name: u.Name} }

// newID returns a random id for a game or an offer.
func newID(random *rand.Rand) string { return strconv.FormatUint(random.Uint64()>>24, 36) }
