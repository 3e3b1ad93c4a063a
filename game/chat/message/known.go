package message

import (
	"fmt"
	"slices"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// LevelOf returns the bot's level as a player; solve.Default if none is stored.
func LevelOf(p channel.Player) solve.Level {
	if p.Level == "" {
		return solve.Default
	}
	return solve.Level(p.Level)
}

// UserOf returns a stored player as a user.
func UserOf(p channel.Player) dialog.User {
	return dialog.User{ID: p.ID, Name: p.Name, Bot: p.ID == platform.BotID}
}

// Known is a decoded document. A lane never changes its Known but replaces it; an execution
// works on a copy, and puts back the tables that it changed.
type Known struct {
	Doc     channel.Document
	first   rules.Match   // of table 1
	matches []rules.Match // of Doc.Tables, in their order
}

// Decode reads a record; the document is empty if nothing is stored. former is the Known of the
// same place that was read before, or nil; games that haven't changed since aren't replayed. The
// error is store.ErrCorrupt or store.ErrNewer for a document that this version can't read, or a
// game that doesn't replay.
func Decode(rec store.Record, former *Known) (*Known, error) {
	if rec.Version == 0 {
		return &Known{}, nil
	}
	doc, err := channel.Decode(rec.Data)
	if err != nil {
		return nil, err
	}
	k := &Known{Doc: doc}
	if k.first, err = former.replayed(1, doc.Game); err != nil {
		return nil, err
	}
	for i := range doc.Tables {
		m, err := former.replayed(doc.Tables[i].Number, doc.Tables[i].Game)
		if err != nil {
			return nil, err
		}
		k.matches = append(k.matches, m)
	}
	return k, nil
}

// replayed returns the match of a table's game, the zero Match if there is none.
func (k *Known) replayed(table int, g *channel.Game) (m rules.Match, err error) {
	if g == nil {
		return m, nil
	}
	if k != nil {
		t := k.Table(table)
		if t.Game != nil && StoredSetup(t.Game) == StoredSetup(g) && t.Game.Events == g.Events {
			return t.Match, nil
		}
	}
	return Replay(g)
}

// Table returns a copy of a table with its match. It is empty if nothing was ever played
// on it.
func (k *Known) Table(number int) Table {
	t := Table{Table: k.Doc.Table(number)}
	if number == 1 {
		t.Match = k.first
	}
	for i := range k.Doc.Tables {
		if k.Doc.Tables[i].Number == number {
			t.Match = k.matches[i]
		}
	}
	return t
}

// Put replaces a table and its match.
func (k *Known) Put(t Table) {
	k.Doc.Put(t.Table)
	if t.Number == 1 {
		k.first = t.Match
		return
	}
	i := slices.IndexFunc(k.Doc.Tables, func(o channel.Table) bool { return o.Number == t.Number })
	k.matches = slices.Clone(k.matches)
	if len(k.matches) < len(k.Doc.Tables) {
		k.matches = slices.Insert(k.matches, i, t.Match)
		return
	}
	k.matches[i] = t.Match
}

// Drop removes a table other than table 1.
func (k *Known) Drop(number int) {
	i := slices.IndexFunc(k.Doc.Tables, func(o channel.Table) bool { return o.Number == number })
	if i < 0 {
		return
	}
	k.Doc.Drop(number)
	k.matches = slices.Delete(slices.Clone(k.matches), i, i+1)
}

// DropLast drops the game before the present one of each table.
func (k *Known) DropLast() {
	for t := range k.Tables {
		t.Last = nil
		k.Put(t)
	}
}

// Tables yields copies of all tables in the order of their numbers.
func (k *Known) Tables(yield func(Table) bool) {
	if !yield(k.Table(1)) {
		return
	}
	for i := range k.Doc.Tables {
		if !yield(Table{Table: k.Doc.Tables[i], Match: k.matches[i]}) {
			return
		}
	}
}

// PlaysBot reports whether a person has a running game against the bot here.
func (k *Known) PlaysBot(id string) bool {
	for t := range k.Tables {
		_, plays := t.SeatOf(id)
		if _, vsBot := t.AgainstBot(); plays && vsBot && t.Playing() {
			return true
		}
	}
	return false
}

// Locale returns the language of public messages.
func (k *Known) Locale() string {
	if l := k.Doc.Settings.Language; l != "" {
		return l
	}
	return k.Doc.Delivery.Locale
}

// Replay replays a stored game. The error is store.ErrCorrupt for a game that its rules refuse.
func Replay(g *channel.Game) (rules.Match, error) {
	m, err := rules.Replay(StoredSetup(g), g.Events)
	if err != nil {
		return rules.Match{}, corrupt(err)
	}
	return m, nil
}

// StoredSetup returns the setup of a stored game.
func StoredSetup(g *channel.Game) rules.Setup {
	return rules.Setup{Game: g.Key, Ending: rules.EndingOf(g.Ending), Start: g.Start}
}

func corrupt(err error) error { return fmt.Errorf("%w: %v", store.ErrCorrupt, err) }
