package chat

import "nimbot/chat/scene"

// What requests and replies are made of is defined in package scene.

// BotID is the ID of this bot as a player and as somebody to challenge.
const BotID = scene.BotID

// The styles of buttons.
const (
	Plain   = scene.Plain
	Primary = scene.Primary
	Danger  = scene.Danger
)

type (
	Place   = scene.Place   // a channel or a thread
	User    = scene.User    // a person, or this bot
	State   = scene.State   // of a game, for programs
	Rated   = scene.Rated   // how a rated pair stands
	Message = scene.Message // one of a reply
	Button  = scene.Button  // a command that is already typed
	Style   = scene.Style   // of a button
	Menu    = scene.Menu    // the next step of a move
	Play    = scene.Play    // a position in which somebody is to move
	Form    = scene.Form    // asks for text
	Whom    = scene.Whom    // asks for a person
	Asked   = scene.Asked   // a question on a board
	Played  = scene.Played  // a game to be shown whole
	File    = scene.File    // to be downloaded
)
