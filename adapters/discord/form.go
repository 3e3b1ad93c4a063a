package discord

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimbot/chat"
	"nimbot/game"
)

// field is one field of the form for a start of one's own. Its words stand in
// the catalogue under "discord.form.NAME".
type field struct {
	name    string
	as      string   // what its value is typed as
	choices []string // nil: free text. The first is what an untouched field means.
}

// fields are the form's, at most five. The games are the family's first; those
// beyond a menu's size can be typed.
func fields() []field {
	var games []string
	for _, g := range game.Games() {
		if len(games) < maxOptions {
			games = append(games, g.Key)
		}
	}
	return []field{
		{name: "piles", as: "%s"},
		{name: "game", as: "game:%s", choices: games},
		{name: "ending", as: "%s", choices: []string{"normal", "misere"}},
		{name: "level", as: "level:%s", choices: []string{"perfect", "hard", "medium", "easy"}},
		{name: "first", as: "first:%s", choices: []string{"me", "bot", "random"}},
	}
}

// form is the form for a start of one's own.
func (v voice) form() form {
	optional := false
	f := form{CustomID: startForm, Title: v.plain(chat.Text{Key: "discord.form.title"}, maxTitle)}
	for _, x := range fields() {
		c := component{Type: discordgo.TextInputComponent, CustomID: x.name, Required: &optional}
		if x.choices == nil {
			c.Style = discordgo.ButtonStyle(discordgo.TextInputShort)
			c.MaxLength = pPiles.longest
			c.Placeholder = v.plain(chat.Text{Key: "discord.form." + x.name + ".example"}, maxOption)
		} else {
			c.Type = discordgo.SelectMenuComponent
			for i, value := range x.choices {
				c.Options = append(c.Options, selectOption{Label: v.choiceLabel(x.name, value), Value: value, Default: i == 0})
			}
		}
		f.Components = append(f.Components, component{
			Type: labelComponent, Label: v.plain(chat.Text{Key: "discord.form." + x.name}, maxTitle), Component: &c,
		})
	}
	return f
}

// choiceLabel says what a choice means.
func (v voice) choiceLabel(field, value string) string {
	if field == "game" {
		if g, err := game.Lookup(value); err == nil {
			return short(g.Title, maxOption)
		}
		return short(value, maxOption)
	}
	return v.plain(chat.Text{Key: "discord.choice." + field + "." + value}, maxOption)
}

// submittedText writes a form that was sent as the command that it stands for.
func submittedText(d data) (string, error) {
	if d.CustomID != startForm {
		return "", unknownError{d.CustomID}
	}
	values := map[string]string{}
	for _, c := range d.Components {
		if c.Component != nil {
			c = *c.Component
		}
		if c.Value == "" && len(c.Values) > 0 {
			c.Value = c.Values[0]
		}
		values[c.CustomID] = strings.TrimSpace(c.Value)
	}
	text := "start"
	for _, f := range fields() {
		if v := values[f.name]; v != "" {
			text += " " + strings.Replace(f.as, "%s", v, 1)
		}
		delete(values, f.name)
	}
	for name := range values {
		return "", unknownError{name}
	}
	return text, nil
}
