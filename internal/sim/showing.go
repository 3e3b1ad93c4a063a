package sim

import (
	"cmp"
	"strings"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/adapters/slack/slacktest"
)

// showing is a message as people saw it, on either platform.
type showing struct {
	id, channel string
	to          string // the only person who sees it, "" for everybody
	text        string
	commands    []string // of its buttons
	pinged      []string // the people whom it notified
	edits       int
	at          time.Time
}

func onDiscord(m discordtest.Message) showing {
	s := showing{id: m.ID, channel: m.Channel, to: m.To, text: m.Text, pinged: m.Pinged, edits: m.Edits, at: m.At}
	for _, b := range m.Buttons {
		s.commands = append(s.commands, strings.TrimPrefix(cmp.Or(b.Value, b.CustomID), "c:"))
	}
	return s
}

func onSlack(m slacktest.Message, at time.Time) showing {
	s := showing{id: m.TS, channel: m.Channel, to: m.To, text: m.Text, edits: m.Edited, at: at}
	if m.Edited == 0 { // an edit notifies nobody
		s.pinged = m.Mentions
	}
	for _, b := range slackButtons(m) {
		s.commands = append(s.commands, b.value)
	}
	return s
}

// messages returns the messages of a channel as they stand now.
func (w *world) messages(channel string) (all []showing) {
	if isOnSlack(channel) {
		for _, m := range w.slack.Messages(channel) {
			all = append(all, onSlack(m, time.Time{}))
		}
		return all
	}
	for _, m := range w.discord.Messages(channel) {
		all = append(all, onDiscord(m))
	}
	return all
}
