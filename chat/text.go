package chat

import "nimbot/words"

// The catalogue's types, for the adapters.
type (
	Text  = words.Text
	Args  = words.Args
	Words = words.Catalogue
	Voice = words.Voice
)

// LoadWords reads the catalogue that is built into the binary.
func LoadWords() (*words.Catalogue, error) { return words.Load() }

// TextOf is a text with the arguments that the rules gave, for their codes.
func TextOf(key string, args map[string]any) words.Text { return words.TextOf(key, args) }

// text is a sentence: a key of the catalogue, and its arguments by name and
// value.
func text(key string, args ...any) words.Text { return words.New(key, args) }

// Person is u as sentences name people.
func (u User) Person() words.Person { return words.Person{ID: u.ID, Name: u.Name} }
