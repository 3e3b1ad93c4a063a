package seating

import (
	"slices"

	"nimbot/channel"
	"nimbot/chat/scene"
	"nimbot/exchange"
)

// Free returns the lowest number of a table that no game, offer or kept end needs.
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
	return 1 // not reached: live and kept tables are fewer
}

// kept returns the finished tables that must be kept: the latest of each person, at most
// as many as may be live. Of more, the oldest may be replaced once its end was shown and
// counted.
func (p Plan) kept() []int {
	var ended []scene.Table
	for t := range p.Tables {
		if !Live(&t) && t.Game != nil && p.isLatest(&t) {
			ended = append(ended, t)
		}
	}
	slices.SortFunc(ended, func(a, b scene.Table) int { return int(a.Game.Since - b.Game.Since) })
	for len(ended) > p.Limit && p.mayDrop(&ended[0]) {
		ended = ended[1:]
	}
	numbers := make([]int, len(ended))
	for i := range ended {
		numbers[i] = ended[i].Number
	}
	return numbers
}

// isLatest reports whether a finished table has the latest game of somebody at it.
func (p Plan) isLatest(of *scene.Table) bool {
	for _, who := range of.Game.Players {
		if who.ID == exchange.BotID || who.ID == channel.ForgottenID {
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
func (p Plan) mayDrop(t *scene.Table) bool {
	return len(p.Uncounted(t.Results)) == 0 && p.Now >= t.Game.Since+keepEnd
}

// MayJoin refuses a further table to a person, if they sit at as many as they may, or at
// one with the other already.
func (p Plan) MayJoin(at int, id, other string) error {
	n := 0
	for t := range p.Tables {
		if t.Number == at || !Live(&t) || !Sits(&t, id) {
			continue
		}
		n++
		if t.Playing() {
			if seat, both := t.SeatOf(other); both && other != "" {
				return exchange.Refuse("tables.pair", "other", t.Player(seat))
			}
		}
	}
	if n >= mostSeats {
		key := "tables.seats"
		if id != p.User.ID {
			key = "tables.seats.other"
		}
		return exchange.Refuse(key, "max", mostSeats)
	}
	return nil
}

// MayOpen refuses a further live table if the place has as many as it may.
func (p Plan) MayOpen(at *scene.Table) error {
	n := 0
	for t := range p.Tables {
		if t.Number != at.Number && Live(&t) {
			n++
		}
	}
	if n >= p.Limit && !Live(at) {
		return exchange.Refuse("tables.taken", "count", p.Limit)
	}
	return nil
}

// Spare returns the tables that nobody needs any more, other than one.
func (p Plan) Spare(except int) (tables []int) {
	kept := p.kept()
	for t := range p.Tables {
		switch {
		case t.Number == 1 || t.Number == except || Live(&t) || len(p.Uncounted(t.Results)) > 0:
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
