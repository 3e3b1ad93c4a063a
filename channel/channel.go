// Package channel is the document that is stored for one channel: its game, an
// open offer, what moderators chose, and the deliveries that were handled lately,
// by which a repeated one is recognised.
//
// [Decode] reads a document and [Document.Encode] writes it, as JSON that people
// can read. A game is stored as its start and its events; package chat replays
// it. Members that this version doesn't know are kept, so that an older and a
// newer version of the bot can share a store.
//
// The package knows no rules and no platform.
package channel

import (
	"fmt"
	"slices"
	"strings"

	"nimbot/store"
)

// Document is everything that is known about one channel, in a form that
// people can read. What a later version has put into it, or into one of its
// parts, is in Unknown there and is written back.
type Document struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Turn stamps buttons. It rises exactly when a board that was drawn
	// before is no longer true: a new position, mover, offer or question.
	Turn int `json:"turn"`
	// Game is the present game, or the last one that was played.
	Game *Game `json:"game,omitempty"`
	// Last is the finished game before Game, in which somebody moved; nil when
	// there is none.
	Last *Game `json:"last,omitempty"`
	// Offer waits for somebody to accept it.
	Offer *Offer `json:"offer,omitempty"`
	// Lapsed is when an offer expired, 0 if another or a game came after it.
	Lapsed store.Unix `json:"lapsed,omitempty"`
	// Results are finished games that haven't been counted for those who played
	// them, the oldest first, at most MaxResults. Their Since is when they ended.
	Results []Game `json:"results,omitempty"`
	// Confirm is a command that would end the present game; it waits for
	// its author's word, since it may be too long for a button.
	Confirm *Confirm `json:"confirm,omitempty"`
	// Settings are what moderators chose for this channel.
	Settings Settings `json:"settings,omitzero"`
	// Daily is when the day's positions are posted here.
	Daily Daily `json:"daily,omitzero"`
	// DayPost is the post of the day's positions that stands here, nil when it
	// isn't known where.
	DayPost *DayPost `json:"day_post,omitempty"`
	// Recent are the deliveries of the last minutes, so that one that comes
	// again is known. See Remember.
	Recent string `json:"recent,omitempty"`
	// Delivery is what showing the board unasked needs.
	Delivery Delivery      `json:"delivery,omitzero"`
	Unknown  store.Unknown `json:",embed"`
}

// Game is one match: its setup, its players, and everything that happened.
type Game struct {
	ID      string    `json:"id"`
	Key     string    `json:"game"`
	Ending  string    `json:"ending"`
	Start   string    `json:"start"`
	Players [2]Player `json:"players"` // in the order of their seats
	Events  string    `json:"events"`  // game.Match.Events
	// Clock is the time for one move, 0 for none.
	Clock store.Seconds `json:"clock,omitempty"`
	// Since is when the present turn began.
	Since store.Unix `json:"since"`
	// Hint is the last step of a hint that was told on this turn, 0 for none.
	Hint int `json:"hint,omitempty"`
	// Drawn is when the game began, if the bot drew its start; 0 where the start was
	// chosen, or was played before.
	Drawn store.Unix `json:"drawn,omitempty"`
	// Passed: the person to whom it was to move from the start let the bot begin.
	Passed bool `json:"passed,omitempty"`
	// Pair is the rated pair that the game belongs to, nil for a casual game.
	Pair    *Pair         `json:"pair,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// MaxResults is how many finished games wait in a document to be counted.
const MaxResults = 4

// Pair is a rated pair: two games from the same start with swapped seats. Score
// and Before are in the order of the seats of the game that holds it.
type Pair struct {
	Game    int           `json:"game"`   // 1 or 2
	Score   [2]int        `json:"score"`  // half points: 2 for each game won, 1 for each drawn
	Before  [2]Strength   `json:"before"` // as the players were rated when the pair was accepted
	Unknown store.Unknown `json:",embed"`
}

// Strength is how a player was rated, on the scale of Elo's ratings.
type Strength struct {
	Rating    float64       `json:"rating"`
	Deviation float64       `json:"deviation"`
	Unknown   store.Unknown `json:",embed"`
}

// Swapped is the pair as it stands in a game with the seats swapped.
func (p Pair) Swapped() Pair {
	p.Score[0], p.Score[1] = p.Score[1], p.Score[0]
	p.Before[0], p.Before[1] = p.Before[1], p.Before[0]
	return p
}

// Settings are what moderators chose; the zero Settings are the defaults.
type Settings struct {
	Language string        `json:"language,omitempty"` // "": the channel's own
	Pings    bool          `json:"pings,omitempty"`    // notify people of their turn
	NoHints  bool          `json:"no_hints,omitempty"` // no hints in games between people
	Zone     string        `json:"zone,omitempty"`     // "Europe/Berlin"; "": UTC
	Unknown  store.Unknown `json:",embed"`
}

// Daily is a schedule of posts, and how far it got. The zero Daily is off.
type Daily struct {
	At   string `json:"at,omitempty"`   // time of day, "09:00"; "": off
	Days string `json:"days,omitempty"` // days of the week, "mon-fri"
	// After is when the last date was dealt with: the next one comes later.
	After store.Unix `json:"after,omitempty"`
	// Date is the last date that was posted, "2026-11-21".
	Date string `json:"date,omitempty"`
	// Post is the document's version in which that was marked.
	Post    uint64        `json:"post,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Player is who sits in a seat. Level is set for the bot only.
type Player struct {
	ID      string        `json:"id"`
	Name    string        `json:"name,omitempty"`
	Level   string        `json:"level,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Offer is an offered game: a challenge to one person, or open to anybody.
type Offer struct {
	ID     string  `json:"id"`
	From   Player  `json:"from"`
	To     *Player `json:"to,omitempty"` // nil: anybody
	Key    string  `json:"game"`
	Ending string  `json:"ending"`
	Start  string  `json:"start"`
	// First is the seat of From: 0 moves first.
	First int `json:"first"`
	// Drawn: the bot drew Start.
	Drawn bool `json:"drawn,omitempty"`
	// Rated: it offers a rated pair, whose start is drawn when it's accepted.
	Rated   bool          `json:"rated,omitempty"`
	Clock   store.Seconds `json:"clock,omitempty"`
	Expires store.Unix    `json:"expires"`
	Unknown store.Unknown `json:",embed"`
}

// Confirm is a command of By that waits for a yes.
type Confirm struct {
	By   string `json:"by"`
	Text string `json:"text"`
	// To is whom the text mentions, nil when nobody.
	To      *Player       `json:"to,omitempty"`
	Expires store.Unix    `json:"expires"`
	Unknown store.Unknown `json:",embed"`
}

// Delivery is what showing the board unasked needs.
type Delivery struct {
	Message  string        `json:"message,omitempty"` // the platform's id of the board
	Locale   string        `json:"locale,omitempty"`
	Unseated bool          `json:"unseated,omitempty"`
	Unknown  store.Unknown `json:",embed"`
}

// Decode reads a document. One of a newer format is store.ErrNewer, anything
// else that cannot be read, or makes no sense, store.ErrCorrupt.
func Decode(data []byte) (Document, error) {
	if _, err := store.ParseHeader(data); err != nil {
		return Document{}, err
	}
	var c Document
	if err := store.Unmarshal(data, &c); err != nil {
		return Document{}, err
	}
	if flaw := c.flaw(); flaw != "" {
		return Document{}, fmt.Errorf("%w: %s", store.ErrCorrupt, flaw)
	}
	return c, nil
}

// Encode writes the document as a record.
func (c *Document) Encode() []byte {
	c.Format = store.Format
	data, err := store.Marshal(c)
	if err != nil { // only for numbers that aren't finite, which Decode never reads
		panic(err)
	}
	return data
}

// flaw says what makes no sense in a document, "" for nothing. What the rules
// say of its game is not looked at here.
func (c *Document) flaw() string {
	if strings.ContainsFunc(c.Recent, isOdd) {
		return "recent deliveries that nobody wrote"
	}
	for _, g := range []*Game{c.Game, c.Last} {
		if flaw := g.flaw(); flaw != "" {
			return flaw
		}
	}
	for i := range c.Results {
		if flaw := c.Results[i].flaw(); flaw != "" {
			return "among the results: " + flaw
		}
	}
	if p := c.DayPost; p != nil && slices.ContainsFunc(p.Lines, func(l Line) bool { return l.Who.ID == "" }) {
		return "a line of nobody"
	}
	switch o, q := c.Offer, c.Confirm; {
	case c.Turn < 0:
		return "a negative turn"
	case o != nil && (o.ID == "" || o.Key == ""):
		return "an offer without an id or a game"
	case o != nil && (o.From.ID == "" || o.To != nil && o.To.ID == ""):
		return "an offer from or to nobody"
	case o != nil && (o.First < 0 || o.First > 1 || o.Clock < 0):
		return "an offer with an impossible first seat or clock"
	case q != nil && (q.By == "" || q.Text == ""):
		return "a question of nobody or about nothing"
	}
	return ""
}

// flaw says what makes no sense in a game, "" for nothing and for no game.
func (g *Game) flaw() string {
	switch {
	case g == nil:
	case g.ID == "" || g.Key == "":
		return "a game without an id or a key"
	case g.Players[0].ID == "" || g.Players[1].ID == "":
		return "a game without two players"
	case g.Clock < 0:
		return "a negative clock"
	case g.Pair != nil && g.Pair.Game != 1 && g.Pair.Game != 2:
		return "a game of a pair that is neither its first nor its second"
	}
	return ""
}
