package discord

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"

	"nimbot/game/dialog"
)

// The pauses between tries of what Discord refuses: first, and at most for answers to mentions and
// for what is shown unasked.
const (
	refusedPause    = time.Minute
	mutedMax        = 15 * time.Minute
	publishPauseMax = 4 * time.Hour

	// publishTries is how often something is tried to be shown unasked, over eight hours.
	publishTries = 10
	maxRefusals  = 10_000 // things that are remembered
)

// refusals remembers what Discord refused, so that the bot tries it again less and less often:
// Discord bans an address after too many refused requests, and a process that goes on asking
// gains nothing.
type refusals struct {
	all  *lru.Cache[string, refusedTries]
	now  func() time.Time
	most time.Duration // of a pause
	// spares reports whether nothing may be tried now.
	spares func() bool
}

// refusedTries are the refused tries of one thing.
type refusedTries struct {
	n     int
	until time.Time // no other try before
}

func newRefusals(now func() time.Time, most time.Duration) *refusals {
	all, _ := lru.New[string, refusedTries](maxRefusals) // the size is positive
	return &refusals{all: all, now: now, most: most, spares: func() bool { return false }}
}

// hold reports whether something was refused and isn't to be tried again yet.
func (r *refusals) hold(what string) bool {
	x, ok := r.all.Get(what)
	return ok && r.now().Before(x.until)
}

// add notes that something was refused, and returns how often in a row.
func (r *refusals) add(what string) (n int) {
	x, _ := r.all.Get(what)
	x.n++
	pause := min(r.most, refusedPause<<min(x.n-1, 20))
	x.until = r.now().Add(pause)
	r.all.Add(what, x)
	return x.n
}

// forget notes that something was accepted, or isn't tried any more.
func (r *refusals) forget(what string) { r.all.Remove(what) }

// try calls show to show something that unique names. If Discord refuses that, the error is
// dialog.ErrCannotPost where another try is useless, and after the last one; dialog.ErrHeldBack is the
// error of a call before the next try.
func (r *refusals) try(unique string, show func() error) error {
	if r.hold(unique) || r.spares() {
		return dialog.ErrHeldBack
	}
	err := show()
	switch {
	case errors.Is(err, errTokenRefused): // the transport tries it again
		return fmt.Errorf("%w: %w", dialog.ErrHeldBack, err)
	case isClosed(err), isRefused(err) && r.add(unique) >= publishTries:
		r.forget(unique)
		return fmt.Errorf("%w: %w", dialog.ErrCannotPost, err)
	case err == nil:
		r.forget(unique)
	}
	return err
}

// isRefused reports whether Discord refused a request for what it asks, so that asking again is
// likely useless: not because of a limit, a failure or the bot's token.
func isRefused(err error) bool {
	var refused *refusal
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.status {
	case http.StatusRequestTimeout, http.StatusTooEarly:
		return false
	case http.StatusTooManyRequests:
		return isMaximum(refused.Code)
	}
	return refused.status >= 400 && refused.status <= 499
}

// isClosed reports whether nothing can be shown in a channel: the bot was removed, or the channel
// deleted.
func isClosed(err error) bool {
	switch restCode(err) {
	case discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions, discordgo.ErrCodeCannotSendMessagesToThisUser:
		return true
	}
	return false
}

// isUneditable reports whether a message can't be edited, but perhaps another can be posted
// instead: it was deleted, was edited too often, or is in an archived thread, which a new message
// opens.
func isUneditable(err error) bool { return isRefused(err) && !isClosed(err) }

// isForbidden reports whether Discord doesn't let the bot speak there.
func isForbidden(err error) bool { return restStatus(err) == http.StatusForbidden || isClosed(err) }
