package chat

import (
	"nimbot/game"
	"nimbot/words"
)

// The catalogue's types, as the conversation uses them.
type (
	Text  = words.Text
	Args  = words.Args
	Words = words.Catalogue
	Voice = words.Voice
)

// LoadWords reads the catalogue that is built into the binary.
func LoadWords() (*Words, error) { return words.Load() }

// TextOf is a text with the arguments that the rules gave, for their codes.
func TextOf(key string, args game.Args) Text { return words.TextOf(key, args) }

func say(key string, args Args) Text { return words.New(key, args) }

// Person is u as sentences name people.
func (u User) Person() words.Person { return words.Person{ID: u.ID, Name: u.Name} }
