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
	"nimbot/store"
)

// Config has the parts of a Router. Chat, Practice, People and Rounds are required.
type Config struct {
	Chat     *chat.Handler
	Practice *practice.Handler
	People   *people.Handler
	Rounds   *rounds.Handler
	Limit    *limit.Limiter // nil: nobody is limited
	Log      *slog.Logger   // nil: slog.Default()
	// Observe receives every answer and how long it took; may be nil.
	Observe func(r dialog.Request, reply dialog.Reply, took time.Duration)
}

// Router is the bot as adapters see it: what they call is one of its methods, so that nothing passes
// by the limits. What a person asks for (Handle, Complete, CompleteMove) counts against that person's
// limits; the other methods serve adapters that show what is there already. It is safe for
// concurrent use.
type Router struct {
	c       Config
	workOut func(context.Context, dialog.Request, command.Line) (refusal string)
}

// New makes a Router.
func New(c Config) *Router {
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Observe == nil {
		c.Observe = func(dialog.Request, dialog.Reply, time.Duration) {}
	}
	rt := &Router{c: c}
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
	ctx, over := store.WithAhead(ctx)
	defer over()
	if r.Private {
		r.Locale = cmp.Or(rt.c.People.LanguageOf(ctx, r.Place, r.User.ID), r.Locale)
	}
	ctx = chat.WithCharge(ctx, rt.c.Limit.Draw)
	h := dialog.Read(r, rt.c.Chat.Words())
	h.Precompute = rt.workOut
	reserved, ok := rt.c.Limit.Reserve(h)
	if !ok {
		return rt.c.Limit.Refuse(r)
	}
	of, heard := h.Line.Of(), false
	switch of {
	case command.Practice:
		reply = rt.c.Practice.Answer(ctx, h)
	case command.Rounds:
		reply = rt.c.Rounds.Answer(ctx, h)
	case command.People:
		reply = rt.c.People.Answer(ctx, h)
	default:
		var meant bool
		if reply, heard = rt.stop(ctx, h); heard {
			break
		}
		if reply, heard = rt.c.Practice.Hear(ctx, h); heard {
			break
		}
		if reply, meant = rt.c.Rounds.HearSentence(ctx, h); !meant {
			reply = rt.instead(ctx, r, rt.c.Chat.Answer(ctx, h))
			if answer, meant := rt.c.Rounds.HearRefused(ctx, h, reply); meant {
				reply = answer
			}
		}
	}
	if reply.ForgotHere {
		if err := rt.c.Rounds.Leave(ctx, r.Place, r.User.ID); err != nil {
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

// instead returns a reply of the conversation with the answer of the command that it leads to, if any.
func (rt *Router) instead(ctx context.Context, r dialog.Request, said dialog.Reply) dialog.Reply {
	if said.Instead == "" {
		return said
	}
	r.Text = said.Instead
	answer := rt.c.People.Answer(ctx, dialog.Read(r, rt.c.Chat.Words()))
	for _, m := range said.Messages {
		first := &answer.Messages[0]
		first.Lines, first.Buttons = slices.Concat(m.Lines, first.Lines), dialog.WithOthers(first.Buttons, m.Buttons)
	}
	answer.Locale, answer.Zone = said.Locale, said.Zone
	return answer
}

// Settle applies what time has decided in a place's games and in its round. settled is false if
// there was nothing to apply. The error is the store's; a reply returned with it must still be shown.
func (rt *Router) Settle(ctx context.Context, p dialog.Place) (reply dialog.Reply, settled bool, err error) {
	reply, settled, err = rt.c.Chat.Settle(ctx, p)
	if err != nil || p.Person != "" {
		return reply, settled, err
	}
	passed, _, err := rt.c.Rounds.Settle(ctx, p, false)
	reply.Messages, reply.Round = append(reply.Messages, passed.Messages...), passed.Round
	return reply, settled || len(passed.Messages) > 0, err
}

// Present returns the present board of a table, and what an adapter needs to show it again. The
// reply has no messages if the table is empty. The error is the store's.
func (rt *Router) Present(ctx context.Context, p dialog.Place, table int) (dialog.Reply, dialog.Delivery, error) {
	return rt.c.Chat.Present(ctx, p, table)
}

// Boards returns the boards that a place shows now, a reply for each table: of the live tables and,
// if there is none, of the one that ended last; and of the tables also. The error is the store's.
func (rt *Router) Boards(ctx context.Context, p dialog.Place, also ...int) ([]dialog.Reply, error) {
	return rt.c.Chat.Boards(ctx, p, also...)
}

// BoardsAndRound is Boards and, after them, the present message of the place's round, if one is
// on. The error is the store's; the boards returned with it are complete if only the round
// couldn't be read.
func (rt *Router) BoardsAndRound(ctx context.Context, p dialog.Place, also ...int) ([]dialog.Reply, error) {
	all, err := rt.c.Chat.Boards(ctx, p, also...)
	if err != nil || p.Person != "" { // a person's own place has no rounds
		return all, err
	}
	asked, err := rt.c.Rounds.Present(ctx, p)
	if len(asked.Messages) > 0 {
		all = append(all, asked)
	}
	return all, err
}

// Shown confirms that an adapter has shown a version of the boards of some tables, or of the message
// of the round (dialog.RoundTable), which has a document of its own. Boards that nobody confirms are
// shown by a worker. The error is the store's.
func (rt *Router) Shown(ctx context.Context, p dialog.Place, version uint64, tables []int) error {
	if slices.Contains(tables, dialog.RoundTable) {
		return rt.c.Rounds.Shown(ctx, p.Shared(), version)
	}
	return rt.c.Chat.Shown(ctx, p, version, tables)
}

// Posted records the id of a message of the round that an adapter showed, by which it is edited
// later. It does nothing for other messages. The error is the store's.
func (rt *Router) Posted(ctx context.Context, p dialog.Place, shown dialog.Reply, post string) error {
	if shown.Round == nil {
		return nil
	}
	return rt.c.Rounds.RecordPost(ctx, p, shown, post, nil)
}

// CompleteMove completes the move that r.Text begins, in the present position of r.Place. It returns
// nothing if no game is running there, the store doesn't answer, or the person is over their limit
// of completions.
func (rt *Router) CompleteMove(ctx context.Context, r dialog.Request) []command.Completion {
	if !rt.c.Limit.MayComplete(r) {
		return nil
	}
	return rt.c.Chat.CompleteMove(ctx, r)
}

// Complete completes the last word of the command that r.Text begins. It returns nothing if the
// person is over their limit of completions.
func (rt *Router) Complete(ctx context.Context, r dialog.Request) []command.Completion {
	if !rt.c.Limit.MayComplete(r) {
		return nil
	}
	return rt.c.Chat.Complete(ctx, r.Place, r.Text)
}
