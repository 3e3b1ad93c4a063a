// Package exchange is what goes to and fro between a platform and the bot: a
// [Request] that somebody typed or pressed, and the [Reply] to it, a list of
// messages made of catalogue keys, drawings and buttons. It decides nothing.
package exchange

import (
	"context"
	"time"

	"nimbot/game"
	"nimbot/game/solve"
	"nimbot/teach"
	"nimbot/typed"
)

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
	// Spoken: it's a message that nobody waits for an answer to, so that it may
	// be met with silence. A command or a press may not.
	Spoken bool
}

// Mentioned returns the person whom "@name" in the text means; known is false if
// the platform found nobody of that name. A comma after a mention isn't part of it.
func (r *Request) Mentioned(name string) (who User, known bool) {
	if who, known = r.Mentions[name]; !known {
		who, known = r.Mentions[typed.Mentioned(name)]
	}
	return who, known
}

// Reply is what is to be shown, in order. It is never empty, unless somebody who
// speaks too fast was told so (Request.Spoken).
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
	// Level is the level of the bot that the person chose and that is now played
	// at, "" for none.
	Level                        solve.Level
	ForgotHere, ForgotEverywhere bool // what is about the person who asked was deleted, so nothing may show it either
	// Late is how long after its time Settle decided something.
	Late time.Duration
	// Work is how long a game that is over was looked at.
	Work time.Duration
	// Solved is the position that the asking person is told of, nil for none.
	Solved *Solved
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

// Responder answers requests. Handler is one; decorators (limits, metrics)
// wrap one.
type Responder interface {
	Handle(ctx context.Context, r Request) Reply
}

// Publisher is an adapter that can show something without being asked: what
// Settle decided, or a board whose first showing failed.
type Publisher interface {
	// Publish shows r in place. d is what the place's document kept for
	// this. An error means that it may be tried again. post is the platform's id
	// of the message that is a post (Message.Post), "" where there's none or it
	// isn't known.
	Publish(ctx context.Context, place Place, d Delivery, r Reply) (post string, err error)
}

// Delivery is what showing a board unasked needs.
type Delivery struct {
	Message  string // the platform's id of the present board, "" when unknown
	Locale   string
	Unseated bool   // nothing can be shown here unasked
	Known    uint64 // worker.Recalling before the place was read, else 0
}

// Solved is a position of which somebody is told who wins it, or how.
type Solved struct {
	Game     string
	Ending   game.Ending
	Position game.Position
}

// Alike reports whether two positions are the same up to the order of their parts.
func (s Solved) Alike(t Solved) bool { return s.Key() == t.Key() }

// Key is the same for positions that are alike.
func (s Solved) Key() string {
	return s.Game + " " + s.Ending.String() + " " + teach.Alike(s.Position)
}
