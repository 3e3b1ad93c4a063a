package channel

import (
	"slices"

	"nimbot/store"
)

// MaxTables is the highest number of a table.
const MaxTables = 64

const _ = uint(store.MaxBoard - MaxTables) // the numbers above mean something else to a worker

// Table is one of a place's games, or an offer of one, with its own board and buttons.
type Table struct {
	Number int `json:"table"` // 2 to MaxTables; table 1 is part of the document itself
	Play
	// Message is the platform's id of the table's board.
	Message string        `json:"message,omitempty"`
	Unknown store.Unknown `json:",embed"`
	encoded []byte        // as Encode wrote it; nil since it was Put
}

// Play is the state of a table: its game, its offer, its open question.
type Play struct {
	// Turn stamps buttons. It rises exactly when boards drawn earlier become invalid:
	// with a new position, mover, offer or question.
	Turn int `json:"turn"`
	// Changed is the version of the document with which Turn rose last. It is 0 while table 1
	// is the only table: then the document's version stands for it.
	Changed uint64 `json:"changed,omitempty"`
	// Posted is when the present board or offer between people was posted, 0 if unknown.
	Posted store.Unix `json:"posted,omitempty"`
	// Pinged is when a board last notified a player of their turn.
	Pinged store.Unix `json:"pinged,omitempty"`
	// Warned is the version of the document that warned the player before the clock runs out, or the
	// game's TurnVersion if the time for a warning passed without one. It is 0, or less than TurnVersion,
	// if neither happened on this turn.
	Warned uint64 `json:"warned,omitempty"`
	// Game is the present game, or the last one that was played.
	Game *Game `json:"game,omitempty"`
	// Last is the finished game before Game that has a move; nil if there is none.
	Last *Game `json:"last,omitempty"`
	// Offer is the open offer.
	Offer *Offer `json:"offer,omitempty"`
	// Lapsed is when the last offer expired. It is 0 if no offer expired, or if an offer
	// or a game followed.
	Lapsed store.Unix `json:"lapsed,omitempty"`
	// Results are finished games that aren't counted for their players yet, the oldest
	// first, at most MaxResults.
	Results []Game `json:"results,omitempty"`
	// Confirm is a command that waits for confirmation: it would end the present game, or delete what
	// is stored about a person.
	// It is kept here because it may be too long for a button.
	Confirm *Confirm `json:"confirm,omitempty"`
}

// Meant records that a person's lines are meant for a table, until a time.
type Meant struct {
	Who     string        `json:"who"`
	Table   int           `json:"table"` // 0: their private game
	Until   store.Unix    `json:"until"`
	Unknown store.Unknown `json:",embed"`
}

// Table returns a copy of a table. It is empty if nothing was ever played on it.
func (c *Document) Table(number int) Table {
	if number == 1 {
		return Table{Number: 1, Play: c.Play, Message: c.Delivery.Message}
	}
	if i, ok := c.find(number); ok {
		return c.Tables[i]
	}
	return Table{Number: number}
}

// Put replaces a table. It doesn't change the former list of tables, which others may be
// reading.
func (c *Document) Put(t Table) {
	if t.Number == 1 {
		c.Play, c.Delivery.Message = t.Play, t.Message
		return
	}
	t.encoded = nil
	i, ok := c.find(t.Number)
	c.Tables = slices.Clone(c.Tables)
	if !ok {
		c.Tables = slices.Insert(c.Tables, i, t)
		return
	}
	c.Tables[i] = t
}

// Drop removes a table other than table 1.
func (c *Document) Drop(number int) {
	if i, ok := c.find(number); ok {
		c.Tables = slices.Delete(slices.Clone(c.Tables), i, i+1)
	}
	if len(c.Tables) == 0 {
		c.Tables = nil
	}
}

// encodeTables encodes the Tables that were Put since the last call.
func (c *Document) encodeTables() {
	c.Tables = slices.Clone(c.Tables) // others may be reading them
	for i := range c.Tables {
		if t := &c.Tables[i]; t.encoded == nil {
			t.encoded = marshal(t)
		}
	}
}

// Numbers returns the numbers of the document's tables, in order. Table 1 always exists.
func (c *Document) Numbers() []int {
	all := make([]int, 1, 1+len(c.Tables))
	all[0] = 1
	for i := range c.Tables {
		all = append(all, c.Tables[i].Number)
	}
	return all
}

// find returns the index of a table in Tables, or the index at which to insert it.
func (c *Document) find(number int) (i int, ok bool) {
	return slices.BinarySearchFunc(c.Tables, number, func(t Table, n int) int { return t.Number - n })
}

// MeantBy returns the table that a person chose to mean. ok is false if they chose none,
// or too long ago.
func (c *Document) MeantBy(who string, now store.Unix) (table int, ok bool) {
	for _, m := range c.Meant {
		if m.Who == who && now < m.Until {
			return m.Table, true
		}
	}
	return 0, false
}

// Mean records that a person's lines mean a table until a time, and drops expired records.
func (c *Document) Mean(m Meant, now store.Unix) {
	kept := slices.DeleteFunc(slices.Clone(c.Meant), func(o Meant) bool { return o.Who == m.Who || o.Until <= now })
	c.Meant = append(kept, m)
}

// maxPrivate bounds Document.Private.
const maxPrivate = 256

// MayPlayPrivately reports whether a person possibly has a private game here: they began one,
// and it isn't known to have ended.
func (c *Document) MayPlayPrivately(id string) bool { return slices.Contains(c.Private, id) }

// PlaysPrivately records that a person begins a private game. It reports whether that is
// new.
func (c *Document) PlaysPrivately(id string) (changed bool) {
	if slices.Contains(c.Private, id) {
		return false
	}
	c.Private = append(slices.Clone(c.Private[max(0, len(c.Private)-maxPrivate+1):]), id)
	return true
}

// PlaysNoMore records that a person has no private game.
func (c *Document) PlaysNoMore(id string) {
	c.Private = slices.DeleteFunc(slices.Clone(c.Private), func(p string) bool { return p == id })
	if len(c.Private) == 0 {
		c.Private = nil
	}
}

// flaw says what is invalid in a table, "" if nothing is.
func (t *Table) flaw() string {
	if t.Number < 2 || t.Number > MaxTables {
		return "an impossible number"
	}
	return t.Play.flaw()
}

// flaw says what is invalid on a table, "" if nothing is.
func (p *Play) flaw() string {
	for _, g := range []*Game{p.Game, p.Last} {
		if flaw := g.flaw(); flaw != "" {
			return flaw
		}
	}
	for i := range p.Results {
		if flaw := p.Results[i].flaw(); flaw != "" {
			return "among the results: " + flaw
		}
	}
	switch q := p.Confirm; {
	case p.Turn < 0:
		return "a negative turn"
	case q != nil && (q.By == "" || q.Text == ""):
		return "a question of nobody or about nothing"
	}
	return p.Offer.flaw()
}
