package main

import (
	"context"
	"strings"
	"time"

	"nimbot/chat"
	"nimbot/limit"
	"nimbot/typed"
)

// talk is the conversation as a platform gets it: commands go through the
// decorators, everything else straight to the handler.
type talk struct {
	*chat.Handler
	commands chat.Responder
	limiter  *limit.Limiter
}

// Handle implements chat.Responder.
func (t talk) Handle(ctx context.Context, r chat.Request) chat.Reply {
	return t.commands.Handle(ctx, r)
}

// CompleteMove completes a move for whoever doesn't type too fast.
func (t talk) CompleteMove(ctx context.Context, r chat.Request) []typed.Completion {
	if !t.limiter.MayComplete(r) {
		return nil
	}
	return t.Handler.CompleteMove(ctx, r)
}

// publicly is the conversation counted, timed, and limited so that one person
// cannot take everybody's time.
func (p *parts) publicly() talk {
	return talk{p.chat, p.metrics.measure(p.limiter), p.limiter}
}

// unlimited is the conversation counted and timed, for the terminal, where
// everybody is the one at the keyboard.
func (p *parts) unlimited() talk { return talk{p.chat, p.metrics.measure(p.talk), p.limiter} }

// measured is a conversation that is counted and timed.
type measured struct {
	next    chat.Responder
	metrics *metrics
}

func (m *metrics) measure(next chat.Responder) chat.Responder { return measured{next, m} }

// Handle implements chat.Responder.
func (m measured) Handle(ctx context.Context, r chat.Request) chat.Reply {
	begin := time.Now()
	reply := m.next.Handle(ctx, r)
	m.metrics.seconds.WithLabelValues(r.Place.Platform).Observe(time.Since(begin).Seconds())
	key := ""
	if reply.State != nil {
		key, _, _ = strings.Cut(reply.State.Game, ":") // a parameter is anybody's choice
	}
	m.metrics.commands.WithLabelValues(r.Place.Platform, key, string(reply.Result)).Inc()
	return reply
}
