package typed

// Who tells who may use a command. The command itself refuses for any other reason.
type Who uint8

// Who may.
const (
	Anybody Who = iota
	Player      // a player of the running game
	Mover       // the player whose turn it is
	PlayerOrModerator
	ModeratorToChange // anybody without words after it; with words, moderators only
)

// Of is what a command is about.
type Of uint8

// What commands are about.
const (
	Channel  Of = iota // the channel's game; package chat does it
	Practice           // what one person practises
	Member             // what is stored about people in this server
	Round              // the place's round
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

// Shown is how people learn of a command.
type Shown uint8

// The ways.
const (
	Everywhere Shown = iota // typed, and registered where a platform wants that
	Typed                   // typed or pressed; a platform that registers has buttons for it
	Nowhere                 // only buttons say it
)
