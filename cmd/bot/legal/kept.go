package legal

// Kind describes one kind of personal data.
type Kind struct {
	// In Why and HowLong, DAYS stands for Facts.PersonDays, BACKUP_DAYS for
	// Facts.BackupDays.
	What    string
	Why     string
	HowLong string
	Delete  string // how a person can have it deleted sooner
	// Members lists the stored fields that hold it, as PACKAGE.TYPE.FIELD.
	Members []string
}

// Retention periods and ways of deletion, as the pages word them.
const (
	untilPlaceEnds  = "Until 30 days after the channel's last game. A game in which nobody moves for 7 days ends by itself."
	untilRoundEnds  = "Until an hour after the round, which ends after a day at the latest."
	untilAnswered   = "Until it's answered, at most 10 minutes."
	untilPersonEnds = "Until DAYS days after you last played or practised."
	forgetHere      = "Type forget me in that channel."
	forgetAll       = "Type forget everywhere."
	serverGone      = "Until the bot comes back, or 7 days after it was removed."
	asksOperator    = "Ask a moderator, or whoever runs the bot."
)

// kept lists all personal data.
var kept = []Kind{
	{
		What:    "In each channel, who plays the present game and the last one: the platform's ids of the players, and their names as shown there.",
		Why:     "To know whose turn it is, and to name the players on the board.",
		HowLong: untilPlaceEnds, Delete: forgetHere,
		Members: []string{"channel.Document.tables", "channel.Table.table", "channel.Play.game", "channel.Play.last", "channel.Game.players", "channel.Player.id", "channel.Player.name", "channel.Player.level", "channel.Player.host", "channel.Play.results"},
	},
	{
		What:    "The moves of these games, who used a hint, how long a move may take and when the turn began; in rated games also both players' ratings.",
		Why:     "To show the board, to look back at the game, and to decide by the clock.",
		HowLong: untilPlaceEnds, Delete: forgetHere,
		Members: []string{
			"channel.Game.id", "channel.Game.game", "channel.Game.ending", "channel.Game.start", "channel.Game.events", "channel.Game.clock", "channel.Game.since",
			"channel.Game.hint", "channel.Game.leaving", "channel.Game.retry", "channel.Play.changed", "channel.Game.pair", "channel.Pair.game", "channel.Pair.score", "channel.Pair.before", "channel.PlayerRating.rating", "channel.PlayerRating.deviation", "channel.Play.turn",
		},
	},
	{
		What:    "A challenge that waits: who offered which game to whom, and whether they want to be notified of their turns. A simul: who plays many at once, who joined, and how their games ended. A question that waits, such as whether to end the present game: who asked, and the command as typed.",
		Why:     "To begin or end the game when it's answered, and to show how the simul ended.",
		HowLong: untilAnswered, Delete: forgetHere,
		Members: []string{
			"channel.Play.offer", "channel.Play.lapsed", "channel.Offer.id", "channel.Offer.from", "channel.Offer.to", "channel.Offer.game", "channel.Offer.ending", "channel.Offer.start",
			"channel.Offer.first", "channel.Offer.drawn", "channel.Offer.rated", "channel.Offer.clock", "channel.Offer.expires", "channel.Offer.seats", "channel.Offer.pings", "channel.Offer.guests", "channel.Guest.who", "channel.Guest.table", "channel.Guest.result",
			"channel.Play.confirm", "channel.Confirm.by", "channel.Confirm.text", "channel.Confirm.to", "channel.Confirm.expires",
		},
	},
	{
		What:    "In each channel, who may have a private game against the bot there, and which of several games you meant last.",
		Why:     "To find the game that your next move is for.",
		HowLong: "The games: " + untilPlaceEnds + " The choice: 10 minutes.", Delete: forgetHere,
		Members: []string{"channel.Document.private", "channel.Document.meant", "channel.Meant.who", "channel.Meant.table", "channel.Meant.until"},
	},
	{
		What:    "Short fingerprints of the last commands in a channel, made from the platform's ids of the messages.",
		Why:     "Platforms may deliver a command twice; it must act once.",
		HowLong: "10 minutes.", Delete: "They go by themselves.",
		Members: []string{"channel.Document.recent"},
	},
	{
		What:    "What moderators chose for a channel, its language, the platform's ids of its boards' messages, when they were posted, and when they last notified or warned a player.",
		Why:     "To speak the channel's language, to keep one board up to date instead of posting many, and to call players when it's their turn, but not too often.",
		HowLong: untilPlaceEnds, Delete: asksOperator,
		Members: []string{
			"channel.Document.settings", "channel.Settings.language", "channel.Settings.pings", "channel.Settings.no_pings", "channel.Settings.no_hints", "channel.Settings.no_races",
			"channel.Document.delivery", "channel.Delivery.message", "channel.Table.message", "channel.Play.posted", "channel.Play.pinged", "channel.Play.warned", "channel.Delivery.locale", "channel.Delivery.unseated",
		},
	},
	{
		What:    "If moderators want a channel to get the day's puzzles: at what time, in which time zone, on which days, and when they were last posted.",
		Why:     "To post them.",
		HowLong: "Until moderators turn it off; the channel is kept as long.", Delete: asksOperator,
		Members: []string{
			"channel.Document.daily", "channel.Settings.zone", "channel.Daily.at", "channel.Daily.days", "channel.Daily.after", "channel.Daily.date", "channel.Daily.post",
		},
	},
	{
		What:    "If you share how the day's puzzles went in a channel where they were posted: your id and name, your line, and when. Of that post: the platform's id of the message, and when it was posted and changed.",
		Why:     "To show your line in the post.",
		HowLong: "Until the next day's puzzles are posted there; without that, as long as the channel is kept.", Delete: forgetHere,
		Members: []string{
			"channel.Document.day_post", "channel.DayPost.date", "channel.DayPost.message", "channel.DayPost.at", "channel.DayPost.drawn",
			"channel.DayPost.lines", "channel.DayPost.more", "channel.DayPost.changed", "channel.DayPost.due", "channel.DayPost.news", "channel.DayPost.gone",
			"channel.Line.who", "channel.Line.answers", "channel.Line.streak", "channel.Line.at",
		},
	},
	{
		What:    "While a round runs in a channel: who began it and on which terms, its question, the one before, and its message, who answered what and how fast, the points, and the names of those who are shown.",
		Why:     "To count each answer once, and to show who was right and who has how many points.",
		HowLong: untilRoundEnds, Delete: forgetHere,
		Members: []string{
			"round.Round.id", "round.Round.host", "round.Round.terms", "round.Round.seed", "round.Round.number", "round.Round.phase", "round.Round.question", "round.Round.at", "round.Round.ends", "round.Round.touched",
			"round.Round.answers", "round.Round.before", "round.PastQuestion.question", "round.PastQuestion.answers", "round.Round.scores", "round.Round.names", "round.Round.message", "round.Round.gone", "round.Round.changed", "round.Round.draw", "round.Round.drawn", "round.Round.counted", "round.Round.locale", "round.Round.recent",
			"round.Person.id", "round.Person.name", "round.Terms.game", "round.Terms.ending", "round.Terms.start", "round.Terms.questions", "round.Terms.seconds", "round.Terms.level",
			"round.Question.game", "round.Question.ending", "round.Question.position", "round.Question.kind", "round.Question.choices", "round.Question.right",
		},
	},
	{
		What:    "In each server, your points in rounds, for the last two months in which you had any. The channels in which you had a rated pair or were in a round, at most 50.",
		Why:     "For the server's leaderboard of the month, and to give no help elsewhere with what is played or asked there.",
		HowLong: untilPersonEnds, Delete: forgetAll,
		Members: []string{"person.Member.running", "person.Member.race", "person.Race.month", "person.Race.points", "person.Race.before", "person.Race.had"},
	},
	{
		What:    "In each server, your name as last shown, when you last played, the last 200 channels in which you finished a game, and whether you hide your profile.",
		Why:     "For your profile and the server's leaderboards, and to find your name in channels when you have it deleted. A hidden profile is on no leaderboard.",
		HowLong: untilPersonEnds, Delete: forgetAll,
		Members: []string{"person.Member.name", "person.Member.seen", "person.Member.private", "person.Member.boards", "person.Member.behind", "person.Member.places"},
	},
	{
		What:    "In each server, sums over your finished games: how many you played, won and drew, and how well your decisions kept a win, by game.",
		Why:     "For your profile.",
		HowLong: untilPersonEnds, Delete: forgetAll,
		Members: []string{
			"person.Member.games", "person.Games.game", "person.Games.bot", "person.Games.people", "person.Games.skill",
			"person.Count.played", "person.Count.won", "person.Count.drawn",
			"person.Skill.judged", "person.Skill.kept", "person.Skill.k", "person.Skill.p", "person.Skill.leeway", "person.Skill.variance",
			"person.Member.taken", "person.Member.forgot", "person.Member.refused",
		},
	},
	{
		What:    "If you play rated pairs in a server: your rating there, and the last 50 pairs with the opponent's id, when, the start and the score. The channels in which you began rated pairs.",
		Why:     "To rate players, to correct a rating, to give a pair a start that is new to both, and to give no help with it in another channel.",
		HowLong: untilPersonEnds, Delete: forgetAll,
		Members: []string{
			"person.Member.rating", "person.Member.base", "person.Member.pairs", "person.Member.begun",
			"person.Rating.rating", "person.Rating.deviation", "person.Rating.volatility", "person.Rating.at",
			"person.Pair.at", "person.Pair.with", "person.Pair.rating", "person.Pair.deviation", "person.Pair.score", "person.Pair.game", "person.Pair.start",
			"person.BegunPair.at", "person.BegunPair.with", "person.BegunPair.offer",
		},
	},
	{
		What:    "The channels in which you began games lately, at most 64, and when. Whether you want to be called when it's your turn, and the language you chose.",
		Why:     "To list your open games wherever you ask, to call you only if you want that, and to answer you in your language.",
		HowLong: untilPersonEnds, Delete: forgetAll,
		Members: []string{"person.Member.open", "person.Open.place", "person.Open.at", "person.Member.no_pings", "person.Member.language"},
	},
	{
		What:    "How your private practice goes: lessons, puzzles and their rating, what's open, the last days' answers and what they were, days in a row, and the level you prefer.",
		Why:     "To go on where you stopped, to set exercises that fit you, and for your profile and the server's list of who has passed which lessons.",
		HowLong: untilPersonEnds, Delete: forgetAll,
		Members: []string{
			"person.Member.practised", "person.Practised.puzzles", "person.Practised.puzzles_off", "person.Practised.streak", "person.Practised.day", "person.Practised.lessons", "person.Practised.passed", "person.Practised.checks", "person.Practised.stuck",
			"person.Practice.level", "person.Practice.turn", "person.Practice.puzzles", "person.Practice.set",
			"person.Practice.daily", "person.Practice.streak", "person.Practice.now",
			"person.Exercise.kind", "person.Exercise.game", "person.Exercise.ending", "person.Exercise.position", "person.Exercise.start",
			"person.Exercise.asks", "person.Exercise.seed", "person.Exercise.course", "person.Exercise.band", "person.Exercise.twin", "person.Exercise.date", "person.Exercise.step",
			"person.Exercise.plies", "person.Exercise.turned", "person.Exercise.turnedBy", "person.Exercise.turnedAt", "person.Exercise.unclear", "person.Exercise.wrong", "person.Exercise.wrongAnswer", "person.Exercise.missed", "person.Exercise.rated", "person.Exercise.hinted", "person.Exercise.done", "person.Exercise.left",
			"person.Strength.rating", "person.Strength.deviation", "person.Strength.volatility", "person.Strength.at", "person.Strength.answers", "person.Strength.right",
			"person.Set.game", "person.Set.hashes",
			"person.Practice.course", "person.Lesson.id", "person.Lesson.read", "person.Lesson.seed", "person.Lesson.wins", "person.Lesson.passed",
			"person.Lesson.asked", "person.Lesson.evidence", "person.Lesson.right", "person.Lesson.last", "person.Lesson.restarts", "person.Lesson.ready",
			"person.Practice.solved", "person.Solved.game", "person.Solved.position",
			"person.Practice.placing", "person.Placing.answers", "person.Placing.known", "person.Placing.done", "person.Placed.lesson", "person.Placed.chance", "person.Placed.right",
			"person.Practice.checking", "person.Checking.seed", "person.Checking.game", "person.Checking.answers", "person.Practice.checks", "person.Check.at", "person.Check.right",
			"person.Day.date", "person.Day.answers", "person.Day.given", "person.Day.shared", "person.Day.hinted", "person.Streak.last", "person.Streak.days", "person.Streak.longest", "person.Streak.earlier", "person.Run.last", "person.Run.days",
		},
	},
	{
		What:    "Positions from your games in which you could have won, at most 50, and when you are asked them next.",
		Why:     "To ask you again, when you want to practise them.",
		HowLong: untilPersonEnds, Delete: "Type puzzle mine clear, or forget everywhere.",
		Members: []string{
			"person.Practice.mistakes", "person.Mistake.game", "person.Mistake.ending", "person.Mistake.position", "person.Mistake.date",
			"person.Mistake.box", "person.Mistake.due",
		},
	},
	{
		What:    "Fingerprints of your last typed answers, made from the platform's ids of the messages.",
		Why:     "Platforms may deliver an answer twice; it must count once.",
		HowLong: untilPersonEnds, Delete: forgetAll,
		Members: []string{"person.Practice.recent"},
	},
	{
		What:    "If you had everything about you deleted: a fingerprint that doesn't name you, made with a secret of this bot's store, and when. If you come back, your documents say after which deletion they began.",
		Why:     "So that nothing comes back from a game that ended late, or from a backup that is up to BACKUP_DAYS days old. A backup made before the deletion still holds what was deleted; when it's restored, the bot deletes that again.",
		HowLong: "BACKUP_DAYS days.", Delete: "It goes by itself.",
		Members: []string{"person.Mark.at", "person.Mark.id", "person.Mark.sweeps", "person.Member.after", "person.Practice.after", "person.Salts.salts"},
	},
	{
		What:    "The platform's ids of the servers in which the bot is and from which it's missing, when it was removed from one, and when a list of them first seemed incomplete. They name no person.",
		Why:     "To delete everything of a server that has removed the bot.",
		HowLong: serverGone, Delete: asksOperator,
		Members: []string{
			"person.Departure.at", "person.Departure.next", "person.Roster.at", "person.Roster.servers", "person.Roster.absent",
			"person.Roster.doubted", "person.Absent.server", "person.Absent.since",
		},
	},
	{
		What:    "On Slack, for the app's home page, which games you play, where, and against whom; for each workspace, the access that it granted, encrypted, and when.",
		Why:     "To list your games in one place, and to answer in your workspace.",
		HowLong: "40 days after your last game; the access until the app is removed.", Delete: forgetHere,
		Members: []string{
			"slack.home.direct", "slack.home.games", "slack.homeGame.channel", "slack.homeGame.game", "slack.homeGame.other", "slack.homeGame.name",
			"slack.homeGame.table", "slack.homeGame.own", "slack.homeGame.id", "slack.homeGame.turn", "slack.homeGame.over", "slack.homeGame.result", "slack.homeGame.at",
			"slack.installation.workspace", "slack.installation.name", "slack.installation.bot", "slack.installation.scopes", "slack.installation.granted",
			"slack.installation.access", "slack.installation.refresh", "slack.installation.expires",
		},
	},
	{
		What:    "On the web page, the name you chose and a fingerprint of your browser's cookie.",
		Why:     "So that nobody else can take your name.",
		HowLong: "90 days after you were last there.", Delete: "Delete the cookie; the name goes by itself.",
		Members: []string{"web.person.id", "web.person.name", "web.person.owner", "web.person.moderator", "web.person.seen"},
	},
}
