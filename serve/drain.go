package serve

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopSignal is the cause of a context that a signal has ended.
type stopSignal struct{ os.Signal }

func (s stopSignal) Error() string { return s.String() + " signal received" }

// Is makes it context.Canceled: nothing went wrong.
func (s stopSignal) Is(target error) bool { return target == context.Canceled }

// UntilSignalled is a context that ends at the first Ctrl-C or SIGTERM. The
// second one ends the program at once, as if nobody listened: what was
// answered is stored.
func UntilSignalled() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	came := make(chan os.Signal, 1)
	signal.Notify(came, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-came
		signal.Stop(came)
		cancel(stopSignal{s})
	}()
	return ctx
}

// draining is a context that ends with ctx, but a wait later when it was
// SIGTERM that ended it: load balancers see that this process is not ready any
// more, and send their requests elsewhere. Whoever pressed Ctrl-C need not
// wait. begin is called first. cancel ends it at any time.
func draining(ctx context.Context, wait time.Duration, begin func(cause error)) (later context.Context, cancel context.CancelCauseFunc) {
	later, cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() {
		cause := context.Cause(ctx)
		begin(cause)
		if s := (stopSignal{}); errors.As(cause, &s) && s.Signal == syscall.SIGTERM {
			select {
			case <-time.After(wait):
			case <-later.Done():
			}
		}
		cancel(cause)
	})
	return later, cancel
}
