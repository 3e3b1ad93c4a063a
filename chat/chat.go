// Package chat is the conversation: it turns what a person typed or pressed
// into a change of the channel's game and into what the channel is shown.
// It knows no platform and no storage engine.
//
// # From request to reply
//
// An adapter decodes whatever its platform sent into a [Request] and gives it
// to [Handler.Handle], which never fails: refusals, too, are a [Reply]. The
// adapter then encodes the reply. A reply holds catalogue keys with
// arguments ([words.Text]), never sentences, so that the public board can
// speak the channel's language and a private answer the person's;
// [words.Catalogue] renders them.
//
// # From line to action
//
// Package typed lists the commands and reads them; each is done by one function
// of this package, found in actions.go. A session does a command on a copy of the
// channel's document. What a message then shows is a function of a scene: the
// document, the match and nothing else.
//
// # Buttons
//
// A button is a command that is already typed, ending in a stamp ("B2
// ~7.9f3a") of the state it was drawn for. One parser serves typed text,
// buttons and forms; a stale stamp is answered privately with the present
// board.
//
// # Lanes
//
// Commands on one channel are handled one after another, and the last known
// document stays decoded in memory. A write trusts that copy, since the
// store's compare-and-set checks it; a refusal or a read-only answer is given
// only after a fresh read. Commands that come while a write is on its way are
// done together afterwards, by one of them, and share one write.
//
// # Time
//
// What time decides (an expired offer, a clock that ran out) is settled by
// [Handler.Settle], which every command runs first and a worker may run
// unasked.
package chat

import (
	"context"
	"strings"
	"time"

	"nimbot/game"
	"nimbot/words"
)

// Place is a channel or a thread: at most one game at a time is played there.
type Place struct {
	Platform string // "discord", "slack", "web", "console"
	Guild    string // server, workspace; "" where the platform has none
	Channel  string
}

// String is the place as people and stores write it: "discord/GUILD/CHANNEL",
// "console/CHANNEL".
func (p Place) String() string {
	if p.Guild == "" {
		return p.Platform + "/" + p.Channel
	}
	return p.Platform + "/" + p.Guild + "/" + p.Channel
}

// ParsePlace reads what String writes. The keys of other documents, which name
// their kind in front of a colon ("member:discord/42/7"), are no places.
func ParsePlace(s string) (Place, bool) {
	f := strings.SplitN(s, "/", 3)
	for _, x := range f {
		if x == "" {
			return Place{}, false
		}
	}
	if strings.Contains(f[0], ":") {
		return Place{}, false
	}
	switch len(f) {
	case 2:
		return Place{Platform: f[0], Channel: f[1]}, true
	case 3:
		return Place{Platform: f[0], Guild: f[1], Channel: f[2]}, true
	}
	return Place{}, false
}

// User is a person, or this bot when ID is BotID.
type User struct {
	ID        string
	Name      string // as the platform shows it; free text, to be made inert by the adapter
	Moderator bool   // may end other people's games
	Bot       bool   // another program; it cannot be challenged
}

// BotID is the ID of this bot as a player and as somebody to challenge.
const BotID = words.BotID

// isBot reports whether u is this bot.
func (u User) isBot() bool { return u.ID == BotID }

// Request is one thing that somebody typed or pressed.
type Request struct {
	// ID is the platform's id of this delivery. The same id never acts
	// twice; "" means that the platform never delivers twice.
	ID    string
	Place Place
	User  User
	// Text is the command without the bot's name: "start 3 4 5", and for a
	// pressed button its Command as it stood.
	Text string
	// Mentions says whom each "@token" of the text means, by token without "@".
	// A mention that is missing here is not somebody of this place.
	Mentions map[string]User
	// Message is the platform's id of the message whose button was pressed.
	Message string
	// Locale is the language of the place ("en-GB"), kept for what is shown
	// there later without anybody asking; "" when the platform tells none.
	Locale string
	// Confirms: the adapter will say Handler.Shown when it has shown the
	// board; until then a worker may show it in its place.
	Confirms bool
	// Unseated: the bot can only answer here and never speak unasked.
	Unseated bool
	// Private: what the bot answers here only the asking person can see, so
	// that no second player could take part.
	Private bool
}

// Reply is what is to be shown, in order. It is never empty.
type Reply struct {
	Messages []Message
	// State is how the channel's game stands now; nil without one.
	State *State
	// Version is the version of the place's document, for Handler.Shown.
	Version uint64
	// Found is the version that the command found: Version, unless it changed
	// something. Versions have gaps, so only this says whether others
	// wrote in between.
	Found uint64
	// Locale is the language of what everybody sees: what moderators chose,
	// else the place's; private messages speak the person's.
	Locale string
	// Zone is the place's time zone, "" for UTC.
	Zone string
	// Result is how the command went, for logs and metrics.
	Result Result
	// Late is how long after its time Settle decided something.
	Late time.Duration
	// Again is the command, as on a button, that tells once more what only the
	// asking person may see. Where nothing can be said privately, a button for
	// it stands in the place of each such message that isn't Open.
	Again string
}

// Result classifies a reply.
type Result string

// The results.
const (
	Done    Result = "done"    // something changed
	Told    Result = "told"    // only read
	Refused Result = "refused" // the person asked for something impossible
	Limited Result = "limited" // the person asked for too much
	Stale   Result = "stale"   // a button of an old board
	Again   Result = "again"   // a delivery that was handled before
	Flooded Result = "flooded" // more was typed here than can be told from repetitions
	Away    Result = "away"    // the store did not answer
	Broken  Result = "broken"  // a fault of ours
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
	// Form is for an answer that isn't a choice; nil without one.
	Form *Form
	// Post names what is posted unasked, where that is no board: a Publisher that
	// can makes sure that it's posted once under this name. Again: it may have
	// been posted already; a Publisher that can't tell leaves it.
	Post  string
	Again bool
	// Play is the position in which Menu chooses a move, for platforms where
	// people point at the drawing instead; nil without one.
	Play *Play
	// Played is the game of a board that everybody sees, or that somebody shares,
	// for platforms that show more of it than how it stands; nil without one.
	Played *Played
	// Asked is the question that Buttons answer; nil without one.
	Asked *Asked
	// Whom is what wants a person to be chosen; nil: nothing does.
	Whom *Whom
	// Ping are the people to be notified; nobody else may be.
	Ping []User
	// File is handed to the one who may see the message; nil: there is none.
	File *File
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
// "answer B2 ~STAMP".
func NewPlay(p game.Position, command, stamp string) *Play { return &Play{p, command + " ", stamp} }

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

// Fill is a form's command with what was put into it.
func Fill(command, text string) string {
	name, stamp, _ := strings.Cut(command, " ~")
	return name + " " + text + " ~" + stamp
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

// State is how a game stands, for programs.
type State struct {
	ID       string    // of this one game; another game has another
	Game     string    // the game's key
	Ending   string    // "normal" or "misere"
	Position string    // in the game's notation
	Players  [2]User   // in the order of their seats: the first moved first
	ToMove   game.Seat // Nobody when it is over
	Turn     int       // the number that stamps carry
	Level    string    // of the bot, where it plays
	Version  uint64    // of the stored document
	Over     bool
	Winner   game.Seat // Nobody while it is not over, and in a draw
	Rated    *Rated    // nil for a casual game
}

// Rated is how a rated pair stands: two games from the same start.
type Rated struct {
	Game  int        // 1 or 2
	Score [2]float64 // points, in the order of Players
}

// Responder answers requests. Handler is one; decorators (limits, metrics)
// wrap one.
type Responder interface {
	Handle(ctx context.Context, r Request) Reply
}

// Publisher is an adapter that can show something without being asked: what
// Settle decided, or a board whose first showing failed.
type Publisher interface {
	// Publish shows r in place. d is what the place's document kept for
	// this. An error means that it may be tried again.
	Publish(ctx context.Context, place Place, d Delivery, r Reply) error
}

// Delivery is what showing a board unasked needs.
type Delivery struct {
	Message  string // the platform's id of the present board, "" when unknown
	Locale   string
	Unseated bool // nothing can be shown here unasked
}
