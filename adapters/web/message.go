package web

import (
	"slices"
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// message is a message as the page's script reads it. All texts are plain;
// the script never takes them for HTML. Text in backticks is something to
// type.
type message struct {
	ID      string   `json:"id,omitempty"`
	Order   uint64   `json:"order,omitempty"` // its place in the channel
	Channel string   `json:"channel,omitempty"`
	At      int64    `json:"at,omitempty"`   // milliseconds since 1970
	From    string   `json:"from"`           // a name
	Bot     bool     `json:"bot,omitempty"`  // said by the bot
	To      string   `json:"to,omitempty"`   // the name of the only person who sees it
	Used    string   `json:"used,omitempty"` // the command that it answers
	Of      string   `json:"of,omitempty"`   // which board it is, see placed
	Panel   string   `json:"panel,omitempty"`
	Lines   []string `json:"lines"`
	// Told are the lines as a player of the game reads them, by the player's name, where they differ.
	Told map[string][]string `json:"told,omitempty"`
	// SVG is the drawing below the first line. The only text of people in it is that line, escaped,
	// as its label.
	SVG      string   `json:"svg,omitempty"`
	Position string   `json:"position,omitempty"` // the drawn position
	Table    *table   `json:"table,omitempty"`
	People   *table   `json:"people,omitempty"` // figures of people, in place of as many lines after the first
	Menu     *menu    `json:"menu,omitempty"`
	Whom     *button  `json:"whom,omitempty"` // a command completed by choosing a person
	Form     *button  `json:"form,omitempty"` // a command completed by typing a value
	Buttons  []button `json:"buttons,omitempty"`
	Terms    *menu    `json:"terms,omitempty"` // rarely used buttons
	File     *file    `json:"file,omitempty"`  // for its reader to keep
	Board    bool     `json:"board,omitempty"`
	Asked    *asked   `json:"asked,omitempty"`   // the question that Buttons answer
	Retired  bool     `json:"retired,omitempty"` // it was replaced by a newer board
	Gone     bool     `json:"gone,omitempty"`    // it was deleted
	Ping     []string `json:"ping,omitempty"`    // names of the people to notify
	// For a board: the moves to point at, the other things to press on the page, and its game.
	Aims  []aim      `json:"aims,omitempty"`
	Tools []button   `json:"tools,omitempty"`
	Game  *shownGame `json:"game,omitempty"`
	// For a game that somebody shares: the address of its card, and whether there is an animation
	// of it.
	Card string `json:"card,omitempty"`
	GIF  bool   `json:"gif,omitempty"`
	// For a review of a finished game: its moves.
	Review *review `json:"review,omitempty"`
	// Shows is the move that the message is about, "" for none.
	Shows string `json:"shows,omitempty"`
	// Round is what the page shows of a round besides the lines; nil for other messages.
	Round *shownRound `json:"round,omitempty"`
	// Answer is what a person answered in a round, as its bars write it.
	Answer string `json:"answer,omitempty"`
	// Choice is the move that the answer names, in notation.
	Choice string `json:"choice,omitempty"`
	// Kind is what a private message is: one of the kinds of kindOf.
	Kind string `json:"kind,omitempty"`
}

// file is a text that can be downloaded.
type file struct {
	Name string `json:"name"`
	Text string `json:"text"`
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
	// For lists the names of the people who can press the button; nil means everybody
	// except Not. Labels overrides the label for some people.
	For    []string          `json:"for,omitempty"`
	Not    []string          `json:"not,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
	Ask    string            `json:"ask,omitempty"` // the confirmation that a second press gives
}

// commandName is the bot's command as people type it.
const commandName = "/" + command.Name

// voice returns the voice in which the page words a text.
func voice(locale string) words.Voice {
	return words.Voice{
		Locale: locale, Command: commandName, Name: func(u words.Person) string { return inertName(u.Name) },
		Quote: func(said string, _ bool) string { return inertName(said) },
	}
}

// strong is the mark around what page.js shows as <strong>: a private-use code point, which is
// removed from names.
const strong = "\ue002"

// inertName keeps a name from closing code or emphasis.
func inertName(name string) string { return strings.NewReplacer("`", "'", strong, "").Replace(name) }

// renderer renders what the page shows.
type renderer struct {
	words *words.Catalogue
	now   func() time.Time
	name  func(id, once string) string // the present name of a person; once is the stored one
	field bool                         // an exercise is shown with a field for its answer: in a panel
}

// text localizes one of the page's own texts.
func (s *renderer) text(locale, key string, args ...any) string {
	return s.words.Say(words.Text{Key: key, Args: args}, voice(locale))
}

// voiceTo returns the voice in which the page words a message for its reader.
func (s *renderer) voiceTo(to *dialog.User, locale string) words.Voice {
	v := voice(locale)
	v.Field = s.field
	v.Name = func(u words.Person) string {
		name := s.name(u.ID, u.Name)
		if guestName.MatchString(name) {
			return s.text(locale, "web.guest") + " " + guestNumber(name)
		}
		return inertName(name)
	}
	if to != nil {
		v.Pronoun = words.ReaderPronoun(to.Person())
	}
	return v
}

// render renders a message of the bot.
func (s *renderer) render(m dialog.Message, locale string) message {
	v := s.voiceTo(m.To, locale)
	say := func(t words.Text) string { return s.words.Say(t, v) }
	out := message{At: milli(s.now()), From: s.text(locale, "bot.name"), Bot: true, Board: m.IsBoard()}
	if m.Advice != nil {
		out.Shows = string(m.Advice.Shows)
	}
	if m.To != nil {
		out.To = s.name(m.To.ID, m.To.Name)
	}
	out.Lines = s.lines(m, v)
	for _, u := range m.Ping {
		out.Ping = append(out.Ping, s.name(u.ID, u.Name))
	}
	if m.Working != nil {
		out.Table = s.table(*m.Working, locale)
	}
	if m.Table != nil {
		out.People = peopleTable(m.Table, say)
	}
	if m.Menu != nil {
		out.Menu = &menu{say(m.Menu.Title), s.buttons(m.Menu.Items, say)}
	}
	if m.Menu != nil && m.Menu.Play != nil {
		out.Aims = aims(m.Menu.Play, say)
	}
	if m.File != nil {
		out.File = &file{m.File.Name, string(m.File.Data)}
	}
	out.Buttons = s.buttons(slices.DeleteFunc(slices.Clone(m.Buttons), func(b dialog.Button) bool { return m.IsBoard() && isTool(b) }), say)
	if terms := m.Terms(); terms != nil {
		out.Terms = &menu{say(terms.Title), s.buttons(terms.Items, say)}
	}
	if m.Whom != nil {
		out.Whom = &button{Label: say(m.Whom.Title), Command: m.Whom.Command}
	}
	if m.Form != nil {
		out.Form = &button{Label: say(m.Form.Label), Command: m.Form.Command}
		if strings.HasPrefix(m.Form.Command, "answer ") { // the field is in sight
			out.Form.Label = s.text(v.Locale, "button.race-answer")
		}
	}
	if m.Board != nil && m.Board.Asked != nil {
		s.askedOf(out.Buttons, m.Board.Asked, locale)
		if !m.Board.Asked.Gathers || canJoin(m) {
			out.Asked = s.asked(m, locale)
		}
		s.tellAsked(&out, m, locale)
		if out.Asked != nil && m.Board.Asked.Gathers {
			out.Asked.Joined = s.namesOf(m.Board.Asked.Joined)
			out.Asked.Waits = s.words.Say(words.Text{Key: "tables.offer.simul", Args: m.Lines[0].Args}, s.voiceTo(nil, locale))
		}
	}
	if m.IsBoard() && m.Menu != nil { // an exercise has neither
		out.Tools = append(out.Tools, button{Label: s.text(locale, "web.explain"), Command: m.Menu.Play.Command("explain")})
		if m.Board.Moved != nil {
			out.Tools = append(out.Tools, button{Label: s.text(locale, "button.undo"), Command: m.Menu.Play.Command("undo")})
		}
	}
	return out
}

// lines words the lines of a message.
func (s *renderer) lines(m dialog.Message, v words.Voice) []string {
	v.Strong = [2]string{strong, strong}
	all := []string{}
	for _, t := range m.Lines {
		if strings.HasPrefix(t.Key, "practice.type-") && m.Form == nil { // on the page, people answer with a tap
			continue
		}
		if t.Key == "practice.type-numbers" { // into the field
			t = words.New(t.Key, "several", t.Args.Value("several"), "sample", "")
		}
		all = append(all, s.words.Say(t, v))
	}
	return all
}

// canJoin reports whether people can still join what a message gathers them for.
func canJoin(m dialog.Message) bool {
	return slices.ContainsFunc(m.Buttons, func(b dialog.Button) bool { return strings.HasPrefix(b.Command, "accept ") })
}

// isTool reports whether the page shows a button of a board elsewhere, beside the board.
func isTool(b dialog.Button) bool {
	c := command.Pressed(b.Command)
	return c != nil && (c.Name == "undo" || c.Name == "rules")
}

func (s *renderer) buttons(from []dialog.Button, say func(words.Text) string) []button {
	out := make([]button, 0, len(from))
	for _, b := range from {
		style := string(b.Style)
		if b.Style == dialog.Plain {
			style = ""
		}
		made := button{Label: say(b.Label), Command: b.Command, Style: style}
		if c := command.Pressed(b.Command); c != nil && c.Asks {
			made.Ask = say(words.Text{Key: "web.sure"})
		}
		out = append(out, made)
	}
	return out
}

func milli(t time.Time) int64 { return t.UnixMilli() }
