// Package practice holds what one person practises in private: puzzles, lessons, the
// daily, and their own mistakes.
//
// # Beside the channel's game
// [Handler] handles the commands that the table of package command marks as practice. It also
// receives lines that may be meant for the open exercise, such as a move where no game
// is running. It never changes a channel's game. It changes the person's own document,
// so an exercise goes on in any channel, on any device and after a restart. Only a
// shared result is written to a channel's document, for the post of the day's positions.
//
// # From line to reply
//
// An execution runs one command on the document. Types that embed it group its functions by subject:
// openExercise, requests, sentences, puzzles, lessons, placement, checks, daily, mistakes,
// privateGame. What is shown is a view, a function of the open exercise. Every kind of exercise
// consists of a few steps of package teach.
//
// # Buttons
//
// A button is a command that is already typed ("answer B2 ~3.9f3a"), with a stamp of the exercise
// it was drawn for. A button of an earlier exercise shows the present question, or what can be done
// if there is none.
package practice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/calendar"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

// Config is what a Handler needs. Chat, People and Words are required.
type Config struct {
	Chat    *chat.Handler // knows the state of a place
	People  *person.Practices
	Members Members // receives what servers show of practice; may be nil
	Words   *words.Catalogue
	Now     func() time.Time // nil: time.Now
	Seed    uint64           // for random choices; 0: a random seed
	Log     *slog.Logger     // nil: slog.Default()
	Timeout time.Duration    // of a command; 0: chat.DefaultTimeout
}

// Members receives what the boards of a server show of a person's practice.
type Members interface {
	// Practised records it for the server of a place. The error is the store's.
	Practised(ctx context.Context, p dialog.Place, u dialog.User, done person.Practised) error
}

// Handler answers practice commands. It is safe for concurrent use, by one process or by
// many that share a store.
type Handler struct {
	Config
	executions atomic.Uint64
	learners   openLearners
}

// New makes a Handler.
func New(c Config) *Handler {
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	c.Seed, c.Timeout = cmp.Or(c.Seed, store.Random()), cmp.Or(c.Timeout, chat.DefaultTimeout)
	return &Handler{Config: c}
}

// Answer handles a practice command. Like the conversation's Answer, it never fails.
func (h *Handler) Answer(ctx context.Context, heard dialog.ParsedRequest) dialog.Reply {
	return h.practise(ctx, heard.Request, input{line: heard.Line, err: heard.ParseErr})
}

// Hear handles a line that isn't a practice command but may be meant for the open
// exercise. ok is false if it isn't.
func (h *Handler) Hear(ctx context.Context, heard dialog.ParsedRequest) (reply dialog.Reply, ok bool) {
	if heard.Line.Name() == "share" && !heard.Line.Pressed() && h.meansDaily(ctx, heard.Request) {
		return h.practise(ctx, heard.Request, shareInput), true
	}
	return h.hearExercise(ctx, heard)
}

// AfterReply adds practice to a reply of the conversation or of people. It records help with
// an exercise, puts the level at which the person plays into their start buttons, and adds a hint if the line may have been meant for an exercise.
func (h *Handler) AfterReply(ctx context.Context, heard dialog.ParsedRequest, reply *dialog.Reply) {
	if len(reply.Solved) > 0 {
		if err := h.recordSolved(ctx, heard.Request, reply.Solved); err != nil {
			*reply = h.failure(ctx, heard.Request, err) // don't give help that can't be recorded
			return
		}
	}
	h.addLevelToButtons(ctx, heard.Request, reply.Messages)
	h.addReminder(ctx, heard.Request, heard.Line, reply)
}

// input is a line to practise with, and how to treat it.
type input struct {
	line command.Line
	err  error // why the line can't be read
	// heard is a line that isn't a practice command but may be meant for the exercise;
	// nil for a command.
	heard *heardLine
	// implicit reports that a move was typed without "answer". If the move can't be read, practice
	// adds no message.
	implicit bool
	// handledElsewhere reports that another package handles the line too, so it doesn't count as an
	// answer.
	handledElsewhere bool
	// inPost reports that the shared result is in the place's post of that date.
	inPost bool
}

// parseInput parses a typed line.
func parseInput(line string) (a input) {
	a.line, a.err = command.Parse(line)
	return a
}

// asksForMistakes reports whether the line is about the person's own mistakes.
func (in input) asksForMistakes() bool {
	what, _, _ := strings.Cut(strings.ToLower(in.line.Rest), " ")
	return in.line.Name() == "puzzle" && (what == "mine" || what == "mistakes")
}

func (h *Handler) key(r dialog.Request) string {
	return person.PracticeKey(r.Place.Realm(), r.User.ID)
}

// practise runs a command on the person's document.
func (h *Handler) practise(ctx context.Context, r dialog.Request, a input) (reply dialog.Reply) {
	defer func() {
		if p := recover(); p != nil {
			h.Log.ErrorContext(ctx, "practice panicked", "request", r.ID, "command", a.line.Name(), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			reply = dialog.RefuseAs(dialog.Broken, "broken").Reply(r.User)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	look := h.Chat.State
	if a.asksForMistakes() {
		look = h.Chat.Counted // the last game's mistakes must be stored first
	}
	place, err := look(ctx, r.Place)
	if err != nil {
		return h.failure(ctx, r, err)
	}
	if a.asksToShare() {
		amended, inPost, err := h.addToPost(ctx, r, a, place)
		if err != nil {
			return h.failure(ctx, r, err)
		}
		if inPost {
			place, a.inPost = amended, true
		}
	}
	var e *execution
	var before person.Practised
	doc, err := h.People.Change(ctx, h.key(r), func(doc *person.Practice) (bool, error) {
		before = summary(doc)
		e = h.newExecution(ctx, r, a, doc, place)
		e.do()
		return e.dirty, nil
	})
	if err != nil {
		return h.failure(ctx, r, err)
	}
	if e.usesZone && place.Zone != "" { // extend the life of the place's document, because it has the zone
		if _, err := h.Chat.Amend(ctx, r.Place, func(*channel.Document, store.Unix) bool { return true }); err != nil {
			h.Log.WarnContext(ctx, "a place's time zone isn't kept any longer", "place", r.Place.String(), "error", err)
		}
	}
	h.learners.set(h.key(r), isOpen(doc.Now))
	if done := summary(&doc); done != before && h.Members != nil && !r.Private {
		if err := h.Members.Practised(ctx, r.Place, r.User, done); err != nil { // the next exercise sends it again
			h.Log.WarnContext(ctx, "a server's boards don't show somebody's practice yet", "place", r.Place.String(), "error", err)
		}
	}
	return dialog.Reply{
		Messages: e.messages, Result: e.result, RevealCommand: "answer",
		State: place.State, Version: place.Version, Found: place.Found, Locale: place.Locale, Zone: place.Zone,
	}
}

// newExecution makes an execution for one attempt at a command on doc. place is the present state of
// the place.
func (h *Handler) newExecution(ctx context.Context, r dialog.Request, a input, doc *person.Practice, place dialog.Reply) *execution {
	return &execution{
		h: h, ctx: ctx, r: r, input: a, view: view{doc: doc, words: h.Words, player: r.User},
		now: h.Now(), zone: calendar.Zone(place.Zone), locale: cmp.Or(place.Locale, r.Locale), result: dialog.Told,
		rng: rand.New(rand.NewPCG(h.Seed, h.executions.Add(1))),
	}
}

// failure turns an error of the store into a reply.
func (h *Handler) failure(ctx context.Context, r dialog.Request, err error) dialog.Reply {
	if errors.Is(err, person.ErrLeaving) {
		return dialog.Refuse("practice.leaving").Reply(r.User)
	}
	return dialog.Failure(ctx, h.Log, err, "practice", "what somebody practises", "request", r.ID).Reply(r.User)
}

// refuse is dialog.Refuse as an error.
func refuse(key string, args ...any) error { return dialog.Refuse(key, args...) }
