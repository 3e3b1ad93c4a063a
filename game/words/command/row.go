package command

// Who says who may use a command. For any other reason, the command itself refuses.
type Who uint8

// The people who may use a command.
const (
	Anybody Who = iota
	Player      // a player of the running game
	Mover       // the player whose turn it is
	PlayerOrModerator
	ModeratorToChange // anybody without words after it; with words, moderators only
)

// Of is the package that handles a command, and so the subject of the command.
type Of uint8

// The packages.
const (
	Chat     Of = iota // the channel's games
	Practice           // one person's puzzles and lessons
	People             // the data that is stored about people in this server
	Rounds             // the place's round
)

// At is the table that a typed command means.
type At uint8

// The tables.
const (
	AnyTable      At = iota // none in particular
	OwnTable                // where the person plays
	AskedTable              // where a question is open to the person
	NewTable                // a free one
	FinishedTable           // where the person played last
)

// Section is a part of the list of all commands.
type Section uint8

// The sections, in their order.
const (
	Play Section = iota
	Learning
	Room // what all in a channel do together
	Own  // settings, and what is about one person
)

// Shown is how people learn of a command.
type Shown uint8

// The ways to learn of a command.
const (
	Everywhere Shown = iota // typed, and registered where a platform wants that
	Typed                   // typed or pressed; a platform that registers has buttons for it
	Nowhere                 // sent by buttons only
)
