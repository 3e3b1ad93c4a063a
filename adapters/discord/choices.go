package discord

import (
	"iter"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/dialog"
)

// maxRadio is the maximum number of options in a radio group; more are a select.
const maxRadio = 10

// longestChoice is the maximum length of a text in a field.
const longestChoice = 60

// choicesOf returns the form of a reply that is one, nil for any other. Discord takes no form in
// answer to a form.
func choicesOf(i *interaction, r dialog.Reply) *dialog.Choices {
	if i.Type == discordgo.InteractionModalSubmit || len(r.Messages) != 1 {
		return nil
	}
	return r.Messages[0].Choices
}

// choicesForm returns the form of c.
func (v localizer) choicesForm(c *dialog.Choices) form {
	f := form{CustomID: prefixChoices + c.Command, Title: v.plainText(c.Title, maxTitle)}
	for _, x := range c.Fields {
		f.Components = append(f.Components, component{
			Type: labelComponent, Label: v.plainText(x.Label, maxTitle), Component: v.choicesField(x),
		})
	}
	return f
}

func (v localizer) choicesField(f dialog.Field) *component {
	c := &component{CustomID: f.Name}
	switch n := len(f.Options); {
	case n == 0:
		optional := false
		c.Type, c.Style, c.Required = discordgo.TextInputComponent, discordgo.ButtonStyle(discordgo.TextInputShort), &optional
		c.MaxLength, c.Value = longestChoice, f.Value
	case n > maxRadio:
		c.Type = discordgo.SelectMenuComponent
	default:
		c.Type = radioComponent
	}
	for _, o := range f.Options {
		c.Options = append(c.Options, selectOption{Label: v.plainText(o.Label, maxOption), Value: o.Value, Default: o.Value == f.Value})
	}
	return c
}

// entered returns what a form's fields hold, in their order.
func (d data) entered() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, c := range d.Components {
			if c.Component != nil {
				c = *c.Component
			}
			if c.Value == "" && len(c.Values) > 0 {
				c.Value = c.Values[0]
			}
			if !yield(c.CustomID, strings.TrimSpace(c.Value)) {
				return
			}
		}
	}
}
