// Package rounds runs rounds: several questions in a row, each of which everybody in a place may
// answer. The rules are in package round; this package draws the questions, reads the answers,
// shows what everybody sees, and hands the points over to be counted.
//
// # What everybody sees
//
// The message of a question is posted by the bot itself, so that it can be edited when time
// decides something. A change is stored before it is shown. The process that changed the round
// shows it, or else a worker does, which also edits the count of answers, but not too often.
// On a platform where the bot can't post unasked, the message is part of the reply.
//
// # What one person sees
//
// An answer is given and confirmed in private. A person's first complete answer counts.
package rounds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"strconv"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/platform"
	"nimbot/store/round"
)

// People knows who is in a round, and counts its points. It is called outside the lanes.
type People interface {
	// Joins records that a person takes part in the round of a place. The error is the store's.
	Joins(ctx context.Context, p dialog.Place, id string) error
	// CountRound counts the points of a round that is over, once, however often it is called
	// for it. After an error some people's points may not be counted yet.
	CountRound(ctx context.Context, p dialog.Place, r *round.Round) error
}

// Config is what a Handler needs. Chat, Store and Words are required.
type Config struct {
	Chat   *chat.Handler
	Store  store.Store
	People People // nil: points aren't counted
	Words  *words.Catalogue
	Now    func() time.Time // nil: time.Now
	Seed   uint64           // of the questions; 0: a random seed
	Log    *slog.Logger     // nil: slog.Default()
	// Happened receives each event, for the metrics; may be nil.
	Happened func(platform string, e dialog.Event)
	Pieces   int // piles, rows or coins of a typed position; 0: chat.DefaultLimits
}

// Handler holds the rounds of all places. It is safe for concurrent use, by one process or
// by many that share a store.
type Handler struct {
	Config
	rounds *round.Keeper
}

// New makes a Handler.
func New(c Config) *Handler {
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Happened == nil {
		c.Happened = func(string, dialog.Event) {}
	}
	c.Pieces = cmp.Or(c.Pieces, chat.DefaultLimits().Piles)
	return &Handler{Config: c, rounds: round.NewKeeper(c.Store, c.Now)}
}

// execution is one command about a round.
type execution struct {
	*Handler
	r    dialog.Request
	line command.Line
	now  round.Milli

	messages []dialog.Message
	result   dialog.Result
	shown    round.Round       // the round that the messages show
	solved   []rules.Situation // the position that the reply tells about
}

// Answer handles a command about a round. It never fails: refusals and failures of the store
// become replies.
func (h *Handler) Answer(ctx context.Context, heard dialog.ParsedRequest) dialog.Reply {
	ctx, cancel := context.WithTimeout(ctx, chat.DefaultTimeout)
	defer cancel()
	return h.inExecution(ctx, heard, func(e *execution) error {
		if heard.ParseErr != nil {
			return heard.ParseErr
		}
		return e.run(ctx, heard)
	})
}

// inExecution runs do in a new execution and returns its reply.
func (h *Handler) inExecution(ctx context.Context, heard dialog.ParsedRequest, do func(*execution) error) (reply dialog.Reply) {
	defer func() {
		if p := recover(); p != nil {
			h.Log.ErrorContext(ctx, "a round panicked", "request", heard.ID, "command", heard.Line.Name(), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			reply = dialog.RefuseAs(dialog.Broken, "broken").Reply(heard.User)
		}
	}()
	e := &execution{Handler: h, r: heard.Request, line: heard.Line, now: round.MilliOf(h.Now()), result: dialog.Done}
	if err := do(e); err != nil {
		r := dialog.RefusalOf(err)
		if r == nil {
			r = dialog.Failure(ctx, h.Log, err, "store", "a round", "place", heard.Place.String())
		}
		return r.Reply(heard.User)
	}
	return dialog.Reply{
		Messages: e.messages, Result: e.result, Round: stateOf(&e.shown), Own: true, Locale: e.shown.Locale, Solved: e.solved,
		Version: e.shown.Version, Changed: e.shown.Version, Found: e.shown.Version,
	}
}

// run runs the command.
func (e *execution) run(ctx context.Context, heard dialog.ParsedRequest) error {
	switch name := e.line.Name(); {
	case name == "guess":
		return e.guess(ctx)
	case name == "reveal" && e.line.Rest == waitWord:
		return e.hold(ctx)
	case name == "reveal", name == "stop":
		return e.revealOrGoOn(ctx)
	case e.line.Pressed():
		return e.beginAgain(ctx)
	}
	return e.start(ctx, heard)
}

// tell adds a private message to the person. If a button of the message with the choices was
// pressed, the new one replaces it.
func (e *execution) tell(lines ...words.Text) *dialog.Message {
	onChoices := e.line.Pressed() && e.line.Name() == "guess" && !isPublicButton(e.line.Rest)
	e.messages = append(e.messages, dialog.Message{To: &e.r.User, Open: true, Edit: onChoices, Lines: lines})
	return &e.messages[len(e.messages)-1]
}

// report reports an event in the place to Config.Happened.
func (e *execution) report(event dialog.Event) { e.Happened(e.r.Place.Platform, event) }

// place returns the round's place; a place of private games has no round of its own.
func (e *execution) place() dialog.Place { return e.r.Place.Shared() }

// change changes the round of the place, unless the same typed line has done so before. The reply
// shows the changed round.
func (e *execution) change(ctx context.Context, do func(*round.Round) (bool, error)) (err error) {
	e.shown, err = e.rounds.Change(ctx, e.place().String(), func(r *round.Round) (changed bool, err error) {
		if err = e.checkRepeat(r); err != nil {
			return false, err
		}
		if changed, err = do(r); changed && err == nil && !e.line.Pressed() {
			r.Remember(e.r.ID)
		}
		return changed, err
	})
	return err
}

// checkRepeat refuses a typed line that has changed the round before.
func (e *execution) checkRepeat(r *round.Round) error {
	if !e.line.Pressed() && r.Knows(e.r.ID) {
		return dialog.RefuseAs(dialog.Duplicate, "again")
	}
	return nil
}

// checkStamp refuses a button that belongs to another question.
func (e *execution) checkStamp(r *round.Round) error {
	if e.line.Pressed() && e.line.Stamp != stamp(e.place(), r) {
		return dialog.RefuseAs(dialog.Stale, "race.stale")
	}
	return nil
}

// stamp returns the stamp of a question's buttons. It names the table number that is reserved for
// rounds.
func stamp(p dialog.Place, r *round.Round) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(p.String() + " " + r.ID)) // it always succeeds
	return strconv.Itoa(dialog.RoundTable) + "." + strconv.Itoa(r.Number) + "." + strconv.FormatUint(uint64(h.Sum32()), 36)
}

// editInterval returns how often the message of a round may be edited in a place, 0 for never.
func (h *Handler) editInterval(p dialog.Place) time.Duration {
	if h.Chat.Publisher(p.Platform) == nil {
		return 0
	}
	return platform.EditEvery(p.Platform)
}

// checkAllowed returns the place's language. It refuses where the bot can only reply to commands,
// in private places, and where moderators turned rounds off.
func (e *execution) checkAllowed(ctx context.Context) (locale string, err error) {
	p := e.place()
	switch {
	case e.r.ReplyOnly:
		return "", refuse("race.unseated")
	case e.r.Private, platform.HasServers(p.Platform) && p.Guild == "":
		return "", refuse("race.private")
	}
	off := false
	reply, err := e.Chat.Amend(ctx, p, func(d *channel.Document, _ store.Unix) bool {
		off = d.Settings.NoRaces
		return false
	})
	if err == nil && off && !e.r.User.Moderator {
		err = refuse("race.off")
	}
	return cmp.Or(reply.Locale, e.r.Locale), err
}

// errUncounted means that the points of the previous round must be counted first.
var errUncounted = errors.New("rounds: points wait to be counted")

// randomSource returns the random source of the present question.
func randomSource(r *round.Round) *rand.Rand {
	return rand.New(rand.NewPCG(r.Seed, uint64(r.Number))) // a number from 0
}

// refuse is dialog.Refuse as an error.
func refuse(key string, args ...any) error { return dialog.Refuse(key, args...) }
