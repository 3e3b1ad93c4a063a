package console

import (
	"bufio"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/store/platform"
)

// printer writes the chat's messages. Each method flushes its output.
type printer interface {
	begin() error
	print(line int, messages []shown) error
	end() error
}

// jsonPrinter writes one object per message.
type jsonPrinter struct{ out *bufio.Writer }

// jsonMessage is a message as programs read it, so its fields keep their names and meanings.
type jsonMessage struct {
	ID       string       `json:"id"`
	Replaces *string      `json:"replaces"` // the id of the message it edits
	ReplyTo  int          `json:"reply_to"` // the number of the input line
	Last     bool         `json:"last"`     // of the line's messages
	Channel  string       `json:"channel"`
	To       *string      `json:"to"` // a name, or null for everybody
	Text     string       `json:"text"`
	Buttons  []jsonButton `json:"buttons"`
	State    *jsonState   `json:"state"`
	Tables   []jsonTable  `json:"tables"` // the channel's games that are running
	Round    *jsonRound   `json:"round,omitempty"`
}

type jsonButton struct {
	Label string `json:"label"`
	Text  string `json:"text"` // what to type instead of pressing it
}

type jsonState struct {
	Game     string     `json:"game"`
	Ending   string     `json:"ending"`
	Position string     `json:"position"`
	Turn     *string    `json:"turn"` // who is to move, null when it is over
	Players  [2]string  `json:"players"`
	Level    *string    `json:"level"` // the bot's, null between people
	Rated    *jsonMatch `json:"rated"` // null for a casual game
	Version  uint64     `json:"version"`
	Over     bool       `json:"over"`
	Winner   *string    `json:"winner"`
	Table    int        `json:"table"` // 0: a private game
}

// jsonTable is a running game in short.
type jsonTable struct {
	Table    int       `json:"table"`
	Game     string    `json:"game"`
	Position string    `json:"position"`
	Turn     *string   `json:"turn"` // who is to move
	Players  [2]string `json:"players"`
	Over     bool      `json:"over"`
}

// jsonRound is the channel's round, on messages about it.
type jsonRound struct {
	Number    int          `json:"number"` // of the question, from 1
	Questions int          `json:"questions"`
	Seconds   *int         `json:"seconds"` // for each question; null: it is open until it is revealed
	Phase     string       `json:"phase"`   // asked, shown, over
	Game      string       `json:"game"`
	Ending    string       `json:"ending"`
	Position  string       `json:"position"`
	Kind      string       `json:"kind"` // find, outcome
	Answers   int          `json:"answers"`
	Points    []jsonPoints `json:"points"` // the most first
}

type jsonPoints struct {
	Player string `json:"player"`
	Points int    `json:"points"`
}

// jsonMatch is the state of a rated match.
type jsonMatch struct {
	Game  int        `json:"game"`  // 1 or 2
	Score [2]float64 `json:"score"` // points, in the order of players
}

func (p *jsonPrinter) begin() error { return nil }
func (p *jsonPrinter) end() error   { return p.out.Flush() }

func (p *jsonPrinter) print(line int, messages []shown) error {
	enc := json.NewEncoder(p.out)
	enc.SetEscapeHTML(false)
	for i, m := range messages {
		if err := enc.Encode(encode(m, line, i == len(messages)-1)); err != nil {
			return err
		}
	}
	return p.out.Flush()
}

func encode(m shown, line int, last bool) jsonMessage {
	out := jsonMessage{
		ID:       m.id,
		Replaces: nullable(m.replaces),
		ReplyTo:  line,
		Last:     last,
		Channel:  m.channel,
		To:       nullable(m.to),
		Text:     m.text,
		Buttons:  make([]jsonButton, len(m.buttons)),
		State:    encodeState(m.state),
		Tables:   make([]jsonTable, len(m.tables)),
		Round:    encodeRound(m.round),
	}
	for i := range m.tables {
		t := encodeState(&m.tables[i])
		out.Tables[i] = jsonTable{t.Table, t.Game, t.Position, t.Turn, t.Players, t.Over}
	}
	for i, b := range m.buttons {
		out.Buttons[i] = jsonButton{b.label, b.text}
	}
	return out
}

func encodeState(s *dialog.State) *jsonState {
	if s == nil {
		return nil
	}
	out := &jsonState{Game: s.Game, Ending: s.Ending, Position: s.Position, Level: nullable(s.Level), Version: s.Version, Over: s.Over, Table: s.Table}
	if r := s.Rated; r != nil {
		out.Rated = &jsonMatch{r.Game, r.Score}
	}
	for i, u := range s.Players {
		out.Players[i] = playerName(u)
	}
	name := func(seat rules.Seat) *string {
		if seat == rules.Nobody {
			return nil
		}
		return &out.Players[seat]
	}
	out.Turn, out.Winner = name(s.ToMove), name(s.Winner)
	return out
}

func encodeRound(r *dialog.Round) *jsonRound {
	if r == nil {
		return nil
	}
	out := &jsonRound{r.Number, r.Questions, nil, r.Phase, r.Game, r.Ending, r.Position, r.Kind, r.Answers, make([]jsonPoints, len(r.Points))}
	if r.Seconds > 0 {
		out.Seconds = &r.Seconds
	}
	for i, p := range r.Points {
		out.Points[i] = jsonPoints{playerName(p.Player), p.Points}
	}
	return out
}

// playerName returns a player's name for programs. The bot, and people whose names were
// deleted, have fixed ones: their ids.
func playerName(u dialog.User) string {
	if u.ID == platform.BotID || u.ID == platform.ForgottenID {
		return u.ID
	}
	return inertName(u.Name)
}

func nullable(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// textPrinter writes for people.
type textPrinter struct {
	out    *bufio.Writer
	person bool // prompt and greet
	width  func() int
	color  bool
	say    func(words.Text) string
}

// The terminal's colours (ECMA-48 SGR).
const (
	bold  = "1"
	faint = "2"
	cyan  = "36"
)

func (p *textPrinter) paint(sgr, text string) string {
	if !p.color || text == "" {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}

func (p *textPrinter) begin() error {
	if !p.person {
		return nil
	}
	width := p.width()
	for _, text := range fold(p.say(words.Text{Key: "console.welcome"}), width) {
		p.write(p.paint(bold, text))
	}
	for _, text := range fold(p.say(words.Text{Key: "console.how"}), width) {
		p.write(text)
	}
	return p.prompt()
}

func (p *textPrinter) end() error {
	if p.person {
		p.write("")
	}
	return p.out.Flush()
}

func (p *textPrinter) prompt() error {
	if p.person {
		_, _ = p.out.WriteString(p.paint(bold, "> ")) // Flush returns the error
	}
	return p.out.Flush()
}

// indent precedes every line of a message.
const indent = "  "

func (p *textPrinter) print(_ int, messages []shown) error {
	width := max(0, p.width()-len(indent))
	for _, m := range messages {
		p.write(p.heading(m))
		text := m.text
		if m.table > 0 {
			text = p.say(words.Text{Key: "console.table", Args: words.Args{"table", m.table}}) + " " + text
		}
		for i, line := range strings.Split(text, "\n") {
			for _, text := range fold(line, width) {
				if i == 0 {
					text = p.paint(bold, text)
				}
				p.write(indent + text)
			}
		}
		p.legend(m.buttons, m.first, width)
	}
	return p.prompt()
}

// heading says which channel the message is in and who can see it.
func (p *textPrinter) heading(m shown) string {
	who := words.Text{Key: "console.to-all", Args: words.Args{"channel", m.channel}}
	if m.to != "" {
		key := "console.to-one"
		if m.to == defaultSpeaker {
			key = "console.to-you"
		}
		who = words.Text{Key: key, Args: words.Args{"channel", m.channel, "name", m.to}}
	}
	return p.paint(cyan, p.say(who))
}

// legend writes the numbered buttons, the moves on lines of their own.
func (p *textPrinter) legend(buttons []button, first, width int) {
	others := slices.IndexFunc(buttons, func(b button) bool { return !b.menu })
	if others < 0 {
		others = len(buttons)
	}
	for _, part := range [][]button{buttons[:others], buttons[others:]} {
		items, lengths := make([]string, len(part)), make([]int, len(part))
		for i, b := range part {
			number := fmt.Sprintf("!%d", first+i)
			items[i] = p.paint(faint, number) + " " + b.label
			lengths[i] = uniseg.StringWidth(number + " " + b.label)
		}
		first += len(part)
		for _, row := range rows(items, lengths, "   ", width) {
			p.write(indent + row)
		}
	}
}

// write writes one line. Flush returns its error.
func (p *textPrinter) write(s string) {
	_, _ = p.out.WriteString(s + "\n")
}
