package chat

import (
	"context"
	"maps"
	"time"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
)

// turnNotice is what decides whether the reply notifies a player.
type turnNotice struct {
	turnBegan bool // a turn has begun whose player must be notified
	notifies  bool // the reply is shown to the people whom it notifies
}

// pingWithin bounds the lookup of a person's settings: a move doesn't wait longer.
const pingWithin = 300 * time.Millisecond

// turnPing returns the player whom the board notifies of a turn that has begun, nil if
// nobody needs to be notified or wants it. Such a board is a new message.
func turnPing(e *execution) []dialog.User {
	if !e.turnBegan || !e.notifies {
		return nil
	}
	who, due := e.TurnPing(e.r.User.ID, e.now)
	if !due || !wantsPings(e, who.ID) {
		return nil
	}
	e.Play.Pinged = store.UnixOf(e.now)
	return []dialog.User{who}
}

// wantsPings reports whether a person wants to be notified, which is looked up outside the lane.
func wantsPings(e *execution, id string) bool {
	if e.h.people == nil {
		return true
	}
	wants, known := e.pings[id]
	if !known {
		_ = e.prepare(func(ctx context.Context, h outside, _ dialog.ParsedRequest, j *job) (dialog.Reply, error) {
			h.askPings(ctx, j, id)
			return dialog.Reply{}, nil
		})
	}
	return wants
}

// askPings looks up whether a person whom a job would notify wants that. If the answer doesn't come
// within pingWithin, nobody is notified.
func (h outside) askPings(ctx context.Context, j *job, id string) {
	ctx, cancel := context.WithTimeout(ctx, pingWithin)
	defer cancel()
	wants, err := false, h.readAhead(ctx, j.request.Place, id, command.Pings)
	if err == nil {
		wants, err = h.people.WantsPings(ctx, j.request.Place, id)
	}
	if err != nil {
		h.log.InfoContext(ctx, "a turn notifies nobody: what the player set isn't known", "place", j.request.Place.String(), "error", err)
	}
	j.pings = withPings(j.pings, id, wants && err == nil)
}

// keepPings keeps in an offer whether the person who makes it wants to be notified, if that was looked
// up. So nobody waits for that when it's accepted.
func keepPings(e *execution, o *channel.Offer) {
	if wants, known := e.pings[o.From.ID]; known {
		o.Pings = &wants
	}
}

// takePings takes over what an offer keeps.
func takePings(e *execution, o *channel.Offer) {
	if o.Pings != nil {
		e.pings = withPings(e.pings, o.From.ID, *o.Pings)
	}
}

// withPings returns a copy of known that says whether a person wants to be notified.
func withPings(known map[string]bool, id string, wants bool) map[string]bool {
	if known = maps.Clone(known); known == nil {
		known = map[string]bool{}
	}
	known[id] = wants
	return known
}

// notePosted records that the table's board is posted again.
func notePosted(e *execution) {
	if e.BetweenPeople() && e.past(e.Play.Posted+store.Unix(time.Minute/time.Second)) {
		e.dirty, e.touched = true, true
	}
}

// noteWarned records which version of the document warned at which tables.
func noteWarned(e *execution) {
	for _, n := range e.warned {
		t := e.Known.Table(n)
		t.Warned = e.Doc.Version
		e.known.Put(t)
	}
}

// warnOfClock warns the players whose clocks are about to run out, once on each turn. Only a
// worker does: it posts the warning as a message of its own.
func warnOfClock(e *execution) {
	e.putBack()
	for _, n := range e.Doc.Numbers() {
		t := e.Known.Table(n)
		at := message.Scene{Known: e.Known, Table: t}
		if !e.past(e.Known.WarnAt(&at.Table)) {
			continue
		}
		e.sitAt(n)
		e.Play.Warned = e.Play.Game.TurnVersion() // recorded, although no warning is shown
		if !e.Doc.Settings.NoPings && wantsPings(e, e.Mover().ID) {
			e.show(e.Warning(e.now, false))
			e.warned = append(e.warned, n)
		}
		e.markDirty()
	}
}
