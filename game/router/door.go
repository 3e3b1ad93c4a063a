// Package router is the entry point for every request. It parses the line once, applies the
// person's rate limit, and passes the line to practice, people, rounds or chat, as the
// command's row in the table of commands says.
//
// # Who gets a sentence
//
// A typed line that isn't a practice command may still be meant for the exercise that its author
// has open, or for the round of the place. Practice is asked first, then the round; both decline if
// nothing is open. A button's command already says which package handles it, so practice isn't
// asked.
package router

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/game/practice"
	"nimbot/game/rounds"
	"nimbot/game/router/limit"
	"nimbot/game/words/command"
)

// Config has the parts of a Door. Chat, Practice, People and Races are required.
type Config struct {
	Chat     *chat.Handler
	Practice *practice.Handler
	People   *people.Handler
	Races    *rounds.Handler
	Limit    *limit.Limiter // nil: nobody is limited
	Log      *slog.Logger   // nil: slog.Default()
	// Observe receives every answer and how long it took; may be nil.
	Observe func(r dialog.Request, reply dialog.Reply, took time.Duration)
}

// Door is a dialog.Responder. The embedded chat.Handler serves the adapters' other
// calls, such as Settle and Shown. It is safe for concurrent use.
type Door struct {
	*chat.Handler
	c       Config
	workOut func(context.Context, dialog.Request, command.Line) (refusal string)
}

// New makes a Door.
func New(c Config) *Door {
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Observe == nil {
		c.Observe = func(dialog.Request, dialog.Reply, time.Duration) {}
	}
	d := &Door{Handler: c.Chat, c: c}
	if c.Limit != nil {
		d.workOut = c.Limit.Precompute
	}
	return d
}

// Handle implements dialog.Responder: it parses the line and passes it on, unless the
// person is over their limit.
func (d *Door) Handle(ctx context.Context, r dialog.Request) (reply dialog.Reply) {
	begun := time.Now()
	defer func() { d.c.Observe(r, reply, time.Since(begun)) }()
	if refused := dialog.CheckIDs(r.Place, r.User, r.Mentions); refused != nil {
		return refused.Reply(r.User)
	}
	if !d.c.Limit.Admit(r) {
		return d.c.Limit.Refuse(r)
	}
	if r.Private {
		r.Locale = cmp.Or(d.c.People.LanguageOf(ctx, r.Place, r.User.ID), r.Locale)
	}
	ctx = chat.WithCharge(ctx, d.c.Limit.Draw)
	h := d.Read(r)
	h.Precompute = d.workOut
	reserved, ok := d.c.Limit.Reserve(h)
	if !ok {
		return d.c.Limit.Refuse(r)
	}
	of, heard := h.Line.Of(), false
	switch of {
	case command.Practice:
		reply = d.c.Practice.Answer(ctx, h)
	case command.Round:
		reply = d.c.Races.Answer(ctx, h)
	case command.Member:
		reply = d.c.People.Answer(ctx, h)
	default:
		var meant bool
		if reply, heard = d.stop(ctx, h); heard {
			break
		}
		if reply, heard = d.c.Practice.Hear(ctx, h); heard {
			break
		}
		if reply, meant = d.c.Races.HearSentence(ctx, h); !meant {
			reply = d.Handler.Answer(ctx, h)
			if answer, meant := d.c.Races.HearRefused(ctx, h, reply); meant {
				reply = answer
			}
		}
	}
	if reply.ForgotHere {
		if err := d.c.Races.Leave(ctx, r.Place, r.User.ID); err != nil {
			reply = dialog.RefuseAs(dialog.Unavailable, "store.away").Reply(r.User)
		}
	}
	if of != command.Practice && !heard {
		d.c.Practice.AfterReply(ctx, h, &reply)
	}
	if reply.Result != dialog.Unavailable && reply.IsPrivate() {
		reply.Language = d.c.People.LanguageOf(ctx, r.Place, r.User.ID)
	}
	d.c.Limit.Charge(r, reserved, reply.Work)
	nameMentioned(&reply, r.Mentions)
	return reply
}

// Settle applies what time has decided in a place's games and in its round.
func (d *Door) Settle(ctx context.Context, p dialog.Place) (dialog.Reply, bool, error) {
	reply, settled, err := d.Handler.Settle(ctx, p)
	if err != nil || p.Person != "" {
		return reply, settled, err
	}
	passed, _, err := d.c.Races.Settle(ctx, p, false)
	reply.Messages, reply.Round = append(reply.Messages, passed.Messages...), passed.Round
	return reply, settled || len(passed.Messages) > 0, err
}

// Shown confirms boards that an adapter has shown, or the message of the round, which has a
// document of its own.
func (d *Door) Shown(ctx context.Context, p dialog.Place, version uint64, tables []int) error {
	if slices.Contains(tables, dialog.RoundTable) {
		return d.c.Races.Shown(ctx, p.Shared(), version)
	}
	return d.Handler.Shown(ctx, p, version, tables)
}

// Posted records the id of a message of the round that an adapter showed.
func (d *Door) Posted(ctx context.Context, p dialog.Place, shown dialog.Reply, post string) error {
	if shown.Round == nil {
		return nil
	}
	return d.c.Races.Posted(ctx, p, shown, post, nil)
}

// CompleteMove completes a move, unless the person is over the limit of completions.
func (d *Door) CompleteMove(ctx context.Context, r dialog.Request) []command.Completion {
	if !d.c.Limit.MayComplete(r) {
		return nil
	}
	return d.Handler.CompleteMove(ctx, r)
}
