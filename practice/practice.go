// Package practice is what one person practises, in private: puzzles, lessons,
// the daily, their own mistakes, and games from where one turned.
//
// # Beside the channel's game
//
// [Handler] stands in front of the conversation, as a [chat.Responder]. It takes
// the commands that package typed's table says are about practice, and in a
// direct message in which no game is on also a move, while an exercise is open.
// Everything else goes on. It never changes a channel's game: what it changes is the
// document of the person, so an exercise goes on in any channel, on any device
// and after a restart. Only the line that somebody shares may stand in a channel's
// document, for the post of the day's positions there.
//
// # From line to reply
//
// A session does a command on the document, by functions of document, line,
// time and chance, each with the others that are about the same: answering,
// puzzles, lessons, daily, mistakes, privateGame. What is shown is a view, a
// function of the exercise that is open then. Every exercise is a few steps of package teach, whatever it is for.
//
// # Buttons
//
// A button is a command that is already typed ("answer B2 ~3.9f3a"), with a stamp
// of the exercise it was drawn for. One of another exercise gets what is asked
// now, or what goes on where nothing is.
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

	"nimbot/calendar"
	"nimbot/channel"
	"nimbot/chat"
	"nimbot/game"
	"nimbot/person"
	"nimbot/store"
	"nimbot/teach"
	"nimbot/typed"
	"nimbot/words"
)

// Config is what a Handler needs. Chat, People and Words are required.
type Config struct {
	Chat    *chat.Handler  // tells how a place stands
	Next    chat.Responder // answers everything else; nil: Chat
	People  *person.Practices
	Members Members // told of what servers show of practice; nil: nobody
	Words   *words.Catalogue
	Now     func() time.Time // nil: time.Now
	Seed    uint64           // of what is drawn; 0: a random one
	Log     *slog.Logger     // nil: slog.Default()
	Timeout time.Duration    // of a command; 0: chat.DefaultTimeout
}

// Members are told what the boards of a server show of somebody's practice.
type Members interface {
	// Practised notes it for the server of a place. The error is the store's.
	Practised(ctx context.Context, p chat.Place, u chat.User, done person.Practised) error
}

// Handler answers what people practise. It is safe for concurrent use, by one
// process or by many that share a store.
type Handler struct {
	Config
	drawn atomic.Uint64
}

// New makes a Handler.
func New(c Config) *Handler {
	if c.Next == nil {
		c.Next = c.Chat
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.Seed, c.Timeout = cmp.Or(c.Seed, rand.Uint64()), cmp.Or(c.Timeout, chat.DefaultTimeout)
	return &Handler{Config: c}
}

// Handle implements chat.Responder. Like the conversation's, it never fails.
func (h *Handler) Handle(ctx context.Context, r chat.Request) chat.Reply {
	line, err := h.Chat.Parse(r.Text)
	switch {
	case line.Command == nil:
	case line.Command.Of == typed.Practice && !wordy(line):
		return h.practise(ctx, r, asked{line: line, err: err})
	case line.Command.Name == "share" && !line.Pressed() && h.sharesDay(ctx, r):
		return h.practise(ctx, r, dayShare)
	case (line.Command.Name == "hint" || line.Command.Name == "explain") && line.Plain() && !line.Pressed():
		if reply, ok := h.hintPlainly(ctx, r, line); ok {
			return reply
		}
	case line.Command.Name == "undo" && line.Plain() && !line.Pressed():
		if reply, ok := h.undoPlainly(ctx, r, line); ok {
			return reply
		}
	case line.Command.Name == "move" && !line.Pressed() && line.Rest != "":
		if reply, ok := h.answerPlainly(ctx, r, line); ok {
			return reply
		}
		if reply, ok := h.answerBeside(ctx, r, line); ok {
			return reply
		}
	case line.Beyond(): // "help me"
		if reply, ok := h.helpPlainly(ctx, r, line); ok {
			return reply
		}
	}
	reply := h.Next.Handle(ctx, r)
	if reply.Solved != nil {
		if err := h.noteSolved(ctx, r, *reply.Solved); err != nil {
			return h.failed(ctx, r, err) // what can't be noted isn't told
		}
	}
	h.keepLevel(ctx, r, reply)
	h.remind(ctx, r, line, reply)
	return reply
}

// wordy reports whether words follow a command that takes none ("show me the
// board"): that is a sentence.
func wordy(l typed.Line) bool { return len(l.Command.Options) == 0 && l.Rest != "" && !l.Pressed() }

// asked is what a request asks for.
type asked struct {
	line typed.Line
	err  error // why the line can't be read
	// plainly: a move was typed without "answer". One that can't be read is
	// nobody's answer.
	plainly bool
	// elsewhere: and others hear it, so that it is no answer either, but can have
	// been meant for one.
	elsewhere bool
	// beside: a game is on in the place.
	beside bool
	// inPost: what is shared stands in the place's post of the date.
	inPost bool
	// review is that of the place's last game, for who wants to try again from
	// where it turned.
	review teach.Review
}

// saying asks for what a line says.
func saying(line string) (a asked) {
	a.line, a.err = typed.Parse(line)
	return a
}

// asksMine reports whether the request is about mistakes of one's own.
func (a asked) asksMine() bool {
	what, _, _ := strings.Cut(strings.ToLower(a.line.Rest), " ")
	return a.line.Name() == "puzzle" && (what == "mine" || what == "mistakes")
}

func (h *Handler) key(r chat.Request) string {
	return person.PracticeKey(r.Place.Platform, r.User.ID)
}

// practise does a command on the person's document.
func (h *Handler) practise(ctx context.Context, r chat.Request, a asked) (reply chat.Reply) {
	defer func() {
		if p := recover(); p != nil {
			h.Log.ErrorContext(ctx, "practice panicked", "request", r.ID, "command", a.line.Name(), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			reply = refusal(r.User, chat.Broken, "broken")
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	look := h.Chat.Glance
	if a.asksMine() {
		look = h.Chat.Counted // what the place's last game tells of is kept first
	}
	place, err := look(ctx, r.Place)
	if err != nil {
		return h.failed(ctx, r, err)
	}
	var work time.Duration
	if a.line.Name() == "retry" && a.err == nil {
		if a.review, work, err = h.lookBack(ctx, r.Place); err != nil {
			return h.failed(ctx, r, err)
		}
	}
	if a.asksToShare() {
		amended, inPost, err := h.addLine(ctx, r, a, place)
		if err != nil {
			return h.failed(ctx, r, err)
		}
		if inPost {
			place, a.inPost = amended, true
		}
	}
	var s *session
	var before person.Practised
	doc, err := h.People.Change(ctx, h.key(r), func(doc *person.Practice) (bool, error) {
		before = summary(doc)
		s = h.begin(r, a, doc, place)
		s.do()
		return s.dirty, nil
	})
	if err != nil {
		return h.failed(ctx, r, err)
	}
	if s.usesZone && place.Zone != "" { // the place and its zone are kept as long as that
		if _, err := h.Chat.Amend(ctx, r.Place, func(*channel.Document, store.Unix) bool { return true }); err != nil {
			h.Log.WarnContext(ctx, "a place's time zone isn't kept any longer", "place", r.Place.String(), "error", err)
		}
	}
	if done := summary(&doc); done != before && h.Members != nil && !r.Private {
		if err := h.Members.Practised(ctx, r.Place, r.User, done); err != nil { // the next exercise tells it again
			h.Log.WarnContext(ctx, "a server's boards don't show somebody's practice yet", "place", r.Place.String(), "error", err)
		}
	}
	return chat.Reply{
		Messages: s.messages, Result: s.result, Again: "answer",
		State: place.State, Version: place.Version, Found: place.Found, Locale: place.Locale, Zone: place.Zone, Work: work,
	}
}

// begin makes a session: one attempt at a command on doc, in a place that stands
// as it does.
func (h *Handler) begin(r chat.Request, a asked, doc *person.Practice, place chat.Reply) *session {
	return &session{
		h: h, r: r, asked: a, view: view{doc: doc, words: h.Words, player: r.User},
		now: h.Now(), zone: calendar.Zone(place.Zone), locale: place.Locale, result: chat.Told,
		rng: rand.New(rand.NewPCG(h.Seed, h.drawn.Add(1))),
	}
}

// failed words an error of the store.
func (h *Handler) failed(ctx context.Context, r chat.Request, err error) chat.Reply {
	switch {
	case errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrNewer):
		h.Log.ErrorContext(ctx, "what somebody practises cannot be read; nothing was changed", "request", r.ID, "error", err)
		return refusal(r.User, chat.Broken, "practice.unreadable")
	case errors.Is(err, store.ErrFull):
		h.Log.ErrorContext(ctx, "the store is full; nothing was written", "error", err)
		return refusal(r.User, chat.Away, "practice.full")
	}
	h.Log.WarnContext(ctx, "the store did not answer", "error", err)
	return refusal(r.User, chat.Away, "practice.away")
}

func refusal(u chat.User, how chat.Result, key string) chat.Reply {
	return chat.Reply{Result: how, Messages: []chat.Message{{To: &u, Open: true, Lines: []words.Text{text(key)}}}}
}

// text is a sentence: a key of the catalogue, and its arguments by name and
// value.
func text(key string, args ...any) words.Text { return words.New(key, args) }

// refused is an error that is told to the person.
type refused struct {
	text    words.Text
	buttons []chat.Button // what could be done instead
}

func (r *refused) Error() string { return fmt.Sprint(r.text.Key, " ", r.text.Args) }

func refuse(key string, args ...any) error { return &refused{text: text(key, args...)} }

// refusalOf is how an error of the rules, of what was typed or of this package
// is told; ok is false for errors that are nobody's fault.
func refusalOf(err error) (t words.Text, ok bool) {
	var r *refused
	var l *typed.Refusal
	var g *game.Error
	switch {
	case errors.As(err, &r):
		return r.text, true
	case errors.As(err, &l):
		return l.Text, true
	case errors.As(err, &g):
		return typed.Abridged(g), true
	}
	return words.Text{}, false
}
