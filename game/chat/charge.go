package chat

import (
	"context"

	"nimbot/game/dialog"
)

// Charge runs work that the request r causes, and charges its time to the person. costly reports
// whether it may need a table or a search; then it waits for a free worker. refusal is the catalogue
// key of the reason why it wasn't run, "" if it was.
type Charge func(ctx context.Context, r dialog.Request, costly bool, work func()) (refusal string)

type chargeKey struct{}

// WithCharge returns a context in which Charged charges by c.
func WithCharge(ctx context.Context, c Charge) context.Context {
	return context.WithValue(ctx, chargeKey{}, c)
}

// Charged runs work, which ends early if ctx is cancelled. The context carries who charges for it
// (WithCharge), so that it is charged on whatever path it is reached. The error is a refusal: the
// person's allowance is used up, no worker is free, or the work ended early.
func Charged(ctx context.Context, r dialog.Request, costly bool, work func()) error {
	refusal := ""
	if charge, ok := ctx.Value(chargeKey{}).(Charge); ok {
		refusal = charge(ctx, r, costly, work)
	} else {
		work()
	}
	if refusal == "" && ctx.Err() != nil {
		refusal = "limited.busy"
	}
	if refusal != "" {
		return dialog.RefuseAs(dialog.Limited, refusal)
	}
	return nil
}
