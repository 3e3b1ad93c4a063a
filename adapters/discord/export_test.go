package discord

import "context"

// Idle waits until no answer is under way, and nothing that follows one.
func (a *Adapter) Idle(ctx context.Context) error { return a.tasks.wait(ctx) }

// SaidTo exports commandIn.
func (a *Adapter) SaidTo(content string, direct bool) (text string, ok bool) {
	return a.self.commandIn(content, direct)
}

// Narrow lets fewer interactions, and fewer follow-ups, wait.
func (a *Adapter) Narrow(most int) { a.interactions.capacity, a.followUps.capacity = most, most }

// WithRemedy returns what Check says about an error of a request.
func WithRemedy(err error) error { return withRemedy((&rest{}).conceal(err)) }

// Refused returns a refusal with this status and an empty body.
func Refused(status int) error { return refusalOf(status, nil) }

// RefusedWith returns a refusal with this status and body.
func RefusedWith(status int, body string) error { return refusalOf(status, []byte(body)) }
