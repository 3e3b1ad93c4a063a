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

// Card shows a person what can be done where nothing is on.
func Card(to dialog.User, lines ...words.Text) dialog.Message {
	m := dialog.Message{To: &to, Open: true, Lines: lines, Buttons: CardButtons()}
	if g, err := rules.Lookup(rules.Default); err == nil {
		if p, err := g.Begin(command.FirstPiles, rules.Normal); err == nil {
			d := p.Diagram()
			m.Diagram = &d
		}
	}
	return m
}

// CardButtons are what people most often want. They carry no stamp because they are always valid.
func CardButtons() []dialog.Button {
	return []dialog.Button{
		{Label: text("button.quick"), Command: "quick", Style: dialog.Primary},
		{Label: text("button.challenge"), Command: "challenge"},
		{Label: text("button.learn"), Command: "learn next"},
		{Label: text("button.daily"), Command: "daily"},
		{Label: text("button.more"), Command: "menu"},
	}
}

// MoreButtons are what the card leaves out.
func MoreButtons() []dialog.Button {
	return []dialog.Button{
		{Label: text("button.games"), Command: "games"},
		{Label: text("button.start-random"), Command: command.Surprise},
		{Label: text("button.puzzle"), Command: "puzzle"},
		{Label: text("button.round"), Command: "race"},
		{Label: text("button.simul"), Command: "open seats:12"},
		{Label: text("button.leaders"), Command: "leaders"},
		{Label: text("button.my-settings"), Command: "me settings"},
		{Label: text("button.help"), Command: "help"},
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
