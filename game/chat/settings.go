package chat

import (
	"cmp"
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/words/command"
	"nimbot/store/channel"
)

// changeSettings shows the bot's settings in this place. Moderators can change them: "settings
// pings:on hints:off language:en", or in one of two forms.
func changeSettings(e *execution) error {
	switch e.line.Rest {
	case message.ChangeSettings:
		e.tellPrivately(e.Settings()...).Choices = message.ChannelSettings(e.h.words, e.Doc.Settings)
		return nil
	case message.ChangeDaily:
		e.tellPrivately(e.Settings()...).Choices = message.DailySettings(e.Doc.Settings, e.Doc.Daily)
		return nil
	}
	set, daily := e.Doc.Settings, e.Doc.Daily
	for _, w := range strings.Fields(strings.ToLower(e.line.Rest)) {
		key, value, _ := strings.Cut(w, ":")
		var err error
		switch key {
		case "daily", "zone", "days":
			err = setDaily(e, &set, &daily, key, value)
		default:
			err = changeSetting(e, &set, key, value)
		}
		if err != nil {
			return err
		}
	}
	if e.line.Rest != "" {
		if daily.At == "" {
			daily = channel.Daily{Unknown: daily.Unknown}
		}
		e.Doc.Settings, e.Doc.Daily = set, daily
		e.markDirty()
	}
	m := e.tellPrivately(e.Settings()...)
	if e.r.User.Moderator {
		m.Buttons = message.SettingsButtons()
	}
	return nil
}

// onlyModerators refuses a change, and tells a person who wanted another language how to get it for
// themselves.
func onlyModerators(named func(string) (string, bool), change string) error {
	for _, w := range strings.Fields(strings.ToLower(change)) {
		if key, value, _ := strings.Cut(w, ":"); key == "language" {
			known, _ := named(value)
			return refuse("settings.moderators-language", "language", cmp.Or(known, command.AutoLanguage))
		}
	}
	return refuse("settings.moderators")
}

func changeSetting(e *execution, set *channel.Settings, key, value string) error {
	if key == "pings" && value == "auto" {
		set.Pings, set.NoPings = false, false
		return nil
	}
	on := value == "on" || value == "yes"
	if key != "language" && !on && value != "off" && value != "no" {
		key = "" // an invalid value: fall through to the refusal
	}
	switch key {
	case "pings":
		set.Pings, set.NoPings = on, !on
	case "hints":
		set.NoHints = !on
	case "races":
		set.NoRaces = !on
	case "language":
		if value == command.AutoLanguage {
			value = ""
		}
		known, ok := e.h.words.LanguageNamed(value)
		if value != "" && !ok {
			return refuse("settings.language", "part", command.Abridge(value), "known", e.h.words.LanguageList())
		}
		set.Language = known
	default:
		return refuse("settings.form", "part", command.Abridge(e.line.Rest))
	}
	return nil
}
