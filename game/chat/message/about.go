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
		{Label: words.New("button.quick"), Command: "quick", Style: dialog.Primary},
		{Label: words.New("button.challenge"), Command: "challenge"},
		{Label: words.New("button.learn"), Command: "learn next"},
		{Label: words.New("button.daily"), Command: "daily"},
		{Label: words.New("button.more"), Command: "menu"},
	}
}

// MoreButtons are what the card leaves out.
func MoreButtons() []dialog.Button {
	return []dialog.Button{
		{Label: words.New("button.games"), Command: "games"},
		{Label: words.New("button.start-random"), Command: command.Surprise},
		{Label: words.New("button.puzzle"), Command: "puzzle"},
		{Label: words.New("button.round"), Command: "race"},
		{Label: words.New("button.simul"), Command: "open seats:12"},
		{Label: words.New("button.leaders"), Command: "leaders"},
		{Label: words.New("button.my-settings"), Command: "me settings"},
		{Label: words.New("button.help"), Command: "help"},
	}
}

// Games lists the games.
func Games() []words.Text {
	lines := []words.Text{words.New("games.title")}
	for _, g := range rules.Games() {
		key := "games.line"
		if !g.Offers(rules.Misere) {
			key = "games.line-normal"
		}
		lines = append(lines, words.New(key, "key", g.Key, "title", words.Title(g.Key), "rule", words.New("rule."+rules.Family(g.Key))))
	}
	return append(lines, words.New("games.more"))
}

// Settings shows the bot's settings in the place.
func (k *Known) Settings() []words.Text {
	set, daily := k.Doc.Settings, k.Doc.Daily
	return []words.Text{
		words.New("settings.now", "language", languageSetting(set), "pings", pingsSetting(set), "hints", onOff(!set.NoHints), "races", onOff(!set.NoRaces)),
		words.New("settings.daily-now", "time", daily.At, "days", Days(daily.Days), "zone", cmp.Or(set.Zone, "UTC"), "place", set.Zone != "" && set.Zone != "UTC"),
	}
}

func languageSetting(set channel.Settings) any {
	if set.Language == "" {
		return words.New("settings.auto")
	}
	return set.Language
}

func pingsSetting(set channel.Settings) words.Text {
	if !set.Pings && !set.NoPings {
		return words.New("settings.auto")
	}
	return onOff(set.Pings)
}

func onOff(on bool) words.Text {
	if on {
		return words.New("settings.on")
	}
	return words.New("settings.off")
}

// Days words days of the week as they are set: "Mon–Fri" for "mon-fri".
func Days(set string) []words.Text {
	days, ok := calendar.ReadDays(set)
	if ok && days == calendar.EveryDay {
		return []words.Text{words.New("date.every-day")}
	}
	var said []words.Text
	for _, s := range days.Spans() {
		day := weekday(s.First)
		if s.Last != s.First {
			day = words.New("date.weekdays", "first", day, "last", weekday(s.Last))
		}
		said = append(said, day)
	}
	return said
}

func weekday(d time.Weekday) words.Text {
	return words.New("date.weekday." + strconv.Itoa((int(d)+6)%7+1))
}
