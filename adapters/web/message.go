package web

import (
	"strings"
	"time"

	"nimbot/board"
	"nimbot/chat"
	"nimbot/game"
	"nimbot/typed"
	"nimbot/words"
)

// message is a message as the page's script reads it. All texts are plain;
// the script never takes them for HTML. Text in backticks is something to
// type.
type message struct {
	ID      string   `json:"id"`
	Order   uint64   `json:"order"` // its place in the channel
	Channel string   `json:"channel"`
	At      int64    `json:"at"`             // milliseconds since 1970
	From    string   `json:"from"`           // a name
	Bot     bool     `json:"bot,omitempty"`  // said by the bot
	To      string   `json:"to,omitempty"`   // the name of the only person who sees it
	Used    string   `json:"used,omitempty"` // the command that it answers
	Lines   []string `json:"lines"`
	// SVG is the drawing below the first line. Of what people wrote it holds
	// only that line, escaped, as its label.
	SVG      string   `json:"svg,omitempty"`
	Position string   `json:"position,omitempty"` // that is drawn
	Table    *table   `json:"table,omitempty"`
	Menu     *menu    `json:"menu,omitempty"`
	Buttons  []button `json:"buttons,omitempty"`
	Board    bool     `json:"board,omitempty"`
	Retired  bool     `json:"retired,omitempty"` // a newer board took its place
	Ping     []string `json:"ping,omitempty"`    // names of who is notified
	// Of a board: the moves to point at, who makes them, who plays, what else
	// can be pressed on the page, what game it is, and the line to share at its end.
	Aims  []aim    `json:"aims,omitempty"`
	Mover string   `json:"mover,omitempty"`
	Seats []string `json:"seats,omitempty"`
	Tools []button `json:"tools,omitempty"`
	Tags  []string `json:"tags,omitempty"`
	Share string   `json:"share,omitempty"`
	// Hint: it takes the place of the hint before, and goes with the move.
	Hint bool `json:"hint,omitempty"`
}

// menu is a list of choices.
type menu struct {
	Title string   `json:"title"`
	Items []button `json:"items"`
}

// button is a command that can be sent as it is.
type button struct {
	Label   string `json:"label"`
	Command string `json:"command"`
	Style   string `json:"style,omitempty"`
}

// commandName is the bot's command as people type it.
const commandName = "/" + typed.Name

// voice is how the page says a text.
func voice(locale string) words.Voice {
	return words.Voice{Locale: locale, Command: commandName, Name: func(u words.Person) string { return inert(u.Name) }}
}

// strong is the mark around what page.js shows as <strong>: a private code
// point, which nobody's name keeps.
const strong = "\ue002"

// inert keeps a name from ending a piece of code or of emphasis.
func inert(name string) string { return strings.NewReplacer("`", "'", strong, "").Replace(name) }

// say words a text of the page's own.
func (s *Server) text(locale, key string, args ...any) string {
	return s.words.Say(words.Text{Key: key, Args: args}, voice(locale))
}

// render words a message of the bot.
func (s *Server) render(m chat.Message, locale string) message {
	v := voice(locale)
	if m.To != nil {
		v.Pronoun = words.Reader(m.To.Person())
	}
	say := func(t words.Text) string { return s.words.Say(t, v) }
	out := message{At: milli(s.now()), From: s.text(locale, "bot.name"), Bot: true, Board: m.Board, Lines: []string{}}
	if m.To != nil {
		out.To = m.To.Name
	}
	emphatic := v
	emphatic.Strong = [2]string{strong, strong}
	for _, t := range m.Lines {
		out.Lines = append(out.Lines, s.words.Say(t, emphatic))
	}
	for _, u := range m.Ping {
		out.Ping = append(out.Ping, u.Name)
	}
	if m.Working != nil {
		out.Table = s.table(*m.Working, locale)
	}
	if m.Menu != nil {
		out.Menu = &menu{say(m.Menu.Title), s.buttons(m.Menu.Items, say)}
	}
	out.Buttons = s.buttons(m.Buttons, say)
	if m.Play != nil {
		out.Aims = aims(m.Play, say)
		out.Tools = append(out.Tools, button{Label: s.text(locale, "web.explain"), Command: m.Play.Command("explain")})
		if m.Moved != nil {
			out.Tools = append(out.Tools, button{Label: s.text(locale, "web.undo"), Command: m.Play.Command("undo")})
		}
	}
	return out
}

// describe adds to a board what the state says of its game.
func (s *Server) describe(out *message, m chat.Message, st *chat.State, begun, locale string) {
	g, err := game.Lookup(st.Game)
	if err != nil {
		return
	}
	out.Tags = []string{g.Title}
	if st.Ending == game.Misere.String() {
		out.Tags = append(out.Tags, s.text(locale, "web.misere"))
	}
	again := "start game:" + st.Game
	if st.Ending == game.Misere.String() {
		again += " misere"
	}
	level := ""
	if st.Level != "" {
		again += " level:" + st.Level
		level = s.text(locale, "web.against", "level", s.text(locale, "web.level-"+st.Level))
		out.Tags = append(out.Tags, level)
	}
	switch {
	case !st.Over && st.ToMove != game.Nobody:
		out.Mover = st.Players[st.ToMove].Name
		out.Seats = []string{st.Players[0].Name, st.Players[1].Name}
	case st.Over:
		out.Share = s.shareLine(g.Title, begun, level, m, locale)
		if st.Level != "" {
			out.Tools = append(out.Tools, button{Label: s.text(locale, "web.new-piles"), Command: again})
		}
	}
}

func (s *Server) buttons(from []chat.Button, say func(words.Text) string) []button {
	out := make([]button, 0, len(from))
	for _, b := range from {
		style := string(b.Style)
		if b.Style == chat.Plain {
			style = ""
		}
		out = append(out, button{say(b.Label), b.Command, style})
	}
	return out
}

func milli(t time.Time) int64 { return t.UnixMilli() }

// shareLine is a finished game in a line: what was played, against whom, and
// how it ended.
func (s *Server) shareLine(title, begun, level string, m chat.Message, locale string) string {
	result, ok := m.Lines[0].Args.Value("result").(words.Text)
	if !ok {
		return ""
	}
	what := strings.Join(strings.Fields(title+" "+begun+" "+level), " ")
	return s.text(locale, "web.share-line", "what", what, "result", result)
}

// draw is a diagram as SVG.
func draw(d *game.Diagram, title string, g drawn) string {
	o := board.Options{Title: title, Last: g.last}
	if g.first != nil {
		o.Fit = append(o.Fit, *g.first)
	}
	var b strings.Builder
	if err := board.SVG(&b, *d, o); err != nil { // a Builder does not fail
		return ""
	}
	return b.String()
}

// follow notes a board, and tells what is to be marked on it.
func (g *drawn) follow(d *game.Diagram, state *chat.State, moved bool) {
	switch {
	case state == nil:
		*g = drawn{now: d, first: d}
	case g.id != state.ID || g.now == nil:
		*g = drawn{id: state.ID, position: state.Position, now: d, first: d}
		if !moved {
			g.begun = state.Position
		}
	case g.position != state.Position:
		g.last, g.now, g.position = g.now, d, state.Position
	}
}
