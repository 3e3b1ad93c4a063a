package web

import (
	"bytes"
	"encoding/json"
	"slices"

	"nimbot/game/dialog"
	"nimbot/game/rules"
)

// entry is a stored message of a channel. Its largest parts, the drawing and where to
// point at it, are kept in encoded form only.
type entry struct {
	message               // without what newEntry drops
	fields  channelFields // the fields that depend on the position in the channel
	to      string        // the ID of the only person who sees it, "" for everybody
	table   int           // the table whose board it is; 0 for a person's own board
	nonce   string        // identifies a repeated request
	// about has the IDs of the people who said it, asked for it, or are named in it.
	about []string
	// shared is the game that it shows as an animation, nil for none.
	shared *dialog.Share
	// reviewed is the game that the message reviews, nil for none.
	reviewed *dialog.Review
	// picture is the path of its board's picture for links, "" for none.
	picture string
	seq     uint64 // of its last change
	head    []byte // fields, encoded, without the end
	body    []byte // the message, encoded, without the beginning
	counted int    // of the room's bytes
}

// channelFields are the fields that depend on a message's place in a channel.
type channelFields struct {
	ID      string `json:"id"`
	Order   uint64 `json:"order"`
	Channel string `json:"channel"`
	At      int64  `json:"at"`
	Used    string `json:"used,omitempty"`
	// Panel is the panel of the page whose question it answers, "" for none.
	Panel string `json:"panel,omitempty"`
	// Of names the board: "2" is that of table 2, "~Ana" is Ana's own.
	Of string `json:"of,omitempty"`
}

func (e *entry) seenBy(id string) bool { return e.to == "" || e.to == id }

// live reports whether the entry is the board of a running game or of an offer.
func (e *entry) live() bool {
	return e.Board && !e.Retired && !e.Gone && (e.Game == nil || !e.Game.Over)
}

// newEntry encodes a message. A large board takes a while, so this must happen before
// the hub is locked.
func newEntry(m message, to string) *entry {
	e := &entry{fields: channelFields{At: m.At, Used: m.Used}, to: to}
	m.ID, m.Order, m.Channel, m.At, m.Used = "", 0, "", 0, ""
	e.body = encodeJSON(m)[1:]
	m.SVG, m.Aims, m.Table, m.File, m.Review = "", nil, nil, nil, nil
	if m.Game != nil {
		light := *m.Game
		light.Between, light.Moves = "", nil
		m.Game = &light
	}
	e.message = m
	return e
}

// setContent replaces e's content and keeps its position.
func (e *entry) setContent(with *entry) {
	e.message, e.body, e.shared, e.reviewed, e.about, e.picture = with.message, with.body, with.shared, with.reviewed, with.about, with.picture
}

// retire turns a board that was replaced into a line of the log.
func (e *entry) retire() {
	m := e.message
	m.Position, m.Menu, m.Buttons, m.Terms, m.Tools, m.Game, m.Asked, m.Retired = "", nil, nil, nil, nil, nil, nil, true
	line := newEntry(m, e.to)
	line.about = e.about
	e.setContent(line)
}

// encodeFields encodes the message's place in the channel.
func (e *entry) encodeFields() {
	e.head = bytes.TrimSuffix(encodeJSON(e.fields), []byte("}"))
	if len(e.body) > 1 { // a member follows
		e.head = append(e.head, ',')
	}
}

// decode decodes the complete message.
func (e *entry) decode() (m message) {
	_ = json.Unmarshal(slices.Concat(e.head, e.body), &m) // can't fail: newEntry encoded it
	return m
}

// encodeJSON is plain data as one line of JSON. HTML isn't escaped: no HTML contains the line, and
// escaped brackets would make a drawing a third longer.
func encodeJSON(v any) []byte {
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	_ = to.Encode(v)
	return bytes.Clone(bytes.TrimSuffix(b.Bytes(), []byte("\n"))) // trims the capacity
}

// Roughly the bytes that an entry takes besides its encoded form.
const (
	entryBytes = 1 << 10
	plyBytes   = 200 // a move with its heaps, of a game that can be reviewed
)

// weight returns about how many bytes of memory an entry takes.
func (e *entry) weight() int {
	n := entryBytes + len(e.head) + len(e.body)
	if e.shared != nil {
		n += weightOf(e.shared.Match)
	}
	if e.reviewed != nil {
		n += weightOf(e.reviewed.Match)
	}
	return n
}

// weightOf is weight for a game.
func weightOf(m rules.Match) int {
	return len(m.Positions()) * (plyBytes + 8*len(m.Position().String()))
}
