package main

import (
	"context"
	"strings"
	"time"

	"nimbot/chat"
	"nimbot/limit"
	"nimbot/typed"
)

// talk is the conversation as a platform gets it: commands are counted, timed and
// answered by commands, everything else straight by the handler.
type talk struct {
	*chat.Handler
	commands chat.Responder
	metrics  *metrics
	limiter  *limit.Limiter
}

// publicly is the conversation, limited so that one person can't take everybody's
// time.
func (p *parts) publicly() talk { return talk{p.chat, p.limiter, p.metrics, p.limiter} }

// unlimited is the conversation for the terminal, where everybody is the one at
// the keyboard.
func (p *parts) unlimited() talk { return talk{p.chat, p.practice, p.metrics, p.limiter} }

// Handle implements chat.Responder.
func (t talk) Handle(ctx context.Context, r chat.Request) chat.Reply {
	begin := time.Now()
	reply := t.commands.Handle(ctx, r)
	t.metrics.seconds.WithLabelValues(r.Place.Platform).Observe(time.Since(begin).Seconds())
	key := ""
	if reply.State != nil {
		key, _, _ = strings.Cut(reply.State.Game, ":") // a parameter is anybody's choice
	}
	t.metrics.commands.WithLabelValues(r.Place.Platform, key, string(reply.Result)).Inc()
	return reply
}

// CompleteMove completes a move for whoever doesn't type too fast.
func (t talk) CompleteMove(ctx context.Context, r chat.Request) []typed.Completion {
	if !t.limiter.MayComplete(r) {
		return nil
	}
	return t.Handler.CompleteMove(ctx, r)
}
