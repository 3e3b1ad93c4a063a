package message

import (
	"cmp"
	"strconv"
	"time"

	"nimbot/game/chat/calendar"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/channel"
)

// Presets start a game with one press that the person can win. They carry no stamp
// because they are valid whenever no game is running.
func Presets() []dialog.Button {
	return []dialog.Button{
		{Label: text("button.start-piles", "piles", "3 4 5"), Command: "start 3 4 5", Style: dialog.Primary},
		{Label: text("button.start-piles", "piles", "1 3 5 7"), Command: "start 1 3 5 7 first:bot"},
		{Label: text("button.start-random"), Command: command.Surprise},
		{Label: text("button.start-easy"), Command: "start level:easy"},
		{Label: text("button.challenge"), Command: "challenge"},
		{Label: text("button.lessons-first"), Command: "learn"},
	}
}

// Games lists the games.
func Games() []words.Text {
	lines := []words.Text{text("games.title")}
	for _, g := range rules.Games() {
		key := "games.line"
		if !g.Offers(rules.Misere) {
			key = "games.line-normal"
		}
		lines = append(lines, text(key, "key", g.Key, "title", words.Title(g.Key), "rule", text("rule."+rules.Family(g.Key))))
	}
	return append(lines, text("games.more"))
}

// Settings shows the bot's settings in the place.
func (k *Known) Settings() []words.Text {
	set, daily := k.Doc.Settings, k.Doc.Daily
	return []words.Text{
		text("settings.now", "language", languageSetting(set), "pings", pingsSetting(set), "hints", onOff(!set.NoHints), "races", onOff(!set.NoRaces)),
		text("settings.daily-now", "time", daily.At, "days", Days(daily.Days), "zone", cmp.Or(set.Zone, "UTC"), "place", set.Zone != "" && set.Zone != "UTC"),
	}
}

func languageSetting(set channel.Settings) any {
	if set.Language == "" {
		return text("settings.auto")
	}
	return set.Language
}

func pingsSetting(set channel.Settings) words.Text {
	if !set.Pings && !set.NoPings {
		return text("settings.auto")
	}
	return onOff(set.Pings)
}

func onOff(on bool) words.Text {
	if on {
		return text("settings.on")
	}
	return text("settings.off")
}

// Days words days of the week as they are set: "Mon–Fri" for "mon-fri".
func Days(set string) []words.Text {
	days, ok := calendar.ReadDays(set)
	if ok && days == calendar.EveryDay {
		return []words.Text{text("date.every-day")}
	}
	var said []words.Text
	for _, s := range days.Spans() {
		day := weekday(s.First)
		if s.Last != s.First {
			day = text("date.weekdays", "first", day, "last", weekday(s.Last))
		}
		said = append(said, day)
	}
	return said
}

func weekday(d time.Weekday) words.Text {
	return text("date.weekday." + strconv.Itoa((int(d)+6)%7+1))
}
