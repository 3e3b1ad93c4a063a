package main

import (
	"context"

	"nimbot/chat"
)

// talk is the conversation as a platform gets it: commands go through the
// decorators, everything else straight to the handler.
type talk struct {
	*chat.Handler
	commands chat.Responder
}

// Handle implements chat.Responder.
func (t talk) Handle(ctx context.Context, r chat.Request) chat.Reply {
	return t.commands.Handle(ctx, r)
}

// publicly is the conversation counted, timed, and limited so that one person
// cannot take everybody's time.
func (p *parts) publicly() talk {
	return talk{p.chat, p.metrics.measure(p.limiter)}
}

// unlimited is the conversation counted and timed, for the terminal, where
// everybody is the one at the keyboard.
func (p *parts) unlimited() talk { return talk{p.chat, p.metrics.measure(p.chat)} }
