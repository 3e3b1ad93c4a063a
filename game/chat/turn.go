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

// pingWithin bounds the lookup of a person's settings: a move doesn't wait longer.
const pingWithin = 300 * time.Millisecond

// turnPing returns the player whom the board notifies of a turn that has begun, nil if
// nobody needs to be notified or wants it. Such a board is a new message.
func turnPing(s *session) []dialog.User {
	if !s.turnBegan || !s.notifies {
		return nil
	}
	who, due := s.TurnPing(s.r.User.ID, s.now)
	if !due || !wantsPings(s, who.ID) {
		return nil
	}
	s.Play.Pinged = store.UnixOf(s.now)
	return []dialog.User{who}
}

// wantsPings reports whether a person wants to be notified, which is looked up outside the lane.
func wantsPings(s *session, id string) bool {
	if s.h.people == nil {
		return true
	}
	wants, known := s.pings[id]
	if !known {
		_ = s.prepare(func(ctx context.Context, h outside, _ dialog.ParsedRequest, j *job) (dialog.Reply, error) {
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
func keepPings(s *session, o *channel.Offer) {
	if wants, known := s.pings[o.From.ID]; known {
		o.Pings = &wants
	}
}

// takePings takes over what an offer keeps.
func takePings(s *session, o *channel.Offer) {
	if o.Pings != nil {
		s.pings = withPings(s.pings, o.From.ID, *o.Pings)
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
func notePosted(s *session) {
	if s.BetweenPeople() && s.past(s.Play.Posted+store.Unix(time.Minute/time.Second)) {
		s.dirty, s.touched = true, true
	}
}

// noteWarned records which version of the document warned at which tables.
func noteWarned(s *session) {
	for _, n := range s.warned {
		t := s.Known.Table(n)
		t.Warned = s.Doc.Version
		s.known.Put(t)
	}
}

// warnOfClock warns the players whose clocks are about to run out, once on each turn. Only a
// worker does: it posts the warning as a message of its own.
func warnOfClock(s *session) {
	s.putBack()
	for _, n := range s.Doc.Numbers() {
		t := s.Known.Table(n)
		at := message.Scene{Known: s.Known, Table: t}
		if !s.past(s.Known.WarnAt(&at.Table)) {
			continue
		}
		s.sitAt(n)
		s.Play.Warned = s.Play.Game.TurnVersion() // recorded, although no warning is shown
		if !s.Doc.Settings.NoPings && wantsPings(s, s.Mover().ID) {
			s.show(s.Warning(s.now, false))
			s.warned = append(s.warned, n)
		}
		s.markDirty()
	}
}
