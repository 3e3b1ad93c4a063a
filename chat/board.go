package chat

import (
	"strconv"
	"strings"

	"nimbot/game"
	"nimbot/store"
	"nimbot/typed"
)

// The bounds of one step of a move.
const (
	maxMenu = 25 // choices on one page: platforms allow 25
	// maxWalk is how many choices are walked over to find some, since a pile may
	// hold 10^18 stones: a move beyond them is typed.
	maxWalk = 10_000
)

// showBoard shows the board as the answer to the command: in place of the
// pressed message, or as a new message.
func (s *session) showBoard() { s.showStep("", 0, s.line.Pressed()) }

// freshBoard shows the board as a new message.
func (s *session) freshBoard() { s.showStep("", 0, false) }

// showStep shows the board with the step of a move behind prefix, from the
// skip-th choice on.
func (s *session) showStep(prefix string, skip int, edit bool) {
	m := s.boardMessage(prefix, skip, edit)
	m.Ping = s.turnPing(s.r.User.ID)
	s.show(m)
}

// showPrivately says why, and shows the present board to the asking person
// only. Both sentences stand in one line, since the board is drawn below it.
func (s *session) showPrivately(why Text) {
	m := s.tell(say("sentences", Args{"first", why, "second", s.stateLine()}))
	m.Diagram = s.diagram()
}

// boardMessage shows the board with the step of a move behind prefix, from the
// skip-th choice on.
func (s *scene) boardMessage(prefix string, skip int, edit bool) Message {
	m := Message{Board: true, Edit: edit, Lines: s.boardLines()}
	if len(s.match.Moves()) > 0 {
		m.Moved = &m.Lines[1] // see boardLines
	}
	m.Diagram = s.diagram()
	switch {
	case s.match.Result().Over:
		m.Buttons = []Button{s.button(say("button.rematch", nil), Primary, "rematch")}
	case s.match.Pending() != nil:
		m.Buttons = []Button{
			s.button(say("button.agree", nil), Primary, "accept"),
			s.button(say("button.refuse", nil), Plain, "decline"),
		}
	default:
		m.Menu = s.menu(prefix, skip)
		m.Buttons = s.actions(prefix != "" || skip > 0)
	}
	return m
}

func (s *scene) diagram() *game.Diagram {
	if s.drawn == nil {
		s.drawn = s.words.Drawing(s.doc.Game.Key, s.match.Position(), s.placeLocale())
	}
	return s.drawn
}

// actions are the buttons beside the choice of a move, which has begun when
// there is something to go back from.
func (s *scene) actions(begun bool) []Button {
	var b []Button
	if begun {
		b = append(b, s.button(say("button.back", nil), Plain, typed.Step))
	}
	return append(b,
		s.button(say("button.hint", nil), Plain, "hint"),
		s.button(say("button.resign", nil), Danger, "resign"))
}

// menu is one step of the choice of a move, from the skip-th choice on. Steps
// with a single way to go on are gone without asking; on a later page what is
// left alone is not the only way.
func (s *scene) menu(prefix string, skip int) *Menu {
	p, asked := s.match.Position(), prefix
	var items []game.Choice
	for {
		items = collect(p, prefix, skip)
		if len(items) != 1 || items[0].Done || skip > 0 {
			break
		}
		prefix = items[0].Prefix
	}
	more := len(items) > maxMenu && skip+maxMenu <= maxWalk
	items = items[:min(len(items), maxMenu)]
	m := &Menu{Title: s.menuTitle(asked, prefix, items), Items: make([]Button, 0, len(items))}
	for i, c := range items {
		if i == maxMenu-1 && more {
			next := strings.TrimSpace(prefix + " >" + strconv.Itoa(skip+i))
			m.Items = append(m.Items, s.button(say("button.more", nil), Plain, typed.Step, next))
			break
		}
		m.Items = append(m.Items, s.choiceButton(prefix, c))
	}
	return m
}

// collect reads the choices of a page, and one more if there are more.
func collect(p game.Position, prefix string, skip int) []game.Choice {
	items := make([]game.Choice, 0, 8) // piles are seldom more
	for c := range p.Choices(prefix) {
		if skip > 0 {
			skip--
			continue
		}
		if items = append(items, c); len(items) > maxMenu {
			break
		}
	}
	return items
}

func (s *scene) choiceButton(prefix string, c game.Choice) Button {
	var label Text
	switch {
	case c.Left > 0:
		label = say("choice.part", Args{"label", c.Label, "left", c.Left})
	case s.heapShaped() && c.Done && c.Label == "0":
		label = say("choice.pass", nil)
	case s.heapShaped() && prefix != "":
		label = heapChoice(prefix, c.Label)
	default:
		label = say("choice.step", Args{"label", c.Label})
	}
	if c.Done {
		return s.button(label, Plain, c.Prefix)
	}
	return s.button(label, Plain, typed.Step, c.Prefix)
}

// heapChoice words a step on a pile: behind its letter an amount or a split,
// behind the amount what is left of it.
func heapChoice(prefix, label string) Text {
	switch parts, split := strings.CutPrefix(label, ":"); {
	case typed.IsNumber(prefix[len(prefix)-1:]) && typed.DigitFirst(label):
		return say("choice.leave", Args{"label", label})
	case typed.IsNumber(label) && !strings.HasSuffix(prefix, ":"):
		return say("choice.take", Args{"label", label})
	case split:
		return say("choice.split", Args{"parts", parts})
	default:
		return say("choice.step", Args{"label", label})
	}
}

// menuTitle heads the step behind prefix. asked is how far the person has
// chosen; from there on there was only one way.
func (s *scene) menuTitle(asked, prefix string, items []game.Choice) Text {
	switch {
	case prefix == "":
		return say("menu.first", Args{"player", s.player(s.match.ToMove())})
	case s.heapShaped() && len(items) > 0 && typed.IsNumber(items[0].Label) && len(prefix) == 1:
		return say("menu.amount", Args{"label", prefix})
	case asked == "":
		return say("menu.only", Args{"player", s.player(s.match.ToMove()), "prefix", prefix})
	default:
		return say("menu.next", Args{"prefix", prefix})
	}
}

// boardLines word the board: the state, what just happened, what is asked,
// and how it ended.
func (s *scene) boardLines() []Text {
	lines := []Text{s.stateLine()}
	if t, ok := s.lastMoves(); ok {
		lines = append(lines, t)
	}
	if ask := s.match.Pending(); ask != nil {
		lines = append(lines, say("ask."+ask.What, Args{"player", s.player(ask.Seat), "other", s.player(ask.Seat.Other())}))
	}
	if s.match.Result().Over {
		return append(lines, s.endLines()...)
	}
	if c := s.doc.Game.Clock; c > 0 {
		lines = append(lines, say("clock.each", Args{"time", duration(c)}))
	}
	return lines
}

// stateLine is the whole state in one plain sentence.
func (s *scene) stateLine() Text {
	p, r := s.positionText(), s.match.Result()
	switch {
	case !r.Over:
		return say("state.to-move", Args{"position", p, "player", s.player(s.match.ToMove()), "aim", s.words.Aim(s.doc.Game.Key, s.doc.Game.Ending)})
	case r.Winner != game.Nobody:
		return say("state.won", Args{"position", p, "player", s.player(r.Winner)})
	case r.Reason == game.ByAgreement:
		return say("state.stopped", Args{"position", p})
	default:
		return say("state.drawn", Args{"position", p})
	}
}

// positionText writes the present position: piles by name, anything else in
// its notation, and in front the game's name unless it is Nim.
func (s *scene) positionText() Text {
	return positionText(s.doc.Game.Key, s.match.Position(), s.diagram())
}

func positionText(key string, p game.Position, d *game.Diagram) Text {
	title := key
	if g, err := game.Lookup(key); err == nil {
		title = g.Title
	}
	switch {
	case !heapShaped(d) || d.Note != "" || len(d.Rows) == 0:
		return say("position.other", Args{"title", title, "position", p.String()})
	case key == typed.PlainNim:
		return say("position.piles", Args{"count", len(d.Rows), "piles", d.Rows})
	default:
		return say("position.named", Args{"title", title, "count", len(d.Rows), "piles", d.Rows})
	}
}

// heapShaped reports whether moves are takes from lettered piles.
func (s *scene) heapShaped() bool {
	return heapShaped(s.diagram())
}

func heapShaped(d *game.Diagram) bool { return d.Shape == game.Piles || d.Shape == game.Pins }

// lastMoves names the last move, and the person's before it when the bot
// answered at once.
func (s *scene) lastMoves() (Text, bool) {
	moves := s.match.Moves()
	n := len(moves)
	if n == 0 {
		return Text{}, false
	}
	last := s.movedText(n - 1)
	if bot, ok := s.againstBot(); ok && n > 1 && game.Seat((n-1)%2) == bot {
		return say("moved.both", Args{"first", s.movedText(n - 2), "second", last}), true
	}
	return last, true
}

// movedText says what move i was: "Ana took 2 from B."
func (s *scene) movedText(i int) Text {
	m, who := s.match.Moves()[i], s.player(game.Seat(i%2))
	return moveText("moved", who, m, s.heapShaped())
}

// moveText words a move with one of the families of keys "moved.*" (somebody
// did it) and "do.*" (one could do it).
func moveText(family string, who User, m game.Move, heaps bool) Text {
	label, amount := splitTake(string(m))
	switch {
	case !heaps || len(label) != 1:
		return say(family+".play", Args{"player", who, "move", string(m)})
	case amount == "0":
		return say(family+".pass", Args{"player", who, "move", string(m), "label", label})
	default:
		return say(family+".take", Args{"player", who, "move", string(m), "label", label, "amount", amount})
	}
}

// splitTake splits "B12" into "B" and "12"; label is "" for other forms.
func splitTake(m string) (label, amount string) {
	i := strings.IndexAny(m, "0123456789")
	if i < 1 || !typed.IsNumber(m[i:]) || strings.Trim(m[:i], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "", ""
	}
	return m[:i], m[i:]
}

// endLines say how a finished game went.
func (s *scene) endLines() []Text {
	r, n := s.match.Result(), len(s.match.Moves())
	args := Args{"count", n}
	if r.Winner != game.Nobody {
		args = append(args, "winner", s.player(r.Winner), "loser", s.player(r.Winner.Other()))
	}
	lines := []Text{say("end."+string(r.Reason), args)}
	if _, ok := s.againstBot(); ok {
		return lines
	}
	for seat := game.Seat(0); seat < 2; seat++ {
		if used := s.match.Count(game.Hinted, seat); used > 0 {
			lines = append(lines, say("end.hints", Args{"player", s.player(seat), "count", used}))
		}
	}
	return lines
}

// duration words whole seconds in the largest unit that fits.
func duration(sec store.Seconds) Text {
	switch n := int(sec); {
	case n%86400 == 0:
		return say("time.days", Args{"count", n / 86400})
	case n%3600 == 0:
		return say("time.hours", Args{"count", n / 3600})
	case n%60 == 0:
		return say("time.minutes", Args{"count", n / 60})
	default:
		return say("time.seconds", Args{"count", n})
	}
}
