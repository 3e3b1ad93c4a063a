package platform

// The ids of the two users who are no person. No platform gives its people such ids.
const (
	BotID       = "bot"       // this bot, as a player and as an opponent to challenge
	ForgottenID = "forgotten" // somebody who had their data deleted
)
