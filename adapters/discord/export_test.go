package discord

import "context"

// Idle waits until no answer is under way, and nothing that follows one.
func (a *Adapter) Idle(ctx context.Context) error { return a.tasks.wait(ctx) }

// Narrow lets fewer interactions, and fewer follow-ups, wait.
func (a *Adapter) Narrow(most int) { a.answering.most, a.following.most = most, most }
