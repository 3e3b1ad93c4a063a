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
	"time"

	"nimbot/game/solve"
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
