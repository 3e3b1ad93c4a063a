package channel

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimbot/store"
)

// read reads a record that Encode wrote: members in its order, no blanks, no
// escapes. ok is false for every other one, which encoding/json is to read: one
// that people have touched, or a later version, or with an odd name in it. So it
// is quick, and what it reads holds nothing unknown; a test holds it to what
// encoding/json reads.
func read(data []byte) (c Document, ok bool) {
	r := reader{rest: string(data)}
	r.begin()
	c.Format = int(r.number("v"))
	c.Version = uint64(r.number("n"))
	c.Turn = int(r.number("turn"))
	c.Game = r.gameIfAny("game")
	c.Last = r.gameIfAny("last")
	if r.object("offer") {
		c.Offer = r.offer()
	}
	c.Lapsed = store.Unix(r.number("lapsed"))
	if r.member("results") {
		c.Results = r.results()
	}
	if r.object("confirm") {
		c.Confirm = r.confirm()
	}
	if r.object("settings") {
		c.Settings = Settings{Language: r.text("language"), Pings: r.flag("pings"), NoHints: r.flag("no_hints"), Zone: r.text("zone")}
		r.end()
	}
	if r.object("daily") {
		c.Daily = Daily{At: r.text("at"), Days: r.text("days"), After: store.Unix(r.number("after")), Date: r.text("date"), Post: r.version("post")}
		r.end()
	}
	if r.object("day_post") {
		c.DayPost = r.dayPost()
	}
	c.Recent = r.text("recent")
	if r.object("delivery") {
		c.Delivery = Delivery{Message: r.text("message"), Locale: r.text("locale"), Unseated: r.flag("unseated")}
		r.end()
	}
	r.end()
	return c, !r.odd && r.rest == "" && int64(c.Version) >= 0
}

func (r *reader) gameIfAny(name string) *Game {
	if !r.object(name) {
		return nil
	}
	return r.game()
}

// game reads a game whose object has begun.
func (r *reader) game() *Game {
	g := &Game{ID: r.text("id"), Key: r.text("game"), Ending: r.text("ending"), Start: r.text("start")}
	if r.member("players") {
		r.want("[")
		r.begin()
		g.Players[0] = r.player()
		r.want(",")
		r.begin()
		g.Players[1] = r.player()
		r.want("]")
	}
	g.Events = r.text("events")
	g.Clock = store.Seconds(r.number("clock"))
	g.Since = store.Unix(r.number("since"))
	g.Hint = int(r.number("hint"))
	g.Drawn, g.Passed = store.Unix(r.number("drawn")), r.flag("passed")
	if r.object("pair") {
		g.Pair = r.pair()
	}
	r.end()
	return g
}

// results reads an array of games that isn't empty.
func (r *reader) results() (games []Game) {
	for r.want("["); ; r.want(",") {
		r.begin()
		games = append(games, *r.game())
		if r.odd || !strings.HasPrefix(r.rest, ",") {
			break
		}
	}
	r.want("]")
	return games
}

// dayPost reads a post whose object has begun.
func (r *reader) dayPost() *DayPost {
	p := &DayPost{Date: r.text("date"), Message: r.text("message"), At: store.Unix(r.number("at")), Drawn: store.Unix(r.number("drawn"))}
	if r.member("lines") {
		p.Lines = r.lines()
	}
	p.More = int(r.number("more"))
	p.Changed = r.version("changed")
	p.Due = store.Unix(r.number("due"))
	p.News = r.flag("news")
	p.Gone = int(r.number("gone"))
	r.end()
	return p
}

// lines reads an array of lines that isn't empty.
func (r *reader) lines() (lines []Line) {
	for r.want("["); ; r.want(",") {
		r.begin()
		var l Line
		if r.object("who") {
			l.Who = r.player()
		}
		l.Answers, l.Streak, l.At = r.text("answers"), int(r.number("streak")), store.Unix(r.number("at"))
		r.end()
		if lines = append(lines, l); r.odd || !strings.HasPrefix(r.rest, ",") {
			break
		}
	}
	r.want("]")
	return lines
}

func (r *reader) pair() *Pair {
	p := &Pair{Game: int(r.number("game"))}
	if r.member("score") {
		r.want("[")
		p.Score[0] = int(r.integer())
		r.want(",")
		p.Score[1] = int(r.integer())
		r.want("]")
	}
	if r.member("before") {
		r.want("[")
		p.Before[0] = r.strength()
		r.want(",")
		p.Before[1] = r.strength()
		r.want("]")
	}
	r.end()
	return p
}

func (r *reader) strength() Strength {
	r.begin()
	s := Strength{Rating: r.float("rating"), Deviation: r.float("deviation")}
	r.end()
	return s
}

// player reads a player whose object has begun.
func (r *reader) player() Player {
	p := Player{ID: r.text("id"), Name: r.text("name"), Level: r.text("level")}
	r.end()
	return p
}

func (r *reader) playerIfAny(name string) *Player {
	if !r.object(name) {
		return nil
	}
	p := r.player()
	return &p
}

func (r *reader) offer() *Offer {
	var o Offer
	o.ID = r.text("id")
	if r.object("from") {
		o.From = r.player()
	}
	o.To = r.playerIfAny("to")
	o.Key, o.Ending, o.Start = r.text("game"), r.text("ending"), r.text("start")
	o.First = int(r.number("first"))
	o.Drawn, o.Rated = r.flag("drawn"), r.flag("rated")
	o.Clock = store.Seconds(r.number("clock"))
	o.Expires = store.Unix(r.number("expires"))
	r.end()
	return &o
}

func (r *reader) confirm() *Confirm {
	c := Confirm{By: r.text("by"), Text: r.text("text"), To: r.playerIfAny("to")}
	c.Expires = store.Unix(r.number("expires"))
	r.end()
	return &c
}

// reader takes members off the front of a JSON text. A member that is not the
// next one reads as its zero value.
type reader struct {
	rest  string
	first bool // the next member is the first of its object
	odd   bool // something is not as Encode writes it
}

// want takes a token that must be there.
func (r *reader) want(token string) {
	var ok bool
	if r.rest, ok = strings.CutPrefix(r.rest, token); !ok {
		r.odd = true
	}
}

func (r *reader) begin() {
	r.want("{")
	r.first = true
}

func (r *reader) end() {
	r.want("}")
	r.first = false
}

// member takes the name of a member, if that is the next.
func (r *reader) member(name string) bool {
	s := r.rest
	if !r.first {
		var ok bool
		if s, ok = strings.CutPrefix(s, ","); !ok {
			return false
		}
	}
	n := len(name)
	if len(s) < n+3 || s[0] != '"' || s[1:n+1] != name || s[n+1] != '"' || s[n+2] != ':' {
		return false
	}
	r.rest, r.first = s[n+3:], false
	return true
}

// object begins the object that a member is, if that is the next.
func (r *reader) object(name string) bool {
	if !r.member(name) {
		return false
	}
	r.begin()
	return true
}

func (r *reader) text(name string) string {
	if !r.member(name) {
		return ""
	}
	r.want(`"`)
	n := strings.IndexByte(r.rest, '"')
	if n < 0 {
		r.odd = true
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n+1:]
	for i := range len(s) {
		if s[i] < ' ' || s[i] == '\\' {
			r.odd = true
		}
	}
	r.odd = r.odd || !utf8.ValidString(s)
	return s
}

func (r *reader) number(name string) int64 {
	if !r.member(name) {
		return 0
	}
	return r.integer()
}

// version reads a version of a document.
func (r *reader) version(name string) uint64 {
	v := r.number(name)
	r.odd = r.odd || v < 0
	return uint64(v)
}

func (r *reader) integer() int64 {
	n := 0
	for n < len(r.rest) && (r.rest[n] == '-' || '0' <= r.rest[n] && r.rest[n] <= '9') {
		n++
	}
	v, err := strconv.ParseInt(r.rest[:n], 10, 64)
	if err != nil || r.rest[:n] != strconv.FormatInt(v, 10) { // 01, -0
		r.odd = true
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) float(name string) float64 {
	if !r.member(name) {
		return 0
	}
	n := 0
	for n < len(r.rest) && strings.IndexByte(",}", r.rest[n]) < 0 {
		n++
	}
	var v float64
	if err := json.Unmarshal([]byte(r.rest[:n]), &v); err != nil || n == 0 || r.rest[0] != '-' && (r.rest[0] < '0' || r.rest[0] > '9') {
		r.odd = true // encoding/json knows better what is a number, and "null" is none
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) flag(name string) bool {
	if !r.member(name) {
		return false
	}
	r.want("true")
	return true
}
