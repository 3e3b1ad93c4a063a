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
func changeSettings(s *session) error {
	switch s.line.Rest {
	case message.ChangeSettings:
		s.tellPrivately(s.Settings()...).Choices = message.ChannelSettings(s.h.words, s.Doc.Settings)
		return nil
	case message.ChangeDaily:
		s.tellPrivately(s.Settings()...).Choices = message.DailySettings(s.Doc.Settings, s.Doc.Daily)
		return nil
	}
	set, daily := s.Doc.Settings, s.Doc.Daily
	for _, w := range strings.Fields(strings.ToLower(s.line.Rest)) {
		key, value, _ := strings.Cut(w, ":")
		var err error
		switch key {
		case "daily", "zone", "days":
			err = setDaily(s, &set, &daily, key, value)
		default:
			err = changeSetting(s, &set, key, value)
		}
		if err != nil {
			return err
		}
	}
	if s.line.Rest != "" {
		if daily.At == "" {
			daily = channel.Daily{Unknown: daily.Unknown}
		}
		s.Doc.Settings, s.Doc.Daily = set, daily
		s.markDirty()
	}
	m := s.tellPrivately(s.Settings()...)
	if s.r.User.Moderator {
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

func changeSetting(s *session, set *channel.Settings, key, value string) error {
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
		known, ok := s.h.words.LanguageNamed(value)
		if value != "" && !ok {
			return refuse("settings.language", "part", command.Abridge(value), "known", s.h.words.LanguageList())
		}
		set.Language = known
	default:
		return refuse("settings.form", "part", command.Abridge(s.line.Rest))
	}
	return nil
}
