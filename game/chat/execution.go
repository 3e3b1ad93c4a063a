package chat

import (
	"cmp"
	"context"
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

	beginning
	storage
	turnNotice
	randomness
}

// storage is what is known of the document in the store.
type storage struct {
	unsure    bool // the person's last command had an unknown outcome
	mayBeDone bool // this command may have been stored, and overwritten since
	room      room // what the document may still keep
	staleOK   bool // the reply may rest on the lane's copy
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
	raised       tableSet      // tables whose Turn was raised already
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
	// first, if not nil, must be done before the command is run again. What was done is discarded.
	first          preparation
	rerunPrivately bool          // the command must be run again in the person's own place
	trying         *tried        // the finished game that is tried again
	publishing     *channel.Game // the private game that moves to the channel
}

// begin makes the execution of a job on a known document.
func (e *execution) begin(h *Handler, j *job, k *message.Known) {
	*e = execution{}
	e.h = h
	e.r = &j.request
	e.now = h.now()
	e.line, e.parseErr = j.line, j.parseErr
	e.unstamped = !j.line.Pressed()
	e.prepared = j.prepared
	e.mayBeDone = j.mayBeDone
	e.stream = &j.stream
	e.known = *k
	e.startVersion = k.Doc.Version
	e.Scene = message.Scene{Known: &e.known, Words: h.words, Place: e.r.Place}
	e.out.Result = dialog.Told
	e.asker = &e.r.User
	e.private = e.r.Place.Person != ""
	e.pressed = e.line.Pressed()
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
	case e.rerunPrivately, e.isMoving():
		return
	case err != nil:
	case e.room == noDelivery, e.room == noRoom && !e.line.Command.Ends:
		err = dialog.RefuseAs(dialog.Flooded, e.room.refusal())
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

// run runs the line's command, if the line means just that and the person is allowed to.
func (e *execution) run() error {
	c := e.line.Command
	if answered, err := e.interpret(c); answered || err != nil {
		return err
	}
	if err := e.may(c); err != nil {
		return err
	}
	e.askedAsHost = takesHostLine(e)
	do, ok := e.h.actions[c.Name]
	if !ok { // a command about people, which only people.Handler handles
		return command.UnknownCommand(c.Name)
	}
	if err := do(e); err != nil || e.otherName.Key == "" || len(e.out.Messages) == 0 {
		return err
	}
	first := &e.out.Messages[0]
	first.Lines = append(first.Lines, e.otherName)
	return nil
}

// interpret finds out what the line of a command means here. It reports whether that was something
// else, which is answered then. The error refuses the line.
func (e *execution) interpret(c *command.Command) (answered bool, err error) {
	if e.unsure && c.Name == "move" && !e.line.Pressed() && e.Playing() {
		e.showPrivately(words.New("unsure"))
		return true, nil
	}
	if err := e.checkStamp(); err != nil {
		return false, err
	}
	if e.line.Chooses {
		chooseTable(e)
	}
	if len(e.which) > 0 {
		askWhichTable(e)
		return true, nil
	}
	if c.Name == "move" {
		if e.readMove(); e.triesNoMove() {
			return false, command.UnknownCommand(e.line.Rest)
		}
	}
	if e.line.HasExtraWords() {
		if answered, err := tryExtraWords(e, c); answered {
			return true, err
		}
	}
	if c.Name == "stop" && e.line.Plain() && isOwnOffer(e) {
		return true, declineOffer(e)
	}
	return false, nil
}

// triesNoMove reports whether a line that can't be read as a move isn't meant as one: it's a misspelt
// command, or a remark.
func (e *execution) triesNoMove() bool {
	if e.parseErr == nil || e.choice != nil || e.line.Plain() {
		return false
	}
	return e.line.MeantAsCommand(e.parseErr) || isRemark(e)
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
		return rules.Nobody, refuseNoGame()
	case !e.Playing():
		return rules.Nobody, refuse("match.over")
	}
	seat, plays := e.seat()
	if !plays {
		key := "spectator"
		if more := e.line.Command.Name + "." + key; e.h.words.Has(more) {
			key = more
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
}

// tellAgain answers a repeated delivery. Public messages were shown the first time, or a
// worker will show them; here they would appear twice.
func (e *execution) tellAgain() {
	e.out.Result = dialog.Duplicate
	e.tellPrivately(words.New("again"))
}

// leaveEmptyTable selects the person's table, or the first one, if the command began no game at the
// table that it selected.
func (e *execution) leaveEmptyTable() {
	if e.Number != 1 && e.Play.Game == nil && e.Play.Offer == nil {
		e.sit(planTables(e).Home())
	}
}

// reply returns the reply with the state of the selected table.
func (e *execution) reply() dialog.Reply {
	r := e.out
	r.State, r.Tables = e.State(), tableStates(e)
	r.Locale, r.Zone = e.Locale(), e.Doc.Settings.Zone
	r.Found, r.Version = e.startVersion, e.Doc.Version
	r.Changed = cmp.Or(e.Known.Table(e.Number).Changed, e.Doc.Version)
	r.Own = e.private
	switch {
	case e.showsHostBoard:
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

// seat returns the asking person's seat. ok is false for a spectator.
func (e *execution) seat() (seat rules.Seat, ok bool) { return e.SeatOf(e.r.User.ID) }

func playerOf(u dialog.User) channel.Player { return channel.Player{ID: u.ID, Name: u.Name} }
