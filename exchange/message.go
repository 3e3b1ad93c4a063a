package exchange

import (
	"strings"

	"nimbot/coach"
	"nimbot/game"
	"nimbot/words"
)

// Message is one message of a reply.
type Message struct {
	// To is who may see it; nil: everybody in the place.
	To *User
	// Open: what one person sees here is for them only because it's of no
	// interest to others. Where nothing can be said privately, all may see it.
	Open bool
	// Edit: it takes the place of the message whose button was pressed.
	// Without a pressed button it is a message of its own.
	Edit bool
	// Board: it is the channel's board. A board that is not an Edit retires
	// the one before: its buttons should go.
	Board bool
	// Lines are its paragraphs. Of a board, the first is always a plain
	// sentence with the whole state.
	Lines []words.Text
	// Moved is the one of Lines that names the last move; nil when none does.
	Moved   *words.Text
	Diagram *game.Diagram // drawn below the first line, its caption to be worded (words.Catalogue.Captioned)
	Working *game.Working // to be drawn as a table of binary columns
	// Menu is the next step of a move, apart from Buttons: at most 25 items,
	// which a platform may show as buttons or as a select.
	Menu    *Menu
	Buttons []Button
	// Terms is what of the game can still be changed, which few want; nil:
	// nothing. A platform shows it small: as a select, or behind a button.
	Terms *Menu
	// Form is for an answer that isn't a choice; nil without one.
	Form *Form
	// Post names a message that is posted unasked and isn't a board. A Publisher
	// that can makes sure that it's posted once under this name. Again: it may have
	// been posted already; a Publisher that can't tell leaves it. Stands is the
	// platform's id of the message as which it stands already and which is edited,
	// "" for a new one.
	Post   string
	Again  bool
	Stands string
	// Play is the position in which Menu chooses a move, for platforms where
	// people point at the drawing instead; nil without one.
	Play *Play
	// Played is the game of a board that everybody sees, that somebody shares, or
	// that is looked back on, for platforms that show more of it than how it stands; nil without one.
	Played *Played
	// Asked is the question that Buttons answer; nil without one.
	Asked *Asked
	// Whom is what wants a person to be chosen; nil: nothing does.
	Whom *Whom
	// Ping are the people to be notified; nobody else may be.
	Ping []User
	// Table says what some of Lines say, where a platform has tables of its own;
	// nil: there is none.
	Table *Table
	// File is handed to the one who may see the message; nil: there is none.
	File *File
}

// Table is a list of people with what counts.
type Table struct {
	Head []words.Text
	Rows [][]Cell // as wide as Head
}

// Cell is one cell of a Table.
type Cell struct {
	Text words.Text
	// Number is what the cell is worth, where Numeric, so that a platform can sort
	// by it.
	Number  float64
	Numeric bool
}

// File is a text that a person is to keep.
type File struct {
	Name string
	Data []byte
}

// Asked is a question on a board. A message looks the same to everybody in
// most places; where it doesn't, each can be shown what is theirs.
type Asked struct {
	By User  // who asked, and may take it back
	Of *User // who answers; nil: anybody else
}

// Whom is a command behind which a person is mentioned. A platform may let them
// be chosen from a list; where it doesn't, Lines say how to type it.
type Whom struct {
	Title   words.Text
	Command string
}

// Play is a position in which somebody is to move.
type Play struct {
	Position game.Position
	front    string // stands before every command
	stamp    string
}

// NewPlay is a position whose moves are given as a command, behind its name:
// "answer B2 ~STAMP"; command is "" on a board.
func NewPlay(p game.Position, command, stamp string) *Play {
	if command != "" {
		command += " "
	}
	return &Play{p, command, stamp}
}

// Command is a command on the board that this is, stale when the board is.
func (p *Play) Command(name string) string { return p.front + name + " ~" + p.stamp }

// Button is the one that makes the move m, labelled with what it does: "take 2
// from B".
func (p *Play) Button(m game.Move) Button {
	return Button{Label: words.Move("do", words.Person{}, p.Position, m), Command: p.Command(string(m)), Style: Primary}
}

// Form asks for text, which stands behind the name of a command. A platform that
// has no forms leaves it out: what it asks for can be typed as well.
type Form struct {
	Label   words.Text // of the button that opens it, or of the field
	Command string     // stamp included: "answer ~3.9f"
}

// Menu is a list of choices of which one is to be made.
type Menu struct {
	Title words.Text
	Items []Button
}

// Button is a command that is already typed.
type Button struct {
	Label   words.Text
	Command string // to be handed back as Request.Text, stamp included
	Style   Style
}

// Style is what a button is for.
type Style string

// The styles.
const (
	Plain   Style = "plain"   // one of several choices
	Primary Style = "primary" // the usual next step
	Danger  Style = "danger"  // gives something up
)

// Played is a game, for platforms that show more of it than how it stands.
type Played struct {
	Match    game.Match
	BotFirst bool // the bot moved first
	// Score has, in a game that somebody shares, a letter for each of their
	// judged decisions: "k" where the win was kept, "t" where it was given away.
	Score string
	// Review is what there is to say of a game that is looked back on, nil of any
	// other. Retry tries it again from its turning points, in their order; nil
	// where nobody is asked to.
	Review *coach.Review
	Retry  []Button
}

// Drawing is the drawing of position ply, 0 being the start, marked with what
// the last n moves before it did.
func (p Played) Drawing(w *words.Catalogue, ply, n int, locale string) game.Diagram {
	d := *w.Drawing(p.Match.Positions()[ply], locale)
	d.Marks = Marks(p.Match, p.BotFirst, ply, n)
	return d
}

// Frames are the drawings of the game from its start on, without the moves that
// were taken back, each marked with the move that led to it.
func (p Played) Frames(w *words.Catalogue, locale string) []game.Diagram {
	frames := make([]game.Diagram, len(p.Match.Positions()))
	for ply := range frames {
		frames[ply] = p.Drawing(w, ply, 1, locale)
	}
	return frames
}

// Fill is a form's command with what was put into it.
func Fill(command, text string) string {
	name, stamp, _ := strings.Cut(command, " ~")
	return name + " " + text + " ~" + stamp
}
