package dialog

import (
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"

	"nimbot/game/rules"
	"nimbot/game/words"
)

// Message is one message of a reply: its reader, its text and its buttons. At most one of Board,
// Post, Advice, Review and Share is set, and gives the message's kind.
type Message struct {
	// To is the only person who may see it; nil: everybody in the place.
	To *User
	// Open reports that the message is private only because it doesn't interest others. Where
	// private messages are impossible, everybody may see it.
	Open bool
	// Edit reports that the message replaces the one whose button was pressed. Without a pressed
	// button, it is a new message.
	Edit bool
	// TableNumber is the number of the place's table that the message is about, 0 for none or for a
	// private game. Each table has a board of its own.
	TableNumber int
	// Ping are the only people to notify.
	Ping []User

	// Lines are the message's paragraphs. The first line of a board is always a plain sentence
	// with the whole state.
	Lines   []words.Text
	Diagram *rules.Diagram // drawn below the first line; words.Catalogue.Captioned words its caption
	// Drawn is the position in Diagram, in a public message that belongs to no game; nil otherwise.
	Drawn   *Drawn
	Working *rules.Working // drawn as a table of binary columns
	// Table has the content of some of Lines, for a platform with tables of its own;
	// nil: there is none.
	Table *Table
	// File is for the person who may see the message; nil: there is none.
	File *File

	// Menu is the next step in the choice of a move, apart from Buttons: at most 25
	// items, which a platform may show as buttons or as a select.
	Menu    *Menu
	Buttons []Button
	// Form is for an answer that isn't a choice; nil if there is none.
	Form *Form
	// Choices are a form to fill in; nil: there is none. A platform that can't show one shows the
	// message: Lines say what to type.
	Choices *Choices
	// Whom asks the reader to choose a person; nil: no choice is needed.
	Whom *PersonPicker

	Board  *Board
	Post   *Post
	Advice *Advice
	Review *Review
	Share  *Share
}

// IsBoard reports whether the message is the board of a table, for everybody. Unless it is an Edit,
// the adapter must remove the buttons of the table's previous board.
func (m *Message) IsBoard() bool { return m.Board != nil && m.Board.View == Shared }

// Terms are rarely used changes of a board's terms; nil: there are none. A platform shows them
// unobtrusively, in a select or after the press of a button.
func (m *Message) Terms() *Menu {
	if m.Board == nil {
		return nil
	}
	return m.Board.Terms
}

// Board is a game as it stands, or the offer of one.
type Board struct {
	View  View
	Game  *Game       // nil for an offer, and for a simul's host
	Moved *words.Text // the element of Lines with the last move; nil if there is none
	Terms *Menu       // see Message.Terms
	Asked *Question   // the question that Buttons answer; nil if there is none
}

// View is the reader of a board.
type View string

// The views.
const (
	Shared View = ""     // for everybody at the table
	Own    View = "own"  // for the person who plays this private game
	Host   View = "host" // for the host of a simul, who has one message for all of its games
)

// Game is a game, for platforms that show more than its state.
type Game struct {
	Match    rules.Match
	BotFirst bool // the bot moved first
	// Shares are the lines that the players of a finished game share, without squares.
	Shares [2]words.Text
}

// Post is a message that is posted without a request.
type Post struct {
	// Name names it: a Publisher posts it only once under this name, if it can ensure that.
	Name string
	// EditID is the platform's id of the message to edit, "" to post a new one.
	EditID string
	// MaybePosted reports that the message may already have been posted. A Publisher that can't
	// find out skips it.
	MaybePosted bool
	// Urgent reports that where edits are rate-limited, the edit of this post goes before edits
	// that only update a count.
	Urgent bool
}

// Advice is help with the position of a game, for platforms that show each kind in a place of its
// own.
type Advice struct {
	Kind  Kind
	Shows rules.Move // the move that it is about, to be shown on the board; "" for none
}

// Kind is what an Advice is.
type Kind string

// The kinds.
const (
	Hint        Kind = "hint"    // a step of a hint about the board of a game, or about an exercise
	Explanation Kind = "explain" // how a position is won or lost
)

// Review is the review of a game, for platforms on which people step through it.
type Review struct {
	Match    rules.Match
	BotFirst bool // the bot moved first
	Said     Reviewed
	// Retry are the buttons that play the game again from its turning points, in their order; nil if
	// that isn't offered.
	Retry []Button
}

// Reviewed is what a review says of a game's moves; explain.Review is one.
type Reviewed interface {
	// Kept says of each player, by seat, how often they kept a win.
	Kept() []words.Text
	// Squares has a coloured square for each judged decision of a seat.
	Squares(rules.Seat) string
	// Judged reports whether move n, from 1, kept a win or gave it away. It does neither if the
	// move wasn't judged, or comes after the end of a shortened review.
	Judged(n int) (kept, lost bool)
	// After says what there is to say after move n; 0 is the start. point is the index of move n
	// among the turning points, -1 if it is none.
	After(n int) (lines []words.Text, point int)
}

// Share is the line about a finished game that a player shares, for platforms that draw it.
type Share struct {
	Match    rules.Match
	BotFirst bool // the bot moved first
	// Score has a letter for each judged decision of the player: "k" if the win was kept, "t" if it
	// was given away.
	Score string
}

// Drawn is a position, for platforms that fetch its picture: the game's key, and the
// position in its notation.
type Drawn struct{ Game, Position string }

// RoundTable is the TableNumber of messages about the place's round.
const RoundTable = 255

// Table is a list of people with figures.
type Table struct {
	Head []words.Text
	Rows [][]Cell // as wide as Head
}

// Cell is one cell of a Table.
type Cell struct {
	Text words.Text
	// Number is the value of a Numeric cell, by which a platform can sort.
	Number  float64
	Numeric bool
}

// File is a text for a person to keep.
type File struct {
	Name string
	Data []byte
}

// AskGame is the Question.What of an offer of a game.
const AskGame = "game"

// Question is a question on a board. On a platform that shows each person their own
// version of a message, only the person who may answer gets the buttons.
type Question struct {
	By User  // who asked, and may take it back
	Of *User // who answers; nil: anybody but By
	// Gathers reports that many may join and leave, and that By decides when to begin. Joined are the
	// people who have joined.
	Gathers bool
	Joined  []User
	// What is what is asked: AskGame, or a question to the opponent (rules.AskUndo, rules.AskStop).
	What string
	// Offered is the game that AskGame offers, and Until is when the offer lapses.
	Offered rules.Setup
	Until   time.Time
	// Again reports that By and Of just played the offered game.
	Again bool
}

// PersonPicker asks the reader to choose a person, whose mention completes Command. A
// platform may offer a list of people; elsewhere Lines say how to type it.
type PersonPicker struct {
	Title   words.Text
	Command string
}

// Play is a position in which a player has to move.
type Play struct {
	Position rules.Position
	prefix   string // the command's name and a space, "" on a board
	stamp    string
}

// NewPlay makes a Play whose moves are typed after a command's name: "answer B2 ~STAMP".
// command is "" on a board.
func NewPlay(p rules.Position, command, stamp string) *Play {
	if command != "" {
		command += " "
	}
	return &Play{p, command, stamp}
}

// Command returns a command with the board's stamp, so that it goes stale together with
// the board.
func (p *Play) Command(name string) string { return p.prefix + name + " ~" + p.stamp }

// Button returns the button that makes the move m, labelled with what it does: "take 2 from
// B".
func (p *Play) Button(m rules.Move) Button {
	return Button{Label: words.Move("do", words.Person{}, p.Position, m), Command: p.Command(string(m)), Style: Primary}
}

// Form asks for text, which is added after the name of a command. A platform without forms
// omits it: the command can be typed as well.
type Form struct {
	Label   words.Text // of the button that opens it, or of the field
	Command string     // stamp included: "answer ~3.9f"
}

// Choices is a form of one to five fields. It sends Command with a "NAME:VALUE" for each field.
type Choices struct {
	Title   words.Text
	Command string
	Fields  []Field
}

// Field is a field of Choices.
type Field struct {
	Name    string
	Label   words.Text
	Options []Option // at most 25; nil: a person may enter any text
	Value   string   // the present value, "" for an empty text
}

// Option is one of the values of a Field.
type Option struct {
	Label words.Text
	Value string
}

// FillIn completes the command of Choices with what was entered in each field. A field that was
// left empty changes nothing.
func FillIn(command string, entered iter.Seq2[string, string]) string {
	for name, value := range entered {
		parts := strings.FieldsFunc(value, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
		if len(parts) > 0 {
			command += " " + name + ":" + strings.Join(parts, ",")
		}
	}
	return command
}

// Menu is a list of choices for one decision.
type Menu struct {
	Title words.Text
	Items []Button
	// Play is the position in which the menu chooses a move, for platforms on which people point at
	// the drawing; nil if it chooses something else.
	Play *Play
}

// Button is a ready-made command that a person sends by pressing it.
type Button struct {
	Label   words.Text
	Command string // to be returned as Request.Text, with its stamp
	Style   Style
}

// WithOthers returns buttons and, behind them, those of others whose commands aren't among them: a
// platform refuses a message with two buttons of one command.
func WithOthers(buttons, others []Button) []Button {
	for _, b := range others {
		if !slices.ContainsFunc(buttons, func(had Button) bool { return had.Command == b.Command }) {
			buttons = append(buttons, b)
		}
	}
	return buttons
}

// Style is the purpose of a button.
type Style string

// The styles.
const (
	Plain   Style = "plain"   // one of several choices
	Primary Style = "primary" // the usual next step
	Danger  Style = "danger"  // gives something up
)

// Fill completes a form's command with the entered text.
func Fill(command, text string) string {
	name, stamp, _ := strings.Cut(command, " ~")
	return name + " " + text + " ~" + stamp
}
