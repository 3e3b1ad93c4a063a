package chat

import (
	"nimbot/game/dialog"
)

// refuse returns a dialog.Refusal as an error.
func refuse(key string, args ...any) error { return dialog.Refuse(key, args...) }
