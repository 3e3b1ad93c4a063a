package chat

import (
	"slices"

	"nimbot/channel"
	"nimbot/chat/scene"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/store"
	"nimbot/talk"
	"nimbot/typed"
	"nimbot/words"
)

// The bounds of tables.
const (
	mostSeats = 3 // tables at which one person sits, in one place
	// keepEnd is how long a finished table stands at least, so that its end is shown.
	keepEnd = 10 * 60
	// keepFinished is how long a finished table stands at most.
	keepFinished = 7 * 24 * 60 * 60
	// meantFor is how long a person means the table that they chose.
	meantFor = 10 * 60
)

// ownTable is the number by which a person's private game is chosen.
const ownTable = 0

// seating finds the table that a line is about.
type seating struct{ *session }

// aim brings the table to hand that the line is about. If several fit, it leaves the
// choice to the person: which then lists them.
func (s *session) aim() {
	s.putBack()
	s.which = nil
	n, which := seating{s}.find()
	if len(which) > 0 {
		s.which, n = which, which[0]
	}
	if s.own = n == ownTable; s.own { // the job is done again in the person's own place
		if !s.r.OwnGame && s.Doc.PlaysPrivately(s.r.User.ID) {
			s.noted()
		}
		return
	}
	if s.lookedForOwn && s.ownGame == nil && !s.r.OwnGame {
		s.Doc.PlaysNoMore(s.r.User.ID)
	}
	s.sitAt(n)
}

// mayMeanOwn reports whether the line may mean a private game of the person that wasn't
// looked for yet.
func (s *session) mayMeanOwn() bool {
	c := s.line.Command
	return c != nil && !s.line.Pressed() && !s.lookedForOwn && !s.r.Private && s.mayPlayAt(c)
}

// mayPlayAt reports whether a private game of the person may be what a command means.
func (s *session) mayPlayAt(c *typed.Command) bool {
	if s.r.OwnGame && c.At == typed.FinishedTable {
		return true
	}
	return (c.At == typed.OwnTable || c.Name == "start") && (s.r.OwnGame || s.Doc.MayPlayPrivately(s.r.User.ID))
}

// sitAt brings a table to hand, and puts back the one before if it was changed.
func (s *session) sitAt(number int) {
	if s.Number == number {
		return
	}
	s.putBack()
	s.sit(number)
}

// sit brings a table to hand.
func (s *session) sit(number int) {
	s.Sit(number)
	s.table = s.TableNumber()
}

// putBack puts the table at hand back into the document if it was changed.
func (s *session) putBack() {
	if s.touched {
		s.held.Put(s.Table)
		s.touched = false
	}
}

// find returns the number of the table that the line is about, ownTable for the person's
// private game. If several fit equally, which has their numbers.
func (s seating) find() (number int, which []int) {
	if s.line.Stamp != "" {
		return max(1, s.line.Table()), nil
	}
	if n, named := s.line.NamesTable(); named {
		return n, nil
	}
	if len(s.Doc.Tables) == 0 && s.ownGame == nil && s.ownLast == nil && s.line.Command != nil && s.line.Command.At != typed.NewTable {
		return 1, nil
	}
	if s.line.Command == nil {
		return s.home(), nil
	}
	switch s.line.Command.At {
	case typed.OwnTable:
		return s.playing()
	case typed.AskedTable:
		return s.asked()
	case typed.NewTable:
		return s.forNew(), nil
	case typed.FinishedTable:
		return s.finishedAt(), nil
	}
	return s.home(), nil
}

// live reports whether a game or an offer of one stands on a table.
func live(t *scene.Table) bool { return t.Playing() || t.Offer != nil }

// sits reports whether a person sits at a live table: in its game, or as the maker of its
// offer.
func sits(t *scene.Table, id string) bool {
	if t.Playing() {
		_, plays := t.SeatOf(id)
		return plays
	}
	return t.Offer != nil && t.Offer.From.ID == id
}

// waitsFor reports whether a person is to move at a table, or to answer the opponent.
func waitsFor(t *scene.Table, id string) bool {
	if !t.Playing() {
		return false
	}
	seat, plays := t.SeatOf(id)
	if ask := t.Match.Pending(); plays && ask != nil {
		return ask.Seat != seat
	}
	return plays && t.Match.ToMove() == seat
}

// playing finds the table at which the person plays.
func (s seating) playing() (number int, which []int) {
	var all, waiting []int
	add := func(n int, t *scene.Table) {
		all = append(all, n)
		if _, vsBot := t.AgainstBot(); waitsFor(t, s.r.User.ID) && !vsBot {
			waiting = append(waiting, n)
		}
	}
	for t := range s.Tables {
		if t.Playing() && sits(&t, s.r.User.ID) {
			add(t.Number, &t)
		}
	}
	if s.ownGame != nil {
		add(ownTable, s.ownGame)
	}
	switch chosen, ok := s.Doc.MeantBy(s.r.User.ID, store.UnixOf(s.now)); {
	case len(all) == 0 && s.ownLast != nil && s.line.Name() == "board":
		return ownTable, nil
	case len(all) == 0:
		return s.home(), nil
	case len(all) == 1:
		return all[0], nil
	case s.line.Command.Ends || s.line.Name() == "undo":
		return 0, all
	case ok && slices.Contains(all, chosen):
		return chosen, nil
	case len(waiting) == 1 && len(all) == s.betweenPeople(all):
		return waiting[0], nil
	}
	return 0, all
}

// betweenPeople counts the tables at which people play each other.
func (s seating) betweenPeople(tables []int) (n int) {
	for _, number := range tables {
		if number == ownTable {
			continue
		}
		t := s.Known.Table(number)
		if _, vsBot := t.AgainstBot(); !vsBot {
			n++
		}
	}
	return n
}

// asked finds the table with a question that is open to the person. A question to the
// person alone comes before one to anybody.
func (s seating) asked() (number int, which []int) {
	var direct, open []int
	for t := range s.Tables {
		at := scene.Scene{Known: s.Known, Table: t, Words: s.Words, Place: s.Place}
		asked, _ := at.Question(s.r.User.ID)
		switch {
		case s.line.Name() == "confirm":
			if t.Confirm != nil && t.Confirm.By == s.r.User.ID {
				direct = append(direct, t.Number)
			}
		case asked != talk.NoQuestion && asked != talk.AskedAnybody, s.line.Name() == "decline" && s.mayWithdraw(&t):
			direct = append(direct, t.Number)
		case asked == talk.AskedAnybody && s.line.Name() == "accept":
			open = append(open, t.Number)
		}
	}
	switch {
	case len(direct) == 1:
		return direct[0], nil
	case len(direct) > 1:
		return 0, direct
	case len(open) == 1:
		return open[0], nil
	case len(open) > 1:
		return 0, open
	}
	return s.home(), nil
}

// mayWithdraw reports whether the person may take back what is offered or asked on a
// table.
func (s seating) mayWithdraw(t *scene.Table) bool {
	if t.Playing() {
		seat, plays := t.SeatOf(s.r.User.ID)
		return plays && t.Match.Pending() != nil && t.Match.Pending().Seat == seat
	}
	return t.Offer != nil && (t.Offer.From.ID == s.r.User.ID || s.r.User.Moderator)
}

// forNew finds the table for a new game: the person's own game against the bot, which
// start asks to end; the offer that a new one replaces; else a free table.
func (s seating) forNew() int {
	start := s.line.Name() == "start"
	if start && s.ownGame != nil {
		return ownTable
	}
	busy := false
	for t := range s.Tables {
		_, plays := t.SeatOf(s.r.User.ID)
		_, vsBot := t.AgainstBot()
		switch {
		case !live(&t):
		case start && !t.Playing() && t.Offer.To != nil && t.Offer.To.ID == s.r.User.ID:
			return t.Number // which start asks the person to answer first
		case start && t.Playing() && vsBot && (plays || !s.r.OwnGame && newGame{s.session}.quietAt(&t)):
			return t.Number
		case !start && !t.Playing() && t.Offer.From.ID == s.r.User.ID:
			return t.Number
		default:
			busy = true
		}
	}
	if start && (busy || s.r.OwnGame) && s.mayPlayPrivately() {
		return ownTable
	}
	return s.free()
}

// mayPlayPrivately reports whether the place has others besides the person.
func (s seating) mayPlayPrivately() bool { return !s.r.Private && s.Place.Person == "" }

// free is the lowest number of a table that no game, offer or kept end needs.
func (s seating) free() int {
	any := false
	for t := range s.Tables {
		any = any || live(&t)
	}
	if !any {
		return 1
	}
	kept := s.kept()
	for n := 1; n <= channel.MaxTables; n++ {
		if t := s.Known.Table(n); !live(&t) && !slices.Contains(kept, n) {
			return n
		}
	}
	return 1 // not reached: live and kept tables are fewer
}

// kept are the finished tables that must stand: the latest of each person, at most as
// many as may be live. Of more, the oldest may be replaced once its end was shown and
// counted.
func (s seating) kept() []int {
	var ended []scene.Table
	for t := range s.Tables {
		if !live(&t) && t.Game != nil && s.isLatest(&t) {
			ended = append(ended, t)
		}
	}
	slices.SortFunc(ended, func(a, b scene.Table) int { return int(a.Game.Since - b.Game.Since) })
	for len(ended) > s.h.limits.Tables && s.mayDrop(&ended[0]) {
		ended = ended[1:]
	}
	numbers := make([]int, len(ended))
	for i := range ended {
		numbers[i] = ended[i].Number
	}
	return numbers
}

// isLatest reports whether a finished table has the latest game of somebody at it.
func (s seating) isLatest(of *scene.Table) bool {
	for _, p := range of.Game.Players {
		if p.ID == exchange.BotID || p.ID == channel.ForgottenID {
			continue
		}
		latest := true
		for t := range s.Tables {
			if _, plays := t.SeatOf(p.ID); plays && t.Number != of.Number && t.Game.Since > of.Game.Since {
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
func (s seating) mayDrop(t *scene.Table) bool {
	return len(s.h.uncounted(t.Results)) == 0 && store.UnixOf(s.now) >= t.Game.Since+keepEnd
}

// tidy drops tables that nobody needs any more.
func (s seating) tidy() {
	now := store.UnixOf(s.now)
	if len(s.Doc.Meant) > 0 {
		s.Doc.Meant = slices.DeleteFunc(slices.Clone(s.Doc.Meant), func(m channel.Meant) bool { return m.Until <= now })
	}
	if len(s.Doc.Tables) == 0 {
		return
	}
	kept := s.kept()
	for _, n := range s.Doc.Numbers()[1:] {
		t := s.Known.Table(n)
		switch {
		case n == s.Number || live(&t) || len(s.h.uncounted(t.Results)) > 0:
		case t.Game == nil && now >= t.Lapsed+keepEnd,
			t.Game != nil && s.mayDrop(&t) && (!slices.Contains(kept, n) || now >= t.Game.Since+keepFinished):
			s.Drop(n)
		}
	}
}

// finishedAt finds the table of the finished game that the person played last, else of
// the one that anybody played last.
func (s seating) finishedAt() int {
	number, own, since := 0, false, store.Unix(0)
	for t := range s.Tables {
		if t.Game == nil || t.Playing() {
			continue
		}
		_, plays := t.SeatOf(s.r.User.ID)
		if number == 0 || plays && !own || plays == own && t.Game.Since >= since {
			number, own, since = t.Number, plays, t.Game.Since
		}
	}
	switch last := s.ownLast; {
	case last != nil && (!own || last.Game.Since >= since):
		return ownTable
	case number == 0:
		return s.home()
	}
	return number
}

// shown are the tables of which a place shows the boards: the live ones or, if there is
// none, the one that ended last.
func (s seating) shown() (tables []int) {
	for t := range s.Tables {
		if live(&t) {
			tables = append(tables, t.Number)
		}
	}
	if home := s.Known.Table(s.home()); len(tables) == 0 && home.Game != nil {
		tables = append(tables, home.Number)
	}
	return tables
}

// home is the table that a person sees first: where they sit, else a live one, else the
// one that ended last.
func (s seating) home() int {
	best, rank, since := 1, -1, store.Unix(0)
	for t := range s.Tables {
		r, at := 0, store.Unix(0)
		if t.Game != nil {
			r, at = 1, t.Game.Since
		}
		if live(&t) {
			r = 2
		}
		if live(&t) && sits(&t, s.r.User.ID) {
			r = 3
		}
		if r > rank || r == rank && at > since {
			best, rank, since = t.Number, r, at
		}
	}
	return best
}

// mayJoin refuses a further table to a person, if they sit at as many as they may, or at
// one with the other already.
func (s seating) mayJoin(id string, other string) error {
	n := 0
	for t := range s.Tables {
		if t.Number == s.Number || !live(&t) || !sits(&t, id) {
			continue
		}
		n++
		if t.Playing() {
			if _, both := t.SeatOf(other); both && other != "" {
				return refuse("tables.pair", "other", t.Player(otherSeat(&t, id)))
			}
		}
	}
	if n >= mostSeats {
		key := "tables.seats"
		if id != s.r.User.ID {
			key = "tables.seats.other"
		}
		return refuse(key, "max", mostSeats)
	}
	return nil
}

func otherSeat(t *scene.Table, id string) game.Seat {
	seat, _ := t.SeatOf(id)
	return seat.Other()
}

// mayOpen refuses a further live table if the place has as many as it may.
func (s seating) mayOpen() error {
	n := 0
	for t := range s.Tables {
		if t.Number != s.Number && live(&t) {
			n++
		}
	}
	if n >= s.h.limits.Tables && !live(&s.Table) {
		s.noTable = true
		return refuse("tables.taken", "count", s.h.limits.Tables)
	}
	return nil
}

// askWhichTable asks the person which table the line means. Each button is the line
// itself, for one of them.
func (s seating) askWhichTable() {
	m := s.tellOpenly(text("tables.which"))
	for _, n := range s.which {
		at := scene.Scene{Known: s.Known, Words: s.Words, Place: s.Place}
		if n == ownTable {
			at.Place, at.Table = s.Place.Own(s.r.User.ID), *s.ownGame
		} else {
			at.Table = s.Known.Table(n)
		}
		b := at.Button(at.Line(s.r.User.ID), exchange.Plain, s.line.Typed)
		b.Command += typed.Choosing
		m.Buttons = append(m.Buttons, b)
	}
}

// watchesSeveral reports whether the person sits at no table, and several are live.
func (s seating) watchesSeveral() bool {
	n := 0
	for t := range s.Tables {
		if sits(&t, s.r.User.ID) {
			return false
		}
		if live(&t) {
			n++
		}
	}
	return n > 1
}

// list shows the live tables to somebody who sits at none.
func (s seating) list() {
	lines := []words.Text{text("tables.list")}
	var buttons []exchange.Button
	for t := range s.Tables {
		if !live(&t) {
			continue
		}
		at := scene.Scene{Known: s.Known, Table: t, Words: s.Words, Place: s.Place}
		lines = append(lines, text("tables.line", "table", t.Number, "line", at.Line("")))
		buttons = append(buttons, at.Button(text("button.watch", "table", t.Number), exchange.Plain, "watch"))
	}
	s.tellOpenly(lines...).Buttons = buttons
}
