package chat

import (
	"nimbot/game/dialog"
	"nimbot/game/words"
)

// refuse returns a dialog.Refusal as an error.
func refuse(key string, args ...any) error { return dialog.Refuse(key, args...) }

// text makes a sentence from a key of the catalogue and pairs of argument names and values.
func text(key string, args ...any) words.Text { return words.New(key, args) }
