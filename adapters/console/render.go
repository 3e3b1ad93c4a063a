package console

import (
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/words"
)

// voice returns the voice in which the terminal words a message for a person, or for everybody if
// it is nil. "You" is that person, and in public messages the local player.
func (s *session) voice(to *dialog.User) words.Voice {
	locale := s.public
	if to != nil {
		locale = s.private
	}
	return words.Voice{
		Locale:  locale,
		Command: commandName,
		Name:    func(u words.Person) string { return inertName(u.Name) },
		Pronoun: func(u words.Person) string {
			switch {
			case to != nil && u.ID == to.ID:
				return words.YouKey
			case u.ID != defaultSpeaker:
				return ""
			case to == nil:
				return words.YouKey
			}
			return "console.you"
		},
	}
}

func (s *session) say(t words.Text, to *dialog.User) string {
	return inert(s.words.Say(t, s.voice(to)))
}

func (s *session) sayToAll(t words.Text) string { return s.say(t, nil) }

// render returns the whole text of a message: the first line, the drawing, the
// other lines, the working.
func (s *session) render(m dialog.Message) string {
	var parts []string
	for i, t := range m.Lines {
		parts = append(parts, s.say(t, m.To))
		if i == 0 && m.Diagram != nil {
			parts = append(parts, draw.Text(s.words.Captioned(m.Diagram, s.voice(m.To)), s.style))
		}
	}
	if m.Working != nil {
		parts = append(parts, draw.Columns(*m.Working, s.style))
	}
	if m.Menu != nil {
		parts = append(parts, s.say(m.Menu.Title, m.To))
	}
	if m.File != nil {
		parts = append(parts, strings.TrimRight(string(m.File.Data), "\n"))
	}
	return strings.Join(parts, "\n")
}

func (s *session) buttons(m dialog.Message) []button {
	var all []button
	if m.Menu != nil {
		for _, b := range m.Menu.Items {
			all = append(all, button{s.say(b.Label, m.To), commandName + " " + b.Command, true})
		}
	}
	others := m.Buttons
	if terms := m.Terms(); terms != nil {
		others = slices.Concat(others, terms.Items)
	}
	for _, b := range others {
		all = append(all, button{s.say(b.Label, m.To), commandName + " " + b.Command, false})
	}
	return all
}
