package chat

import "nimbot/words"

// text is a sentence: a key of the catalogue, and its arguments by name and
// value.
func text(key string, args ...any) words.Text { return words.New(key, args) }
