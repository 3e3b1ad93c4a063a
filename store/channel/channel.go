// Package channel has the stored document of one channel: its tables, each with a game or
// an open offer, the moderators' settings, and the recent deliveries, by which a repeated
// one is recognized.
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
	"strconv"
	"strings"

	"nimbot/store"
)

// Document is everything known about one channel, in a form that people can read.
// Unknown holds the members that a later version has added; Encode writes them back.
type Document struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Play is the game and offer of table 1; see Table. Its message is Delivery.Message.
	Play
	// Settings are what moderators chose for this channel.
	Settings Settings `json:"settings,omitzero"`
	// Daily is when the day's positions are posted here.
	Daily Daily `json:"daily,omitzero"`
	// DayPost is the post of the day's positions in this channel, nil if there is none
	// or its message is unknown.
	DayPost *DayPost `json:"day_post,omitempty"`
	// Recent are the deliveries of the last minutes, to recognize a repeated one. See
	// Remember.
	Recent string `json:"recent,omitempty"`
	// Delivery has the data that a worker needs to show the board.
	Delivery Delivery `json:"delivery,omitzero"`
	// Tables are the tables beside table 1, in the order of their numbers. Table and Put
	// also reach table 1.
	Tables []Table `json:"tables,omitempty"`
	// Meant are the tables that people chose when several could be meant.
	Meant []Meant `json:"meant,omitempty"`
	// Private are the people who have begun a private game here and may still have one, the
	// latest last, at most maxPrivate.
	Private []string      `json:"private,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Game is one match: its setup, its players, and its events.
type Game struct {
	ID      string    `json:"id"`
	Key     string    `json:"game"`
	Ending  string    `json:"ending"`
	Start   string    `json:"start"`
	Players [2]Player `json:"players"` // in the order of their seats
	Events  string    `json:"events"`  // rules.Match.Events
	// Clock is the time for one move, 0 for none.
	Clock store.Seconds `json:"clock,omitempty"`
	// Since is when the present turn began; in a finished game, when it ended.
	Since store.Unix `json:"since"`
	// Hint is the last step of a hint given on this turn, 0 if none.
	Hint int `json:"hint,omitempty"`
	// Retry reports that the game began at a turning point of another game, and counts for
	// nothing.
	Retry bool `json:"retry,omitempty"`
	// Leaving reports that the private game is being moved to a table of the channel, and isn't
	// played here any more.
	Leaving bool `json:"leaving,omitempty"`
	// Pair is the rated pair that the game belongs to, nil for a casual game.
	Pair    *Pair         `json:"pair,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Roomy is the size in bytes from which a document may only shrink. Games that end are kept
// twice until they are counted, so no document grows beyond about twice this size.
const Roomy = 224 << 10

// MaxResults is how many finished games may wait in a document to be counted.
const MaxResults = 4

// Pair is a rated pair: two games from the same start with swapped seats. Score and
// RatingsBefore are in the order of the seats of the game that holds it.
type Pair struct {
	Game          int             `json:"game"`   // 1 or 2
	Score         [2]int          `json:"score"`  // half points: 2 for each game won, 1 for each drawn
	RatingsBefore [2]PlayerRating `json:"before"` // the players' ratings when the pair was accepted
	Unknown       store.Unknown   `json:",embed"`
}

// PlayerRating is a player's rating, on Elo's scale.
type PlayerRating struct {
	Rating    float64       `json:"rating"`
	Deviation float64       `json:"deviation"`
	Unknown   store.Unknown `json:",embed"`
}

// Swapped returns the pair from the view of a game with swapped seats.
func (p Pair) Swapped() Pair {
	p.Score[0], p.Score[1] = p.Score[1], p.Score[0]
	p.RatingsBefore[0], p.RatingsBefore[1] = p.RatingsBefore[1], p.RatingsBefore[0]
	return p
}

// Settings are what moderators chose; the zero Settings are the defaults.
type Settings struct {
	Language string        `json:"language,omitempty"` // "": the channel's own
	Pings    bool          `json:"pings,omitempty"`    // notify players of every turn
	NoPings  bool          `json:"no_pings,omitempty"` // never notify them; if neither is set, only of slow turns
	NoHints  bool          `json:"no_hints,omitempty"` // no hints in games between people
	NoRaces  bool          `json:"no_races,omitempty"` // only moderators begin rounds
	Zone     string        `json:"zone,omitempty"`     // "Europe/Berlin"; "": UTC
	Unknown  store.Unknown `json:",embed"`
}

// Daily is a schedule of posts and its progress. The zero Daily is off.
type Daily struct {
	At   string `json:"at,omitempty"`   // time of day, "09:00"; "": off
	Days string `json:"days,omitempty"` // days of the week, "mon-fri"
	// After is when the last date was handled: the next one is later.
	After store.Unix `json:"after,omitempty"`
	// Date is the last date that was posted, "2026-11-21".
	Date string `json:"date,omitempty"`
	// Post is the version of the document that recorded the post.
	Post    uint64        `json:"post,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Player is the player in a seat. Level is set for the bot only.
type Player struct {
	ID      string        `json:"id"`
	Name    string        `json:"name,omitempty"`
	Level   string        `json:"level,omitempty"`
	Host    bool          `json:"host,omitempty"` // of the simul that the game belongs to
	Unknown store.Unknown `json:",embed"`
}

// Offer is an offered game: a challenge to one person, or open to anybody. With Seats it is
// a simul, which occupies its table until its last game has ended.
type Offer struct {
	ID     string  `json:"id"`
	From   Player  `json:"from"`
	To     *Player `json:"to,omitempty"` // nil: anybody
	Key    string  `json:"game"`
	Ending string  `json:"ending"`
	Start  string  `json:"start"`
	// First is the seat of From: 0 moves first.
	First int `json:"first"`
	// RandomStart reports that the bot drew Start.
	RandomStart bool `json:"drawn,omitempty"`
	// Rated reports that the offer is for a rated pair, whose start is drawn on acceptance.
	Rated bool `json:"rated,omitempty"`
	// Seats is how many guests may join a simul, 0 for a game of two.
	Seats  int     `json:"seats,omitempty"`
	Guests []Guest `json:"guests,omitempty"` // of a simul, in the order in which they joined
	// Pings is whether From wanted to be notified of their turns when they made the offer, nil if that
	// wasn't looked up.
	Pings   *bool         `json:"pings,omitempty"`
	Clock   store.Seconds `json:"clock,omitempty"`
	Expires store.Unix    `json:"expires"`
	Unknown store.Unknown `json:",embed"`
}

// Confirm is a command of By that waits for confirmation.
type Confirm struct {
	By   string `json:"by"`
	Text string `json:"text"`
	// To is the person that the text mentions, nil if nobody.
	To      *Player       `json:"to,omitempty"`
	Expires store.Unix    `json:"expires"`
	Unknown store.Unknown `json:",embed"`
}

// Delivery has the data that a worker needs to show a board without a request.
type Delivery struct {
	Message  string        `json:"message,omitempty"`  // the platform's id of table 1's board
	Locale   string        `json:"locale,omitempty"`   // of the channel, as the platform reports it
	Unseated bool          `json:"unseated,omitempty"` // the bot can't post here without a request
	Unknown  store.Unknown `json:",embed"`
}

// Decode decodes a document. The error is store.ErrNewer for a newer format,
// store.ErrCorrupt for anything else.
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
	if len(c.Tables) == 0 {
		return marshal(c)
	}
	before, after := *c, struct {
		Meant   []Meant       `json:"meant,omitempty"`
		Private []string      `json:"private,omitempty"`
		Unknown store.Unknown `json:",embed"`
	}{c.Meant, c.Private, c.Unknown}
	before.Tables, before.Meant, before.Private, before.Unknown = nil, nil, nil, nil
	c.encodeTables()
	head, tail := marshal(&before), marshal(&after)
	size := len(head) + len(`,"tables":[],`) + len(tail)
	for i := range c.Tables {
		size += len(c.Tables[i].encoded) + len(",")
	}
	data := append(make([]byte, 0, size), head[:len(head)-1]...)
	for i := range c.Tables {
		if i > 0 {
			data = append(data, ',')
		} else {
			data = append(data, `,"tables":[`...)
		}
		data = append(data, c.Tables[i].encoded...)
	}
	if data = append(data, ']'); len(tail) > len("{}") {
		data = append(data, ',')
	}
	return append(data, tail[1:]...)
}

// marshal writes a document or a part of one.
func marshal(v any) []byte {
	data, err := store.Marshal(v)
	if err != nil { // only for infinite numbers, which Decode never accepts
		panic(err)
	}
	return data
}

// flaw says what is invalid in a document, "" if nothing is. It doesn't check the game
// against the rules.
func (c *Document) flaw() string {
	if strings.ContainsFunc(c.Recent, notInRecent) {
		return "recent deliveries that nobody wrote"
	}
	if flaw := c.Play.flaw(); flaw != "" {
		return flaw
	}
	for i := range c.Tables {
		if flaw := c.Tables[i].flaw(); flaw != "" {
			return "on table " + strconv.Itoa(c.Tables[i].Number) + ": " + flaw
		}
		if i > 0 && c.Tables[i].Number <= c.Tables[i-1].Number {
			return "tables out of order"
		}
	}
	if p := c.DayPost; p != nil && slices.ContainsFunc(p.Lines, func(l Line) bool { return l.Who.ID == "" }) {
		return "a line of nobody"
	}
	return ""
}

// TurnVersion returns the least version that a document can have been stored with during the present turn.
// Since has whole seconds, so a version of the same second may be of the turn before.
func (g *Game) TurnVersion() uint64 { return uint64(g.Since.Time().UnixMicro()) }

// flaw says what is invalid in a game, "" if nothing is or there is no game.
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
