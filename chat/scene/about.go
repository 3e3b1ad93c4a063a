package scene

import (
	"cmp"

	"nimbot/channel"
	"nimbot/exchange"
	"nimbot/game"
	"nimbot/typed"
	"nimbot/words"
)

// Presets start a game with one press that the person can win. They carry no stamp
// because they are valid whenever no game is running.
func Presets() []exchange.Button {
	return []exchange.Button{
		{Label: text("button.start-piles", "piles", "3 4 5"), Command: "start 3 4 5", Style: exchange.Primary},
		{Label: text("button.start-piles", "piles", "1 3 5 7"), Command: "start 1 3 5 7 first:bot"},
		{Label: text("button.start-random"), Command: typed.Surprise},
		{Label: text("button.start-easy"), Command: "start level:easy"},
		{Label: text("button.challenge"), Command: "challenge"},
		{Label: text("button.lessons-first"), Command: "learn"},
	}
}

// Games lists the games.
func Games() []words.Text {
	lines := []words.Text{text("games.title")}
	for _, g := range game.Games() {
		key := "games.line"
		if !g.Offers(game.Misere) {
			key = "games.line-normal"
		}
		lines = append(lines, text(key, "key", g.Key, "title", g.Title, "rule", text("rule."+words.Family(g.Key))))
	}
	return append(lines, text("games.more"))
}

// Settings shows the bot's settings in the place.
func (k *Known) Settings() []words.Text {
	set, daily := k.Doc.Settings, k.Doc.Daily
	return []words.Text{
		text("settings.now", "language", cmp.Or(set.Language, "auto"), "pings", pingsSetting(set), "hints", onOff(!set.NoHints), "races", onOff(!set.NoRaces)),
		text("settings.daily-now", "time", daily.At, "days", daily.Days, "zone", cmp.Or(set.Zone, "UTC"), "place", set.Zone != "" && set.Zone != "UTC"),
	}
}

func pingsSetting(set channel.Settings) string {
	if !set.Pings && !set.NoPings {
		return "auto"
	}
	return onOff(set.Pings)
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
