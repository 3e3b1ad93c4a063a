package discord

import "context"

// Idle waits until no answer is under way, and nothing that follows one.
func (a *Adapter) Idle(ctx context.Context) error { return a.tasks.wait(ctx) }

// SaidTo is what a text says to the bot.
func (a *Adapter) SaidTo(content string, direct bool) (text string, ok bool) {
	return a.self.saidTo(content, direct)
}

// Narrow lets fewer interactions, and fewer follow-ups, wait.
func (a *Adapter) Narrow(most int) { a.answering.most, a.following.most = most, most }

// WithRemedy is what Check says about an error of a request.
func WithRemedy(err error) error { return withRemedy((&rest{}).conceal(err)) }

// Refused is Discord's refusal with a status and no word more.
func Refused(status int) error { return refusalOf(status, nil) }
