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

// UntilSignalled returns a context that ends at the first Ctrl-C or SIGTERM. A
// second signal kills the program at once; that is safe, because every answered
// command is stored.
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

// draining returns a context that ends with ctx, or wait later if SIGTERM ended
// ctx: in the meantime, load balancers see that this process isn't ready any
// more, and send their requests elsewhere. Ctrl-C ends it at once. begin is
// called first. cancel ends it at any time.
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
