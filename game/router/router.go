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

// Config has the parts of a Router. Chat, Practice, People and Races are required.
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

// Router is a dialog.Responder. The embedded chat.Handler serves the adapters' other
// calls, such as Settle and Shown. It is safe for concurrent use.
type Router struct {
	*chat.Handler
	c       Config
	workOut func(context.Context, dialog.Request, command.Line) (refusal string)
}

// New makes a Router.
func New(c Config) *Router {
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Observe == nil {
		c.Observe = func(dialog.Request, dialog.Reply, time.Duration) {}
	}
	rt := &Router{Handler: c.Chat, c: c}
	if c.Limit != nil {
		rt.workOut = c.Limit.Precompute
	}
	return rt
}

// Handle implements dialog.Responder: it parses the line and passes it on, unless the
// person is over their limit.
func (rt *Router) Handle(ctx context.Context, r dialog.Request) (reply dialog.Reply) {
	begun := time.Now()
	defer func() { rt.c.Observe(r, reply, time.Since(begun)) }()
	if refused := dialog.CheckIDs(r.Place, r.User, r.Mentions); refused != nil {
		return refused.Reply(r.User)
	}
	if !rt.c.Limit.Admit(r) {
		return rt.c.Limit.Refuse(r)
	}
	if r.Private {
		r.Locale = cmp.Or(rt.c.People.LanguageOf(ctx, r.Place, r.User.ID), r.Locale)
	}
	ctx = chat.WithCharge(ctx, rt.c.Limit.Draw)
	h := rt.Read(r)
	h.Precompute = rt.workOut
	reserved, ok := rt.c.Limit.Reserve(h)
	if !ok {
		return rt.c.Limit.Refuse(r)
	}
	of, heard := h.Line.Of(), false
	switch of {
	case command.Practice:
		reply = rt.c.Practice.Answer(ctx, h)
	case command.Round:
		reply = rt.c.Races.Answer(ctx, h)
	case command.Member:
		reply = rt.c.People.Answer(ctx, h)
	default:
		var meant bool
		if reply, heard = rt.stop(ctx, h); heard {
			break
		}
		if reply, heard = rt.c.Practice.Hear(ctx, h); heard {
			break
		}
		if reply, meant = rt.c.Races.HearSentence(ctx, h); !meant {
			reply = rt.Handler.Answer(ctx, h)
			if answer, meant := rt.c.Races.HearRefused(ctx, h, reply); meant {
				reply = answer
			}
		}
	}
	if reply.ForgotHere {
		if err := rt.c.Races.Leave(ctx, r.Place, r.User.ID); err != nil {
			reply = dialog.RefuseAs(dialog.Unavailable, "store.away").Reply(r.User)
		}
	}
	if of != command.Practice && !heard {
		rt.c.Practice.AfterReply(ctx, h, &reply)
	}
	if reply.Result != dialog.Unavailable && reply.IsPrivate() {
		reply.Language = rt.c.People.LanguageOf(ctx, r.Place, r.User.ID)
	}
	rt.c.Limit.Charge(r, reserved, reply.Work)
	nameMentioned(&reply, r.Mentions)
	return reply
}

// Settle applies what time has decided in a place's games and in its round.
func (rt *Router) Settle(ctx context.Context, p dialog.Place) (dialog.Reply, bool, error) {
	reply, settled, err := rt.Handler.Settle(ctx, p)
	if err != nil || p.Person != "" {
		return reply, settled, err
	}
	passed, _, err := rt.c.Races.Settle(ctx, p, false)
	reply.Messages, reply.Round = append(reply.Messages, passed.Messages...), passed.Round
	return reply, settled || len(passed.Messages) > 0, err
}

// Shown confirms boards that an adapter has shown, or the message of the round, which has a
// document of its own.
func (rt *Router) Shown(ctx context.Context, p dialog.Place, version uint64, tables []int) error {
	if slices.Contains(tables, dialog.RoundTable) {
		return rt.c.Races.Shown(ctx, p.Shared(), version)
	}
	return rt.Handler.Shown(ctx, p, version, tables)
}

// Posted records the id of a message of the round that an adapter showed.
func (rt *Router) Posted(ctx context.Context, p dialog.Place, shown dialog.Reply, post string) error {
	if shown.Round == nil {
		return nil
	}
	return rt.c.Races.Posted(ctx, p, shown, post, nil)
}

// CompleteMove completes a move, unless the person is over the limit of completions.
func (rt *Router) CompleteMove(ctx context.Context, r dialog.Request) []command.Completion {
	if !rt.c.Limit.MayComplete(r) {
		return nil
	}
	return rt.Handler.CompleteMove(ctx, r)
}
