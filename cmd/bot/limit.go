package main

import (
	"context"

	"nimbot/adapters/console"
	"nimbot/chat"
)

// limited is a conversation in which one person cannot take everybody's time.
type limited struct {
	console.Bot
	limiter *chat.Limiter
}

// Handle implements chat.Responder.
func (l limited) Handle(ctx context.Context, r chat.Request) chat.Reply {
	return l.limiter.Handle(ctx, r)
}

// publicly is the conversation as platforms get it: limited, counted and
// timed. The terminal, where everybody is the one at the keyboard, gets it
// without the limit.
func (p *parts) publicly(m *metrics) console.Bot {
	return m.measure(limited{p.chat, chat.NewLimiter(p.chat, p.perMinute, p.clock.Now)})
}
