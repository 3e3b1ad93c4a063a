package discord

import "context"

// Idle waits until no answer is under way, and nothing that follows one.
func (a *Adapter) Idle(ctx context.Context) error { return a.tasks.wait(ctx) }
