package activity

import (
	"context"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/adapters/discord"
	"nimbot/adapters/web"
	"nimbot/game/dialog"
)

// The bounds of codes that are checked at the same time. Anybody can send made-up codes through
// Discord's proxy, whose visitors share an address, so an address that sends many isn't refused: what
// exceeds its bounds joins the crowd, which waits longer and has places of its own.
const (
	// A source checks signInsPerSecond, after a burst of signInBurst: a class signs in at once.
	signInsPerSecond = 10
	signInBurst      = 100
	// openAtOnce is how many codes outside the crowd are checked, and openPerSource how many of
	// them are of one source.
	openAtOnce    = 16
	openPerSource = 8
	// crowdAtOnce is how many codes of the crowd are checked. One waits for crowdWait at most, and
	// with it at most crowdPerSource of its source.
	crowdAtOnce    = 16
	crowdPerSource = 64
	crowdWait      = 3 * time.Second
)

// exchanges bounds the codes that are checked. It is safe for concurrent use.
type exchanges struct {
	rates         *clientip.Rates
	open, waiting *clientip.Places // by source, outside the crowd and in it
	slots, crowd  chan struct{}    // has an element for each code that is being checked
}

func newExchanges(now func() time.Time) exchanges {
	return exchanges{
		rates: clientip.NewRates(now),
		open:  clientip.NewPlaces(openPerSource), waiting: clientip.NewPlaces(crowdPerSource),
		slots: make(chan struct{}, openAtOnce), crowd: make(chan struct{}, crowdAtOnce),
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
	e := &v.exchanges
	if e.rates.Allow(source, signInsPerSecond, signInBurst) {
		if leave, ok := e.open.Enter(source); ok {
			defer leave()
			return v.authorizeIn(ctx, ctx, e.slots, code)
		}
	}
	leave, ok := e.waiting.Enter(source)
	if !ok {
		return discord.Person{}, dialog.Refuse(web.AwayKey)
	}
	defer leave()
	patience, cancel := context.WithTimeoutCause(ctx, crowdWait, dialog.Refuse(web.AwayKey))
	defer cancel()
	return v.authorizeIn(ctx, patience, e.crowd, code)
}

// authorizeIn checks a code when one of slots is free. The error is the cause of patience's end if
// none is before.
func (v *Visitors) authorizeIn(ctx, patience context.Context, slots chan struct{}, code string) (discord.Person, error) {
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
		return v.discord.Authorize(ctx, code)
	case <-patience.Done():
		return discord.Person{}, context.Cause(patience)
	}
}
