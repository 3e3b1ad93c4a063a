package chat

import (
	"strconv"
	"strings"

	"nimbot/game"
	"nimbot/store"
)

// The bounds of one step of a move.
const (
	maxMenu = 25 // choices on one page: platforms allow 25
	// maxWalk is how many choices are walked over to find some, since a pile may
	// hold 10^18 stones: a move beyond them is typed.
	maxWalk = 10_000
)

// board answers the bare command and "board": the present board again, at the
// bottom of the channel, or what one could do here.
func (s *session) board() error {
	switch {
	case s.doc.Offer != nil && !s.playing():
		s.showOffer()
	case s.doc.Game != nil:
		s.freshBoard()
	default:
		m := s.tell(say("board.none", nil))
		m.Buttons = presets()
	}
	return nil
}

// presets start a game in one press. They carry no stamp: they are good
// whenever nothing is played.
func presets() []Button {
	return []Button{
		{Label: say("button.start-piles", Args{"piles", "3 4 5"}), Command: "start 3 4 5", Style: Primary},
		{Label: say("button.start-piles", Args{"piles", "1 3 5 7"}), Command: "start 1 3 5 7"},
		{Label: say("button.start-random", nil), Command: "start"},
		{Label: say("button.open", nil), Command: "open"},
	}
}

// showBoard shows the board as the answer to the command: in place of the
// pressed message, or as a new message.
func (s *session) showBoard() { s.boardMessage("", 0, s.pressed()) }

// freshBoard shows the board as a new message.
func (s *session) freshBoard() { s.boardMessage("", 0, false) }

// boardMessage shows the board with the step of a move behind prefix, from the
// skip-th choice on.
func (s *session) boardMessage(prefix string, skip int, edit bool) {
	m := s.announce(s.boardLines()...)
	m.Board, m.Edit = true, edit
	if len(s.match.Moves()) > 0 {
		m.Moved = &m.Lines[1] // see boardLines
	}
	m.Diagram = s.diagram()
	m.Ping = s.turnPing()
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
}

// showPrivately says why, and shows the present board to the asking person
// only. Both sentences stand in one line, since the board is drawn below it.
func (s *session) showPrivately(why Text) {
	m := s.tell(say("sentences", Args{"first", why, "second", s.stateLine()}))
	m.Diagram = s.diagram()
}

func (s *session) diagram() *game.Diagram {
	if s.drawn == nil {
		s.drawn = s.h.words.Drawing(s.doc.Game.Key, s.match.Position(), s.placeLocale())
	}
	return s.drawn
}

// actions are the buttons beside the choice of a move, which has begun when
// there is something to go back from.
func (s *session) actions(begun bool) []Button {
	var b []Button
	if begun {
		b = append(b, s.button(say("button.back", nil), Plain, stepCommand))
	}
	return append(b,
		s.button(say("button.hint", nil), Plain, "hint"),
		s.button(say("button.resign", nil), Danger, "resign"))
}

// menu is one step of the choice of a move, from the skip-th choice on. Steps
// with a single way to go on are gone without asking; on a later page what is
// left alone is not the only way.
func (s *session) menu(prefix string, skip int) *Menu {
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
			m.Items = append(m.Items, s.button(say("button.more", nil), Plain, stepCommand, next))
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

func (s *session) choiceButton(prefix string, c game.Choice) Button {
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
	return s.button(label, Plain, stepCommand, c.Prefix)
}

// heapChoice words a step on a pile: behind its letter an amount or a split,
// behind the amount what is left of it.
func heapChoice(prefix, label string) Text {
	switch parts, split := strings.CutPrefix(label, ":"); {
	case isNumber(prefix[len(prefix)-1:]) && digitFirst(label):
		return say("choice.leave", Args{"label", label})
	case isNumber(label) && !strings.HasSuffix(prefix, ":"):
		return say("choice.take", Args{"label", label})
	case split:
		return say("choice.split", Args{"parts", parts})
	default:
		return say("choice.step", Args{"label", label})
	}
}

// menuTitle heads the step behind prefix. asked is how far the person has
// chosen; from there on there was only one way.
func (s *session) menuTitle(asked, prefix string, items []game.Choice) Text {
	switch {
	case prefix == "":
		return say("menu.first", Args{"player", s.player(s.match.ToMove())})
	case s.heapShaped() && len(items) > 0 && isNumber(items[0].Label) && len(prefix) == 1:
		return say("menu.amount", Args{"label", prefix})
	case asked == "":
		return say("menu.only", Args{"player", s.player(s.match.ToMove()), "prefix", prefix})
	default:
		return say("menu.next", Args{"prefix", prefix})
	}
}

// pick redraws the board with the next step of a move. The step is stateless:
// it stands in the buttons.
func (s *session) pick() error {
	if err := s.mustMove(); err != nil {
		return err
	}
	words := strings.Fields(s.cmd.rest)
	prefix, skip := "", 0
	for _, w := range words {
		if n, ok := strings.CutPrefix(w, ">"); ok {
			skip, _ = strconv.Atoi(n) // rubbish is the first page
			skip = min(max(skip, 0), maxWalk)
			continue
		}
		prefix += w
	}
	if len(collect(s.match.Position(), prefix, skip)) == 0 {
		if prefix != "" && !s.pressed() { // "pick 2 from B" is how people say a move
			s.cmd.rest = s.cmd.typed
			return s.move()
		}
		if prefix != "" {
			return s.moveRefused(prefix)
		}
		skip = 0
	}
	s.boardMessage(prefix, skip, s.pressed())
	return nil
}

// boardLines word the board: the state, what just happened, what is asked,
// and how it ended.
func (s *session) boardLines() []Text {
	lines := []Text{s.stateLine()}
	if t, ok := s.lastMoves(); ok {
		lines = append(lines, t)
	}
	if ask := s.match.Pending(); ask != nil {
		lines = append(lines, say("ask."+ask.What, Args{"player", s.player(ask.Seat), "other", s.player(ask.Seat.Other())}))
	}
	if s.match.Result().Over {
		return append(lines, s.hintLines()...)
	}
	if c := s.doc.Game.Clock; c > 0 {
		lines = append(lines, say("clock.each", Args{"time", duration(c)}))
	}
	return lines
}

// stateLine is the whole state in one plain sentence.
func (s *session) stateLine() Text {
	p := s.positionText()
	if s.match.Result().Over {
		return say("state.over", Args{"result", s.resultText(), "position", p})
	}
	return say("state.to-move", Args{"position", p, "player", s.player(s.match.ToMove()), "aim", s.h.words.aim(s.doc.Game.Key, s.doc.Game.Ending)})
}

// family is a game's key without its parameter: "octal" of "octal:0.137".
func family(key string) string {
	family, _, _ := strings.Cut(key, ":")
	return family
}

// aim says what wins: "Whoever takes the last stone wins".
func (w *Words) aim(key, ending string) Text {
	if k := "aim." + family(key) + "." + ending; w.Has(k) {
		return say(k, nil)
	}
	return say("aim."+ending, nil)
}

// parts count the parts of a position: "26 piles".
func (w *Words) parts(key string, n int) Text {
	return say(w.KeyFor("parts", key), Args{"count", n})
}

// positionText writes the present position: piles by name, anything else in
// its notation, and in front the game's name unless it is Nim.
func (s *session) positionText() Text {
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
	case key == plainNim:
		return say("position.piles", Args{"count", len(d.Rows), "piles", d.Rows})
	default:
		return say("position.named", Args{"title", title, "count", len(d.Rows), "piles", d.Rows})
	}
}

// heapShaped reports whether moves are takes from lettered piles.
func (s *session) heapShaped() bool {
	return heapShaped(s.diagram())
}

func heapShaped(d *game.Diagram) bool { return d.Shape == game.Piles || d.Shape == game.Pins }

// lastMoves names the last move, and the person's before it when the bot
// answered at once.
func (s *session) lastMoves() (Text, bool) {
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
func (s *session) movedText(i int) Text {
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
	if i < 1 || !isNumber(m[i:]) || strings.Trim(m[:i], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "", ""
	}
	return m[:i], m[i:]
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// resultText says how a finished game ended: "Ana won in 11 moves, without a
// hint."
func (s *session) resultText() Text {
	r, n := s.match.Result(), len(s.match.Moves())
	args := Args{"count", n}
	if r.Winner != game.Nobody {
		winner := s.player(r.Winner)
		unaided := !winner.isBot() && s.match.Count(game.Hinted, r.Winner) == 0
		args = append(args, "winner", winner, "loser", s.player(r.Winner.Other()), "unaided", unaided)
	}
	return say("end."+string(r.Reason), args)
}

// hintLines say who used hints in a finished game between people.
func (s *session) hintLines() []Text {
	if _, ok := s.againstBot(); ok {
		return nil
	}
	var lines []Text
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
