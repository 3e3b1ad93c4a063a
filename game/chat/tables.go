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

// planTables returns the tables.Plan of the asking person.
func planTables(s *session) tables.Plan {
	s.putBack()
	return tables.Plan{
		Known: s.Known, User: s.r.User, Own: s.ownGame, Last: s.ownLast, OwnOnly: s.r.OwnGame, Now: store.UnixOf(s.now), Limit: s.h.limits.Tables,
		Alone: s.r.Private || s.private, Uncounted: s.h.uncounted,
	}
}

// aimAtTable selects the table that the line is about. If several fit, it lists them in which, and the
// person must choose.
func aimAtTable(s *session) {
	s.which = nil
	n, which := 1, []int(nil)
	switch c := s.line.Command; {
	case s.line.Pressed():
		n = min(max(1, s.line.Table()), channel.MaxTables)
	case len(s.Doc.Tables) > 0 || s.ownGame != nil || s.ownLast != nil || c != nil && c.At == command.NewTable:
		n, which = planTables(s).Find(s.line)
	}
	if len(which) > 0 {
		s.which, n = which, which[0]
	}
	if s.own = n == tables.Own; s.own { // the job runs again in the person's own place
		if !s.r.OwnGame && s.Doc.PlaysPrivately(s.r.User.ID) {
			s.markDirty()
		}
		return
	}
	if s.lookedForOwn && s.ownGame == nil && s.ownLast == nil && !s.r.OwnGame {
		s.Doc.PlaysNoMore(s.r.User.ID)
	}
	s.sitAt(n)
}

// mayMeanOwn reports whether the line may mean a private game of the person that wasn't
// looked for yet.
func mayMeanOwn(s *session) bool {
	c := s.line.Command
	return c != nil && !s.line.Pressed() && !s.lookedForOwn && !s.r.Private && (c.At == command.OwnTable || c.At == command.FinishedTable || c.Name == "start") && (s.r.OwnGame || s.Doc.MayPlayPrivately(s.r.User.ID))
}

// sitAt selects a table, and puts back the one before if it was changed.
func (s *session) sitAt(number int) {
	if s.Number == number {
		return
	}
	s.putBack()
	s.sit(number)
}

// sit selects a table.
func (s *session) sit(number int) {
	s.Sit(number)
	s.Rename(s.r.User)
	s.table = s.TableNumber()
}

// putBack puts the selected table back into the document if it was changed.
func (s *session) putBack() {
	if s.touched {
		s.known.Put(s.Table)
		s.touched = false
	}
}

// tidyTables drops tables and choices that nobody needs any more.
func tidyTables(s *session) {
	now := store.UnixOf(s.now)
	if len(s.Doc.Meant) > 0 {
		s.Doc.Meant = slices.DeleteFunc(slices.Clone(s.Doc.Meant), func(m channel.Meant) bool { return m.Until <= now })
	}
	if len(s.Doc.Tables) == 0 {
		return
	}
	plan := planTables(s)
	if s.full != "" {
		plan.Limit = 0 // drop every finished game that may be dropped
		s.known.DropLast()
		s.Play.Last = nil
	}
	for _, n := range plan.Spare(s.Number) {
		s.Drop(n)
	}
}

// mayOpenTable refuses a further live table if the place has as many as it may.
func mayOpenTable(s *session) error {
	if s.full == noRoom {
		return refuse(noRoom)
	}
	if r := planTables(s).MayOpen(&s.Table, s.line.Options.Seats > 0); r != nil {
		s.out.NoTable = true
		return r
	}
	return nil
}

// mayJoinTable refuses a further table to a person if they have enough. other is the id of their
// opponent there, "" if that isn't known.
func mayJoinTable(s *session, id, other string) error {
	return planTables(s).MayJoin(s.Number, id, other)
}

// longestChoice is the longest line that a button can repeat on every platform, in bytes:
// with a stamp it stays below a hundred characters.
const longestChoice = 70

// askWhichTable asks the person which table the line means. Each button is the line itself, for one
// of them. If the line is too long for a button, the button only chooses the table, and the person
// types the line again.
func askWhichTable(s *session) {
	m := s.tellPrivately(words.New("tables.which"))
	line := s.line.Typed
	if len(line) > longestChoice {
		line = "watch"
	}
	for _, n := range s.which {
		at := message.Scene{Known: s.Known, Words: s.Words, Place: s.Place}
		if n == tables.Own {
			at.Place, at.Table = s.Place.Own(s.r.User.ID), *s.ownGame
		} else {
			at.Table = s.Known.Table(n)
		}
		label := at.Line(s.r.User.ID)
		if n != tables.Own && slices.ContainsFunc(m.Buttons, func(b dialog.Button) bool { return looksLike(s, b.Label, label) }) {
			label = words.New("tables.line", "table", n, "line", label)
		}
		b := at.Button(label, dialog.Plain, line)
		b.Command += command.Choosing
		m.Buttons = append(m.Buttons, b)
	}
}

// looksLike reports whether two labels read the same.
func looksLike(s *session, a, b words.Text) bool {
	return s.Words.Say(a, words.Voice{}) == s.Words.Say(b, words.Voice{})
}

// listTables shows the live tables to a person who sits at none, if there are several, and
// reports whether it did.
func listTables(s *session) bool {
	watched := planTables(s).Watched()
	if len(watched) < 2 {
		return false
	}
	lines := []words.Text{words.New("tables.list")}
	var buttons []dialog.Button
	for _, n := range watched {
		at := message.Scene{Known: s.Known, Table: s.Known.Table(n), Words: s.Words, Place: s.Place}
		lines = append(lines, words.New("tables.line", "table", n, "line", at.Line("")))
		// Without a stamp, because a watcher may press it late.
		buttons = append(buttons, dialog.Button{Label: words.New("button.watch", "table", n), Style: dialog.Plain, Command: "watch " + strconv.Itoa(n)})
	}
	s.tellPrivately(lines...).Buttons = buttons
	return true
}

// tableStates returns the states of the live tables, nil if table 1 is the only one.
func tableStates(s *session) (live []dialog.State) {
	if len(s.Doc.Tables) == 0 {
		return nil
	}
	for t := range s.Tables {
		at := message.Scene{Known: s.Known, Table: t, Words: s.Words, Place: s.Place}
		if st := at.State(); st != nil && !st.Over {
			live = append(live, *st)
		}
	}
	return live
}

// boardsToShow adds what a worker must do unless that was confirmed before: the boards to show, and
// whether games must be listed.
func boardsToShow(s *session, shows []store.Show) []store.Show {
	var own []store.Show
	if s.r.Confirms && !s.r.ReplyOnly {
		own = slices.Clone(s.shows)
		shown := dialog.Reply{Messages: s.out.Messages}
		for _, n := range shown.Boards() {
			own = append(own, store.Show{Table: n, At: s.now.Add(ShowAfter)})
		}
	}
	if len(s.begun) > 0 {
		own = append(own, store.Show{Table: ListTable, At: s.now.Add(listAfter)})
	}
	for _, w := range own {
		shows = append(slices.DeleteFunc(shows, func(o store.Show) bool { return o.Table == w.Table }), w)
	}
	return shows
}

// noteVersions records the version with which each table changed last, if there are
// several.
func noteVersions(s *session, former uint64) {
	if len(s.Doc.Tables) == 0 {
		return
	}
	for t := range s.Tables {
		changed := t.Changed
		switch {
		case s.raised&(1<<(t.Number-1)) != 0:
			t.Changed = s.Doc.Version
		case changed == 0:
			t.Changed = former
		}
		if t.Changed != changed {
			s.known.Put(t)
		}
	}
}

// dropCounted drops the results that this process knows to be counted.
func dropCounted(s *session) {
	for t := range s.Tables {
		if len(t.Results) == 0 {
			continue
		}
		if left := s.h.uncounted(t.Results); len(left) < len(t.Results) {
			t.Results = left
			s.known.Put(t)
		}
		if t.Number == s.Number {
			s.Play.Results = t.Results
		}
	}
}

// showLater has a worker show the board of the table at hand, after a while. Where no
// worker can, it is shown at once.
func showLater(s *session, wait time.Duration) {
	if s.r.Confirms && !s.r.ReplyOnly {
		s.shows = append(s.shows, store.Show{Table: s.Number, At: s.now.Add(wait)})
		return
	}
	s.show(s.Board("", 0, false))
}

// chooseTable records that the person means this table, and goes on with the line as if it
// had been typed.
func chooseTable(s *session) {
	if !s.private { // Handler.Answer notes it in the channel
		meansTable(s, s.Number)
	}
	s.line.Stamp = ""
}

// meansTable records in the channel which table the person's lines mean, for meantFor.
func meansTable(s *session, table int) {
	now := store.UnixOf(s.now)
	s.Doc.Mean(channel.Meant{Who: s.r.User.ID, Table: table, Until: now + meantFor}, now)
	s.dirty, s.out.Result = true, dialog.Done
}

// uncountedResults returns the finished games of all tables that aren't counted yet.
func uncountedResults(s *session) (all []channel.Game) {
	s.putBack()
	for t := range s.Tables {
		all = append(all, t.Results...)
	}
	return all
}
