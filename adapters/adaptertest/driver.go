// Package adaptertest runs the same scripted conversations (testdata/*.txtar) against
// every adapter.
//
// # The language of the files
//
// Each line is one action or expectation. The people are ana, bob and cleo, and mo, who is
// a moderator. The channel is "general" unless a line ends in "in CHANNEL".
//
//	ana says 'start 3 4 5'          types a command
//	ana presses 'Hint'              presses the newest button with that label
//	ana presses 'A' on old          … on the message remembered as "old"
//	again                           the platform delivers the last action again
//	clock 11m                       time passes, and expired deadlines are applied
//	restart                         the process is killed and started again
//	remember old                    keeps the present board under a name
//	board shows 'ana to move' 'A 3' the channel's board holds these fragments
//	! board shows 'bob'             … does not hold any of them
//	buttons 'Hint' 'Resign'         the board has these buttons
//	edited                          the last action edited the board in place
//	public 'bob declined'           the last action showed this to everybody
//	! public                        … showed nothing to everybody
//	private bob 'not your turn'     … showed this to bob alone
//	! private ana                   … showed ana nothing of her own
//
// Fragments are short, so that the wording may change. A button's label may be given up to
// its first space: 'A' for "A (3)".
package adaptertest

import "time"

// Driver is one platform with the bot on it, as the conversations use it. The tests of an
// adapter implement it on their fake of the platform. An error ends the test.
type Driver interface {
	// Say lets a person type a command, without the bot's name in front.
	// Mentions in it are written @bob; @bot is the bot, and @everyone is nobody. The error says
	// that the platform's fake couldn't deliver it.
	Say(p Person, channel, text string) error
	// Press lets a person press a button of a message that was shown. Errors are as for Say.
	Press(p Person, channel string, m Message, b Button) error
	// Again delivers the last Say or Press once more, as platforms do when an
	// acknowledgement was lost. Errors are as for Say.
	Again() error
	// Clock advances the bot's clock by d, and applies the deadlines that expire in every
	// channel used so far. The error says that one couldn't be applied.
	Clock(d time.Duration) error
	// Restart ends the bot without a warning and starts it again on the same
	// store. The error says that it didn't start.
	Restart() error
	// Shown returns everything that was shown since the last call, in order, edits too. The
	// conversations take a public message as the channel's board if its first line contains
	// "Pile: ", "Piles: " or "'s move. ", so the first line must be the message's own. An edit that
	// retires an old message (it takes off the buttons and keeps the first line) may be returned or
	// left out.
	Shown() []Message
}

// Person is a person in the chat.
type Person struct {
	Name      string // "ana", as the platform shows it
	Moderator bool
}

// Message is a message as a person reads it.
type Message struct {
	// ID is the platform's id. An edit has the id of the message that it edits. On a
	// platform that can't edit in place it has an id of its own, and Replaces is the other.
	ID       string
	Replaces string
	Channel  string
	To       string // the name of the only person who sees it; "" for everybody
	// Text has people's plain names, and no markup that hides words.
	Text    string
	Buttons []Button
	Pinged  []string // the names of the people whom it notified, if that is known
}

// Button is what a person can press.
type Button struct {
	Label string
	Token string // what the platform sends back
}
