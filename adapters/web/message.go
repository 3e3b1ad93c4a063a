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
func voice(locale string) chat.Voice {
	return chat.Voice{Locale: locale, Command: commandName, Name: func(u words.Person) string { return inert(u.Name) }}
}

// inert keeps a name from ending a piece of code.
func inert(name string) string { return strings.ReplaceAll(name, "`", "'") }

// say words a text of the page's own.
func (s *Server) text(locale, key string, args ...any) string {
	return s.words.Say(chat.Text{Key: key, Args: args}, voice(locale))
}

// render words a message of the bot.
func (s *Server) render(m chat.Message, locale string) message {
	v := voice(locale)
	if m.To != nil {
		v.Pronoun = words.Reader(m.To.Person())
	}
	say := func(t chat.Text) string { return s.words.Say(t, v) }
	out := message{At: milli(s.now()), From: s.text(locale, "bot.name"), Bot: true, Board: m.Board, Lines: []string{}}
	if m.To != nil {
		out.To = m.To.Name
	}
	for _, t := range m.Lines {
		out.Lines = append(out.Lines, say(t))
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
	return out
}

func (s *Server) buttons(from []chat.Button, say func(chat.Text) string) []button {
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
func (g *drawn) follow(d *game.Diagram, state *chat.State) {
	switch {
	case state == nil:
		*g = drawn{now: d, first: d}
	case g.id != state.ID || g.now == nil:
		*g = drawn{id: state.ID, position: state.Position, now: d, first: d}
	case g.position != state.Position:
		g.last, g.now, g.position = g.now, d, state.Position
	}
}
