package activity

import (
	"context"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/web"
	"nimbot/game/dialog"
	"nimbot/store/bounds"
)

// The bounds of codes that are checked at the same time. Anybody can send made-up codes through
// Discord's proxy, whose visitors share an address, so an address that sends many isn't refused: what
// exceeds its bounds joins the crowd, which waits longer and has places of its own.
const (
	// openAtOnce is how many codes outside the crowd are checked, and openPerSource how many of
	// them are of one source.
	openAtOnce    = 16
	openPerSource = 8
	// crowdAtOnce is how many codes of the crowd are checked. At most crowdWaiting wait, of them
	// crowdPerSource of one source, and each for crowdWait.
	crowdAtOnce    = 16
	crowdWaiting   = 1024
	crowdPerSource = 64
	crowdWait      = 3 * time.Second
)

// signInRate is that of a source. A class signs in at once.
var signInRate = bounds.Rate{Every: time.Second / 10, Burst: 100}

// exchanges bounds the codes that are checked. It is safe for concurrent use.
type exchanges struct {
	rates         *bounds.Buckets
	open, waiting *bounds.PerKey // by source, outside the crowd and in it
	slots         chan struct{}  // has an element for each code outside the crowd that is being checked
	crowd         bounds.Queue
}

func newExchanges(now func() time.Time) exchanges {
	return exchanges{
		rates: bounds.NewBuckets(signInRate, now),
		open:  bounds.NewPerKey(openPerSource), waiting: bounds.NewPerKey(crowdPerSource),
		slots: make(chan struct{}, openAtOnce), crowd: bounds.NewQueue(crowdAtOnce, crowdWaiting, crowdWait),
	}
}

// source returns what the bounds of a sign-in are counted for: its instance, if Discord knew it when
// it was last asked, else its address. So made-up instances spend nothing of those that people are
// in.
func (v *Visitors) source(from, instance string) string {
	if i, ok := v.instances.Peek(instance); ok && i.found.Load() {
		return "instance " + instance
	}
	return "address " + from
}

// authorize checks a code, once few enough others are being checked. The error is Discord's, a
// refusal if too many of its source wait, or that of ctx.
func (v *Visitors) authorize(ctx context.Context, source, code string) (discord.Person, error) {
	leave, err := v.exchanges.enter(ctx, source)
	if err != nil {
		return discord.Person{}, err
	}
	defer leave()
	return v.discord.Authorize(ctx, code)
}

// enter waits until a code of a source may be checked, which lasts until leave is called. The error
// is a refusal, or that of ctx.
func (e *exchanges) enter(ctx context.Context, source string) (leave func(), err error) {
	if e.rates.Take(source) {
		if leave, ok := e.open.Enter(source); ok {
			select {
			case e.slots <- struct{}{}:
				return func() { <-e.slots; leave() }, nil
			case <-ctx.Done():
				leave()
				return nil, ctx.Err()
			}
		}
	}
	given, ok := e.waiting.Enter(source)
	if !ok {
		return nil, dialog.Refuse(web.AwayKey)
	}
	done, ok := e.crowd.Enter(ctx)
	if !ok {
		given()
		return nil, dialog.Refuse(web.AwayKey)
	}
	return func() { done(); given() }, nil
}
