// Package tables decides which table of a place a line is about, which one a new game
// gets, and which ones are no longer needed. It changes nothing.
package tables

import (
	"slices"
	"strings"
	"unicode"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// The bounds of tables.
const (
	maxSeats = 3 // tables at which one person sits, in one place
	// keepEnd is how long a finished table is kept at least, so that its end is shown.
	keepEnd = 10 * 60
	// keepFinished is how long a finished table is kept at most.
	keepFinished = 7 * 24 * 60 * 60
)

// Own is the number by which a person's private game is chosen.
const Own = 0

// Plan finds tables of a place for one person.
type Plan struct {
	*message.Known
	User    dialog.User
	Own     *message.Table // the person's private game in this place, nil if there is none
	Last    *message.Table // the same if it has ended
	OwnOnly bool           // the person plays the bot in private games only
	Now     store.Unix
	InView  *int // the table whose board the person has before them, Own for the private game; nil if unknown
	Alone   bool // nobody but the person plays in this place
	Limit   int  // live tables of the place
	// Uncounted returns the results that must still be counted.
	Uncounted func([]channel.Game) []channel.Game
}

// Find returns the number of the table that a typed line is about, Own for the person's
// private game. If several tables fit equally well, which has their numbers.
func (p Plan) Find(l command.Line) (number int, which []int) {
	if n, named := l.NamesTable(); named {
		return n, nil
	}
	if l.Command == nil {
		return p.Home(), nil
	}
	if n := p.gathering(); n != 0 && l.Name() == "begin" {
		return n, nil
	}
	switch l.Command.At {
	case command.OwnTable:
		return p.playing(l)
	case command.AskedTable:
		return p.asked(l)
	case command.NewTable:
		return p.forNew(l), nil
	case command.FinishedTable:
		return p.finishedAt(), nil
	}
	return p.Home(), nil
}

// Live reports whether a table has a running game or a pending offer.
func Live(t *message.Table) bool { return t.Playing() || t.Offer != nil && !t.Offer.Over() }

// Sits reports whether a person sits at a live table: in its game, as the maker of its
// offer, or as a guest of the simul that is to begin.
func Sits(t *message.Table, id string) bool {
	if t.Playing() {
		_, plays := t.SeatOf(id)
		return plays
	}
	return t.Offer != nil && (t.Offer.From.ID == id || !t.Offer.Begun() && t.Offer.Joined(id) >= 0)
}

// WaitsFor reports whether a person is to move at a table, or to answer the opponent.
func WaitsFor(t *message.Table, id string) bool {
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
func (p Plan) playing(l command.Line) (number int, which []int) {
	var all, waiting []int
	add := func(n int, t *message.Table) {
		all = append(all, n)
		if _, vsBot := t.AgainstBot(); WaitsFor(t, p.User.ID) && !vsBot {
			waiting = append(waiting, n)
		}
	}
	for t := range p.Tables {
		if t.Playing() && Sits(&t, p.User.ID) {
			add(t.Number, &t)
		}
	}
	if p.Own != nil {
		add(Own, p.Own)
	}
	if named := p.named(all, l.Typed); len(named) == 1 {
		all = named
	}
	switch chosen, ok := p.Doc.MeantBy(p.User.ID, p.Now); {
	case len(all) == 0 && p.Last != nil && p.OwnOnly && l.Name() == "board":
		return Own, nil
	case len(all) == 0:
		return p.Home(), nil
	case len(all) == 1:
		return all[0], nil
	case l.Command.Ends || l.Name() == "undo":
		return 0, all
	case p.InView != nil && slices.Contains(all, *p.InView):
		return *p.InView, nil
	case ok && slices.Contains(all, chosen):
		return chosen, nil
	case len(waiting) == 1 && len(all) == p.betweenPeople(all):
		return waiting[0], nil
	}
	if next, _, games := p.Hosting(1); games > 0 {
		return next, nil
	}
	return 0, all
}

// named returns the tables whose other player a line names: "hint in the game with bob",
// "stop the bot game".
func (p Plan) named(tables []int, line string) (named []int) {
	said := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
	for _, number := range tables {
		t := p.Own
		if number != Own {
			known := p.Known.Table(number)
			t = &known
		}
		seat, _ := t.SeatOf(p.User.ID)
		other := t.Player(seat.Other())
		if slices.ContainsFunc(said, func(w string) bool {
			return other.ID == platform.BotID && command.CalledBot(w) || slices.Contains(strings.Fields(strings.ToLower(other.Name)), w)
		}) {
			named = append(named, number)
		}
	}
	return named
}

// betweenPeople counts the tables at which people play each other.
func (p Plan) betweenPeople(tables []int) (n int) {
	for _, number := range tables {
		if number == Own {
			continue
		}
		t := p.Known.Table(number)
		if _, vsBot := t.AgainstBot(); !vsBot {
			n++
		}
	}
	return n
}

// asked finds the table with a question that the person can answer. A question to the person alone
// comes before one to anybody.
func (p Plan) asked(l command.Line) (number int, which []int) {
	var direct, open []int
	for t := range p.Tables {
		asked := t.Asks(p.User.ID)
		switch {
		case l.Name() == "confirm":
			if t.Confirm != nil && t.Confirm.By == p.User.ID {
				direct = append(direct, t.Number)
			}
		case asked != sentence.NoQuestion && asked != sentence.AskedAnybody, l.Name() == "decline" && p.mayWithdraw(&t):
			direct = append(direct, t.Number)
		case asked == sentence.AskedAnybody && l.Name() == "accept":
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
	return p.Home(), nil
}

// mayWithdraw reports whether the person may take back what is offered or asked on a
// table.
func (p Plan) mayWithdraw(t *message.Table) bool {
	if t.Playing() {
		seat, plays := t.SeatOf(p.User.ID)
		return plays && t.Match.Pending() != nil && t.Match.Pending().Seat == seat
	}
	return t.Offer != nil && !t.Offer.Begun() && (Sits(t, p.User.ID) || p.User.Moderator)
}

// forNew finds the table for a new game: the person's own game against the bot, which
// start asks to end; the offer that a new one replaces; else a free table.
func (p Plan) forNew(l command.Line) int {
	start := l.Name() == "start"
	if start && p.Own != nil {
		return Own
	}
	busy := false
	for t := range p.Tables {
		_, plays := t.SeatOf(p.User.ID)
		_, vsBot := t.AgainstBot()
		switch {
		case !Live(&t):
		case start && !t.Playing() && t.Offer.To != nil && t.Offer.To.ID == p.User.ID:
			return t.Number // its offer is to the person: start asks them to answer it first
		case start && t.Playing() && vsBot && (plays || !p.OwnOnly && p.Quiet(&t)):
			return t.Number
		case !start && !t.Playing() && !t.Offer.Begun() && t.Offer.From.ID == p.User.ID:
			return t.Number
		default:
			busy = true
		}
	}
	if start && (busy || p.OwnOnly) && !p.Alone {
		return Own
	}
	return p.Free()
}

// finishedAt finds the table of the person's last finished game, or else of anybody's.
func (p Plan) finishedAt() int {
	number, own, since := 0, false, store.Unix(0)
	for t := range p.Tables {
		if t.Game == nil || t.Playing() {
			continue
		}
		_, plays := t.SeatOf(p.User.ID)
		if number == 0 || plays && !own || plays == own && t.Game.Since >= since {
			number, own, since = t.Number, plays, t.Game.Since
		}
	}
	switch last := p.Last; {
	case last != nil && (!own || last.Game.Since > since):
		return Own
	case number == 0:
		return p.Home()
	}
	return number
}

// Shown returns the tables of which a place shows the boards: the live ones or, if there
// is none, the one that ended last.
func (p Plan) Shown() (tables []int) {
	for t := range p.Tables {
		if Live(&t) {
			tables = append(tables, t.Number)
		}
	}
	if home := p.Known.Table(p.Home()); len(tables) == 0 && home.Game != nil {
		tables = append(tables, home.Number)
	}
	return tables
}

// Home returns the table that a person sees first: where they sit, else a live one, else
// the one that ended last.
func (p Plan) Home() int {
	best, rank, since := 1, -1, store.Unix(0)
	for t := range p.Tables {
		r, at := 0, store.Unix(0)
		if t.Game != nil {
			r, at = 1, t.Game.Since
		}
		if Live(&t) {
			r = 2
		}
		if Live(&t) && Sits(&t, p.User.ID) {
			r = 3
		}
		if r > rank || r == rank && at > since {
			best, rank, since = t.Number, r, at
		}
	}
	return best
}

// Waiting returns the table at which the person is to move or to answer, else Home.
func (p Plan) Waiting() int {
	for t := range p.Tables {
		if asked := t.Asks(p.User.ID); WaitsFor(&t, p.User.ID) || asked != sentence.NoQuestion && asked != sentence.AskedAnybody {
			return t.Number
		}
	}
	return p.Home()
}

// Watched returns the live tables, for a person who sits at none of them; nil for a
// player.
func (p Plan) Watched() (tables []int) {
	for t := range p.Tables {
		if Sits(&t, p.User.ID) {
			return nil
		}
		if Live(&t) {
			tables = append(tables, t.Number)
		}
	}
	return tables
}

// Quiet reports whether a game against the bot has had no move for message.QuietFor.
func (p Plan) Quiet(t *message.Table) bool {
	_, vsBot := t.AgainstBot()
	return vsBot && t.Playing() && p.Now >= t.Game.Since+store.Unix(message.QuietFor.Seconds())
}
