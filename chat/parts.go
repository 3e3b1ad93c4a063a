package chat

import "nimbot/chat/scene"

// What requests and replies are made of. Package scene makes the messages.
type (
	Place   = scene.Place
	User    = scene.User
	Message = scene.Message
	Asked   = scene.Asked
	Played  = scene.Played
	Play    = scene.Play
	Menu    = scene.Menu
	Button  = scene.Button
	Style   = scene.Style
	Form    = scene.Form
	Whom    = scene.Whom
	File    = scene.File
	State   = scene.State
	Rated   = scene.Rated
)

// BotID is the ID of this bot as a player and as somebody to challenge.
const BotID = scene.BotID

// The styles of buttons.
const (
	Plain   = scene.Plain
	Primary = scene.Primary
	Danger  = scene.Danger
)
