package tables

import (
	"slices"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// Free returns the lowest number of a free table: one without a live game, an offer, or a
// finished game that must be kept.
func (p Plan) Free() int {
	any := false
	for t := range p.Tables {
		any = any || Live(&t)
	}
	if !any {
		return 1
	}
	kept := p.kept()
	for n := 1; n <= channel.MaxTables; n++ {
		if t := p.Known.Table(n); !Live(&t) && !slices.Contains(kept, n) {
			return n
		}
	}
	return channel.MaxTables + 1 // MayOpen refuses it
}

// kept returns the finished tables that must be kept: the latest of each person, at most as
// many as may be live. If there are more, the oldest may be replaced once its end was shown
// and counted. The results of a simul are kept until they expire.
func (p Plan) kept() []int {
	var ended []message.Table
	var numbers []int
	for t := range p.Tables {
		switch {
		case Live(&t):
		case t.Offer != nil:
			numbers = append(numbers, t.Number)
		case t.Game != nil && p.isLatest(&t):
			ended = append(ended, t)
		}
	}
	slices.SortFunc(ended, func(a, b message.Table) int { return int(a.Game.Since - b.Game.Since) })
	for len(ended) > p.Limit && p.mayDrop(&ended[0]) {
		ended = ended[1:]
	}
	for i := range ended {
		numbers = append(numbers, ended[i].Number)
	}
	return numbers
}

// isLatest reports whether a finished table has the latest game of one of its players.
func (p Plan) isLatest(of *message.Table) bool {
	for _, who := range of.Game.Players {
		if who.ID == platform.BotID || who.ID == platform.ForgottenID {
			continue
		}
		latest := true
		for t := range p.Tables {
			if _, plays := t.SeatOf(who.ID); plays && t.Number != of.Number && t.Game.Since > of.Game.Since {
				latest = false
			}
		}
		if latest {
			return true
		}
	}
	return false
}

// mayDrop reports whether a finished table's result is counted, and its end was shown.
func (p Plan) mayDrop(t *message.Table) bool {
	return len(p.Uncounted(t.Results)) == 0 && p.Now >= t.Game.Since+keepEnd
}

// MayJoin refuses a further table to a person, if they sit at as many as they may, or at a
// table with the other person already. The tables of the simul that they host don't count.
func (p Plan) MayJoin(at int, id, other string) error {
	n := 0
	for t := range p.Tables {
		if t.Number == at || !Live(&t) || !Sits(&t, id) {
			continue
		}
		if host := t.Host(); host != id {
			n++
		}
		if t.Playing() {
			if seat, both := t.SeatOf(other); both && other != "" {
				return dialog.Refuse("tables.pair", "other", t.Player(seat))
			}
		}
	}
	if n >= maxSeats {
		key := "tables.seats"
		if id != p.User.ID {
			key = "tables.seats.other"
		}
		return dialog.Refuse(key, "max", maxSeats)
	}
	return nil
}

// MaxLiveTables is how many tables of a place may be live, whatever its limit.
const MaxLiveTables = 32

// MayOpen refuses a further live table if the place has as many as it may. Those of a
// simul don't count against the place's limit.
func (p Plan) MayOpen(at *message.Table, simul bool) error {
	n := 0
	for t := range p.Tables {
		if t.Number != at.Number && Live(&t) && t.Host() == "" {
			n++
		}
	}
	switch {
	case Live(at):
	case p.Room() < 1:
		return dialog.Refuse("tables.taken", "count", MaxLiveTables)
	case n >= p.Limit && !simul:
		return dialog.Refuse("tables.taken", "count", p.Limit)
	}
	return nil
}

// Room returns how many further tables may become live, whatever the place's limit.
func (p Plan) Room() int {
	live := 0
	for t := range p.Tables {
		if Live(&t) {
			live++
		}
	}
	return min(MaxLiveTables-live, channel.MaxTables-live-len(p.kept()))
}

// FreeFor returns the numbers of tables for the games of a simul, nil if there are too few.
func (p Plan) FreeFor(games int) (numbers []int) {
	if p.Room() < games {
		return nil
	}
	kept := p.kept()
	for n := 1; n <= channel.MaxTables && len(numbers) < games; n++ {
		if t := p.Known.Table(n); !Live(&t) && !slices.Contains(kept, n) && len(t.Results) < channel.MaxResults {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) < games {
		return nil
	}
	return numbers
}

// gathering returns the table of the simul that the person may begin, 0 if there is none.
func (p Plan) gathering() int {
	for t := range p.Tables {
		if o := t.Offer; o.Simul() && !o.Begun() && !t.Playing() && o.From.ID == p.User.ID {
			return t.Number
		}
	}
	return 0
}

// Hosting looks at the running games of the simul that the person hosts. next is the first
// that waits for them, from a number on and then from the beginning; if none waits, it's
// the first of all.
func (p Plan) Hosting(from int) (next, waiting, games int) {
	for t := range p.Tables {
		if !t.Playing() || t.Host() != p.User.ID {
			continue
		}
		games++
		waits := WaitsFor(&t, p.User.ID)
		if waits {
			waiting++
		}
		if next == 0 || waits && (waiting == 1 || next < from && t.Number >= from) {
			next = t.Number
		}
	}
	return next, waiting, games
}

// Spare returns the tables that nobody needs any more, except one.
func (p Plan) Spare(except int) (tables []int) {
	kept := p.kept()
	for t := range p.Tables {
		switch {
		case t.Number == 1 || t.Number == except || Live(&t) || t.Offer != nil || len(p.Uncounted(t.Results)) > 0:
		case t.Game == nil && p.Now >= t.Lapsed+keepEnd,
			t.Game != nil && p.mayDrop(&t) && (!slices.Contains(kept, t.Number) || p.Now >= t.Game.Since+keepFinished):
			tables = append(tables, t.Number)
		}
	}
	return tables
}

// ForRetry returns the table of a person's own place for a game that is tried again: the
// one with their running game, which is ended first, else a free one.
func (p Plan) ForRetry() int {
	for t := range p.Tables {
		if _, vsBot := t.AgainstBot(); t.Playing() && vsBot {
			return t.Number
		}
	}
	return p.Free()
}
