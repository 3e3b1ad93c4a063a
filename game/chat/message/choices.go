package message

import (
	"cmp"

	"nimbot/game/chat/calendar"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/channel"
)

// The words after "settings" and "me settings" that open a form.
const (
	ChangeSettings = "change"
	ChangeDaily    = "dailypost"
)

// Who sees a person's profile.
const (
	Public  = "public"  // everybody in the server
	Private = "private" // only the person
)

// The values of settings that are on or off.
const (
	on  = "on"
	off = "off"
)

// SettingsButtons open the forms of a place's settings.
func SettingsButtons() []dialog.Button {
	return []dialog.Button{
		{Label: words.New("button.change"), Command: "settings " + ChangeSettings, Style: dialog.Primary},
		{Label: words.New("button.daily-post"), Command: "settings " + ChangeDaily},
	}
}

// MySettings is the form of a person's own settings; language is "" if the platform's is followed.
func MySettings(w *words.Catalogue, language string, noPings, hidden bool) *dialog.Choices {
	seen := Public
	if hidden {
		seen = Private
	}
	return &dialog.Choices{Title: words.New("choices.mine"), Command: "me settings", Fields: []dialog.Field{
		languageField(w, language),
		onOffField("pings", "choices.call-me", !noPings),
		{Name: "profile", Label: words.New("choices.profile"), Value: seen, Options: []dialog.Option{
			{Label: words.New("choices.public"), Value: Public}, {Label: words.New("choices.private"), Value: Private},
		}},
	}}
}

// ChannelSettings is the form of a place's settings.
func ChannelSettings(w *words.Catalogue, set channel.Settings) *dialog.Choices {
	pings := onOffField("pings", "choices.pings", set.Pings)
	pings.Options = append(pings.Options, dialog.Option{Label: words.New("settings.auto"), Value: command.AutoLanguage})
	if !set.Pings && !set.NoPings {
		pings.Value = command.AutoLanguage
	}
	return &dialog.Choices{Title: words.New("choices.channel"), Command: "settings", Fields: []dialog.Field{
		languageField(w, set.Language), pings,
		onOffField("hints", "choices.hints", !set.NoHints),
		onOffField("races", "choices.races", !set.NoRaces),
	}}
}

// DailySettings is the form of the daily post in a place.
func DailySettings(set channel.Settings, daily channel.Daily) *dialog.Choices {
	return &dialog.Choices{Title: words.New("choices.daily-post"), Command: "settings", Fields: []dialog.Field{
		{Name: "zone", Label: words.New("choices.zone"), Value: cmp.Or(set.Zone, "UTC")},
		{Name: "days", Label: words.New("choices.days"), Value: cmp.Or(daily.Days, calendar.EveryDay.String())},
		{Name: "daily", Label: words.New("choices.daily"), Value: cmp.Or(daily.At, off)},
	}}
}

func languageField(w *words.Catalogue, chosen string) dialog.Field {
	f := dialog.Field{Name: "language", Label: words.New("choices.language"), Value: cmp.Or(chosen, command.AutoLanguage)}
	f.Options = []dialog.Option{{Label: words.New("settings.auto"), Value: command.AutoLanguage}}
	for _, tag := range w.Languages() {
		f.Options = append(f.Options, dialog.Option{Label: words.New("choices.language-name", "name", words.SelfName(tag)), Value: tag})
	}
	return f
}

func onOffField(name, label string, isOn bool) dialog.Field {
	f := dialog.Field{Name: name, Label: words.New(label), Value: off, Options: []dialog.Option{
		{Label: words.New("settings.on"), Value: on}, {Label: words.New("settings.off"), Value: off},
	}}
	if isOn {
		f.Value = on
	}
	return f
}
