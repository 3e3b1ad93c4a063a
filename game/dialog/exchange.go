// Package dialog has the types that pass between a platform's adapter and the bot: a
// [Request] that a person typed or pressed, and the [Reply], a list of messages made of
// catalogue keys, drawings and buttons. It decides nothing.
package dialog

import (
	"context"
	"slices"
	"time"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// Request is one thing that a person typed or pressed.
type Request struct {
	// ID is the platform's id of this delivery. The same id never acts twice; "" means
	// that the platform never repeats a delivery.
	ID    string
	Place Place
	User  User
	// Text is the command without the bot's name: "start 3 4 5". For a pressed button it
	// is the button's Command.
	Text string
	// Mentions maps each "@token" of the text, without "@", to the person. A token that
	// is missing here names nobody in this place. The bot itself is platform.BotID.
	Mentions map[string]User
	// Message is the platform's id of the message whose button was pressed.
	Message string
	// Locale is the language of the place ("en-GB"). It is stored for boards that a
	// worker shows later. "" if the platform reports none.
	Locale string
	// Confirms reports that the adapter will call Router.Shown after showing the board. If it
	// doesn't, a worker shows the board.
	Confirms bool
	// ReplyOnly reports that the bot can answer here, but not post without a request.
	ReplyOnly bool
	// Private reports that only the asking person sees the answers, so nobody else could play.
	Private bool
	// OwnGame reports that the person plays the bot in private games only, even if the place
	// has a free table. The platform shows them to others who want to watch.
	OwnGame bool
	// InView is the number of the table whose board the person has before them, 0 for their private game. A
	// typed line is about it if it may be. It is nil where the platform doesn't know.
	InView *int
	// FromMessage reports that the request came as a chat message, not as a command or a press. The
	// platform shows no error if it stays unanswered, so it may be ignored.
	FromMessage bool
}

// Mentioned returns the person whom "@name" in the text means. known is false if there
// is none. A comma after a mention isn't part of it.
func (r *Request) Mentioned(name string) (who User, known bool) {
	if who, known = r.Mentions[name]; !known {
		who, known = r.Mentions[command.Mentioned(name)]
	}
	return who, known
}

// ParsedRequest is a request whose line has been read.
type ParsedRequest struct {
	Request
	Line     command.Line
	ParseErr error // a refusal: why the line can't be read
	// Precompute solves the position that line sets up and charges the time to the person
	// (see command.Line.TakesWork). It returns the catalogue key of a refusal, "" if it
	// succeeded. If it is nil, the work isn't limited.
	Precompute func(ctx context.Context, r Request, line command.Line) (refusal string)
}

// Read reads the line of a request. Courtesies of the place's language, as w has them, are left out.
func Read(r Request, w *words.Catalogue) ParsedRequest {
	line, err := command.Parse(r.Text, w.Courtesies(r.Locale)...)
	return ParsedRequest{Request: r, Line: line, ParseErr: err}
}

// Reply is what to show, in order. It is empty only if the request was a chat message
// (Request.FromMessage) of a person over their limit who was already told so. An adapter shows
// Messages in the languages below; the other groups are for those that can do more.
type Reply struct {
	Messages []Message
	// Result classifies the outcome, for logs and metrics. A Duplicate was shown before.
	Result Result
	// RevealCommand is the command, as on a button, that repeats what only the person may
	// see. Where private messages are impossible, a button with it replaces each of them
	// that isn't Open.
	RevealCommand string
	// The asking person's data was deleted, here or everywhere: the adapter must not show it either.
	ForgotHere, ForgotEverywhere bool

	// How to say it.

	// Locale is the language of public messages: the moderators' choice, else the
	// place's. Private messages use the person's.
	Locale string
	// Language is the language that the asking person chose for private messages, "" for none:
	// they use what the platform knows of the person.
	Language string
	// Zone is the place's time zone, "" for UTC.
	Zone string

	// When it was so. An adapter that sets Request.Confirms passes the request's place, Version and
	// Boards() to Router.Shown after it showed public boards, whatever Own is: the boards of a
	// private game aren't public, and Router knows the message of a round by its table.

	// Version is the version of the place's document.
	Version uint64
	// Changed is the version with which the board of the table changed last. A board that is shown
	// with this version or a later one is up to date, and need not be shown again.
	Changed uint64
	// Found is the version that the command found. It equals Version if nothing changed.
	// Versions have gaps, so who follows a place needs both to see whether others wrote in between.
	Found uint64
	// Own reports that Version, Changed and Found are of another document than the place's: the line
	// was about the person's private game, or about the round. Don't compare them with those of the place.
	Own bool

	// What it is about, for platforms that draw more than messages.

	// State is the state of the game that the line was about; nil if there is none.
	State *State
	// Tables are the states of the place's games that are running, in the order of their
	// tables; nil where there is only table 1.
	Tables []State
	// Round is the state of the round that the line was about; nil if there is none.
	Round *Round
	// NoTable reports that a game was refused because the place has as many as it may.
	NoTable bool

	// What the router, the worker and metrics use.

	Moved bool // the person's move was played
	// Late is how long after its deadline Settle acted.
	Late time.Duration
	// Work is how long the review of a finished game took.
	Work time.Duration
	// Solved are the positions that the person was told about.
	Solved []rules.Situation
	// Instead is a command, outside the conversation, that answers what the person said: the router
	// runs it, and its message comes after the lines of this reply. "" for none.
	Instead string
}

// Boards returns the tables of which the reply shows a board to everybody. The day's post
// goes with table 1.
func (r *Reply) Boards() (tables []int) {
	for _, m := range r.Messages {
		n := max(1, m.TableNumber)
		if (m.IsBoard() || m.Post != nil) && m.To == nil && !slices.Contains(tables, n) {
			tables = append(tables, n)
		}
	}
	return tables
}

// IsPrivate reports whether only one person reads some of the reply.
func (r *Reply) IsPrivate() bool {
	return slices.ContainsFunc(r.Messages, func(m Message) bool { return m.To != nil })
}

// StateOf returns the state of the table that a message is about, which isn't always the one
// that the line was about.
func (r *Reply) StateOf(m Message) *State {
	for i := range r.Tables {
		if m.TableNumber > 0 && r.Tables[i].Table == m.TableNumber {
			return &r.Tables[i]
		}
	}
	return r.State
}

// Result classifies a reply.
type Result string

// The results.
const (
	Done        Result = "done"    // something changed
	Told        Result = "told"    // nothing changed
	Refused     Result = "refused" // the person asked for something impossible
	Limited     Result = "limited" // the person is over a limit
	Stale       Result = "stale"   // a button of a stale board
	Duplicate   Result = "again"   // a repeated delivery
	Flooded     Result = "flooded" // too many typed changes to recognize repetitions
	Unavailable Result = "away"    // the store didn't answer
	Broken      Result = "broken"  // a fault of the program
)

// Responder answers requests. router.Router and chat.Handler are responders.
type Responder interface {
	Handle(ctx context.Context, r Request) Reply
}

// Publisher is an adapter that can show something without a request: what Settle
// decided, or a board that wasn't shown when it was written.
type Publisher interface {
	// Publish shows r in place. d is the Delivery of the place's document. post is
	// the platform's id of the message that is a post (Message.Post), "" if there is none
	// or its id is unknown. Publish may be retried after an error.
	Publish(ctx context.Context, place Place, d Delivery, r Reply) (post string, err error)
}

// Delivery has the data that a Publisher needs to show a board.
type Delivery struct {
	Message   string // the platform's id of the present board, "" when unknown
	Locale    string
	ReplyOnly bool   // the bot can't post here without a request
	Known     uint64 // what worker.VersionedPublisher returned before the place was read, else 0
}
