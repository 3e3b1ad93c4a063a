// Package door is where every line comes in. It reads the line once, keeps one
// person from taking everybody's time, and gives the line to the room that the
// table of commands names: practice, people, or else the conversation.
//
// # Who hears a sentence
//
// A typed line that no row of the table gives to practice may still be meant for the
// exercise that its speaker has open. Practice is asked first, and declines unless
// nothing in the place waits for the speaker. A pressed button names its room, so
// that it costs none of this.
package door

import (
	"context"
	"time"

	"nimbot/chat"
	"nimbot/limit"
	"nimbot/people"
	"nimbot/practice"
	"nimbot/typed"
)

// Config is what a Door needs. Chat, Practice and People are required.
type Config struct {
	Chat     *chat.Handler
	Practice *practice.Handler
	People   *people.Desk
	Limit    *limit.Limiter // nil: nobody is limited
	// Observe is told of every answer, and how long it took; nil: nothing is.
	Observe func(r chat.Request, reply chat.Reply, took time.Duration)
}

// Door is a chat.Responder. The embedded conversation answers whatever else
// adapters ask. It is safe for concurrent use.
type Door struct {
	*chat.Handler
	practice *practice.Handler
	people   *people.Desk
	limit    *limit.Limiter
	observe  func(chat.Request, chat.Reply, time.Duration)
	workOut  func(context.Context, chat.Request, typed.Line) (refusal string)
}

// New makes a Door.
func New(c Config) *Door {
	d := &Door{Handler: c.Chat, practice: c.Practice, people: c.People, limit: c.Limit, observe: c.Observe}
	if c.Limit != nil {
		d.workOut = c.Limit.WorkOut
	}
	if d.observe == nil {
		d.observe = func(chat.Request, chat.Reply, time.Duration) {}
	}
	return d
}

// Handle implements chat.Responder.
func (d *Door) Handle(ctx context.Context, r chat.Request) chat.Reply {
	begun := time.Now()
	reply := d.admit(ctx, r)
	d.observe(r, reply, time.Since(begun))
	return reply
}

// admit answers a request unless its person has asked for too much.
func (d *Door) admit(ctx context.Context, r chat.Request) chat.Reply {
	if d.limit == nil {
		return d.answer(ctx, d.Read(r))
	}
	if !d.limit.Admit(r) {
		return limit.Refusal(r.User)
	}
	h := d.Read(r)
	h.WorkOut = d.workOut
	reserved, ok := d.limit.Reserve(h)
	if !ok {
		return limit.Refusal(r.User)
	}
	reply := d.answer(ctx, h)
	d.limit.Settle(r, reserved, reply.Work)
	return reply
}

// answer gives the request to the room that its line belongs to.
func (d *Door) answer(ctx context.Context, h chat.Heard) chat.Reply {
	var reply chat.Reply
	switch h.Line.Of() {
	case typed.Practice:
		return d.practice.Answer(ctx, h)
	case typed.Member:
		reply = d.people.Answer(ctx, h)
	default:
		if reply, ok := d.practice.Hear(ctx, h); ok {
			return reply
		}
		reply = d.Handler.Answer(ctx, h)
	}
	d.practice.Attend(ctx, h, &reply)
	return reply
}

// CompleteMove completes a move for whoever doesn't type too fast.
func (d *Door) CompleteMove(ctx context.Context, r chat.Request) []typed.Completion {
	if d.limit != nil && !d.limit.MayComplete(r) {
		return nil
	}
	return d.Handler.CompleteMove(ctx, r)
}
