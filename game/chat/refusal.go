package chat

import (
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
)

// noGame is the key of the sentence that refuseNoGame says.
const noGame = "no-game"

// refuse returns a dialog.Refusal as an error.
func refuse(key string, args ...any) error { return dialog.Refuse(key, args...) }

// refuseNoGame refuses what needs a game where there is none, with buttons that begin one.
func refuseNoGame() error {
	r := dialog.Refuse(noGame)
	r.Buttons = message.CardButtons()
	return r
}

// refusesNoGame reports whether err is of refuseNoGame.
func refusesNoGame(err error) bool {
	r := dialog.RefusalOf(err)
	return r != nil && r.Text.Key == noGame
}
