package chat

import "nimbot/game"

// Args are the named arguments of a Text. A value may be a string, a number,
// a User (rendered as the platform names people), a Text or a []Text
// (rendered first; a list is joined in the language's manner).
type Args = game.Args

// Text is one sentence to be: a key of the catalogue with its arguments. An
// argument named "count" chooses the plural form.
type Text struct {
	Key  string
	Args Args
}

// say makes a Text. Every key that is given to it literally is checked
// against the catalogue by a test.
func say(key string, args Args) Text { return Text{Key: key, Args: args} }
