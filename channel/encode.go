package channel

import (
	"encoding/json"
	"strconv"

	"nimbot/store"
)

// Encode writes the document as a record, byte for byte as store.Marshal would;
// a test checks this. It's written by hand because every command pays for it:
// reflection took a sixth of a command's time.
func (c *Document) Encode() []byte {
	o := object{store.AppendHeader(make([]byte, 0, c.room()), c.Version)}
	o.number("turn", int64(c.Turn))
	o.game("game", c.Game)
	o.game("last", c.Last)
	if c.Offer != nil {
		o.begin("offer")
		c.Offer.encode(&o)
		o.end()
	}
	o.numberIfAny("lapsed", int64(c.Lapsed))
	if len(c.Results) > 0 {
		o.key("results")
		o.b = append(o.b, '[')
		for i := range c.Results {
			o.element()
			c.Results[i].encode(&o)
			o.end()
		}
		o.b = append(o.b, ']')
	}
	if c.Confirm != nil {
		o.begin("confirm")
		c.Confirm.encode(&o)
		o.end()
	}
	if c.Settings != (Settings{}) {
		o.begin("settings")
		c.Settings.encode(&o)
		o.end()
	}
	if c.Daily != (Daily{}) {
		o.begin("daily")
		c.Daily.encode(&o)
		o.end()
	}
	if c.DayPost != nil {
		o.begin("day_post")
		c.DayPost.encode(&o)
		o.end()
	}
	o.plainIfAny("recent", c.Recent)
	if c.Delivery != (Delivery{}) {
		o.begin("delivery")
		c.Delivery.encode(&o)
		o.end()
	}
	o.unknown(c.Unknown)
	o.end()
	return o.b
}

func (g *Game) encode(o *object) {
	o.text("id", g.ID)
	o.text("game", g.Key)
	o.text("ending", g.Ending)
	o.text("start", g.Start)
	o.key("players")
	o.b = append(o.b, "[{"...)
	g.Players[0].encode(o)
	o.b = append(o.b, "},{"...)
	g.Players[1].encode(o)
	o.b = append(o.b, "}]"...)
	o.text("events", g.Events)
	o.numberIfAny("clock", int64(g.Clock))
	o.number("since", int64(g.Since))
	o.numberIfAny("hint", int64(g.Hint))
	o.numberIfAny("drawn", int64(g.Drawn))
	o.flag("passed", g.Passed)
	if g.Pair != nil {
		o.begin("pair")
		g.Pair.encode(o)
		o.end()
	}
	o.unknown(g.Unknown)
}

// room is about how many bytes a usual document takes, rather a few too many.
func (c *Document) room() int {
	const members, offer, line = 140, 320, 130
	n := members + len(c.Recent) + c.Game.room() + c.Last.room()
	if c.Offer != nil {
		n += offer
	}
	if c.DayPost != nil {
		n += members + line*len(c.DayPost.Lines)
	}
	return n
}

// room is about how many bytes a game takes, 0 for none.
func (g *Game) room() int {
	if g == nil {
		return 0
	}
	const members = 160
	first, second := &g.Players[0], &g.Players[1]
	return members + len(g.ID) + len(g.Key) + len(g.Start) + len(g.Events) +
		len(first.ID) + len(first.Name) + len(second.ID) + len(second.Name)
}

func (p *Pair) encode(o *object) {
	o.number("game", int64(p.Game))
	o.key("score")
	o.b = append(o.b, '[')
	o.b = strconv.AppendInt(o.b, int64(p.Score[0]), 10)
	o.b = append(o.b, ',')
	o.b = strconv.AppendInt(o.b, int64(p.Score[1]), 10)
	o.b = append(o.b, ']')
	o.key("before")
	o.b = append(o.b, '[')
	for i := range p.Before {
		o.element()
		p.Before[i].encode(o)
		o.end()
	}
	o.b = append(o.b, ']')
	o.unknown(p.Unknown)
}

func (s *Strength) encode(o *object) {
	o.float("rating", s.Rating)
	o.float("deviation", s.Deviation)
	o.unknown(s.Unknown)
}

func (p *Player) encode(o *object) {
	o.text("id", p.ID)
	o.textIfAny("name", p.Name)
	o.textIfAny("level", p.Level)
	o.unknown(p.Unknown)
}

func (f *Offer) encode(o *object) {
	o.text("id", f.ID)
	o.player("from", &f.From)
	o.player("to", f.To)
	o.text("game", f.Key)
	o.text("ending", f.Ending)
	o.text("start", f.Start)
	o.number("first", int64(f.First))
	o.flag("drawn", f.Drawn)
	o.flag("rated", f.Rated)
	o.numberIfAny("clock", int64(f.Clock))
	o.number("expires", int64(f.Expires))
	o.unknown(f.Unknown)
}

func (c *Confirm) encode(o *object) {
	o.text("by", c.By)
	o.text("text", c.Text)
	o.player("to", c.To)
	o.number("expires", int64(c.Expires))
	o.unknown(c.Unknown)
}

func (s *Settings) encode(o *object) {
	o.textIfAny("language", s.Language)
	o.flag("pings", s.Pings)
	o.flag("no_hints", s.NoHints)
	o.textIfAny("zone", s.Zone)
	o.unknown(s.Unknown)
}

func (d *Daily) encode(o *object) {
	o.textIfAny("at", d.At)
	o.textIfAny("days", d.Days)
	o.numberIfAny("after", int64(d.After))
	o.textIfAny("date", d.Date)
	o.versionIfAny("post", d.Post)
	o.unknown(d.Unknown)
}

func (d *Delivery) encode(o *object) {
	o.textIfAny("message", d.Message)
	o.textIfAny("locale", d.Locale)
	o.flag("unseated", d.Unseated)
	o.unknown(d.Unknown)
}

// object appends the members of a JSON object, and of the objects in it.
type object struct{ b []byte }

func (o *object) key(name string) {
	b := o.b // a local slice is much quicker to append to
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	o.b = append(append(append(b, '"'), name...), '"', ':')
}

// begin opens an object inside this one, until end.
func (o *object) begin(name string) {
	o.key(name)
	o.b = append(o.b, '{')
}

// element opens an object inside an array, until end.
func (o *object) element() {
	if o.b[len(o.b)-1] != '[' {
		o.b = append(o.b, ',')
	}
	o.b = append(o.b, '{')
}

func (o *object) end() { o.b = append(o.b, '}') }

func (o *object) text(name, value string) {
	o.key(name)
	o.b = appendText(o.b, value)
}

func (o *object) textIfAny(name, value string) {
	if value != "" {
		o.text(name, value)
	}
}

// plainIfAny writes a text in which nothing needs escaping.
func (o *object) plainIfAny(name, value string) {
	if value != "" {
		o.key(name)
		o.b = append(append(append(o.b, '"'), value...), '"')
	}
}

func (o *object) number(name string, value int64) {
	o.key(name)
	o.b = strconv.AppendInt(o.b, value, 10)
}

func (o *object) numberIfAny(name string, value int64) {
	if value != 0 {
		o.number(name, value)
	}
}

// versionIfAny writes a version of a document that isn't 0.
func (o *object) versionIfAny(name string, value uint64) {
	if value != 0 {
		o.key(name)
		o.b = strconv.AppendUint(o.b, value, 10)
	}
}

// float writes a finite number. Its form is left to encoding/json: only rated
// pairs pay for it.
func (o *object) float(name string, value float64) {
	o.key(name)
	number, _ := json.Marshal(value) // a finite number never fails
	o.b = append(o.b, number...)
}

// flag writes a flag that is set; one that is not is left out.
func (o *object) flag(name string, value bool) {
	if value {
		o.key(name)
		o.b = append(o.b, "true"...)
	}
}

// unknown writes the members that this version does not know, if there are any.
func (o *object) unknown(members store.Unknown) {
	if members != "" {
		o.members(members)
	}
}

func (o *object) members(some store.Unknown) {
	if o.b[len(o.b)-1] != '{' {
		o.b = append(o.b, ',')
	}
	o.b = append(o.b, some...)
}

// game writes a game, if there is one.
func (o *object) game(name string, g *Game) {
	if g != nil {
		o.begin(name)
		g.encode(o)
		o.end()
	}
}

// player writes a player, if there is one.
func (o *object) player(name string, p *Player) {
	if p != nil {
		o.begin(name)
		p.encode(o)
		o.end()
	}
}

// appendText appends a JSON string. Escaping, which few texts need, is left to encoding/json.
func appendText(b []byte, s string) []byte {
	plain := &plain // a local pointer takes a third off a long text
	for i := range len(s) {
		if !plain[s[i]] {
			escaped, _ := json.Marshal(s) // a string never fails
			return append(b, escaped...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// plain are the bytes that a JSON string holds unescaped: printable ASCII
// without quotes, backslashes, and what encoding/json keeps out of HTML.
var plain = func() (is [256]bool) {
	for c := ' '; c <= '~'; c++ {
		is[c] = true
	}
	for _, c := range `"\<>&` {
		is[c] = false
	}
	return is
}()
