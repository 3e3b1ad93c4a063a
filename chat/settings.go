package chat

import (
	"strings"

	"nimbot/channel"
	"nimbot/typed"
)

// settings shows how the bot behaves in this place, and lets a moderator
// change it: "settings pings:on hints:off language:en".
func (s about) settings() error {
	set := s.doc.Settings
	for _, w := range strings.Fields(strings.ToLower(s.line.Rest)) {
		key, value, _ := strings.Cut(w, ":")
		if err := s.set(&set, key, value); err != nil {
			return err
		}
	}
	if s.line.Rest != "" {
		s.doc.Settings = set
		s.noted()
	}
	language := set.Language
	if language == "" {
		language = "auto"
	}
	s.tellOpenly(text("settings.now", "language", language, "pings", onOff(set.Pings), "hints", onOff(!set.NoHints)))
	return nil
}

func (s about) set(set *channel.Settings, key, value string) error {
	on := value == "on" || value == "yes"
	if key != "language" && !on && value != "off" && value != "no" {
		key = "" // whatever it was, it is neither on nor off
	}
	switch key {
	case "pings":
		set.Pings = on
	case "hints":
		set.NoHints = !on
	case "language":
		if value == "auto" {
			value = ""
		}
		if value != "" && !s.h.words.Speaks(value) {
			return refuse("settings.language", "part", typed.Abridge(value), "known", strings.Join(s.h.words.Languages(), ", "))
		}
		set.Language = value
	default:
		return refuse("settings.form", "part", typed.Abridge(s.line.Rest))
	}
	return nil
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
