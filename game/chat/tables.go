package chat

import (
	"slices"
	"strconv"
	"time"

	"nimbot/game/chat/message"
	"nimbot/game/chat/tables"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
)

// meantFor is how long, in seconds, a person's choice of a table holds.
const meantFor = 10 * 60

// tableSet is a set of numbers of tables.
type tableSet uint64

const _ = uint(64 - channel.MaxTables) // each has a bit

func (s tableSet) has(table int) bool { return s&(1<<(table-1)) != 0 }

func (s *tableSet) add(table int) { *s |= 1 << (table - 1) }

// planTables returns the tables.Plan of the asking person.
func planTables(e *execution) tables.Plan {
	e.putBack()
	return tables.Plan{
		Known: e.Known, User: e.r.User, Own: e.ownGame, Last: e.ownLast, OwnOnly: e.r.OwnGame, InView: e.r.InView, Now: store.UnixOf(e.now), Limit: e.h.limits.Tables,
		Alone: e.r.Private || e.private, Uncounted: e.h.uncounted,
	}
}

// aimAtTable selects the table that the line is about. If several fit, it lists them in which, and the
// person must choose.
func aimAtTable(e *execution) {
	e.which = nil
	n, which := 1, []int(nil)
	switch c := e.line.Command; {
	case e.line.Pressed():
		n = min(max(1, e.line.Table()), channel.MaxTables)
	case len(e.Doc.Tables) > 0 || e.ownGame != nil || e.ownLast != nil || c != nil && c.At == command.NewTable:
		n, which = planTables(e).Find(e.line)
	}
	if len(which) > 0 {
		e.which, n = which, which[0]
	}
	if e.rerunPrivately = n == tables.Own; e.rerunPrivately {
		if !e.r.OwnGame && e.Doc.PlaysPrivately(e.r.User.ID) {
			e.markDirty()
		}
		return
	}
	if e.lookedForOwn && e.ownGame == nil && e.ownLast == nil && !e.r.OwnGame {
		e.Doc.PlaysNoMore(e.r.User.ID)
	}
	e.sitAt(n)
}

// mayMeanOwn reports whether the line may mean a private game of the person that wasn't
// looked for yet.
func mayMeanOwn(e *execution) bool {
	c := e.line.Command
	return c != nil && !e.line.Pressed() && !e.lookedForOwn && !e.r.Private && (c.At == command.OwnTable || c.At == command.FinishedTable || c.Name == "start") && (e.r.OwnGame || e.Doc.MayPlayPrivately(e.r.User.ID))
}

// sitAt selects a table, and puts back the one before if it was changed.
func (e *execution) sitAt(number int) {
	if e.Number == number {
		return
	}
	e.putBack()
	e.sit(number)
}

// sit selects a table.
func (e *execution) sit(number int) {
	e.Sit(number)
	e.Rename(e.r.User)
	e.table = e.TableNumber()
}

// putBack puts the selected table back into the document if it was changed.
func (e *execution) putBack() {
	if e.touched {
		e.known.Put(e.Table)
		e.touched = false
	}
}

// tidyTables drops tables and choices that nobody needs any more.
func tidyTables(e *execution) {
	now := store.UnixOf(e.now)
	if len(e.Doc.Meant) > 0 {
		e.Doc.Meant = slices.DeleteFunc(slices.Clone(e.Doc.Meant), func(m channel.Meant) bool { return m.Until <= now })
	}
	if len(e.Doc.Tables) == 0 {
		return
	}
	plan := planTables(e)
	if e.room != plenty {
		plan.Limit = 0 // drop every finished game that may be dropped
		e.known.DropLast()
		e.Play.Last = nil
	}
	for _, n := range plan.Spare(e.Number) {
		e.Drop(n)
	}
}

// mayOpenTable refuses a further live table if the place has as many as it may.
func mayOpenTable(e *execution) error {
	if e.room == noRoom {
		return refuse(noRoom.refusal())
	}
	if r := planTables(e).MayOpen(&e.Table, e.line.Options.Seats > 0); r != nil {
		e.out.NoTable = true
		return r
	}
	return nil
}

// mayJoinTable refuses a further table to a person if they have enough. other is the id of their
// opponent there, "" if that isn't known.
func mayJoinTable(e *execution, id, other string) error {
	return planTables(e).MayJoin(e.Number, id, other)
}

// longestChoice is the longest line that a button can repeat on every platform, in bytes:
// with a stamp it stays below a hundred characters.
const longestChoice = 70

// askWhichTable asks the person which table the line means. Each button is the line itself, for one
// of them. If the line is too long for a button, the button only chooses the table, and the person
// types the line again.
func askWhichTable(e *execution) {
	m := e.tellPrivately(words.New("tables.which"))
	line := e.line.Typed
	if len(line) > longestChoice {
		line = "watch"
	}
	for _, n := range e.which {
		at := message.Scene{Known: e.Known, Words: e.Words, Place: e.Place}
		if n == tables.Own {
			at.Place, at.Table = e.Place.Own(e.r.User.ID), *e.ownGame
		} else {
			at.Table = e.Known.Table(n)
		}
		label := at.Line(e.r.User.ID)
		if n != tables.Own && slices.ContainsFunc(m.Buttons, func(b dialog.Button) bool { return looksLike(e, b.Label, label) }) {
			label = words.New("tables.line", "table", n, "line", label)
		}
		b := at.Button(label, dialog.Plain, line)
		b.Command += command.Choosing
		m.Buttons = append(m.Buttons, b)
	}
}

// looksLike reports whether two labels read the same.
func looksLike(e *execution, a, b words.Text) bool {
	return e.Words.Say(a, words.Voice{}) == e.Words.Say(b, words.Voice{})
}

// listTables shows the live tables to a person who sits at none, if there are several, and
// reports whether it did.
func listTables(e *execution) bool {
	watched := planTables(e).Watched()
	if len(watched) < 2 {
		return false
	}
	lines := []words.Text{words.New("tables.list")}
	var buttons []dialog.Button
	for _, n := range watched {
		at := message.Scene{Known: e.Known, Table: e.Known.Table(n), Words: e.Words, Place: e.Place}
		lines = append(lines, words.New("tables.line", "table", n, "line", at.Line("")))
		// Without a stamp, because a watcher may press it late.
		buttons = append(buttons, dialog.Button{Label: words.New("button.watch", "table", n), Style: dialog.Plain, Command: "watch " + strconv.Itoa(n)})
	}
	e.tellPrivately(lines...).Buttons = buttons
	return true
}

// tableStates returns the states of the live tables, nil if table 1 is the only one.
func tableStates(e *execution) (live []dialog.State) {
	if len(e.Doc.Tables) == 0 {
		return nil
	}
	for t := range e.Tables {
		at := message.Scene{Known: e.Known, Table: t, Words: e.Words, Place: e.Place}
		if st := at.State(); st != nil && !st.Over {
			live = append(live, *st)
		}
	}
	return live
}

// boardsToShow adds what a worker must do unless that was confirmed before: the boards to show, and
// whether games must be listed.
func boardsToShow(e *execution, shows []store.Show) []store.Show {
	var own []store.Show
	if e.r.Confirms && !e.r.ReplyOnly {
		own = slices.Clone(e.shows)
		shown := dialog.Reply{Messages: e.out.Messages}
		for _, n := range shown.Boards() {
			own = append(own, store.Show{Table: n, At: e.now.Add(ShowAfter)})
		}
	}
	if len(e.begun) > 0 {
		own = append(own, store.Show{Table: store.ListTable, At: e.now.Add(listAfter)})
	}
	for _, w := range own {
		shows = append(slices.DeleteFunc(shows, func(o store.Show) bool { return o.Table == w.Table }), w)
	}
	return shows
}

// noteVersions records the version with which each table changed last, if there are
// several.
func noteVersions(e *execution, former uint64) {
	if len(e.Doc.Tables) == 0 {
		return
	}
	for t := range e.Tables {
		changed := t.Changed
		switch {
		case e.raised.has(t.Number):
			t.Changed = e.Doc.Version
		case changed == 0:
			t.Changed = former
		}
		if t.Changed != changed {
			e.known.Put(t)
		}
	}
}

// dropCounted drops the results that this process knows to be counted.
func dropCounted(e *execution) {
	for t := range e.Tables {
		if len(t.Results) == 0 {
			continue
		}
		if left := e.h.uncounted(t.Results); len(left) < len(t.Results) {
			t.Results = left
			e.known.Put(t)
		}
		if t.Number == e.Number {
			e.Play.Results = t.Results
		}
	}
}

// showLater has a worker show the board of the table at hand, after a while. Where no
// worker can, it is shown at once.
func showLater(e *execution, wait time.Duration) {
	if e.r.Confirms && !e.r.ReplyOnly {
		e.shows = append(e.shows, store.Show{Table: e.Number, At: e.now.Add(wait)})
		return
	}
	e.show(e.Board("", 0, false))
}

// chooseTable records that the person means this table, and goes on with the line as if it
// had been typed.
func chooseTable(e *execution) {
	if !e.private { // Handler.Answer notes it in the channel
		meansTable(e, e.Number)
	}
	e.line.Stamp = ""
}

// meansTable records in the channel which table the person's lines mean, for meantFor.
func meansTable(e *execution, table int) {
	now := store.UnixOf(e.now)
	e.Doc.Mean(channel.Meant{Who: e.r.User.ID, Table: table, Until: now + meantFor}, now)
	e.dirty, e.out.Result = true, dialog.Done
}

// uncountedResults returns the finished games of all tables that aren't counted yet.
func uncountedResults(e *execution) (all []channel.Game) {
	e.putBack()
	for t := range e.Tables {
		all = append(all, t.Results...)
	}
	return all
}
